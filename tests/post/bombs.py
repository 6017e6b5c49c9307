"""Mails that are made to be slow or to break a reader, of any size; and random changes of mails."""

import base64
import gzip
import io
import random
import zipfile
from collections.abc import Callable, Iterator

HEAD = b"From: a@example.test\r\nTo: turn+x@oriflamme.test\r\n"


def _html(html: bytes) -> bytes:
    return HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + html


def _filled(piece: bytes, size: int) -> bytes:
    return piece * (size // len(piece))


def _nested(size: int) -> bytes:
    levels = 5000
    parts = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (at, at)
        for at in range(levels)
    )
    return HEAD + parts + b"\r\nwait\r\n" + _filled(b"x\n", max(0, size - len(parts)))


BOMBS: dict[str, Callable[[int], bytes]] = {
    **{
        f"html of {piece!r}": lambda size, piece=piece: _html(_filled(piece, size))  # type: ignore[misc]
        for piece in (
            *(b"<", b"<!", b"<!--", b"<![", b"<div>", b"<blockquote>", b"</p>", b'<a "', b"<a '>"),
            *(
                b"<style>",
                b"&",
                b"&#x",
                b"<a class=",
                b"<a b=c ",
                b"<blockquote></p>",
                b"</",
                b"<?",
            ),
        )
    },
    **{
        f"text of {piece!r}": lambda size, piece=piece: (  # type: ignore[misc]
            HEAD + b"Content-Type: text/plain\r\n\r\n" + _filled(piece, size)
        )
        for piece in (
            *(
                b"\n",
                b">",
                b"> \n",
                b"wait, ",
                b"On 1:00 a@b\n",
                b"-- \n",
                b"From: x\n",
                b"(",
                b"a ",
            ),
            *(b"place spy end\n", b"reveal if ", b"\r", b"_" * 10, b"talk: ", b"x:\n", b"*"),
        )
    },
    **{
        f"head of {piece!r}": lambda size, piece=piece: (  # type: ignore[misc]
            b"From: a@b.test\r\nTo: " + _filled(piece, size) + b"\r\n\r\nwait"
        )
        for piece in (b"(", b'"', b"<", b"a@b,", b"=?utf-8?q?", b"\r\n x", b"\r\nTo: a@b", b"\\")
    },
    "subject of encodings": lambda size: (
        HEAD + b"Subject: " + _filled(b"=?punycode?q?a?= ", size) + b"\r\n\r\nwait"
    ),
    "parameters": lambda size: (
        HEAD + b"Content-Type: multipart/mixed" + _filled(b';a="', size) + b"\r\n\r\nwait"
    ),
    "nested parts": _nested,
    "many parts": lambda size: (
        HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + _filled(b"--b\r\n\r\n", size)
    ),
    **{
        f"charset {name}": lambda size, name=name: (  # type: ignore[misc]
            HEAD
            + b"Content-Type: text/plain; charset="
            + name
            + b"\r\n\r\n"
            + _filled(b"\xe9-a", size)
        )
        for name in (b"undefined", b"punycode", b"idna", b"hex", b"\xff", b"x" * 9999, b"utf-7")
    },
    "base64": lambda size: (
        HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + _filled(b"=-A", size)
    ),
    "quoted-printable": lambda size: (
        HEAD + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + _filled(b"=\r\n=", size)
    ),
    "report": lambda size: (
        HEAD
        + b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        + b"--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        + _filled(b"a: b\n\n", size)
    ),
}


def _report_of(*parts: bytes) -> bytes:
    """A mail for the address of reports, with these attached."""
    return (
        b"From: a@example.test\r\nTo: reports@oriflamme.test\r\n"
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
        + b"".join(
            b"--b\r\nContent-Type: application/gzip\r\nContent-Transfer-Encoding: base64\r\n\r\n"
            + base64.encodebytes(part)
            + b"\r\n"
            for part in parts
        )
        + b"--b--\r\n"
    )


def _zipped(names: int, content: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for number in range(names):
            file.writestr(f"{number}", content if not number else b"")
    return packed.getvalue()


_MUCH = 2_000_000
# They unfold: a few kilobytes are megabytes when they are opened.
REPORTS: dict[str, Callable[[], bytes]] = {
    "many tags, sixty times": lambda: _report_of(
        *[gzip.compress(b"<a>" + b"<b/>" * (_MUCH // 4) + b"</a>")] * 60
    ),
    "tags in tags": lambda: _report_of(gzip.compress(b"<a>" * 99_000)),
    "attributes": lambda: _report_of(
        gzip.compress(b"<a " + b"".join(b"a%d='' " % n for n in range(150_000)) + b"/>")
    ),
    "brackets": lambda: _report_of(*[gzip.compress(b'{"policies":' + b"[" * _MUCH)] * 60),
    "rows": lambda: _report_of(
        *[gzip.compress(b"<a>" + b"<record><row/></record>" * 30_000 + b"</a>")] * 60
    ),
    "a zip of many names": lambda: _report_of(_zipped(20_000, b"<a/>")),
    "a zip that unfolds": lambda: _report_of(*[_zipped(1, b"<b/>" * 5_000_000)] * 20),
}


def mutated(mails: list[bytes], number: int, seed: int = 7) -> Iterator[bytes]:
    """Mails with pieces doubled, dropped, swapped with those of others, and bytes changed."""
    rng = random.Random(seed)
    for _ in range(number):
        raw = rng.choice(mails)
        for _change in range(rng.randint(1, 5)):
            at, end = sorted(rng.randrange(len(raw) + 1) for _ in range(2))
            other = rng.choice(mails)
            cut = rng.randrange(len(other) + 1)
            raw = rng.choice(
                [
                    lambda r, a, e, o, c: r[:a] + r[e:],
                    lambda r, a, e, o, c: r[:e] + r[a:e] * rng.randint(1, 20) + r[e:],
                    lambda r, a, e, o, c: r[:a] + o[c:],
                    lambda r, a, e, o, c: r[:a] + rng.randbytes(8) + r[a:],
                ]
            )(raw, at, end, other, cut)[:2_000_000]
        yield raw

"""Reports of other mail servers about mail in our name, read and counted: DMARC's (RFC 7489, zipped
XML) and TLS's (RFC 8460, zipped JSON). Anybody may write to their address, so what is read has
bounds, and nothing follows from it but a line on the desk.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree as Xml

import orjson
import structlog

from notifications.models import MailReport
from notifications.opening import Part

log = structlog.get_logger("oriflamme.post")

# Of all that one mail holds: as it comes, and unpacked.
_MOST_PACKED, _MOST_BYTES = 300_000, 2_000_000
_MOST_TAGS, _MOST_ROWS, _MOST_SAID, _MOST_REPORTS = 100_000, 2000, 10, 5000
_MOST_COUNTED = 2_000_000_000
_GZIP = 16 + zlib.MAX_WBITS
_WRONG = (
    *(ValueError, TypeError, LookupError, AttributeError, OverflowError, OSError),
    *(Xml.ParseError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError),
)


def take_in(parts: list[Part]) -> int:
    """How many reports it brought that were not here yet."""
    found, packed, left = 0, _MOST_PACKED, _MOST_BYTES
    for part in parts:
        if part.kind.startswith(("text/", "multipart/")) and part.kind != "text/xml":
            continue
        try:
            sent = part.content(packed)
            packed -= len(sent)
            content = _opened(sent, left)
            left -= len(content)
            report = _of_tls(content) if content.lstrip()[:1] == b"{" else _of_dmarc(content)
        except _WRONG as fault:
            log.info("a report about mail that cannot be read", fault=type(fault).__name__)
            continue
        found += _keep(report)
    return found


def _keep(report: MailReport) -> bool:
    if MailReport.objects.count() >= _MOST_REPORTS:
        return False
    known = {"kind": report.kind, "reporter": report.reporter, "key": report.key}
    more = ("began_at", "passed", "failed", "said")
    facts = {name: getattr(report, name) for name in more}
    return MailReport.objects.get_or_create(**known, defaults=facts)[1]


def _opened(content: bytes, most: int) -> bytes:
    """Its first bytes, unpacked, however much more there would be."""
    if most <= 0:  # to the libraries that would be no bound
        raise ValueError("this mail has unfolded far enough")
    if content[:2] == b"\x1f\x8b":
        return zlib.decompressobj(_GZIP).decompress(content, most)
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            first = packed.infolist()[0]
            with packed.open(first) as file:
                return file.read(most)
    return content[:most]


def _of_dmarc(content: bytes) -> MailReport:
    if b"<!" in content.replace(b"<!--", b"") or b"\0" in content:
        raise ValueError("a report has no use for entities")
    if content.count(b"<") > _MOST_TAGS:
        raise ValueError("a report has fewer rows")
    root = Xml.fromstring(content)  # noqa: S314  of bounded size, and without entities
    for one in root.iter():  # some name their space, some none
        one.tag = one.tag.rpartition("}")[2]
    passed = failed = 0
    said: list[str] = []
    for row in root.findall("record")[:_MOST_ROWS]:
        count = _count(row.findtext("row/count"))
        results = [row.findtext(f"row/policy_evaluated/{name}", "") for name in ("dkim", "spf")]
        if "pass" in results:
            passed += count
        else:
            failed += count
            source = _plain(row.findtext("row/source_ip", ""))
            said.append(f"{count} × {source}: dkim {_plain(results[0])}, spf {_plain(results[1])}")
    return MailReport(
        kind=MailReport.Kind.DMARC,
        reporter=_named(root.findtext("report_metadata/org_name", "")),
        key=_named(root.findtext("report_metadata/report_id", "")),
        began_at=datetime.fromtimestamp(
            int(root.findtext("report_metadata/date_range/begin", "")), UTC
        ),
        passed=_most(passed),
        failed=_most(failed),
        said="\n".join(said[:_MOST_SAID]),
    )


def _of_tls(content: bytes) -> MailReport:
    told = orjson.loads(content)
    passed = failed = 0
    said: list[str] = []
    for policy in told["policies"][:_MOST_ROWS]:
        summary = policy["summary"]
        passed += _count(summary["total-successful-session-count"])
        failed += _count(summary["total-failure-session-count"])
        said += _failures(policy)
    return MailReport(
        kind=MailReport.Kind.TLS,
        reporter=_named(told["organization-name"]),
        key=_named(told["report-id"]),
        began_at=datetime.fromisoformat(told["date-range"]["start-datetime"]).astimezone(UTC),
        passed=_most(passed),
        failed=_most(failed),
        said="\n".join(said[:_MOST_SAID]),
    )


def _failures(policy: dict[str, Any]) -> Iterator[str]:
    for one in policy.get("failure-details", [])[:_MOST_SAID]:
        count = _count(one.get("failed-session-count", 0))
        host = _plain(str(one.get("receiving-mx-hostname", "")))
        yield f"{count} × {host}: {_plain(str(one.get('result-type', '')))}"


def _count(value: Any) -> int:
    return _most(max(0, int(value)))


def _most(count: int) -> int:
    return min(count, _MOST_COUNTED)


def _plain(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())[:80]


def _named(text: str) -> str:
    if not isinstance(text, str) or not _plain(text):
        raise ValueError("a report without a name")
    return _plain(text)

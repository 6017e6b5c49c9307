"""A mail taken apart, whatever it is: the library's parser needs minutes for some mails of a few
megabytes and falls over others, so mail is cut to what letters have before it is parsed.

Everything here takes time that grows with the size alone, and raises nothing.
"""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from itertools import islice

# More than any mail program writes.
_HEAD_BYTES, _HEAD_LINES, _VALUE = 64_000, 1000, 8000
_PARTS, _DEPTH, _BOUNDARY = 60, 8, 200
_MOST_FOUND, _NEWLINE = 1000, 10
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")
_BETWEEN_ADDRESSES = re.compile(r"[\s<>(),;:\"\[\]\\]+")
# Of all that Python calls an encoding, those of mails; some of the others are slow, or no text.
_CHARSET = re.compile(
    r"utf-?(8|7|16|16le|16be)|(us-)?ascii|iso-?8859-\d+|latin-?1|windows-125\d|cp125\d|koi8-?[rut]|"
    r"(cp|ibm)866|(x-)?mac-?cyrillic|gb(2312|k|18030)|big5|euc-(kr|jp)|iso-2022-jp|shift_jis",
    re.IGNORECASE,
)
# What our languages were written in before there was one charset for all.
_UNNAMED = ("cp1252", "cp1251", "koi8-u", "cp866", "iso8859-5")
_WORD = re.compile(r"[^\W\d_]+")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_WRONG = (MessageError, ValueError, LookupError, TypeError, AttributeError, AssertionError)


@dataclass(frozen=True, slots=True)
class Part:
    """A part that holds no others: a text, a picture, the fields of a report."""

    head: Message
    _body: bytes

    @property
    def kind(self) -> str:
        return self.head.get_content_type()

    @property
    def is_attachment(self) -> bool:
        return self.head.get_content_disposition() == "attachment"

    def content(self, most: int) -> bytes:
        """Its first bytes, decoded."""
        encoding = one(self.head, "Content-Transfer-Encoding").casefold()
        if encoding == "base64":
            # Lines and what stands between them take less than the letters themselves.
            letters = _NOT_BASE64.sub(b"", self._body[: 2 * most])
            return binascii.a2b_base64(letters[: len(letters) // 4 * 4] + _rest(letters))[:most]
        if encoding == "quoted-printable":
            return binascii.a2b_qp(self._body[: 3 * most])[:most]
        return self._body[:most]

    def text(self, most: int) -> str:
        return as_text(self.content(most), param(self.head, "charset"))


def open_mail(raw: bytes) -> tuple[Message, list[Part]]:
    """Its head, and its parts in the order in which they stand."""
    head, body = _halves(raw)
    return head, list(_parts(head, body))


def read_head(raw: bytes) -> Message:
    return _halves(raw)[0]


def every(head: Message, name: str) -> list[str]:
    """The values of a field, as text; some programs write other letters into it than they may."""
    return [str(value) for known, value in head.raw_items() if known.casefold() == name.casefold()]


def one(head: Message, name: str) -> str:
    return next(iter(every(head, name)), "")


def addresses(head: Message, *names: str) -> list[str]:
    """All that may be an address in these fields."""
    found = (_BETWEEN_ADDRESSES.split(value) for name in names for value in every(head, name))
    return [piece for pieces in found for piece in pieces if "@" in piece]


def param(head: Message, name: str) -> str:
    """Of the part's type: its charset, its boundary, what it reports."""
    try:
        value = head.get_param(name)
    except _WRONG:
        return ""
    return str(value[2] if isinstance(value, tuple) else value or "")


def words_of(head: Message, name: str) -> str:
    """A field that people read, decoded."""
    value = one(head, name)
    try:
        pieces = decode_header(value)
    except _WRONG:
        return value
    read = [
        piece if isinstance(piece, str) else as_text(piece, charset or "utf-8")
        for piece, charset in pieces
    ]
    return " ".join("".join(read).split())


def as_text(content: bytes, charset: str) -> str:
    """Decoded as it says; where that is wrong or unknown, by what looks like words."""
    for known in (charset if _CHARSET.fullmatch(charset) else "utf-8", "utf-8"):
        # The last letter may have been cut in two.
        for end in (len(content), len(content) - 1, len(content) - 2, len(content) - 3):
            try:
                return content[:end].decode(known)
            except UnicodeError:
                continue
    guesses = [content.decode(name, "replace") for name in _UNNAMED]
    return max(guesses, key=_looks_like_words)


def _looks_like_words(text: str) -> int:
    """In a wrong charset capitals stand in the midst of words, scripts are mixed, and hardly a
    letter is a plain one."""
    return sum(
        len(word) if word[1:].islower() and _is_of_one_script(word) else -len(word)
        for word in _WORD.findall(text[:4000])
    )


def _is_of_one_script(word: str) -> bool:
    cyrillic, plain = len(_CYRILLIC.findall(word)), sum(map(str.isascii, word))
    return cyrillic == len(word) or (not cyrillic and 2 * plain >= len(word))


def _parts(head: Message, body: bytes, depth: int = 0) -> Iterator[Part]:
    boundary = param(head, "boundary").encode("utf-8", "replace")
    is_of_parts = head.get_content_maintype() == "multipart" and 0 < len(boundary) <= _BOUNDARY
    if not is_of_parts:
        yield Part(head, body)
        return
    if depth == _DEPTH:
        return
    left = _PARTS
    for piece in _pieces(body, boundary):
        for part in _parts(*_halves(piece), depth + 1):
            yield part
            left -= 1
            if not left:
                return


def _pieces(body: bytes, boundary: bytes) -> Iterator[bytes]:
    # It begins with what is rare: each level of parts is searched anew.
    line = re.compile(b"--" + re.escape(boundary) + rb"(--)?[ \t]*(?:\r?\n|\Z)")
    begin, number = None, 0
    for found in islice(line.finditer(body), _MOST_FOUND):
        start = found.start()
        if start and body[start - 1] != _NEWLINE:
            continue
        if begin is not None:
            yield body[begin:start].removesuffix(b"\n").removesuffix(b"\r")
        begin, number = found.end(), number + 1
        if found[1] or number > _PARTS:
            return
    if begin is not None:
        yield body[begin:]  # it was never ended


def _halves(raw: bytes) -> tuple[Message, bytes]:
    if raw[:2] == b"\r\n" or raw[:1] == b"\n":  # a part without a head
        return Message(policy=policy.compat32), raw.lstrip(b"\r").removeprefix(b"\n")
    blank = _BLANK_LINE.search(raw, 0, _HEAD_BYTES)
    end, begin = (blank.start(), blank.end()) if blank else (len(raw), len(raw))
    return _head(raw[:end]), raw[begin:]


def _head(raw: bytes) -> Message:
    lines = raw[:_HEAD_BYTES].lstrip(b"\r\n").split(b"\n", _HEAD_LINES)[:_HEAD_LINES]
    read = BytesHeaderParser(policy=policy.compat32).parsebytes(b"\n".join(lines) + b"\n\n")
    head = Message(policy=policy.compat32)
    for name, value in read.raw_items():
        plain = str(value)[:_VALUE].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        head[name] = " ".join(plain.split())
    return head


def _rest(letters: bytes) -> bytes:
    """What is left of a last group of four, if it is enough for a byte."""
    rest = letters[len(letters) // 4 * 4 :]
    return rest + b"=" * (4 - len(rest)) if len(rest) > 1 else b""

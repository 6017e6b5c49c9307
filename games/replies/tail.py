"""Where a mail ends and what programs, companies and names put below it begins.

What is below is never read: it neither moves nor keeps from moving. So nothing is cut off that
could still be the mail: a line after "Regards" that is neither name nor notice belongs to it.
"""

import re
from collections.abc import Callable
from functools import cache

from games.replies.lexicon import is_of_weight, said
from games.replies.words import LANGUAGES

# From these on everything is below, whatever it is.
_CUT = re.compile(
    r"--\s*$|_{10,}\s*$|-{10,}\s*$|={10,}\s*$|\*{10,}\s*$|-----BEGIN PGP SIGNATURE-----"
    r"|(?:sent|scanned|protected|delivered) (?:from|by|with|via|using) (?!me\b)"
    r"|get outlook for|virus-?free|this email has been (?:checked|scanned)"
    r"|you (?:received|are receiving) this (?:message|e-?mail) because"
    r"|to unsubscribe from this|надіслано (?:з|за допомогою|через)|відправлено (?:з|через|за)"
    r"|отправлено (?:с|из|через|с помощью)|послано (?:с|из)|inviato (?:da|con|dal)"
    r"|von meinem .{2,30} gesendet|envoy[ée] (?:de|depuis) mon|enviado desde mi",
    re.IGNORECASE,
)
# A short rule parts signatures off, if all below it is one.
_RULE = re.compile(r"[-_=*~#]{2,}\s*$")
_NOTICE = re.compile(
    r"confidential|privileged|intended (?:only |solely )?(?:for|recipient)|disclos|unauthori[sz]ed"
    r"|received .{0,40}in error|prohibited|notify the sender|disclaimer|before printing"
    r"|legally|registered (?:in|office)|views expressed|liabilit|virus"
    r"|конфіденційн|призначен|помилково|заборонен|отримувач|повідомте відправника"
    r"|конфиденциальн|предназначен|ошибочно|запрещен|получател|уведомите отправителя"
    r"|riservat|destinatari|erroneamente|per errore|vietat|divulgazione|privacy|mittente",
    re.IGNORECASE,
)
_CONTACT = re.compile(
    r"\S@\S|https?://|www\.|(?:\+?\d[\d ().-]{6,}\d)|\b(?:tel|fax|mob|тел|phone)\b[.:]?\s*[:+\d]"
)
_AFTERWORD = re.compile(r"\s*(?:p\.? ?s\b|з\.? ?і\b|п\.? ?с\b|edit\b|upd\b)", re.IGNORECASE)
_NAME_LINE = re.compile(r"(?:[^\W\d_][\w'’.-]*\s+){0,3}[^\W\d_][\w'’.-]*[,.]?$")
_LONGEST_SIGNATURE = 8

IsName = Callable[[str], bool]


def above(text: str) -> str:
    """What stands above signatures, notices and the lines of programs."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if _CUT.match(line.strip()):
            lines = lines[:at]
            break
    for at, line in enumerate(lines):
        if _RULE.match(line.strip()) and all(map(_is_below_rule, lines[at + 1 :])):
            lines = lines[:at]
            break
    paragraphs = re.split(r"\n\s*\n", "\n".join(lines).strip("\n"))
    while paragraphs and _is_notice(paragraphs[-1]):
        paragraphs.pop()
    for at in range(len(paragraphs)):
        kept = _signed(paragraphs[at])
        if kept is not None and all(map(_is_signature, paragraphs[at + 1 :])):
            return "\n\n".join(filter(None, [*paragraphs[:at], kept])).strip()
    return "\n\n".join(paragraphs).strip()


def without_name(text: str, is_name: IsName) -> str:
    """The same without a name, and what one is by profession, that stands by itself at the end."""
    paragraphs = re.split(r"\n\s*\n", text)
    while len(paragraphs) > 1 and _is_named(paragraphs[-1], is_name):
        paragraphs.pop()
    *lines, last = paragraphs.pop().split("\n")
    if lines and is_name(last):
        last = ""
    return "\n\n".join([*paragraphs, "\n".join(filter(None, [*lines, last]))])


def is_name_line(line: str) -> bool:
    """Whether a line is written as names are: a few words, each with a capital."""
    line = line.strip(" \t–—-~*")
    return (
        bool(_NAME_LINE.match(line))
        and all(word[0].isupper() for word in line.split() if len(word) > 3)
        and line[:1].isupper()
    )


def _is_named(paragraph: str, is_name: IsName) -> bool:
    first, *rest = paragraph.split("\n")
    return is_name(first) and all(
        is_name(line) or _CONTACT.search(line) or _is_title(line) for line in rest
    )


def _is_title(line: str) -> bool:
    """A profession, a company, a street: short, no sentence, and nothing that could be meant."""
    first, last = line.strip()[:1], line.strip()[-1:]
    return (
        len(line.split()) <= _LONGEST_SIGNATURE
        and last not in "?!."
        and (first.isupper() or first.isdigit())
        and not is_of_weight(line)
    )


def _signed(paragraph: str) -> str | None:
    """A paragraph above its complimentary close; None where it has none at its end."""
    lines = paragraph.split("\n")
    for at, line in enumerate(lines):
        if _closes(line) and all(map(_is_below_close, lines[at + 1 :])):
            return "\n".join(lines[:at]).strip()
    return None


def _closes(line: str) -> bool:
    words = said(line)
    return any(
        words == close or (words.startswith(f"{close} ") and is_name_line(_after(line, close)))
        for close in _closes_known()
    )


def _after(line: str, close: str) -> str:
    """What follows a close on its own line: "Regards, Ann"."""
    rest = line.strip()[len(close) :]
    return rest.lstrip(" ,.–—-!")


@cache
def _closes_known() -> tuple[str, ...]:
    return tuple(said(close) for words in LANGUAGES.values() for close in words.SIGN_OFFS)


def _is_below_close(line: str) -> bool:
    return not _AFTERWORD.match(line) and bool(
        not line.strip()
        or _closes(line)
        or _CONTACT.search(line)
        or _is_title(line)
        or (is_name_line(line) and not is_of_weight(line))
    )


def _is_below_rule(line: str) -> bool:
    """As below a close; a number that is called one ("no. 12") refuses nothing."""
    return _is_notice(line) or _is_below_close(re.sub(r"\b[Nn]o\.? ?(?=\d)", "", line))


def _is_signature(paragraph: str) -> bool:
    if _is_notice(paragraph):
        return True
    return all(_is_below_close(line) for line in paragraph.split("\n"))


def _is_notice(paragraph: str) -> bool:
    if _AFTERWORD.match(paragraph):
        return False
    found = {match.group().casefold() for match in _NOTICE.finditer(paragraph)}
    words = len(paragraph.split())
    if all(_CONTACT.search(line) for line in paragraph.split("\n")):
        return True
    return (len(found) >= 2 and words >= 8) or (len(found) == 1 and words >= 20)

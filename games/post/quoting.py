"""What somebody wrote in answer, without the letter they answer and without their signature.

Where a quotation begins is found line by line, in time that grows with the text alone; the
library then finds the headers of mail programs in further languages.
"""

import re

from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage

from games.post.fixed_lines import is_of_our_letters
from games.replies import above_tail

# The library has no Ukrainian and no Russian; these have the form of its own entries. (What
# never matches stands where our own reading of headers is enough.)
_NEVER = r"((?!))"
_OURS = {
    "uk": {
        "wrote_header": _NEVER,
        "from_header": _NEVER,
        "disclaimers": [],
        "signatures": ["З повагою", "З найкращими побажаннями", "Дякую", "Щиро ваш"],
        "sent_from": "Надіслано з|Відправлено з|Надіслано за допомогою",
    },
    "ru": {
        "wrote_header": _NEVER,
        "from_header": _NEVER,
        "disclaimers": [],
        "signatures": ["С уважением", "С наилучшими пожеланиями", "Спасибо", "Всего доброго"],
        "sent_from": "Отправлено с|Отправлено из|Послано с",
    },
}
MAIL_LANGUAGES.update({lang: entry for lang, entry in _OURS.items() if lang not in MAIL_LANGUAGES})

_LONGEST_LINE = 400
# The library takes the square of a text's length, and of a run of empty lines.
_MOST_OWN = 4000
_EMPTY_LINES = re.compile(r"\n{3,}")
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_TIME = re.compile(r"\d{1,2}[:.]\d{2}")
_WROTE = re.compile(
    r"(?:\bwrote|\bha scritto|\bпише|\bпишет|\bнаписа(?:в|ла|л|ли)(?:\s?\(-?(?:ла|а)\))?)\s*:\s*$",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"[*\s]*(?:From|Sent|To|Subject|Date|Cc|Da|Inviato|A|Oggetto|Data|Від|Надіслано|Відправлено|"
    r"Дата|Кому|Копія|Тема|От|От кого|Отправлено|Копия|Von|Gesendet|An|Betreff|De|Envoyé|À|Objet|"
    r"Enviado|Para|Asunto|Od|Wysłano|Do|Temat)\s?:(?:[*\s]|(?=\w))",
    re.IGNORECASE,
)
_RULE = re.compile(r"\s*(?:_{10,}|-{3,}\s*\w[\w\s.]{3,40}-{3,})\s*$")
_ARMOUR = "-----BEGIN PGP SIGNED MESSAGE-----"


def own_words(text: str) -> str:
    """What stands above the quotation; where nothing does, what stands below and between lines
    that are marked as quoted. What is quoted without a mark ends all that is read."""
    lines = [
        line.replace("\u00a0", " ").translate(_INVISIBLE)[:_LONGEST_LINE].rstrip()
        for line in text.splitlines()
    ]
    lines = _unarmoured(lines)
    above = _unsigned(lines[: _quotation(lines)])
    if _says_something(above):
        return above
    rest = _not_quoted(lines)
    return _unsigned(rest[: _quotation(rest)])


def _quotation(lines: list[str]) -> int:
    """The line with which a quotation begins; the number of lines if none does."""
    for at, line in enumerate(lines):
        if line.startswith(">") or _RULE.match(line) or _is_attribution(lines, at):
            return at
        if _HEADER.match(line + " ") and at + 1 < len(lines) and _HEADER.match(lines[at + 1] + " "):
            return at
        if is_of_our_letters(line):
            return at
    return len(lines)


def _is_attribution(lines: list[str], at: int) -> bool:
    """ "On Friday at 21:10 somebody <address> wrote:", on one line or broken into two or three."""
    said, first = "", lines[at]
    for line in lines[at : at + 3]:
        if not line.strip():
            return False
        said = f"{said} {line.strip()}".strip()
        if said.endswith(":"):
            rest = said.removeprefix(first.strip())
            if _TIME.search(rest) and not _TIME.search(first) and "@" not in first:
                return False  # an answer, close above a line that says who wrote what
            return bool(
                (_WROTE.search(said) and re.search(r"\d", said))
                or ("@" in said and _TIME.search(said))
            )
    return False


def _not_quoted(lines: list[str]) -> list[str]:
    """All but marked quotations and the line above each that says whose words they are."""
    kept = []
    at = 0
    while at < len(lines):
        if _is_attribution(lines, at):
            after = next(n for n in range(at, len(lines)) if lines[n].rstrip().endswith(":")) + 1
            first = next(filter(None, lines[after : after + 3]), "")
            if first.startswith(">"):
                at = after
                continue
        if not lines[at].startswith(">"):
            kept.append(lines[at])
        at += 1
    return kept


def _unsigned(lines: list[str]) -> str:
    text = _EMPTY_LINES.sub("\n\n", "\n".join(lines)).strip()[:_MOST_OWN]
    if not text:
        return ""
    mail = EmailMessage(text=text, languages=["it", "ru", "uk", "en"], keep_hyphen_lists=True)
    first = mail.read().replies[:1]
    return above_tail(first[0].content) if first else ""


def _unarmoured(lines: list[str]) -> list[str]:
    """Without what PGP puts around a text that is signed and not enciphered."""
    if _ARMOUR not in lines:
        return lines
    begins = lines.index(_ARMOUR)
    blank = next((at for at, line in enumerate(lines) if at > begins and not line), begins)
    return [*lines[:begins], *(line.removeprefix("- ") for line in lines[blank + 1 :])]


def _says_something(text: str) -> bool:
    return any(map(str.isalnum, text))

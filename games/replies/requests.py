"""Whole statements that ask for something other than a move."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from games.replies.lexicon import Position, read_card, said
from games.replies.words import LANGUAGES


class Wish(StrEnum):
    HELP = "help"
    STATUS = "status"
    STOP = "stop"
    RESUME = "resume"
    HIDE = "hide"
    SHOW = "show"
    NO_ORDERS = "no_orders"
    BACK = "back"
    PAUSE = "pause"
    TIME = "time"
    RESIGN = "resign"
    CARD = "card"
    YES = "yes"
    NO = "no"


# One word each, as our letters name them.
_WORDS = {
    Wish.HELP: ("help", "aiuto", "допомога", "довідка", "помощь", "справка"),
    Wish.STATUS: ("status", "stato", "стан", "статус", "состояние"),
    Wish.STOP: ("stop", "unsubscribe", "basta", "стоп", "досить", "відписатися", "отписаться"),
    Wish.RESUME: ("resume", "riprendi", "відновити", "возобновить", "продолжить"),
    Wish.HIDE: ("hide cards", "nascondi carte", "сховати карти", "спрятать карты"),
    Wish.NO_ORDERS: ("no orders", "nessun ordine", "без наказів", "без приказов"),
    Wish.BACK: (
        *("back", "i am back", "i'm back", "ritorno", "sono tornato", "sono tornata", "eccomi"),
        *("повернувся", "повернулася", "я тут", "вернулся", "вернулась", "я здесь"),
    ),
    Wish.SHOW: ("show cards", "mostra carte", "показати карти", "показать карты"),
}
_LONGEST = 160
# What people ask in passing is answered by the table itself.
_SHOWS_TABLE = {"hold", "status"}
_SPOKEN = re.compile(
    r"(?:talk|say|chat|di|dire|parla|чат|розмова|сказати|скажи|разговор|сказать)\s*:\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)


def read_wish(text: str, lang: str) -> tuple[Wish, str] | None:
    """A request, and the card that it is about, if it is about one."""
    words = said(text)
    if len(words) > _LONGEST:
        return None
    for wish, pattern in patterns(lang):
        found = pattern.fullmatch(words)
        if found is None:
            continue
        about = ""
        if wish == Wish.CARD:
            about = read_card(found["card"]) or ""
            if not about:
                continue
        return wish, about
    return None


def read_talk(text: str, position: Position) -> tuple[str, int | None, bool] | None:
    """What is to be said, to which seat (None: to all), and whether the rest of the paragraph
    belongs to it."""
    spoken = _SPOKEN.match(text)
    if spoken:
        return spoken[1], None, True
    for lang in LANGUAGES:
        for pattern in _talk(lang, position.names or ()):
            found = pattern.match(text)
            if found and found["words"].strip():
                seat = _seat(found["whom"], position)
                return found["words"].strip(), seat, ":" in found[0][: found.start("words")]
    return None


def _seat(whom: str, position: Position) -> int | None:
    for seat, name in enumerate(position.names or ()):
        if said(whom) in {said(name), said(name).split(" ")[0]}:
            return seat
    return None


@cache
def patterns(lang: str) -> tuple[tuple[Wish, re.Pattern[str]], ...]:
    return tuple(_all_patterns(lang))


def _all_patterns(lang: str) -> Iterator[tuple[Wish, re.Pattern[str]]]:
    for wish, phrases in _WORDS.items():
        yield wish, re.compile("|".join(re.escape(said(phrase)) for phrase in phrases))
    # Their own language first: what is a yes in one is a name in another.
    for words in dict.fromkeys([LANGUAGES[lang], *LANGUAGES.values()]):
        for wish, phrases in ((Wish.YES, words.YES), (Wish.NO, words.NO)):
            yield wish, re.compile("|".join(re.escape(said(phrase)) for phrase in phrases))
        polite = "|".join(re.escape(said(phrase)) for phrase in words.POLITE)
        for name, patterns in words.REQUESTS.items():
            wish = Wish.STATUS if name in _SHOWS_TABLE else Wish(name)
            for pattern in patterns:
                asked = pattern.replace("ё", "е")
                yield wish, re.compile(f"(?:(?:{polite}) )*(?:{asked})(?: (?:{polite}))*")


@cache
def _talk(lang: str, names: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    called = {*names, *(name.split()[0] for name in names if name.split())}
    either = "|".join(re.escape(name) for name in sorted(called, key=len, reverse=True)) or r"(?!)"
    return tuple(
        re.compile(pattern.replace("{names}", either), re.IGNORECASE | re.DOTALL)
        for pattern in LANGUAGES[lang].TALK
    )

"""What somebody wants, read from what they wrote: moves, talk, or a word to the post itself.

A line that cannot be read is no matter if it has nothing of a move in it – a greeting, a name.
If it has ("no wait, reveal"), nothing is carried out: the person is asked what they meant.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from games import engine
from games.engine.words import read_card, read_word


class Wish(StrEnum):
    HELP = "help"
    STATUS = "status"
    STOP = "stop"
    RESUME = "resume"
    HIDE = "hide cards"
    NO_ORDERS = "no orders"
    SHOW = "show cards"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Instructions:
    moves: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    talk: tuple[str, ...] = ()
    wish: Wish | None = None
    # Pieces that seem to mean a move and cannot be read.
    doubtful: tuple[str, ...] = ()

    @property
    def are_empty(self) -> bool:
        return not (self.moves or self.orders or self.talk or self.wish or self.doubtful)


_WISHES = {
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
_BY_WORD = {word: wish for wish, words in _WISHES.items() for word in words}
_TALK = re.compile(
    r"(?:talk|say|chat|di|dire|parla|чат|розмова|сказати|скажи|разговор|сказать)\s*:\s*(.*)",
    re.IGNORECASE | re.DOTALL,
)
# Words of the notation that people also use in greetings.
_EVERYDAY = {"on", "to", "start", "end"}


def read(text: str, is_order: Callable[[str], bool] = lambda _line: False) -> Instructions:
    """Read what `own_words` has left of a mail. `is_order` tells lines that are standing orders."""
    moves: list[str] = []
    orders: list[str] = []
    talk: list[str] = []
    doubtful: list[str] = []
    wish: Wish | None = None
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line.strip(" \t*•·>") for line in paragraph.split("\n")]
        for at, line in enumerate(lines):
            spoken = _TALK.match(line)
            if spoken:
                # The rest of a paragraph belongs to what is said.
                talk.append("\n".join([spoken[1], *lines[at + 1 :]]).strip())
                break
            wish = wish or _BY_WORD.get(line.casefold().strip(" .!?«»\"'"))
            if _BY_WORD.get(line.casefold().strip(" .!?«»\"'")):
                continue
            if is_order(line):
                orders.append(line)
                continue
            for piece in re.split(r"[,;]", line):
                read_, is_doubtful = _moves(piece)
                moves += read_
                doubtful += [piece.strip()] if is_doubtful else []
    return Instructions(
        moves=tuple(moves),
        orders=tuple(orders),
        talk=tuple(filter(None, talk)),
        wish=wish,
        doubtful=tuple(doubtful),
    )


def _moves(piece: str) -> tuple[list[str], bool]:
    """The moves of a piece; or none, and whether it seems to mean one."""
    try:
        return engine.read_moves(piece), False
    except engine.BadNotation:
        return [], _seems_a_move(piece)


def _seems_a_move(piece: str) -> bool:
    words = re.findall(r"\w+", piece)
    runs = [
        " ".join(words[at : at + size]) for size in (1, 2, 3) for at in range(len(words) - size + 1)
    ]
    return any(read_card(run) or (read_word(run) or "on") not in _EVERYDAY for run in runs)

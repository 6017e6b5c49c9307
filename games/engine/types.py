"""What a view is made of, said once: its fields, their types, and what they tell.

The schema of the API comes from here too (`oriflamme_site.rest.typed`): a text in `Annotated` is
the field's description. A view is a dict, so that it is JSON as it stands; these are its types.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypedDict, TypeVar

from .events import QUESTIONS
from .names import CARD, FAMILIES
from .terms import DIRECTIONS, EDITIONS

if TYPE_CHECKING:
    from typing_extensions import ReadOnly
else:

    class ReadOnly:
        """A field that a kind of view may know more closely; only for the checker of types."""

        def __class_getitem__(cls, of: object) -> object:
            return of


class Within(NamedTuple):
    """The bounds of a number."""

    least: int
    most: int | None = None


class OneOf(NamedTuple):
    """The words that a text can be, as far as the checker of types need not know them."""

    words: Callable[[], Iterable[str]]


class Pattern(NamedTuple):
    """How a text is written."""

    pattern: str


class Blank(NamedTuple):
    """A text that may be empty."""

    blank: bool = True


class Nullable(NamedTuple):
    """What may be null where its type does not say so."""

    nullable: bool = True


# Null before a game begins: who reads a table that still gathers asks its `status` first.
FROM_THE_DEAL = Nullable()


def card_names() -> list[str]:
    return sorted(CARD[0])


def _sets() -> Iterable[str]:
    from .versions import SETS  # the cards, which know of events

    return SETS


_One = TypeVar("_One")


def known(one: _One | None) -> _One:
    """What is there for sure where it is read, though its type alone does not say so."""
    assert one is not None
    return one


SeatNumber = Annotated[int, Within(0, FAMILIES - 1)]
Count = Annotated[int, Within(0)]
SlotNumber = Annotated[int, Within(1)]
CardName = Annotated[str, OneOf(card_names)]
Phase = Literal["planning", "events", "over"]


class CardInRow(TypedDict):
    family: Annotated[
        SeatNumber, "Whose set the card belongs to, as the seat's number. It never changes."
    ]
    card: Annotated[CardName | None, "Which card it is; null: you do not know."]
    open: Annotated[bool, "Face up. A closed card may be known all the same."]
    tokens: Annotated[Count, "Influence that lies on it."]
    verdicts: Annotated[Count, "Verdict tokens on it."]
    bribed: Annotated[bool, "A bribe token lies on it."]
    asleep: Annotated[bool, "It was swapped in and is not resolved in this round."]


class Slot(TypedDict):
    slot: Annotated[SlotNumber, "Its number, counted from 1 in order of resolution; moves name it."]
    controller: Annotated[SeatNumber, "The seat that controls the top card."]
    covered: Annotated[list[CardInRow], "The cards under it, from the lowest up."]
    top: Annotated[CardInRow, "The card in play."]


class Kept(TypedDict):
    card: Annotated[CardName, "The card that lies in front of the player."]
    tokens: Annotated[Count, "Influence on it."]


class Hand(TypedDict):
    hand: Annotated[list[CardName], "The cards in your hand."]
    aside: Annotated[list[CardName], "The three you set aside."]


class Holdings(TypedDict):
    """What everybody may know of what a seat has."""

    seat: Annotated[SeatNumber, FROM_THE_DEAL, "Its number; moves and events name it."]
    influence: Annotated[Count, FROM_THE_DEAL, "The score so far."]
    hand: Annotated[Count, FROM_THE_DEAL, "How many cards are in the hand."]
    aside: Annotated[Count, FROM_THE_DEAL, "How many cards are set aside."]
    discard: Annotated[list[CardName], FROM_THE_DEAL, "The discard, the oldest first."]
    kept: Annotated[list[Kept], FROM_THE_DEAL, "Cards kept in front of the player."]
    twin_waiting: Annotated[bool, FROM_THE_DEAL, "The twin waits beside the row (Ablaze)."]
    bribe_token: Annotated[bool, FROM_THE_DEAL, "The bribe token is at home (Ablaze)."]
    hand_cards: Annotated[list[CardName] | None, "The hand itself; only when the game is over."]
    aside_cards: Annotated[
        list[CardName] | None, "The cards set aside; only when the game is over."
    ]


class Asking(TypedDict):
    """What everybody may know of a question."""

    seat: Annotated[SeatNumber, "Who decides."]
    kind: ReadOnly[Annotated[str, OneOf(lambda: QUESTIONS), "What kind of decision it is."]]
    slot: ReadOnly[Annotated[SlotNumber | None, "The slot it is about, if it is about one."]]


class Acting(Asking):
    """… and of the card that asks it."""

    card: ReadOnly[Annotated[CardName | None, "The card that acts, if one does."]]
    acts_as: ReadOnly[Annotated[CardName | None, "The card whose text it follows, if one acts."]]
    tokens: Annotated[Count | None, "What a combination has left to use, if one acts."]


class Choice(Acting):
    """A question; `moves` is for the one who is asked."""

    moves: list[str] | None


class Scores(TypedDict):
    """How a game ended that was played to its end, seat by seat."""

    scores: list[int]
    row_cards: list[int]
    ranks: list[int]


class Result(TypedDict):
    reason: Annotated[
        Literal["played", "agreed", "abandoned", "adjudicated"],
        "`played` to the end; all `agreed` to end early; `abandoned` by all players; or "
        "`adjudicated` as it stood, by its tournament or because the others had gone.",
    ]
    scores: Annotated[list[Count], "Influence, seat by seat."]
    row_cards: Annotated[
        list[Count] | None,
        "Own cards in the row, seat by seat, which break ties; null if ended early.",
    ]
    ranks: Annotated[
        list[Annotated[int, Within(1)]] | None,
        "1 is best, seat by seat; null where nobody has won.",
    ]


class Progress(TypedDict):
    """How far a game is, and what lies on the table."""

    round: Annotated[int, Within(1, 6), FROM_THE_DEAL, "The round, 1 to 6."]
    rounds: Annotated[int, FROM_THE_DEAL, "How many rounds there are."]
    phase: Annotated[
        Phase,
        FROM_THE_DEAL,
        "`planning`: cards are played; `events`: the row is resolved.",
    ]
    cursor: Annotated[
        SlotNumber | None, "The slot that is being resolved; null while cards are played."
    ]
    first: Annotated[SeatNumber, FROM_THE_DEAL, "Who plays first in this round."]
    row: Annotated[list[Slot], FROM_THE_DEAL, "The row, slot 1 first."]
    verdicts: Annotated[Count | None, "Verdict tokens in the supply (Alliance)."]
    yours: Annotated[Hand | None, "What you alone know; null if you watch."]


class Board(Progress):
    """What every view has, the engine's own and that of a table."""

    set: Annotated[str, OneOf(_sets), "Which box is played, or `mixed`."]
    edition: Annotated[str, OneOf(lambda: EDITIONS), "Whose reading of Ambush: `uk` or `it`."]
    deck: Annotated[
        list[CardName],
        FROM_THE_DEAL,
        "The ten kinds that every family has; null for a mixed game before its start, if they "
        "are drawn.",
    ]
    direction: Annotated[
        str,
        OneOf(lambda: DIRECTIONS),
        FROM_THE_DEAL,
        "On which side of the picture the row begins; null before the start, if it is drawn.",
    ]
    you: Annotated[SeatNumber | None, "Your seat; null if you have none yet, or watch."]
    seats: ReadOnly[Sequence[Holdings]]
    question: ReadOnly[Acting | None]
    result: ReadOnly[Mapping[str, object] | None]


class View(Board):
    """The game as one seat may know it, or a spectator."""

    rules_version: int
    seats: list[Holdings]
    question: Choice | None
    result: Scores | None

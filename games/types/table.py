"""A table as its viewer may see it, and in a list."""

from datetime import datetime
from typing import Annotated, Literal, TypedDict

from games import engine, pace
from games.engine.move_data import Move, PlaceMove, PlainMove, ShiftMove, SlotMove, Tagged
from games.engine.types import (
    FROM_THE_DEAL,
    Acting,
    Asking,
    Board,
    CardName,
    Count,
    Holdings,
    OneOf,
    Result,
    SeatNumber,
    SlotNumber,
    Within,
)
from games.engine.words import FAMILIES
from games.types.plans import AsksAll
from games.types.words import Bot, Join, Language, Start, Status, Talk


class Player(TypedDict):
    handle: Annotated[
        str | None, "Who it is; null for a bot that fills the seat, and for a former player."
    ]
    name: Annotated[str, "How to show them; “a former player”, in your language, for who has left."]
    bot: Annotated[bool, "Whether a program plays: a bot of ours, or the account of somebody's."]


class Pace(pace.Terms):
    rests: Annotated[
        bool,
        "Whether quiet hours and free weekends stop the clock; not where a decision takes less "
        "than an hour.",
    ]


class Option(TypedDict):
    move: Annotated[str, "What to send."]
    says: Annotated[str, "What it would do, in your language."]


class MoveOption(Option):
    data: Annotated[Move, "The same as data: send either."]


class PlaceOption(Option):
    data: Annotated[PlaceMove, "The same as data: send either."]


class SlotOption(Option):
    data: Annotated[SlotMove, "The same as data: send either."]


class ShiftOption(Option):
    data: Annotated[ShiftMove, "The same as data: send either."]


class PlainOption(Option):
    data: Annotated[PlainMove, "The same as data: send either."]


class TurnQuestion(Asking):
    asks: Annotated[str, "The question in words, in your language."]


_CHOICES = "What is legal now; null for who waits."


class _Question(Acting):
    asks: Annotated[str, "The question in words, in your language."]
    deadline: Annotated[
        datetime | None,
        "Until when to decide, by the clocks of where you live; null: no clock runs.",
    ]


class PlaceQuestion(_Question):
    """Which card of the hand is played, and where? No card acts."""

    kind: Literal["place"]
    moves: Annotated[list[PlaceOption] | None, _CHOICES]


class RevealQuestion(_Question):
    """The turn of a closed card has come: does it wait, or is it revealed? None acts yet."""

    kind: Literal["wait_or_reveal"]
    slot: Annotated[SlotNumber, "Where it lies."]
    moves: Annotated[list[PlainOption] | None, _CHOICES]


class _CardsQuestion(_Question):
    card: Annotated[CardName, "The card that acts."]
    acts_as: Annotated[CardName, "Whose text it follows."]


class TwinQuestion(_CardsQuestion):
    """Where does the twin lie down?"""

    kind: Literal["place_twin"]
    moves: Annotated[list[PlaceOption] | None, _CHOICES]


class TargetQuestion(_CardsQuestion):
    """To which card is it done?"""

    kind: Annotated[Literal["eliminate", "steal", "copy", "bribe", "use", "give"], "What is done."]
    moves: Annotated[list[SlotOption] | None, _CHOICES]


class ShiftQuestion(_CardsQuestion):
    """Which card is moved, and to where?"""

    kind: Literal["move"]
    moves: Annotated[list[ShiftOption] | None, _CHOICES]


class EitherQuestion(_CardsQuestion):
    """One thing or another: the moves are of several shapes."""

    kind: Annotated[
        Literal["use_or_take", "informant", "diplomat", "judge"], "What there is to choose."
    ]
    moves: Annotated[list[MoveOption] | None, _CHOICES]


Question = Annotated[
    PlaceQuestion | RevealQuestion | TwinQuestion | TargetQuestion | ShiftQuestion | EitherQuestion,
    Tagged("Question", "kind"),
]


class Deal(TypedDict):
    commitment: Annotated[
        str,
        "`sha256:…`, shown from the opening of the table on: what the site drew for the deal "
        "cannot be changed any more. `GET games/{id}/deal` has all it takes to check it.",
    ]
    scheme: Annotated[
        int,
        "How it is dealt: 1, of tables opened before there was 2; 2, with contributions.",
    ]
    seed: Annotated[str | None, "The seed in hex, when the game is over: deal it again and see."]


class SeatClock(TypedDict):
    bank: Annotated[Count, "Seconds left for decisions that take longer than they may."]
    misses: Annotated[Count, "How many decisions in a row were missed."]
    absent: Annotated[bool, "A stand-in answers at once until the player returns."]


class Pause(TypedDict):
    since: Annotated[datetime, "When the clock was stopped."]
    until: Annotated[datetime, "When it runs on by itself."]


class Seat(Holdings):
    """One seat. Before the start only who sits there is known; all else is null."""

    family: Annotated[str, OneOf(lambda: FAMILIES), FROM_THE_DEAL, "The colour of its cards."]
    player: Annotated[Player | None, "Who sits there; null while an anonymous table hides it."]
    stand_in: Annotated[
        bool, "The player has resigned or is absent, and a bot plays in their place."
    ]
    clock: Annotated[SeatClock, FROM_THE_DEAL, "Its time; null before the start."]
    offered: Annotated[bool, "Somebody else may take this seat over."]
    offered_by: Annotated[
        list[SeatNumber], "The seats that are for letting somebody else take over."
    ]
    agrees_to_pause: Annotated[bool, "Offers or agrees to a pause."]
    agrees_to_end: Annotated[bool, "Offers or agrees to end the game early."]


class _Named(TypedDict):
    id: Annotated[str, "The game's name in addresses."]
    name: Annotated[str, "What its creator called it."]
    status: Status


class _Terms(TypedDict):
    """What was agreed when it was opened, and a list tells as well."""

    join: Annotated[Join, "Who may join."]
    language: Annotated[Language, "The language spoken at the table."]
    anonymous: Annotated[bool, "Players are hidden until the end."]
    starts_at: Annotated[datetime | None, "When it begins, if at a time."]
    together: Annotated[
        bool, "Everybody is asked at once for a plan of each half of a round, before it is played."
    ]
    blind: Annotated[
        bool, "A variant of that: plans bind, and nothing is asked again before the next half."
    ]
    min_conduct: Annotated[
        int | None, "The least share of decisions in time to sit down, per cent."
    ]
    closes_at: Annotated[datetime | None, "Until when it gathers."]
    fill_with_bots: Annotated[
        bool,
        "Bots are welcome: they take the empty seats at the start, and accounts of bots may sit "
        "down before.",
    ]
    fill_with: Annotated[Bot | None, "Which bot of ours takes the empty seats; null: none."]
    spectators: Annotated[bool, "Whether everybody may watch."]
    creator: Annotated[str | None, "Who opened it; null where that is hidden."]
    created_at: Annotated[datetime, "When it was opened."]
    started_at: Annotated[datetime | None, "When it began."]
    ended_at: Annotated[datetime | None, "When it ended or was closed."]


class Game(_Named, _Terms, Board):
    """A game as you may see it. The keys are always the same; null is what is not, or not known."""

    seq: Annotated[Count, "How many moves have been made. Send it with yours."]
    revision: Annotated[Count, "Grows with every change that all may see."]
    seats_wanted: Annotated[Count, "For how many the table is; after the start, how many play."]
    link: Annotated[str | None, "For players while it gathers: whoever holds this may join."]
    talk: Annotated[Talk, "Whether players talk: not, to all, also in private."]
    rated: Annotated[bool, "Whether it counts for ratings."]
    pace: Annotated[Pace, "How much time there is for a decision."]
    paused: Annotated[Pause | None, "The pause of the table's clock, if any."]
    stand_in: Annotated[str, "The bot that decides where a player is missed."]
    estimated_end: Annotated[
        datetime | None, "When the game will be over, if it goes on as games do."
    ]
    start: Annotated[
        Start, "When it begins: full, at a time, at a word, or when all who are asked have come."
    ]
    tournament: Annotated[str | None, "The tournament whose table it is, if it is one's."]
    changed_at: Annotated[datetime, "When it last changed."]
    at_table: Annotated[bool, "Whether you play here."]
    seats: Annotated[list[Seat], "Everybody at the table, in order."]
    question: Annotated[Question | None, "What is to be decided now, and by whom."]
    asks_all: Annotated[
        AsksAll | None,
        "Everybody is asked at once for a plan of this phase (`GET games/{id}/plan`), and nobody "
        "moves; null: it is not so now.",
    ]
    deal: Annotated[Deal, "The proof that the deal was fair."]
    result: Annotated[Result | None, "How it ended."]


class GameSummary(_Named, _Terms):
    """A table in a list: nothing that depends on cards."""

    set: Annotated[str, OneOf(lambda: engine.SETS), "Which box is played, or `mixed`."]
    edition: Annotated[
        str, OneOf(lambda: engine.EDITIONS), "Whose reading of Ambush: `uk` or `it`."
    ]
    deck: Annotated[list[CardName] | None, "The ten kinds of a mixed game, once they are known."]
    seats_wanted: Annotated[Count, "For how many the table is."]
    seats_taken: Annotated[Count, "How many sit there."]
    talk: Annotated[Talk, "Whether players talk."]
    rated: Annotated[bool, "Whether it counts for ratings."]
    pace: Annotated[str, OneOf(lambda: pace.NAMES), "How much time there is for a decision."]
    start: Annotated[Start, "When it begins."]
    players: Annotated[list[Player | None], "Who sits there; null in place of each who is hidden."]
    seq: Annotated[Count, "How many moves have been made."]
    you: Annotated[SeatNumber | None, "Your seat, if you have one."]
    to_move: Annotated[
        SeatNumber | None, "Who decides now; null also while everybody is asked at once."
    ]
    paused: Annotated[bool, "Whether its clock stands still."]
    seats_offered: Annotated[list[SeatNumber], "Seats that somebody else may take over."]
    deadline: Annotated[datetime | None, "Until when; null: no clock."]
    result: Annotated[Result | None, "How it ended."]


class Turn(GameSummary):
    """A game that waits for you."""

    round: Annotated[int, Within(1, 6), "The round, 1 to 6."]
    rounds: Annotated[int, "How many rounds there are."]
    phase: Annotated[Literal["planning", "events", "over"], "Cards are played, or resolved."]
    waiting_since: Annotated[datetime, "Since when it waits for you."]
    question: Annotated[TurnQuestion, "What you are asked."]


class GamePage(TypedDict):
    items: Annotated[list[GameSummary], "The tables of this page."]
    next: Annotated[str | None, "Send it as `cursor` for the next page; null: this is the last."]


class ExportedGame(TypedDict):
    game: Annotated[GameSummary, "The table, as lists show it. Its `id` is where to go on from."]
    record: Annotated[
        str | None,
        "All of it in notation, as `games/{id}/record` tells it; null while it is not over.",
    ]


class ExportEnd(TypedDict):
    last: Annotated[str | None, "All has been sent; send it as `after` to go on another day."]

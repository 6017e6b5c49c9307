"""What is shown of a table, said once: types for who reads it, and the schema of the API.

`games.selectors` fill them in, `oriflamme_site.rest.typed` makes serializers of them; what is
the game's own is in `games.engine.types`. How to add a field: docs/adding-a-field.md.
"""

from datetime import datetime
from typing import Annotated, Literal, NotRequired, TypedDict

from accounts.models import LANGUAGES
from games import bots, engine, pace
from games.engine.events import Event as Happened
from games.engine.types import (
    FROM_THE_DEAL,
    Acting,
    Asking,
    Blank,
    Board,
    CardName,
    Count,
    Holdings,
    OneOf,
    Pattern,
    Phase,
    Result,
    SeatNumber,
    Within,
)
from games.engine.words import FAMILIES
from games.models import Feed, Move
from games.models import Game as Stored
from games.models import Invitation as Invited
from games.orders import Order

Join = Annotated[str, OneOf(lambda: Stored.Join.values)]
Start = Annotated[str, OneOf(lambda: Stored.Start.values)]
Talk = Annotated[str, OneOf(lambda: Stored.Talk.values)]
Language = Annotated[str, OneOf(lambda: LANGUAGES)]
Bot = Annotated[str, OneOf(lambda: bots.BOTS)]
Door = Annotated[str, OneOf(lambda: Move.Door.values)]
Hex = Annotated[str, Pattern("^[0-9a-f]{64}$")]
Status = Annotated[
    str,
    OneOf(lambda: Stored.Status.values),
    "`gathering` waits for players; `running`; `over`; `cancelled`.",
]


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


class MoveOption(TypedDict):
    move: Annotated[str, "What to send."]
    says: Annotated[str, "What it would do, in your language."]


class TurnQuestion(Asking):
    asks: Annotated[str, "The question in words, in your language."]


class Question(Acting):
    asks: Annotated[str, "The question in words, in your language."]
    deadline: Annotated[
        datetime | None,
        "Until when to decide, by the clocks of where you live; null: no clock runs.",
    ]
    moves: Annotated[
        list[MoveOption] | None,
        "Everything that is legal now; null for all but the one who decides.",
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


class AsksAll(TypedDict):
    seq: Annotated[Count, "The position that the plans are for."]
    until: Annotated[
        datetime | None,
        "When it ends at the latest, by the clocks of where you live; null: no clock runs.",
    ]


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
    start: Annotated[Start, "When it begins: full, at a time, at a word."]
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


class Event(Happened):
    """Described by the engine's own vocabulary (`games.api.serializers.happened`)."""

    says: str


class Contribution(TypedDict):
    place: Annotated[int | None, "In the order of coming; the mix is made in this order."]
    mark: Annotated[
        Hex | None,
        "The SHA-256 of the contribution; null before the deal of an anonymous table.",
    ]
    value: Annotated[Hex | None, "The contribution; before the deal only your own."]
    by_site: Annotated[
        bool | None,
        "Whether the site drew it from its seed, as for bots and for who sent none; null before "
        "the deal, and at an anonymous table before the end.",
    ]
    seat: Annotated[
        SeatNumber | None,
        "Where they sit; null before the deal, and at an anonymous table before the end.",
    ]
    yours: Annotated[bool, "Whether it is yours."]


class DealtHand(TypedDict):
    hand: Annotated[list[CardName], "The seven of the hand."]
    aside: Annotated[list[CardName], "The three set aside."]


class Dealt(TypedDict):
    set: Annotated[str, OneOf(lambda: engine.SETS), "Which box is played, or `mixed`."]
    rules_version: Annotated[int, "By which version of the rules."]
    deck: Annotated[list[CardName], "The ten kinds that every family has."]
    first: Annotated[SeatNumber, "The seat that plays first."]
    direction: Annotated[str, OneOf(lambda: engine.DIRECTIONS), "On which side the row begins."]
    hands: Annotated[
        list[DealtHand | None],
        "What each seat was dealt; null for those that you may not know yet.",
    ]


class RoundOfDeal(TypedDict):
    tournament: Annotated[str, "The id of the tournament."]
    number: Annotated[int, Within(1), "Which round of it."]
    table: Annotated[int, Within(1), "Which table of that round."]
    commitment: Annotated[str, "What was published with the tournament: `lots.deals` there."]
    key: Annotated[
        Hex | None,
        "The key of the round, which the table's seed follows from; null, until this game and all "
        "others of this round and those before are over.",
    ]


class DealPaper(TypedDict):
    scheme: Annotated[
        int,
        "How it is dealt: 1, of tables opened before there was 2; 2, with contributions.",
    ]
    commitment: Annotated[
        str,
        "`sha256:` and the SHA-256 of the nine marks, in their order; in scheme 1 of the seed.",
    ]
    marks: Annotated[
        dict[str, Hex], "The SHA-256 of each key, in order: shown before anybody sat down."
    ]
    contributions: Annotated[list[Contribution], "Of all who sit there."]
    keys: Annotated[dict[str, Hex], "The keys that are open to you, by what they open."]
    seed: Annotated[Hex | None, "What all keys follow from, when the game is over."]
    round: Annotated[
        RoundOfDeal | None,
        "Of a tournament's table: where its seed comes from. Null where the site drew one for the "
        "table alone.",
    ]
    drawn: Annotated[
        list[Annotated[str, OneOf(lambda: engine.PURPOSES[:4])]],
        "What was left to chance beside the hands; empty before the deal.",
    ]
    dealt: Annotated[Dealt | None, "What it came to; null before the deal."]


class CameOfIt(TypedDict):
    """What a move led to."""

    events: Annotated[list[Event], "What happened, in order."]
    nothing: Annotated[
        str | None,
        "Why it brought nothing, in words, where no event tells of that; else null.",
    ]


class Told(CameOfIt):
    seq: Annotated[Count, "Its number; 0 is the deal."]
    seat: Annotated[SeatNumber | None, "Who decided; null for the deal."]


class LogEntry(Told):
    """One move, and what came of it."""

    at: Annotated[datetime, "When it was made."]
    move: Annotated[
        str | None,
        Blank(),
        "The move itself: yours, and when the game is over everybody's.",
    ]
    door: Annotated[Door | None, "By which way your own moves came in."]


class Message(TypedDict):
    id: Annotated[str, "Names the message at this table."]
    at: Annotated[datetime, "When it was written."]
    seat: Annotated[SeatNumber, "Who wrote it."]
    player: Annotated[Player | None, "Who that is; null while the table hides it."]
    to_seat: Annotated[SeatNumber | None, "To whom; null: to the whole table."]
    text: Annotated[str, "The words; empty for those of a former player."]
    unread: Annotated[bool, "You have not marked it as read."]


class TimelineEntry(TypedDict):
    """A move or a message, as `type` says, with the fields of that."""

    type: Annotated[Literal["move", "message"], "What it is."]
    at: Annotated[datetime, "When."]
    seat: Annotated[SeatNumber | None, "Who."]
    seq: NotRequired[Annotated[Count, "A move's number."]]
    move: NotRequired[Annotated[str | None, Blank(), "A move of yours."]]
    door: NotRequired[Annotated[Door | None, "How the move came in."]]
    events: NotRequired[Annotated[list[Event], "What came of a move."]]
    id: NotRequired[Annotated[str, "A message's id."]]
    player: NotRequired[Annotated[Player | None, "Who wrote a message."]]
    to_seat: NotRequired[Annotated[SeatNumber | None, "To whom a message goes."]]
    text: NotRequired[Annotated[str, "A message's words."]]
    unread: NotRequired[Annotated[bool, "A message not read yet."]]


class News(TypedDict, total=False):
    """What the data of an event holds."""

    game: Annotated[str, "At which table."]
    seq: Annotated[Count, "How many moves the game has had by then."]
    at: Annotated[datetime, "When it happened."]
    log: Annotated[list[LogEntry], "`started`, `moved`: what happened."]
    message: Annotated[Message, "`talk`: the message."]


class StreamEvent(TypedDict):
    id: Annotated[str, "Where to go on from: send it as Last-Event-ID."]
    event: Annotated[
        str,
        OneOf(lambda: ["here", "reset", *Feed.Kind.values]),
        "What happened. `here`: you are listening. `reset`: we cannot go on from the place you "
        "named; read the games again.",
    ]
    data: Annotated[News, "What there is to know of it."]


class NewsPage(TypedDict):
    events: Annotated[list[StreamEvent], "In order; empty if nothing came in time."]
    last: Annotated[str, "Send it as `after` to go on from here."]


class Played(TypedDict):
    seq: Annotated[Count, "How many moves the game has now."]
    dry_run: Annotated[bool, "Nothing was changed: it would be legal."]
    events: Annotated[list[Event], "What came of your moves."]
    view: Annotated[Game | None, "The game now; null after a dry run."]


class Invitation(TypedDict):
    token: Annotated[str, "Names it; without a guest, whoever has it may join."]
    handle: Annotated[str | None, "Who is invited, if by name."]
    address: Annotated[str | None, "Or by this mail address."]
    state: Annotated[str, OneOf(lambda: Invited.State.values), "What became of it."]
    at: Annotated[datetime, "When it was made."]


class Friend(TypedDict):
    handle: Annotated[str, "Who."]
    name: Annotated[str, "Their shown name."]
    bot: Annotated[bool, "Whether a program plays under this handle."]
    may_be_invited: Annotated[bool, "Whether you may ask them to this table."]
    why_not: Annotated[
        Literal["seated", "invited", "bot"] | None,
        "If not: they sit there, are invited, or are a bot where bots are not welcome.",
    ]


class Conduct(TypedDict):
    share: Annotated[
        int,
        Within(0, 100),
        "Per cent of your decisions that you made in time; ten good ones are given.",
    ]
    in_time: Annotated[Count, "How many you made yourself."]
    decisions: Annotated[Count, "Of how many; those in your holidays are left out if missed."]
    of_last: Annotated[Count, "At most so many are looked at, the newest ones."]


class Unread(TypedDict):
    game: Annotated[str, "At which table."]
    unread: Annotated[Count, "How many messages you have not read there."]


class HouseBot(TypedDict):
    id: Annotated[Bot, "What to write where a bot is chosen."]
    name: Annotated[str, "What people call it, in your language."]
    about: Annotated[str, "How it plays, in your language."]
    seconds: Annotated[float, "How long it thinks about a decision."]


class Card(TypedDict):
    id: Annotated[CardName, "What moves and views call it."]
    name: Annotated[str, "What people call it, in your language."]
    set: Annotated[str, OneOf(lambda: engine.SETS), "The box that it comes from."]
    effect: Annotated[str, "What it does, in one line, in your language."]


class StandingOrder(TypedDict):
    id: Annotated[str | None, "Names it; null in a dry run."]
    order: Annotated[Order, "The order, in its one form."]
    says: Annotated[str, "How it is understood, in your language. It can be sent back as text."]
    in_force: Annotated[bool, "Whether its rounds are not over yet."]


class OrderNow(TypedDict):
    move: Annotated[str | None, "The move; null: you are asked."]
    by: Annotated[str | None, "By which order, in words."]
    why: Annotated[str | None, "Why that order does not decide it."]


class OrderUse(TypedDict):
    seq: Annotated[Count, "The move it made; or the position on which it asked."]
    at: Annotated[datetime, "When."]
    move: Annotated[str | None, "The move; null if it asked."]
    says: Annotated[str, "The order, in words."]
    why: Annotated[str | None, "Why it asked; null for a move."]


class StandingOrders(TypedDict):
    revision: Annotated[Count, "Counts the changes of your list."]
    orders: Annotated[list[StandingOrder], "The first that applies decides."]
    now: Annotated[OrderNow | None, "What they make of what you are asked now; null: nothing is."]
    due_at: Annotated[datetime | None, "When they will answer that."]
    uses: Annotated[list[OrderUse], "What came of orders, the newest first."]


class Orders(StandingOrders):
    dry_run: Annotated[bool, "Nothing was changed: so it would be."]


class Plan(TypedDict):
    seq: Annotated[Count, "The position that the plan is for; `PUT` it with yours."]
    round: Annotated[int, Within(1, 6), "The round it is for."]
    phase: Annotated[Phase, "The half of it."]
    asks: Annotated[str, "What is asked, in your language."]
    gathers: Annotated[bool, "Plans are still gathered; else they are being played."]
    until: Annotated[
        datetime | None,
        "How long they are gathered, unless all have answered; null: no clock runs.",
    ]
    answered: Annotated[bool, "Whether you have answered. Nobody else can tell."]
    orders: Annotated[list[StandingOrder], "Your plan: the first that applies decides."]


class Planned(Plan):
    dry_run: Annotated[bool, "Nothing was changed: so it would be."]


# --- what webhooks are sent -------------------------------------------------------------------


class GameName(TypedDict):
    id: Annotated[str, "The table's id."]
    name: Annotated[str, "What it is called."]


class Asked(TypedDict):
    kind: Annotated[str, "As `question.kind` of a table."]
    slot: Annotated[int | None, "The slot it is about."]


class OwnEventFacts(TypedDict):
    game: Annotated[GameName, "The table."]
    url: Annotated[str, "Its page."]
    seq: Annotated[int | None, "How many moves it has now; null: it cannot be seen now."]
    seat: Annotated[int | None, "Yours."]
    asks: Annotated[Asked | None, "What you have to decide; null: not your turn."]
    deadline: Annotated[datetime | None, "Until when."]
    result: Annotated[Result | None, "How it ended."]
    view: NotRequired[
        Annotated[
            Game | None,
            "With `with_view`: the table as you may see it, with every legal move.",
        ]
    ]


class TableEventFacts(TypedDict):
    game: Annotated[GameName, "The table."]
    url: Annotated[str, "Its page."]
    at: Annotated[datetime, "When it happened."]
    seq: NotRequired[Annotated[int, "How many moves the game has then."]]
    log: NotRequired[
        Annotated[
            list[LogEntry],
            "Of `table.started` and `table.moved`: what happened, as spectators see it.",
        ]
    ]
    result: Annotated[Result | None, "How it ended."]

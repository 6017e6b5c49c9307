"""What happened and what was said: the log, the timeline, streams, and what came of a move."""

from datetime import datetime
from typing import Annotated, Literal, NotRequired, TypedDict

from games.engine.events import Event as Happened
from games.engine.move_data import Move, Tagged
from games.engine.types import Blank, Count, SeatNumber
from games.types.table import Game, Player
from games.types.words import Door


class Event(Happened):
    """Described by the engine's own vocabulary (`games.api.serializers.happened`)."""

    says: str
    # Of an event that names a move.
    data: NotRequired[Move]


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


class Moved(TypedDict):
    move: Annotated[
        str | None,
        Blank(),
        "The move itself: yours, and when the game is over everybody's.",
    ]
    data: Annotated[Move | None, "The same as data; null also for the deal."]


class LogEntry(Told, Moved):
    """One move, and what came of it."""

    at: Annotated[datetime, "When it was made."]
    door: Annotated[Door | None, "By which way your own moves came in."]


class Message(TypedDict):
    id: Annotated[str, "Names the message at this table."]
    at: Annotated[datetime, "When it was written."]
    seat: Annotated[SeatNumber, "Who wrote it."]
    player: Annotated[Player | None, "Who that is; null while the table hides it."]
    to_seat: Annotated[SeatNumber | None, "To whom; null: to the whole table."]
    text: Annotated[str, "The words; empty for those of a former player."]
    unread: Annotated[bool, "You have not marked it as read."]


class MoveInTime(LogEntry):
    """A move, between messages."""

    type: Annotated[Literal["move"], "A move."]


class MessageInTime(Message):
    """A message, between moves."""

    type: Annotated[Literal["message"], "A message."]


TimelineEntry = Annotated[MoveInTime | MessageInTime, Tagged("TimelineEntry", "type")]


class AtATable(TypedDict):
    game: Annotated[str, "At which table."]
    at: Annotated[datetime, "When it happened."]


class TableNewsFacts(AtATable):
    seq: NotRequired[Annotated[Count, "How many moves the game has had by then."]]


class MovesNewsFacts(TableNewsFacts):
    log: Annotated[list[LogEntry], "What happened."]


class TalkNewsFacts(AtATable):
    message: NotRequired[Annotated[Message, "Not there if you have muted who wrote it."]]


class TournamentNewsFacts(TypedDict):
    tournament: Annotated[str, "In which one; read its rounds and standings again."]
    at: Annotated[datetime, "When it happened."]


class _Piece(TypedDict):
    id: Annotated[str, "Where to go on from: send it as Last-Event-ID."]


class PlaceNews(_Piece):
    """Where you are. `here`: you are listening. `reset`: we cannot go on from the place you named;
    read the games again."""

    event: Annotated[Literal["here", "reset"], "Whether you have missed nothing."]
    data: Annotated[dict[str, object], "Nothing."]


class MovesNews(_Piece):
    """The log of a game has begun, or goes on."""

    event: Annotated[Literal["started", "moved"], "What happened."]
    data: Annotated[MovesNewsFacts, "What there is to know of it."]


class TalkNews(_Piece):
    """Something was said at a table."""

    event: Annotated[Literal["talk"], "What happened."]
    data: Annotated[TalkNewsFacts, "What there is to know of it."]


class TournamentNews(_Piece):
    """Something is new in a tournament."""

    event: Annotated[Literal["tournament"], "What happened."]
    data: Annotated[TournamentNewsFacts, "What there is to know of it."]


class TableNews(_Piece):
    """Anything else at a table: read it again."""

    event: Annotated[
        Literal[
            "created",
            "joined",
            "left",
            "invited",
            "resigned",
            "absent",
            "returned",
            "seat_offered",
            "taken_over",
            "pause_offered",
            "pause_withdrawn",
            "paused",
            "resumed",
            "planned",
            "end_offered",
            "end_withdrawn",
            "over",
            "cancelled",
        ],
        "What happened.",
    ]
    data: Annotated[TableNewsFacts, "What there is to know of it."]


StreamEvent = Annotated[
    PlaceNews | MovesNews | TalkNews | TournamentNews | TableNews, Tagged("StreamEvent", "event")
]
# What the data of an event holds.
NewsFacts = TableNewsFacts | MovesNewsFacts | TalkNewsFacts | TournamentNewsFacts


class NewsPage(TypedDict):
    events: Annotated[list[StreamEvent], "In order; empty if nothing came in time."]
    last: Annotated[str, "Send it as `after` to go on from here."]


class Played(TypedDict):
    seq: Annotated[Count, "How many moves the game has now."]
    dry_run: Annotated[bool, "Nothing was changed: it would be legal."]
    events: Annotated[list[Event], "What came of your moves."]
    view: Annotated[Game | None, "The game now; null after a dry run."]

"""What happened and what was said: the log, the timeline, streams, and what came of a move."""

from datetime import datetime
from typing import Annotated, Literal, TypedDict

from games.engine.events import Event as Happened
from games.engine.move_data import Move, Tagged
from games.engine.types import Blank, Count, OneOf, SeatNumber
from games.models import Feed
from games.types.table import Game, Player
from games.types.words import Door


class Event(Happened):
    """Described by the engine's own vocabulary (`games.api.serializers.happened`)."""

    says: str


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


class News(TypedDict, total=False):
    """What the data of an event holds."""

    game: Annotated[str, "At which table."]
    tournament: Annotated[str, "`tournament`: in which one; read its rounds and standings again."]
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

"""What webhooks are sent."""

from datetime import datetime
from typing import Annotated, Literal, NotRequired, TypedDict

from games.engine.move_data import Tagged
from games.engine.types import Result
from games.types.events import LogEntry
from games.types.table import Game


class GameName(TypedDict):
    id: Annotated[str, "The table's id."]
    name: Annotated[str, "What it is called."]


class Asked(TypedDict):
    kind: Annotated[
        str, "As `question.kind` of a table; `plan` where everybody is asked at once (`asks_all`)."
    ]
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


class PingFacts(TypedDict):
    url: Annotated[str, "This site."]


class TableEventFacts(TypedDict):
    number: Annotated[
        int,
        "1, 2, 3 … in the order in which it happened, for this webhook: what is tried again comes "
        "after what is newer.",
    ]
    game: Annotated[GameName, "The table."]
    url: Annotated[str, "Its page."]
    at: Annotated[datetime, "When it happened."]
    seq: NotRequired[Annotated[int, "How many moves the game has then."]]
    result: Annotated[Result | None, "How it ended."]


class TableMovesFacts(TableEventFacts):
    log: Annotated[list[LogEntry], "What happened, as spectators see it."]


class _Sent(TypedDict):
    timestamp: Annotated[datetime, "When we noticed."]


class PingEvent(_Sent):
    """Sent when you ask for it."""

    type: Annotated[Literal["ping"], "A try."]
    data: Annotated[PingFacts, "Where it comes from."]


class OwnTableEvent(_Sent):
    """About a table of yours."""

    type: Annotated[
        Literal[
            "your_turn",
            "game_began",
            "game_over",
            "table_closed",
            "seat_taken_over",
            "invitation",
        ],
        "What happened.",
    ]
    data: Annotated[OwnEventFacts, "What it is about."]


class TableMovesEvent(_Sent):
    """The log of the game has begun, or goes on."""

    type: Annotated[Literal["table.started", "table.moved"], "What happened."]
    data: Annotated[TableMovesFacts, "What it is about."]


class TableChangedEvent(_Sent):
    """Anything else that everybody may see."""

    type: Annotated[
        Literal[
            "table.joined",
            "table.left",
            "table.resigned",
            "table.absent",
            "table.returned",
            "table.seat_offered",
            "table.taken_over",
            "table.pause_offered",
            "table.pause_withdrawn",
            "table.paused",
            "table.resumed",
            "table.planned",
            "table.end_offered",
            "table.end_withdrawn",
            "table.over",
            "table.cancelled",
        ],
        "What happened.",
    ]
    data: Annotated[TableEventFacts, "What it is about."]


OwnEvent = Annotated[OwnTableEvent | PingEvent, Tagged("OwnEvent", "type")]


class TournamentName(TypedDict):
    id: Annotated[str, "The tournament's id."]
    title: Annotated[str, "What it is called."]
    status: Annotated[str, "How far it is."]


class TournamentEventFacts(TypedDict):
    number: Annotated[
        int, "1, 2, 3 … for this webhook, counted together with what it is told of tables."
    ]
    tournament: Annotated[TournamentName, "In which one."]
    url: Annotated[str, "Its page."]
    at: Annotated[datetime, "When it happened."]


class TournamentChangedEvent(_Sent):
    """Something is new in its rounds, standings or status: read them again."""

    type: Annotated[Literal["tournament.changed"], "What happened."]
    data: Annotated[TournamentEventFacts, "What it is about."]


TableEvent = Annotated[
    TableMovesEvent | TableChangedEvent | PingEvent, Tagged("TableEvent", "type")
]
TournamentEvent = Annotated[
    TournamentChangedEvent | TableMovesEvent | TableChangedEvent | PingEvent,
    Tagged("TournamentEvent", "type"),
]

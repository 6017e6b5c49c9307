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
    at: NotRequired[Annotated[datetime, "Of an evening: when it is."]]
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
            "time_up",
            "absent",
            "seat_in_doubt",
            "seat_passed_on",
            "evening_proposed",
            "evening_agreed",
        ],
        "What happened. `time_up`: a stand-in has made one decision of yours; `absent`: it plays "
        "for you until you return; your seat may pass on (`seat_in_doubt`) or has.",
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


class TournamentName(TypedDict):
    id: Annotated[str, "The tournament's id."]
    title: Annotated[str, "What it is called."]
    status: Annotated[str, "How far it is."]


class OwnTournamentFacts(TypedDict):
    tournament: Annotated[TournamentName, "In which one."]
    url: Annotated[str, "Where there is more of it."]
    says: Annotated[str, "What you are told, in your language."]
    state: NotRequired[Annotated[str, "What became of your entry."]]
    round: NotRequired[Annotated[int, "Which round."]]
    table: NotRequired[Annotated[int, "The number of your table in it."]]
    begins_at: NotRequired[Annotated[datetime, "When it begins."]]
    until: NotRequired[Annotated[datetime, "Until when to say whether you play."]]
    place: NotRequired[Annotated[int, "Yours at the end."]]


class OwnTournamentEvent(_Sent):
    """About a tournament that you have entered, or organise (`tournament_desk`)."""

    type: Annotated[
        Literal[
            "tournament_entry",
            "tournament_confirm",
            "tournament_round",
            "tournament_bye",
            "tournament_news",
            "tournament_changed",
            "tournament_answer",
            "tournament_stage",
            "tournament_over",
            "tournament_nudge",
            "tournament_desk",
        ],
        "What happened: to your entry; say whether you play; a round is drawn, or you rest in it; "
        "word of the organisers; the announcement; an answer to your objection; a stage, or all of "
        "it, is over; your table waits for you; what waits at your desk.",
    ]
    data: Annotated[OwnTournamentFacts, "What it is about."]


OwnEvent = Annotated[OwnTableEvent | OwnTournamentEvent | PingEvent, Tagged("OwnEvent", "type")]


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

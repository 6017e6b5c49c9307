"""What webhooks are sent."""

from datetime import datetime
from typing import Annotated, NotRequired, TypedDict

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
    log: NotRequired[
        Annotated[
            list[LogEntry],
            "Of `table.started` and `table.moved`: what happened, as spectators see it.",
        ]
    ]
    result: Annotated[Result | None, "How it ended."]

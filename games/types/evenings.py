"""Evenings: when one has time, and when all meet."""

from datetime import datetime
from typing import Annotated, TypedDict

from games.engine.types import OneOf, Within
from games.models.evening import Evening as Stored


class FreeTime(TypedDict):
    day: Annotated[int, Within(0, 6), "Of the week: 0 is Monday."]
    since: Annotated[str, "From when on, like `19:00`."]
    until: Annotated[str, "Until when, half an hour later or more; `24:00` at most."]


class Evening(TypedDict):
    at: Annotated[datetime, "When it begins."]
    state: Annotated[
        str,
        OneOf(lambda: Stored.State.values),
        "`proposed`; `agreed` by all; `on`: all are there, and it is played at live pace.",
    ]
    you_agree: Annotated[bool, "Whether you have agreed to it."]
    here: Annotated[list[Annotated[int, Within(0, 4)]], "Seats whose players have come."]


class EveningPlan(TypedDict):
    possible: Annotated[
        bool, "Whether this table has evenings: it is slow, and its players are known."
    ]
    hours: Annotated[list[FreeTime], "When you usually have half an hour. Nobody else can tell."]
    zone: Annotated[str, "By the clocks of which place."]
    evening: Annotated[Evening | None, "The one that is proposed, agreed or on."]

"""Several tournaments with one table over all of them."""

from datetime import datetime
from typing import Annotated, TypedDict

from games.engine.types import Count
from games.tournaments.types.announced import Named, Status


class SeriesSummary(TypedDict):
    id: Annotated[str, "The series' id: a tournament's `series`."]
    title: Annotated[str, "What it is called."]
    counts: Annotated[Count | None, "How many of somebody's best results count; null: all."]
    organiser: Annotated[Named, "Whose it is."]
    created_at: Annotated[datetime, "When it was begun."]


class SeriesPage(TypedDict):
    items: Annotated[list[SeriesSummary], "The series."]
    next: Annotated[str | None, "Send it as `cursor` for more; null at the end."]


class SeriesEvent(TypedDict):
    id: Annotated[str, "The tournament's id."]
    title: Annotated[str, "What it is called."]
    status: Annotated[Status, "How far it is."]


class SeriesResult(TypedDict):
    tournament: Annotated[str, "The tournament's id."]
    place: Annotated[Count, "The final place in it."]
    points: Annotated[Count, "One, and one for each who was left behind."]
    counts: Annotated[bool, "It is among the best, which are added up."]


class SeriesStanding(TypedDict):
    place: Annotated[Count, "Equals share one."]
    player: Annotated[Named, "Who."]
    points: Annotated[Count, "Of the results that count."]
    won: Annotated[Count, "How many tournaments they won."]
    results: Annotated[list[SeriesResult], "In the order of the tournaments."]


class Series(SeriesSummary):
    events: Annotated[list[SeriesEvent], "Its public tournaments, the oldest first."]
    standings: Annotated[list[SeriesStanding], "Over those that are over."]

"""How much time a table gives for a decision: plain facts, the clock reads them."""

from typing import NamedTuple


class Pace(NamedTuple):
    name: str
    seconds_per_move: int


HOUR = 3600
DAY = 24 * HOUR

PACES = {
    pace.name: pace
    for pace in (
        Pace("live", 5 * 60),
        Pace("brisk", 8 * HOUR),
        Pace("daily", DAY),
        Pace("slow", 3 * DAY),
        Pace("weekly", 7 * DAY),
    )
}
DEFAULT = "daily"

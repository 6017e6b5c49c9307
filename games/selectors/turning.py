"""What decided a game that is over: from which move on the winner was ahead, and by which card."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Event
from games.models.packing import unpack
from games.selectors.log import Row


class Turning(NamedTuple):
    move: int
    round: int
    card: str


def turning_point(
    rows: Sequence[Row], influence: Sequence[Sequence[int]], winner: int
) -> Turning | None:
    """Of a game that is over, so all of it may be told. `influence`: everybody's after each move,
    from the deal on. None for who was ahead from the beginning, and where no card decided."""
    at = len(influence)
    while at and _is_ahead(influence[at - 1], winner):
        at -= 1
    if at in {0, len(influence)}:
        return None
    round_ = 1
    for row in rows:
        if row.seq > at:
            break
        for event in unpack(row.events):
            if event["kind"] == "round_began":
                round_ = event["round"]
            elif row.seq == at and _helps(event, winner):
                return Turning(at, round_, str(event["card"]))
    return None


def _is_ahead(influence: Sequence[int], winner: int) -> bool:
    return all(influence[winner] > other for seat, other in enumerate(influence) if seat != winner)


def _helps(event: Event, winner: int) -> bool:
    """What the winner gained, or another lost."""
    if event["kind"] in {"gained", "stole"}:
        return bool(event["seat"] == winner)
    return bool(event["kind"] == "lost" and event["seat"] != winner)

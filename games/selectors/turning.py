"""What decided a game that is over: from which move on the winner was ahead, and by which card."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Event
from games.models.packing import unpack
from games.selectors.log import Row, rows_of


class Turning(NamedTuple):
    move: int
    round: int
    card: str
    # By how much the winner led the best of the others before it (never above 0), and after it.
    before: int
    after: int


def turning_of(game: int, ranks: Sequence[int]) -> Turning | None:
    """Of a game that is over, from its log alone; one query."""
    rows = rows_of(game)
    influence = influence_of(rows, len(ranks))
    return turning_point(rows, influence, ranks.index(1)) if rows else None


def turning_point(
    rows: Sequence[Row], influence: Sequence[Sequence[int]], winner: int
) -> Turning | None:
    """Of a game that is over, so all of it may be told. `influence`: everybody's after each move,
    from the deal on. None for who was ahead from the beginning, and where no card decided."""
    at = len(influence)
    while at and _lead(influence[at - 1], winner) > 0:
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
                before, after = (_lead(influence[move], winner) for move in (at - 1, at))
                return Turning(at, round_, str(event["card"]), before, after)
    return None


def _lead(influence: Sequence[int], winner: int) -> int:
    return influence[winner] - max(other for seat, other in enumerate(influence) if seat != winner)


def influence_of(rows: Sequence[Row], seats: int) -> list[list[int]]:
    """After each move, less what everybody begins with alike."""
    told, now = [], [0] * seats
    for row in rows:
        for event in unpack(row.events):
            if event["kind"] in {"gained", "stole"}:
                now[event["seat"]] += event["amount"]
            if event["kind"] in {"lost", "stole"}:
                now[event["seat" if event["kind"] == "lost" else "victim"]] -= event["amount"]
        told.append([*now])
    return told


def _helps(event: Event, winner: int) -> bool:
    """What the winner gained, or another lost."""
    if event["kind"] in {"gained", "stole"}:
        return bool(event["seat"] == winner)
    return bool(event["kind"] == "lost" and event["seat"] != winner)

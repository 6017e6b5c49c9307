"""What decided a game that is over: from which move on the winner was ahead, and by which card."""

from collections.abc import Sequence
from typing import NamedTuple

from games.types import Event, LogEntry


class Turning(NamedTuple):
    move: int
    round: int
    card: str


def turning_point(
    entries: Sequence[LogEntry], influence: Sequence[Sequence[int]], winner: int
) -> Turning | None:
    """None for who was ahead from the beginning, and where no card brought it about. `influence`:
    everybody's after each move, from the deal on."""
    at = len(influence)
    while at and _is_ahead(influence[at - 1], winner):
        at -= 1
    if at in {0, len(influence)}:
        return None
    round_, card = 1, ""
    for entry in entries:
        if entry["seq"] > at:
            break
        for event in entry["events"]:
            if event["kind"] == "round_began":
                round_ = event["round"]
            elif entry["seq"] == at and _helps(event, winner):
                card = str(event["card"])
                return Turning(at, round_, card)
    return None


def _is_ahead(influence: Sequence[int], winner: int) -> bool:
    return all(influence[winner] > other for seat, other in enumerate(influence) if seat != winner)


def _helps(event: Event, winner: int) -> bool:
    """What the winner gained, or another lost."""
    if event["kind"] in {"gained", "stole"}:
        return bool(event["seat"] == winner)
    return bool(event["kind"] == "lost" and event["seat"] != winner)

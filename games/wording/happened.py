"""What happened, a line an event."""

from collections.abc import Callable
from operator import itemgetter
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.selectors.log import MADE_FOR_THEM
from games.types import Event, LogEntry

MOST_LINES = 120


class Line(NamedTuple):
    """An event in words, of which sort it is, and who did it."""

    says: str
    kind: str
    seat: int | None


def lines(
    told: list[LogEntry], say: Callable[[Event], str] = itemgetter("says"), most: int = MOST_LINES
) -> list[Line]:
    """A line an event, oldest first; of very many only the newest. `say` words an event for
    another reader than who may know it."""
    found: list[Line] = []
    for entry in told:
        # That there was only one choice is no news beside what came of it.
        events = [event for event in entry["events"] if event["kind"] != "forced"]
        said = [Line(say(event), event["kind"], event.get("seat")) for event in events]
        if entry["nothing"]:
            said.insert(0, Line(entry["nothing"], "nothing", entry["seat"]))
        if said and entry["door"] in MADE_FOR_THEM:
            first = said[0]
            said[0] = first._replace(says=f"{first.says} ({_made_for_you(entry['door'])})")
        found += said
    return found[-most:]


def sentences(
    told: list[LogEntry], say: Callable[[Event], str] = itemgetter("says"), most: int = MOST_LINES
) -> list[str]:
    """The words of it."""
    return [one.says for one in lines(told, say, most)]


def _made_for_you(door: str | None) -> str:
    return _("by your standing order") if door == "order" else _("because your time was up")

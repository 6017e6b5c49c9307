"""What happened, a line an event."""

from collections.abc import Callable
from operator import itemgetter

from django.utils.translation import gettext as _

from games.selectors.log import MADE_FOR_THEM
from games.types import Event, LogEntry

MOST_LINES = 120


def sentences(
    told: list[LogEntry], say: Callable[[Event], str] = itemgetter("says"), most: int = MOST_LINES
) -> list[str]:
    """A line an event, oldest first; of very many only the newest. `say` words an event for
    another reader than who may know it."""
    lines = []
    for entry in told:
        # That there was only one choice is no news beside what came of it.
        events = [event for event in entry["events"] if event["kind"] != "forced"]
        said = [say(event) for event in events]
        if entry["nothing"]:
            said.insert(0, entry["nothing"])
        if said and entry["door"] in MADE_FOR_THEM:
            said[0] += f" ({_made_for_you(entry['door'])})"
        lines += said
    return lines[-most:]


def _made_for_you(door: str) -> str:
    return _("by your standing order") if door == "order" else _("because your time was up")

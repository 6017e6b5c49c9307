"""What tables add to the page of a person."""

from accounts import rooms
from accounts.models import User
from games import selectors
from games.pages import lobby
from games.pages.asking import language
from games.selectors.past import past

_SHOWN = 20
# What is counted goes by so many.
_COUNTED = 60


def connect() -> None:
    rooms.connect_shown("games", shown)


def shown(person: User, viewer: User | None) -> tuple[str, dict[str, object]]:
    """Games that everybody may look back at. How reliably somebody decides is for their own eyes:
    it moves when they miss a decision at a table where nobody may know that they play."""
    over, _more = selectors.list_games(
        which="over", viewer=viewer, limit=_COUNTED, player=person.handle
    )
    facts: dict[str, object] = {
        "tables": [lobby.result(table, language(viewer), person.handle) for table in over[:_SHOWN]],
        "past": past(person.handle, over),
        "conduct": selectors.conduct(person) if viewer == person else None,
    }
    return "games/pages/person.html", facts

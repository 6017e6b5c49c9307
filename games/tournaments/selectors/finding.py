"""Finding a tournament, and naming people as far as they may be named."""

from accounts.models import User
from games.tournaments import errors, permissions
from games.tournaments.models import Entry, Tournament
from games.tournaments.types import Entered, Named


def find(key: str, viewer: User | None, action: str = "look") -> Tournament:
    """Whoever has the address may look; what is behind the desk is for those who have the desk."""
    tournament = Tournament.objects.select_related("creator").filter(key=key).first()
    if tournament is None:
        raise errors.NotFound
    if permissions.STRANGER not in permissions.MAY[action]:
        permissions.must_may(tournament, viewer, action)
    return tournament


def named(person: User) -> Named:
    """A person as others see them; somebody who has gone is not named."""
    gone = person.erased_at is not None
    return {
        "handle": None if gone else person.handle,
        "name": person.shown_name,
        "bot": person.is_bot,
    }


def entry_view(entry: Entry) -> Entered:
    return {"entry": entry.number, "player": named(entry.person)}

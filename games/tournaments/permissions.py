"""Who may do what in a tournament: one table, and nothing beside it."""

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.sessions import has_second_factor
from games.tournaments import errors
from games.tournaments.models import Entry, Organiser, Tournament

STRANGER, PERSON, PLAYER = "stranger", "person", "player"
# Staff: those whose role is to run tournaments. Support or a moderator has no desk by being staff.
ORGANISER, CREATOR, STAFF = "organiser", "creator", "staff"
_EVERYBODY = frozenset({STRANGER, PERSON, PLAYER, ORGANISER, CREATOR, STAFF})
_SIGNED_IN = _EVERYBODY - {STRANGER}
_DESK = frozenset({ORGANISER, CREATOR, STAFF})
_HEAD = frozenset({CREATOR, STAFF})

# Every action, by who may take it. An organiser who plays too is both.
MAY: dict[str, frozenset[str]] = {
    "look": _EVERYBODY,
    # What the desk did is for everybody to read: results are trusted when they are explained.
    "see steps": _EVERYBODY,
    "enter": _SIGNED_IN,
    "withdraw": frozenset({PLAYER}),
    "confirm": frozenset({PLAYER}),
    "see own": frozenset({PLAYER}),
    # The desk, and what it shows.
    "see desk": _DESK,
    "import": _DESK,
    # Its steps.
    "admit": _DESK,
    "refuse": _DESK,
    "change": _DESK,
    "start": _DESK,
    "nudge": _DESK,
    "extend": _DESK,
    "pause": _DESK,
    "resume": _DESK,
    "replace": _DESK,
    "move": _DESK,
    "fix": _DESK,
    "decide": _DESK,
    "adjust": _DESK,
    "keep_apart": _DESK,
    "let_meet": _DESK,
    "redraw": _DESK,
    "announce": _DESK,
    "undo": _DESK,
    "drop": _DESK,
    "disqualify": _DESK,
    "add": _DESK,
    # What changes whose tournament it is.
    "add_organiser": _HEAD,
    "remove_organiser": _HEAD,
    "call_off": _HEAD,
}


def roles(tournament: Tournament, person: User | None) -> frozenset[str]:
    if person is None:
        return frozenset({STRANGER})
    found = {PERSON}
    if _acts_as_staff(person):
        found.add(STAFF)
    if tournament.creator_id == person.pk:
        found.add(CREATOR)
    if Organiser.objects.filter(tournament=tournament, person=person).exists():
        found.add(ORGANISER)
    if Entry.objects.filter(tournament=tournament, person=person).exists():
        found.add(PLAYER)
    return frozenset(found)


def _acts_as_staff(person: User) -> bool:
    """By which door ever they come: a session shows the second factor at the desk, a key of the API
    cannot, so that its person must have one."""
    if not (person.is_staff and person.has_perm("tournaments.change_tournament")):
        return False
    return not settings.STAFF_SECOND_FACTOR or has_second_factor(person)


def may(tournament: Tournament, person: User | None, action: str) -> bool:
    return not MAY[action].isdisjoint(roles(tournament, person))


def must_may(tournament: Tournament, person: User | None, action: str) -> None:
    if not may(tournament, person, action):
        if MAY[action] <= {PLAYER}:
            raise errors.NotAllowed(why=_("You are not in this tournament. Enter it first."))
        raise errors.NotAllowed(why=_("Only the organisers of this tournament can do that."))


def may_announce(person: User) -> bool:
    """Whoever was given the right, and staff; accounts of bots never."""
    return not person.is_bot and (person.is_staff or person.has_perm("tournaments.add_tournament"))

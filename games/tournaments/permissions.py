"""Who may do what in a tournament: one table, and nothing beside it."""

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.sessions import has_second_factor
from games.models import Seat
from games.tournaments import errors
from games.tournaments.models import Entry, Organiser, Tournament

MOST_PEOPLE = 512
# So many games played with others to their end, and a tournament for so many may be announced.
GAMES_BEFORE, FEW_PEOPLE = 10, 16
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
    "object": frozenset({PLAYER}),
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
    "seed": _DESK,
    "team": _DESK,
    "seat": _DESK,
    "fix": _DESK,
    "decide": _DESK,
    "adjust": _DESK,
    "keep_apart": _DESK,
    "let_meet": _DESK,
    "redraw": _DESK,
    "answer": _DESK,
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

# At a small tournament of somebody who was not given the right nobody brings people in who have not
# asked to come: they would have to play, and answer for it.
_BY_RIGHT = frozenset({"add", "import", "replace"})
# And where it is rated nobody ends a game before its end, or chooses who meets whom.
_INTO_GAMES = frozenset(
    {
        *("decide", "extend", "pause", "resume"),
        *("refuse", "move", "seat", "seed", "redraw", "keep_apart", "let_meet"),
        # A round is drawn by points, and people of one team are kept apart.
        *("adjust", "team"),
    }
)


def who_may(tournament: Tournament, action: str) -> frozenset[str]:
    rests_with_staff = action in _BY_RIGHT or (action in _INTO_GAMES and tournament.rated)
    if rests_with_staff and not tournament.by_right:
        return MAY[action] & {STAFF}
    return MAY[action]


def roles(tournament: Tournament, person: User | None) -> frozenset[str]:
    if person is None:
        return frozenset({STRANGER})
    found = {PERSON}
    if _acts_as_staff(person):
        found.add(STAFF)
    if tournament.creator_id == person.pk:
        found.add(CREATOR)
    here = {"tournament": tournament, "person": person}
    organises, plays = (
        Tournament.objects.filter(pk=tournament.pk)
        .values_list(Exists(Organiser.objects.filter(**here)), Exists(Entry.objects.filter(**here)))
        .get()
    )
    found |= ({ORGANISER} if organises else set()) | ({PLAYER} if plays else set())
    return frozenset(found)


def _acts_as_staff(person: User) -> bool:
    """By which door ever they come: a session shows the second factor at the desk, a key of the API
    cannot, so that its person must have one."""
    if not (person.is_staff and person.has_perm("tournaments.change_tournament")):
        return False
    return not settings.STAFF_SECOND_FACTOR or has_second_factor(person)


def may(tournament: Tournament, person: User | None, action: str) -> bool:
    return not who_may(tournament, action).isdisjoint(roles(tournament, person))


def has_desk(key: str, person: int) -> bool:
    """Whether a person has the desk of the tournament of a key."""
    tournament = Tournament.objects.filter(key=key).first()
    return tournament is not None and may(tournament, User.objects.get(pk=person), "see desk")


def must_may(tournament: Tournament, person: User | None, action: str) -> None:
    if not may(tournament, person, action):
        if MAY[action] <= {PLAYER}:
            raise errors.NotAllowed(why=_("You are not in this tournament. Enter it first."))
        has_desk = may(tournament, person, "see desk")
        raise errors.NotAllowed(why=why_not(action, has_desk=has_desk))


def why_not(action: str, *, has_desk: bool) -> str:
    """Of a step that somebody may not take."""
    if has_desk and MAY[action] == _HEAD:
        return _("Only whoever announced this tournament can do that.")
    if has_desk:
        return _(
            "That takes the right to announce any tournament. To this one people come by "
            "themselves, and games that count are left to the rules."
        )
    return _("Only the organisers of this tournament can do that.")


def most_people(person: User) -> int:
    """For how many a tournament of theirs may be, 0 for none. A small one is for everybody who
    knows from games with others how long such a table is; more is a right that is given."""
    if person.is_bot or person.is_guest:
        return 0
    if person.is_staff or person.has_perm("tournaments.add_tournament"):
        return MOST_PEOPLE
    own = Seat.objects.filter(person=person, live=False, resigned_at=None, bot="")
    others = Seat.objects.filter(game=OuterRef("game"), person__isnull=False)
    played = own.filter(Exists(others.exclude(person=person)), game__result__reason="played")
    return FEW_PEOPLE if played[:GAMES_BEFORE].count() == GAMES_BEFORE else 0


def announces_none() -> str:
    return _(
        "Announcing a tournament is for those who have played {games} games with others to their "
        "end, for {few} people at most. For more, ask the operator."
    ).format(games=GAMES_BEFORE, few=FEW_PEOPLE)

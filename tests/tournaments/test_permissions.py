"""Role × action, complete: whoever may not is refused, whoever may is not."""

from typing import Any

import pytest

from accounts.models import User
from games import errors
from games.tournaments import permissions
from games.tournaments import services as tournaments
from games.tournaments.models import Organiser, Tournament
from games.tournaments.services.desk import STEPS
from tests.conftest import Cast
from tests.tournaments.conftest import Announce

pytestmark = pytest.mark.django_db

ROLES = ("person", "player", "organiser", "creator", "staff")
DESK = {"organiser", "creator", "staff"}
HEAD = {"creator", "staff"}
# Who may take each step, written down once more and by hand.
EXPECTED: dict[str, set[str]] = {
    **dict.fromkeys(
        (
            *("admit", "refuse", "add", "drop", "disqualify", "replace", "move", "adjust"),
            *("change", "start", "nudge", "extend", "pause", "resume", "decide", "fix", "redraw"),
            *("announce", "undo", "import"),
        ),
        DESK,
    ),
    **dict.fromkeys(("add_organiser", "remove_organiser", "call_off"), HEAD),
}


def test_every_step_has_its_row() -> None:
    assert {*STEPS, "undo", "import"} == set(EXPECTED)
    reading = {"look", "enter", "withdraw", "confirm", "see own", "see desk", "see steps"}
    assert set(permissions.MAY) == {*EXPECTED, *reading}


@pytest.fixture
def cup(announce: Announce, person: Cast) -> Tournament:
    made = announce("alice", "bob", "carol")
    Organiser.objects.create(tournament=made, person=person("dave"))
    return made


def somebody(person: Cast, cup: Tournament, role: str) -> User:
    if role == "staff":
        return User.objects.create_superuser("boss", "boss@example.test", "a-long-secret")
    if role == "creator":
        User.objects.filter(pk=cup.creator_id).update(is_staff=False)
        return User.objects.get(pk=cup.creator_id)
    return person({"person": "mallory", "player": "alice", "organiser": "dave"}[role])


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", EXPECTED)
def test_a_step_is_for_those_of_its_row(
    cup: Tournament, person: Cast, role: str, action: str
) -> None:
    who = somebody(person, cup, role)

    def act() -> Any:
        if action == "import":
            return tournaments.import_entries(key=cup.key, person=who, handles=[])
        return tournaments.take_step(key=cup.key, person=who, step=action, dry_run=True)

    refused = False
    try:
        act()
    except errors.NotAllowed:
        refused = True
    except errors.Refusal:
        pass  # it is theirs to do, but says what it needs
    assert refused == (role not in EXPECTED[action])


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("action", ["withdraw", "confirm"])
def test_only_who_plays_withdraws_or_confirms(
    cup: Tournament, person: Cast, role: str, action: str
) -> None:
    who = somebody(person, cup, role)
    try:
        getattr(tournaments, action)(key=cup.key, person=who)
        refused = False
    except errors.NotAllowed:
        refused = True
    except errors.Refusal:
        refused = False
    assert refused == (role != "player")


def test_announcing_is_a_right_that_is_given(person: Cast) -> None:
    from django.contrib.auth.models import Permission

    wish: dict[str, Any] = {
        "title": "x",
        "capacity": 8,
        "stages": [{"format": "swiss", "sets": ["oriflamme"], "rounds": 1}],
    }
    alice = person("alice")
    with pytest.raises(errors.NotAllowed):
        tournaments.announce(person=alice, **wish)
    alice.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    tournaments.announce(person=User.objects.get(pk=alice.pk), **wish)

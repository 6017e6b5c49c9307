"""Role × action, complete: whoever may not is refused, whoever may is not."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import User
from games import errors
from games.models import Game, Seat
from games.tournaments import permissions, selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Organiser, Tournament
from games.tournaments.services import entries
from games.tournaments.services.desk import STEPS
from tests.api.conftest import ApiClient, stranger
from tests.conftest import Cast
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import running_games

pytestmark = pytest.mark.django_db
_ = stranger  # the fixture

STAFF = ("moderator", "organiser", "support", "operator")
ROLES = (
    *("person", "entrant", "player", "co-organiser", "creator"),
    *(f"staff: {role}" for role in STAFF),
    *("staff of no role", "superuser"),
)
HEAD = {"creator", "staff: organiser", "superuser"}
DESK = HEAD | {"co-organiser"}
# Who may take each step, written down once more and by hand.
EXPECTED: dict[str, set[str]] = {
    **dict.fromkeys(
        (
            *("admit", "refuse", "add", "drop", "disqualify", "replace", "move", "adjust"),
            *("change", "start", "nudge", "extend", "pause", "resume", "decide", "fix", "redraw"),
            *("announce", "undo", "import", "keep_apart", "let_meet", "seed", "team", "answer"),
            "seat",
        ),
        DESK,
    ),
    **dict.fromkeys(("add_organiser", "remove_organiser", "call_off"), HEAD),
}


def test_every_step_has_its_row() -> None:
    assert {*STEPS, "undo", "import"} == set(EXPECTED)
    others = {"look", "enter", "withdraw", "confirm", "object"}
    reading = {*others, "see own", "see desk", "see steps"}
    assert set(permissions.MAY) == {*EXPECTED, *reading}


@pytest.fixture
def cup(announce: Announce, person: Cast) -> Tournament:
    """Three sit at its table, Frank waits for a place, Dave shares the desk with Erin."""
    made = announce("alice", "bob", "carol", "frank", capacity=3, start="full")
    Organiser.objects.create(tournament=made, person=person("dave"))
    tournaments.advance(key=made.key)
    assert running_games(made)
    return made


def somebody(person: Cast, cup: Tournament, role: str) -> User:
    if role == "superuser":
        return User.objects.create_superuser("boss", "boss@example.test", "a-long-secret")
    if role == "creator":
        User.objects.filter(pk=cup.creator_id).update(is_staff=False)
        return User.objects.get(pk=cup.creator_id)
    cast = {"entrant": "frank", "player": "alice", "co-organiser": "dave"}
    found = person(cast.get(role, "mallory"))
    if role.startswith("staff"):
        found.is_staff = True
        found.save(update_fields=["is_staff"])
        found.groups.set(Group.objects.filter(name=role.removeprefix("staff: ")))
    return found


def is_refused(act: Callable[[], Any]) -> bool:
    try:
        act()
    except errors.NotAllowed:
        return True
    except errors.Refusal:
        pass  # it is theirs to do, but says what it needs
    return False


@pytest.mark.parametrize("role", ROLES)
def test_a_role_does_what_is_its_own_and_nothing_else(
    cup: Tournament, person: Cast, role: str
) -> None:
    who = somebody(person, cup, role)

    def act(action: str) -> Any:
        if action == "import":
            return tournaments.import_entries(key=cup.key, person=who, rows=[])
        return tournaments.take_step(key=cup.key, person=who, step=action, dry_run=True)

    taken = {action for action in EXPECTED if not is_refused(partial(act, action))}
    assert taken == {action for action, roles in EXPECTED.items() if role in roles}
    desk = not is_refused(lambda: selectors.desk(key=cup.key, viewer=who))
    assert desk == permissions.may(cup, who, "see desk") == (role in DESK)
    has_entered = role in {"player", "entrant"}
    assert permissions.may(cup, who, "see own") == has_entered
    for own in (tournaments.confirm, tournaments.withdraw):
        assert is_refused(partial(own, key=cup.key, person=who)) != has_entered
    is_staff = role.startswith("staff") or role == "superuser"
    assert permissions.most_people(who) == (permissions.MOST_PEOPLE if is_staff else 0)


def test_nobody_signed_in_reads_and_does_nothing(cup: Tournament, stranger: ApiClient) -> None:
    at = f"tournaments/{cup.key}"
    for page in ("", "/entries", "/standings", "/rounds", "/steps"):
        assert stranger.get(at + page).status_code == 200, page
    assert stranger.get(f"{at}/desk").status_code == 401
    assert stranger.get(f"{at}/me").status_code == 401
    for step in EXPECTED:
        sent = {"step": step} if step != "import" else {"csv": "handle"}
        to = f"{at}/import" if step == "import" else f"{at}/steps"
        assert stranger.post(to, sent).status_code == 401, step
    for act in ("entries", "confirmation"):
        assert stranger.post(f"{at}/{act}", {}).status_code == 401
    assert stranger.delete(f"{at}/entries/me").status_code == 401


def test_who_has_played_ten_games_with_others_runs_a_small_one(person: Cast) -> None:
    alice = person("alice")
    wish: dict[str, Any] = {"title": "x", "capacity": 16, "stages": [SWISS]}

    def play(*others: str, reason: str = "played", resigned: bool = False) -> None:
        game = Game.objects.create(
            name="x", set="oriflamme", seats=3, pace="daily", creator=alice, status="over",
            closes_at=timezone.now(), result={"reason": reason},
        )  # fmt: skip
        at = timezone.now() if resigned else None
        Seat.objects.create(game=game, number=0, person=alice, live=False, resigned_at=at)
        for number, handle in enumerate(others, 1):
            Seat.objects.create(game=game, number=number, person=person(handle), live=False)
        for number in range(len(others) + 1, 3):
            Seat.objects.create(game=game, number=number, bot="careful", live=False)

    for _game in range(9):
        play("bob")
    # Alone with bots, given up, or ended early: none of these is one.
    play()
    play("bob", resigned=True)
    play("bob", reason="agreed")
    with pytest.raises(errors.NotAllowed, match="10 games"):
        tournaments.announce(person=alice, **wish)
    play("bob", "carol")
    with pytest.raises(errors.Refusal, match="16"):
        tournaments.announce(person=alice, **(wish | {"capacity": 17}))
    made = tournaments.announce(person=alice, **wish)
    with pytest.raises(errors.Refusal, match="16"):
        tournaments.take_step(key=made.key, person=alice, step="change", settings={"capacity": 40})
    tournaments.announce(person=alice, **wish)
    with pytest.raises(errors.NotAllowed, match="not over"):
        tournaments.announce(person=alice, **wish)


def test_a_small_one_stays_small(announce: Announce, organiser: User, person: Cast) -> None:
    cup = announce("alice", "bob", capacity=3)
    fill = [person(f"player{number}") for number in range(14)]
    for number, one in enumerate(fill, 3):
        Entry.objects.create(tournament=cup, person=one, number=number, state="entered")
    tournaments.enter_tournament(key=cup.key, person=person("carol"))
    User.objects.filter(pk=organiser.pk).update(is_staff=False)
    cup.refresh_from_db()
    entries.must_have_room(cup)  # whoever may announce none now, has what they announced before
    Tournament.objects.filter(pk=cup.pk).update(by_right=False)
    with pytest.raises(errors.Refusal, match="16 people"):
        tournaments.take_step(key=cup.key, person=organiser, step="admit", handle="carol")


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

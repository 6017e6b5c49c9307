"""Whoever was told something that is not so any more is told what is so; and nobody else."""

from typing import Any

import pytest

from accounts.models import User
from games import errors
from games.tournaments import mails
from games.tournaments import services as tournaments
from games.tournaments.models import Round, Sitting, Tournament
from notifications.models import Notification
from tests.conftest import Cast
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd

pytestmark = pytest.mark.django_db

Seats = dict[str, str]


@pytest.fixture
def cup(announce: Announce, organiser: User) -> Tournament:
    """Twelve people; the first round is drawn and waits to begin."""
    cup = announce(capacity=12, seats=4, first_break_for=3600)
    for one in crowd(12):
        tournaments.enter_tournament(key=cup.key, person=one)
    step(cup, "start")
    tournaments.advance(key=cup.key)
    return cup


def step(cup: Tournament, name: str, **wish: Any) -> dict[str, list[str]]:
    """Take it; who has had which letter, as its preview said."""
    asked = {"key": cup.key, "person": cup.creator, "step": name, **wish}
    foretold = tournaments.take_step(dry_run=True, **asked)["effects"]
    assert tournaments.take_step(**asked)["effects"] == foretold
    return {one["kind"]: one["handles"] for one in foretold["letters_to"]}


def seats(cup: Tournament) -> Seats:
    """At which table everybody sits."""
    rows = Sitting.objects.filter(round__tournament=cup, table__isnull=False)
    return {
        handle: str(number)
        for handle, number in rows.values_list("entry__person__handle", "table__number")
    }


def told(cup: Tournament) -> Seats:
    """At which table they sit by their last letter."""
    letters = Notification.objects.filter(kind=mails.RoundDrawn.name).order_by("pk")
    return {one.person.handle: one.context.reveal()["table"] for one in letters}


def elsewhere(before: Seats, now: Seats) -> list[str]:
    return sorted(who for who in now if before.get(who) != now[who])


def test_where_one_sits_is_told_to_whom_it_is_new(cup: Tournament) -> None:
    assert told(cup) == seats(cup)
    before = seats(cup)
    one, other = (next(who for who, table in before.items() if table == at) for at in ("1", "2"))
    assert step(cup, "move", handle=one, other=other)["tournament round"] == sorted([one, other])
    for name, wish in (
        ("undo", {}),
        ("keep_apart", {"handle": one, "other": sharing(before, one)}),
        ("undo", {}),
        # The same draw once more: they have been told of it before, and of another since.
        ("keep_apart", {"handle": one, "other": sharing(before, one)}),
        ("redraw", {}),
        ("undo", {}),
        ("drop", {"handle": other, "reason": "Ill"}),
        ("undo", {}),
    ):
        was = told(cup)
        letters = step(cup, name, **wish)
        assert letters.get("tournament round", []) == elsewhere(was, seats(cup)), name
        assert told(cup).items() >= seats(cup).items()


def sharing(seated: Seats, who: str) -> str:
    return next(one for one in seated if one != who and seated[one] == seated[who])


def test_who_comes_in_somebody_s_place_learns_where(cup: Tournament, person: Cast) -> None:
    frank, (gone, table) = person("frank"), next(iter(seats(cup).items()))
    letters = step(cup, "replace", handle=gone, other=frank.handle, reason="Ill")
    assert letters["tournament round"] == ["frank"]
    assert told(cup)["frank"] == table


def test_a_round_that_begins_later_is_told_to_all(cup: Tournament, clock: Any) -> None:
    step(cup, "pause", reason="A holiday")
    clock(hours=5)
    assert len(step(cup, "resume")["tournament round"]) == 12
    said = Notification.objects.filter(kind=mails.RoundDrawn.name).latest("pk").context.reveal()
    assert said["begins_at"] == Round.objects.get().begins_at.isoformat()


def test_who_was_put_out_or_let_in_is_told_when_that_is_taken_back(
    cup: Tournament, person: Cast
) -> None:
    person("frank")
    for name, wish, then in (
        ("drop", {"handle": "player003", "reason": "Ill"}, "entered"),
        ("add", {"handle": "frank"}, "withdrawn"),
    ):
        assert step(cup, name, **wish)["tournament entry"] == [wish["handle"]]
        assert step(cup, "undo")["tournament entry"] == [wish["handle"]]
        last = Notification.objects.filter(kind="tournament entry").latest("pk")
        assert last.context.reveal()["state"] == then
        assert "has changed" not in last.what.letter().text


def test_whom_the_desk_is_shared_with_is_told_once(cup: Tournament, person: Cast) -> None:
    person("frank")
    assert step(cup, "add_organiser", handle="frank") == {"tournament desk": ["frank"]}
    assert "together" in Notification.objects.latest("pk").what.letter().text
    with pytest.raises(errors.Refusal, match="already"):
        step(cup, "add_organiser", handle="frank")


@pytest.mark.parametrize("confirms", ["never", "start"])
def test_nobody_calls_it_off_by_beginning(announce: Announce, person: Cast, confirms: str) -> None:
    cup = announce("alice", "bob", confirms=confirms)
    with pytest.raises(errors.Refusal, match="3 people to begin, and 2"):
        step(cup, "start")
    tournaments.enter_tournament(key=cup.key, person=person("carol"))
    step(cup, "start")
    if confirms == "start":
        for who in ("alice", "bob"):
            tournaments.confirm(key=cup.key, person=person(who))
        with pytest.raises(errors.Refusal, match="3 people to begin, and 2"):
            step(cup, "start")
        tournaments.confirm(key=cup.key, person=person("carol"))
        step(cup, "start")
    cup.refresh_from_db()
    assert cup.status == "running"

"""The first round between its draw and its beginning: looked at, set right, left without a mark."""

import time
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.tournaments import drawing
from games.tournaments import services as tournaments
from games.tournaments.models import Berth, Entry, Round, Tournament
from tests.api.conftest import ApiClient, stranger
from tests.tournaments.browsing import At, press, read
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, running_games

pytestmark = pytest.mark.django_db
_ = stranger  # the fixture


@pytest.fixture
def cup(announce: Announce) -> Tournament:
    """Eight people, entries closed, the first round drawn and an hour away."""
    made = announce(capacity=8, start="full", first_break_for=3600)
    for one in crowd(8):
        tournaments.enter_tournament(key=made.key, person=one)
    tournaments.advance(key=made.key)
    made.refresh_from_db()
    return made


def seats(cup: Tournament, ordinal: int = 1) -> dict[int, list[str]]:
    each = Round.objects.get(tournament=cup, ordinal=ordinal)
    found: dict[int, list[str]] = {}
    sat = each.sittings.exclude(table=None).order_by("table__number", "position")
    for number, handle in sat.values_list("table__number", "entry__person__handle"):
        found.setdefault(number, []).append(handle)
    return found


def test_the_first_round_is_moved_and_drawn_anew_until_it_begins(
    cup: Tournament, organiser: User, clock: Any
) -> None:
    def step(kind: str, **wish: Any) -> None:
        tournaments.take_step(key=cup.key, person=organiser, step=kind, **wish)

    assert cup.status == "running"
    assert not running_games(cup)
    stood = seats(cup)
    one, two = stood[1][0], stood[2][0]
    step("move", handle=one, other=two)
    assert one in seats(cup)[2]
    step("undo")
    assert seats(cup) == stood
    step("redraw")
    assert seats(cup) != stood
    step("undo")
    assert seats(cup) == stood
    clock(minutes=59)
    assert tournaments.advance(key=cup.key) == 0
    clock(minutes=2)
    tournaments.advance(key=cup.key)
    assert len(running_games(cup)) == 2
    assert seats(cup) == stood


def test_nobody_finds_a_tournament_begun_and_without_a_round(
    announce: Announce, organiser: User
) -> None:
    cup = announce("alice", "bob", "carol", first_break_for=600)
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    assert Round.objects.get(tournament=cup).status == "drawn"


def test_a_draw_may_take_longer_than_a_transaction_may_be_silent(
    announce: Announce, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(*asked: Any) -> Any:
        time.sleep(1.5)
        return draw(*asked)

    draw = drawing.draw
    made = announce(capacity=8, start="full")
    for one in crowd(8):
        tournaments.enter_tournament(key=made.key, person=one)
    connection.cursor().execute("SET LOCAL idle_in_transaction_session_timeout = '1s'")
    monkeypatch.setattr(drawing, "draw", slowly)
    tournaments.advance(key=made.key)
    assert Round.objects.filter(tournament=made).count() == 1


def test_who_withdraws_before_the_first_round_begins_leaves_no_trace(cup: Tournament) -> None:
    entry = Entry.objects.get(tournament=cup, number=3)
    tournaments.withdraw(key=cup.key, person=entry.person)
    entry.refresh_from_db()
    assert entry.state == "withdrawn"
    assert not Berth.objects.filter(entry=entry).exists()
    assert sorted(len(people) for people in seats(cup).values()) == [3, 4]
    assert entry.person.handle not in str(seats(cup))


def test_everybody_reads_when_the_drawn_round_begins(
    cup: Tournament, browser: At, stranger: ApiClient
) -> None:
    told = stranger.get(f"tournaments/{cup.key}").json()
    drawn = Round.objects.get(tournament=cup)
    assert told["first_break_for"] == 3600
    assert told["round_begins_at"] == drawn.begins_at.isoformat()
    assert "the round is drawn and begins" in read(browser("alice"), f"/tournaments/{cup.key}")
    moved = seats(cup)
    press(browser("erin"), cup, "move", handle=moved[1][0], other=moved[2][0])
    assert moved[1][0] in seats(cup)[2]


def test_before_the_start_one_reads_how_long_the_draw_stands(
    announce: Announce, browser: At
) -> None:
    cup = announce("alice", first_break_for=3600)
    assert "begins 1 hour later" in read(browser("alice"), f"/tournaments/{cup.key}")

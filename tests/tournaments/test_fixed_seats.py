"""A table, or a place in turn order, that the desk gives somebody: every draw puts them there."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games import errors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Round, Tournament
from games.tournaments.pairing import (
    Fixed,
    Past,
    Player,
    in_places,
    numbers,
    pair_knockout,
    pair_swiss,
    plan_robin,
)
from tests.api.conftest import ApiClient, client_of, stranger
from tests.conftest import Cast
from tests.tournaments.browsing import At, press, read
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_round
from tests.tournaments.test_first_round import seats

_ = (client_of, stranger)  # the fixtures
Tables = Sequence[Sequence[int]]
DAY = 86_400
ROUNDS = {"swiss": 3, "robin": 3, "league": 3}


def _swiss(players: list[Player], past: Past, fixed: Fixed) -> list[Tables]:
    return [pair_swiss(players, past, wanted=4, seed="a lot", fixed=fixed).tables]


def _seeded(players: list[Player], past: Past, fixed: Fixed) -> list[Tables]:
    made = pair_swiss(players, [], wanted=4, seed="a lot", fixed=fixed, seeded=True)
    return [made.tables]


def _knockout(players: list[Player], past: Past, fixed: Fixed) -> list[Tables]:
    return [pair_knockout(players, past, wanted=4, fixed=fixed).tables]


def _robin(players: list[Player], past: Past, fixed: Fixed) -> list[Tables]:
    rounds = plan_robin(players, past, wanted=4, rounds=2, seed="a lot", fixed=fixed)
    return [each.tables for each in rounds]


@pytest.mark.parametrize("way", [_swiss, _seeded, _knockout, _robin])
@pytest.mark.parametrize("people", [7, 11, 16])
def test_those_of_a_table_sit_there_in_any_format(
    way: Callable[[list[Player], Past, Fixed], list[Tables]], people: int
) -> None:
    rng = Random(people)
    players = [Player(n, score=60 * (people - n)) for n in range(people)]
    (past,) = way(players, [], Fixed())[:1]
    for _time in range(2):
        who = rng.sample(range(people), 6)
        fixed = Fixed([who[:3], who[3:5]], {who[0]: 1, who[1]: 3, who[5]: 2})
        wanted = dict.fromkeys(who[:3], 2) | dict.fromkeys(who[3:5], 1)
        for tables in way(players, [past], fixed):
            named = dict(zip(numbers(tables, wanted, set()), tables, strict=True))
            assert {*who[:3]} <= {*named[2]}
            assert {*who[3:5]} <= {*named[1]}
            assert (named[2][0], named[2][2]) == (who[0], who[1])
            # Beside them everybody sits once.
            assert sorted(one for table in tables for one in table) == [*range(people)]


def test_a_table_that_there_is_not_is_any() -> None:
    assert numbers([[1, 2], [3, 4]], {3: 1, 2: 7}, set()) == [2, 1]
    # Tables that were set by hand have theirs.
    assert numbers([[1, 2], [3, 4]], {3: 1, 2: 4}, {1, 2}) == [4, 3]
    assert numbers([], {3: 1}, {1}) == []


def test_places_are_kept_and_the_last_is_the_last_of_any_table() -> None:
    assert in_places([7, 8, 9], {9: 1}) == [9, 7, 8]
    assert in_places([7, 8, 9], {7: 5, 8: 5}) == [8, 9, 7]
    together = Fixed(places={1: 1, 2: 1})
    assert together.held([[1, 2, 3]]) == set()


@pytest.fixture
def cup_of(announce: Announce) -> Callable[..., Tournament]:
    def make(form: str, **wishes: Any) -> Tournament:
        stage = {"format": form, "sets": ["oriflamme"], "rounds": ROUNDS.get(form, 0)}
        cup = announce(
            capacity=9, start="full", stages=[stage], first_break_for=DAY, break_for=DAY, **wishes
        )
        for one in crowd(9):
            tournaments.enter_tournament(key=cup.key, person=one)
        tournaments.advance(key=cup.key)
        return cup

    return make


def begin_round(cup: Tournament) -> None:
    Round.objects.filter(tournament=cup, status="drawn").update(begins_at="2020-01-01T00:00Z")
    tournaments.advance(key=cup.key)


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["swiss", "robin", "knockout", "league"])
def test_every_draw_and_redraw_honours_it_and_it_is_taken_back(
    cup_of: Callable[..., Tournament],
    organiser: User,
    client_of: Callable[[str], ApiClient],
    stranger: ApiClient,
    browser: At,
    form: str,
) -> None:
    cup = cup_of(form)
    stood = seats(cup)
    one, other = stood[1][0], stood[2][0]
    wish = {"step": "seat", "handle": one, "table": 2, "place": 3, "reason": "Reads large letters"}
    erin = client_of("erin")
    told = erin.post(f"tournaments/{cup.key}/steps", {**wish, "dry_run": True}).json()
    assert any(row["table"] == 2 for row in told["effects"]["tables"])
    assert seats(cup) == stood
    assert erin.post(f"tournaments/{cup.key}/steps", wish).json()["effects"] == told["effects"]
    assert seats(cup)[2][2] == one
    (record,) = stranger.get(f"tournaments/{cup.key}/steps").json()
    assert record["facts"] == {"handle": one, "table": 2, "place": 3}
    assert record["reason"] == ""
    undone = {"step": "undo", "reason": "Has new glasses"}
    with transaction.atomic():
        assert erin.post(f"tournaments/{cup.key}/steps", undone).status_code == 200
        said = stranger.get(f"tournaments/{cup.key}/steps").json()
        assert [one["reason"] for one in said] == ["", ""]
        transaction.set_rollback(True)
    entered = {
        e["player"]["handle"]: e for e in stranger.get(f"tournaments/{cup.key}/entries").json()
    }
    assert (entered[one]["fixed_table"], entered[one]["fixed_place"]) == (2, 3)
    assert "always at table 2, place 3" in read(browser("alice"), f"/tournaments/{cup.key}/players")
    press(browser("erin"), cup, "seat", handle=other, table="1", place="1")
    assert seats(cup)[1][0] == other
    kept = seats(cup)
    tournaments.take_step(key=cup.key, person=organiser, step="redraw")
    assert (seats(cup)[2][2], seats(cup)[1][0]) == (one, other)
    tournaments.take_step(key=cup.key, person=organiser, step="undo")
    assert seats(cup) == kept
    begin_round(cup)
    end_round(cup)
    tournaments.advance(key=cup.key)
    drawn = seats(cup, 2)
    for who, table, place in ((one, 2, 2), (other, 1, 0)):
        if any(who in at for at in drawn.values()) and len(drawn) > 1:
            assert drawn[table][place] == who
    press(browser("erin"), cup, "seat", handle=one)
    assert Entry.objects.get(person__handle=one).fixed_table is None


@pytest.mark.django_db
def test_who_is_moved_by_hand_leaves_places_of_others_as_they_are(
    cup_of: Callable[..., Tournament], organiser: User
) -> None:
    cup = cup_of("swiss", seats=5)

    def step(name: str, **wish: Any) -> None:
        tournaments.take_step(key=cup.key, person=organiser, step=name, **wish)

    begins = seats(cup)[1][2]
    step("seat", handle=begins, place=1)
    (table,) = [number for number, people in seats(cup).items() if people[0] == begins]
    away = next(number for number in seats(cup) if number != table)
    goes, comes = seats(cup)[table][1], seats(cup)[away][0]
    step("move", handle=goes, other=comes)
    assert seats(cup)[table][0] == begins
    step("seat", handle=comes, table=table)
    with pytest.raises(errors.Refusal, match="table of their own"):
        step("move", handle=comes, other=goes)
    # The table that was set by hand is theirs, and stays.
    moved = seats(cup)[table]
    step("adjust", handle=seats(cup)[away][1], points=1, reason="A gift")
    assert seats(cup)[table] == moved
    # A table that was set by hand gives way to those whose table it is.
    step("seat", handle=seats(cup)[away][1], table=table)
    assert comes in seats(cup)[table]
    step("undo")
    assert seats(cup)[table] == moved


@pytest.mark.django_db
def test_a_table_has_room_for_five_and_each_place_for_one(
    cup_of: Callable[..., Tournament], organiser: User, person: Cast
) -> None:
    cup = cup_of("swiss", seats=5)
    person("alice")
    people = [f"player{number:03}" for number in range(9)]

    def step(name: str, **wish: Any) -> None:
        tournaments.take_step(key=cup.key, person=organiser, step=name, **wish)

    step("seat", handle=people[0], table=1, place=1)
    with pytest.raises(errors.Refusal, match="that place"):
        step("seat", handle=people[1], table=1, place=1)
    for who in people[1:5]:
        step("seat", handle=who, table=1)
    assert sorted(seats(cup)[1]) == people[:5]
    with pytest.raises(errors.Refusal, match="5 people"):
        step("seat", handle=people[5], table=1)
    # Whoever plays on for somebody has their seat.
    step("replace", handle=people[0], other="alice", reason="Ill")
    assert Entry.objects.get(person__handle="alice").fixed_table == 1
    # Of two who shall begin, and cannot but meet, one does.
    step("seat", handle=people[6], place=1)
    step("seat", handle=people[7], place=1)
    assert seats(cup)[2][0] in people[6:8]

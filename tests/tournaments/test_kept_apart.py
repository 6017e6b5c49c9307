"""Two whom the desk keeps apart do not meet while that can be avoided, in any format."""

from collections.abc import Callable, Sequence
from itertools import combinations

import pytest

from accounts.models import User
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, KeptApart, Tournament
from games.tournaments.pairing import Apart, Past, Player, pair_knockout, pair_swiss, plan_robin
from tests.api.conftest import ApiClient, client_of, stranger
from tests.tournaments.browsing import At, press, read
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_round
from tests.tournaments.test_first_round import seats

_ = (client_of, stranger)  # the fixtures
Tables = Sequence[Sequence[int]]


def _swiss(players: list[Player], past: Past, apart: Apart) -> Tables:
    return pair_swiss(players, past, wanted=4, seed="a lot", apart=apart).tables


def _knockout(players: list[Player], past: Past, apart: Apart) -> Tables:
    return pair_knockout(players, past, wanted=4, apart=apart).tables


def _robin(players: list[Player], past: Past, apart: Apart) -> Tables:
    rounds = plan_robin(players, past, wanted=4, rounds=2, seed="a lot", apart=apart)
    return [table for each in rounds for table in each.tables]


@pytest.mark.parametrize("way", [_swiss, _knockout, _robin])
@pytest.mark.parametrize("people", [8, 13, 16])
def test_pairs_are_kept_apart_whatever_has_been_played(
    way: Callable[[list[Player], Past, Apart], Tables], people: int
) -> None:
    players = [Player(n, score=60 * (people - n)) for n in range(people)]
    past = [way(players, [], [])]
    # Those who would sit together otherwise; no more than two of a table.
    apart = [(table[0], table[1]) for table in way(players, past, [])[:2]]
    met = {pair for table in way(players, past, apart) for pair in combinations(sorted(table), 2)}
    assert met.isdisjoint({(min(pair), max(pair)) for pair in apart})


@pytest.mark.django_db
@pytest.mark.parametrize("format", ["swiss", "robin", "knockout", "league"])
def test_the_desk_keeps_two_apart_and_takes_it_back(
    announce: Announce,
    organiser: User,
    client_of: Callable[[str], ApiClient],
    stranger: ApiClient,
    browser: At,
    format: str,
) -> None:
    rounds = {"swiss": 2, "robin": 3, "league": 3}.get(format, 0)
    stage = {"format": format, "sets": ["oriflamme"], "rounds": rounds}
    cup = announce(capacity=8, start="full", stages=[stage], first_break_for=3600)
    for one in crowd(8):
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    stood = seats(cup)
    one, two = stood[1][:2]
    wish = {"step": "keep_apart", "handle": two, "other": one, "reason": "They are married"}
    answer = client_of("erin").post(f"tournaments/{cup.key}/steps", wish)
    assert answer.status_code == 200, answer.json()
    assert not any({one, two} <= {*table} for table in seats(cup).values())
    (told,) = stranger.get(f"tournaments/{cup.key}/steps").json()
    assert (told["facts"]["handle"], told["facts"]["other"], told["reason"]) == (two, one, "")
    ((first, second),) = client_of("erin").get(f"tournaments/{cup.key}/desk").json()["kept_apart"]
    assert {first["handle"], second["handle"]} == {one, two}
    page = read(browser("erin"), f"/tournaments/{cup.key}/desk")
    assert f"/desk/let_meet?handle={first['handle']}&amp;other={second['handle']}" in page
    press(browser("erin"), cup, "undo")
    assert "Pairs that are kept apart" not in read(browser("erin"), f"/tournaments/{cup.key}/desk")
    assert seats(cup) == stood
    assert not KeptApart.objects.exists()


@pytest.mark.django_db
def test_a_schedule_that_was_planned_before_knows_of_it(
    announce: Announce, organiser: User
) -> None:
    stage = {"format": "robin", "sets": ["oriflamme"], "rounds": 4}
    cup: Tournament = announce(capacity=8, start="full", stages=[stage])
    for one in crowd(8):
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    pair = [entry.person.handle for entry in Entry.objects.order_by("number")[:2]]
    tournaments.take_step(
        key=cup.key, person=organiser, step="keep_apart", handle=pair[0], other=pair[1]
    )
    for ordinal in (2, 3, 4):
        end_round(cup)
        tournaments.advance(key=cup.key)
        assert not any({*pair} <= {*table} for table in seats(cup, ordinal).values())

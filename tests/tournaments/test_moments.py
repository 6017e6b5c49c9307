"""The best moments of a tournament, for everybody when it is over."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.selectors.record import moments as moments_of
from games.selectors.tables import find_game
from games.selectors.turning import turning_point
from games.tournaments import selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Sitting, Tournament, TournamentTable
from games.tournaments.selectors import moments
from tests.tournaments.browsing import read
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd, end_round, play_round

pytestmark = pytest.mark.django_db

ONE_ROUND = {**SWISS, "rounds": 1}


def played(
    announce: Announce, people: int = 8, *, by_bots: bool = False, **wishes: Any
) -> Tournament:
    cup = announce(capacity=people, start="full", stages=[ONE_ROUND], **wishes)
    for one in crowd(people):
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    (play_round if by_bots else end_round)(cup)
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    assert cup.status == "over"
    return cup


def turned(cup: Tournament, table: int, before: int, after: int, move: int = 40) -> None:
    """As if the log had told so."""
    TournamentTable.objects.filter(round__tournament=cup, number=table).update(
        turning={"move": move, "round": 4, "card": "spy", "before": before, "after": after}
    )
    # Whose result was drawn, and equal: one has won.
    best = Sitting.objects.filter(round__tournament=cup, table__number=table).order_by("rank", "pk")
    first = best.first()
    best.exclude(pk=first.pk).filter(rank=1).update(rank=2)  # type: ignore[union-attr]


def told(cup: Tournament) -> list[int]:
    return [one["table"] for one in selectors.view(key=cup.key, viewer=None)["moments"]]


def test_it_is_the_move_that_the_replay_of_the_game_calls_the_one_that_decided(
    announce: Announce,
) -> None:
    cup = played(announce, 12, by_bots=True)
    found = selectors.view(key=cup.key, viewer=None)["moments"]
    assert found, "of three games one at least has turned"
    page = read(Client(), f"/tournaments/{cup.key}")
    for one in found:
        seen = moments_of(find_game(one["game"], None), at=one["move"], chair=None)
        turning = turning_point(seen.rows, seen.influence, one["seat"])
        assert turning is not None
        assert turning._asdict() == {
            "move": one["move"],
            "round": one["game_round"],
            "card": one["card"],
            "before": one["before"],
            "after": one["after"],
        }
        result = Game.objects.values_list("result", flat=True).get(key=one["game"])
        assert result["ranks"][one["seat"]] == 1
        chair = Game.objects.get(key=one["game"]).chairs.select_related("person")
        winner = chair.get(number=one["seat"]).person
        assert winner is not None
        assert winner.handle == one["player"]["handle"]
        at = f"/games/{one['game']}?at={one['move']}"
        assert f'href="{at}"' in page
        read(Client(), at)


def test_those_that_turned_furthest_are_told_the_later_of_equals_first(announce: Announce) -> None:
    cup = played(announce, 20)
    turned(cup, 1, 0, 2)
    turned(cup, 2, -3, 4)
    turned(cup, 3, -10, 1)
    turned(cup, 4, 0, 7, move=50)
    assert told(cup) == [3, 4, 2]


def test_only_of_games_that_were_played_and_everybody_may_look_at(announce: Announce) -> None:
    cup = played(announce, 20)
    for table in range(1, 6):
        turned(cup, table, -table, 9)
    assert told(cup) == [5, 4, 3]
    of_table = TournamentTable.objects.filter(round__tournament=cup)
    Game.objects.filter(pk=of_table.get(number=5).game_id).update(spectators=False)
    of_table.filter(number=4).update(how="fixed")
    cheat = Sitting.objects.get(table=of_table.get(number=3), rank=1).entry_id
    Entry.objects.filter(pk=cheat).update(state="disqualified")
    assert told(cup) == [2, 1]


def test_nothing_is_told_before_the_end(announce: Announce) -> None:
    cup = announce(capacity=8, start="full")
    for one in crowd(8):
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    end_round(cup)
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    turned(cup, 1, -4, 4)
    assert cup.is_live
    assert told(cup) == []
    assert "Best moments" not in read(Client(), f"/tournaments/{cup.key}")


def test_a_tournament_for_those_with_its_address_celebrates_no_move(announce: Announce) -> None:
    cup = played(announce, visibility="link")
    turned(cup, 1, -4, 4)
    assert told(cup) == []


@pytest.mark.parametrize("people", [8, 64])
def test_it_is_one_query_whatever_the_size(announce: Announce, people: int) -> None:
    cup = played(announce, people)
    for table in range(1, people // 4 + 1):
        turned(cup, table, -table, 1)
    with CaptureQueriesContext(connection) as seen:
        found = moments.best(cup)
    assert len(seen) == 1
    assert len(found) == min(3, people // 4)


def test_a_result_that_is_taken_in_costs_one_query_for_what_decided(announce: Announce) -> None:
    cup = announce(capacity=64, start="full")
    for one in crowd(64):
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    end_round(cup)
    with CaptureQueriesContext(connection) as seen:
        tournaments.advance(key=cup.key)
    logs = [one["sql"] for one in seen if "FROM games_move" in one["sql"]]
    assert len(logs) == 16

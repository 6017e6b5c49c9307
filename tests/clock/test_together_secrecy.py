"""Nobody can tell from anything that somebody has left a plan, what is in it, or when."""

import random
from collections.abc import Callable
from datetime import timedelta

import orjson
import pytest
from django.db import connection, transaction

from accounts.models import User
from games import engine, selectors, services
from games.models import Game, OrderList
from games.post.letter_facts import gather
from tests.clock.conftest import Traveller
from tests.clock.test_secrecy import what_is_told
from tests.clock.test_together import Hall, a_plan, plan, sitting, to_round_two, view, work
from tests.games.conftest import OpenTable
from tests.games.redistribution import redistribute

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(traveller: Traveller) -> Hall:
    return Hall(traveller)


def all_told(game: Game, viewer: User | None) -> dict[str, bytes]:
    game.refresh_from_db()
    more = {}
    if viewer is not None and game.chairs.filter(person=viewer).exists():
        matter = gather(game.key, viewer)
        more = {
            "letter": repr((matter.asks, matter.groups, matter.happened, matter.orders)).encode(),
            "turns": orjson.dumps(selectors.turns(viewer=viewer, lang="en")),
            "plan": orjson.dumps(selectors.plan(key=game.key, viewer=viewer, lang="en")),
        }
    row = (game.revision, game.changed_at, game.deadline, game.wakes_at, game.seq, game.asks_all)
    return {**what_is_told(game, viewer), **more, "row": orjson.dumps([str(one) for one in row])}


def in_other_worlds(look: Callable[[], dict[str, bytes]], *changes: Callable[[], object]) -> None:
    """After each of them by itself all is told as it is."""
    told = look()
    for change in changes:
        with transaction.atomic():
            change()
            other = look()
            transaction.set_rollback(True)
        assert {name for name in told if told[name] != other[name]} == set()


@pytest.mark.parametrize("box", engine.SETS)
def test_plans_of_others_are_seen_by_nobody_while_they_are_gathered(
    hall: Hall, open_table: OpenTable, mallory: User, box: str
) -> None:
    game = open_table("alice", "bob", "carol", set=box, together=True)
    alice = User.objects.get(handle="alice")
    rng = random.Random(box)
    for _phase in range(4):
        game.refresh_from_db()
        if not game.asks_all:
            break
        others = [who for who in sitting(game) if who != alice]
        seat = game.chairs.get(person=alice).number
        plans: list[Callable[[], object]] = []
        for who in others:
            plans += [
                lambda who=who: plan(game, who, *a_plan(game, who)),
                lambda who=who: plan(game, who),
                lambda who=who: plan(game, who, *a_plan(game, who), {"do": "wait"}),
            ]
        for viewer, keep in ((alice, seat), (mallory, None)):
            in_other_worlds(
                lambda viewer=viewer: all_told(game, viewer),
                *plans,
                lambda others=others: _all_answer_and_one_takes_it_back(game, others),
                lambda keep=keep: redistribute(game, keep, rng),
            )
        for who in sitting(game):
            plan(game, who, *a_plan(game, who))
        hall.tick(game)


def _all_answer_and_one_takes_it_back(game: Game, others: list[User]) -> None:
    for who in others:
        plan(game, who, *a_plan(game, who))
    services.withdraw_plan(game_key=game.key, person=others[0])


def test_what_a_plan_says_is_told_by_nothing_but_its_moves(
    hall: Hall, open_table: OpenTable
) -> None:
    """The same moves, from plans of different kinds and lengths: others get the same bytes."""
    game = open_table("alice", "bob", "carol", together=True)
    last = sitting(game)[-1]
    watcher = sitting(game)[0]
    for who in sitting(game)[:-1]:
        plan(game, who, *a_plan(game, who))
    card = view(game, last)["yours"]["hand"][0]
    said = {"do": "place", "card": card, "place": "end", "round": 1}
    plain = [said]
    wary = [{**said, "neighbour": ["mine"]}, said, {"do": "wait"}, {"do": "reveal", "card": card}]
    told = []
    for one in (plain, wary):
        with transaction.atomic():
            plan(game, last, *one)
            hall.traveller.wait(minutes=31)
            work(game)
            assert game.seq == 3
            seen = all_told(game, watcher)
            told.append({name: text for name, text in seen.items() if name != "feed"})
            transaction.set_rollback(True)
        hall.traveller.go(minutes=-31)
    assert told[0] == told[1]


def test_the_moment_at_which_a_phase_is_played_tells_nothing_of_who_was_last(
    hall: Hall, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol", together=True)
    people = sitting(game)
    moments = []
    for last in range(3):
        with transaction.atomic():
            for number, who in enumerate(people):
                if number != last:
                    plan(game, who, *a_plan(game, who))
            hall.traveller.wait(minutes=40 + 7 * last)  # all between the same two ticks
            plan(game, people[last], *a_plan(game, people[last]))
            hall.traveller.wait(minutes=20 - 7 * last, seconds=1)
            work(game)
            assert game.seq == 3
            moments.append(game.changed_at - (game.started_at or game.changed_at))
            transaction.set_rollback(True)
        hall.traveller.go(minutes=-60, seconds=-1)
    assert max(moments) - min(moments) <= timedelta(seconds=1)
    assert all(one >= timedelta(minutes=60) for one in moments)


def test_it_cannot_be_told_who_has_answered_and_who_had_said_it_before(
    hall: Hall, open_table: OpenTable
) -> None:
    """Two of three have said what their cards do with the card; one of them looks in again."""
    game = open_table("alice", "bob", "carol", together=True)
    to_round_two(hall, game)
    watcher, *others = sitting(game)
    for who in sitting(game):
        plan(game, who, *a_plan(game, who), {"do": "wait"})
    hall.tick(game)
    began = game.seq
    plan(game, watcher, {"do": "wait"})
    told = []
    for again in (*others, None):
        with transaction.atomic():
            if again is not None:
                plan(game, again, {"do": "wait"})
            hall.traveller.wait(hours=7, minutes=29)
            seen = [all_told(game, watcher)]
            hall.traveller.wait(minutes=61)
            work(game)
            assert game.seq > began
            seen.append(all_told(game, watcher))
            told.append([{what: at[what] for what in at if what != "feed"} for at in seen])
            transaction.set_rollback(True)
        hall.traveller.go(hours=-8, minutes=-30)
    assert told[0] == told[1] == told[2]


def test_lists_of_orders_hold_what_nobody_else_reads(hall: Hall, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol", together=True)
    who = sitting(game)[0]
    plan(game, who, *a_plan(game, who))
    row = OrderList.objects.get(game=game, person=who)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_feed WHERE game_id = %s", [game.pk])
        (before,) = cursor.fetchone()
    plan(game, who)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_feed WHERE game_id = %s", [game.pk])
        assert cursor.fetchone() == (before,)
    assert row.answered_seq == 0

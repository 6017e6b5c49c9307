"""Standing orders at a table: they answer after a while, for their owner, and nobody can tell."""

import itertools
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone, translation

from accounts.models import User
from games import engine, errors, habits, orders, selectors, services
from games.models import Feed, Game, Move, OrderList, OrderUse
from games.orders import Order
from games.pace import PACES
from games.selectors.verifying import verify_games
from games.services.blocks_and_erasure import erase
from notifications.models import Notification
from tests import bounded
from tests.games.conftest import (
    OpenTable,
    decider,
    move_on,
    play_out,
    position,
    till_another_decides,
)
from tests.games.redistribution import redistribute

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]
# After it any order has answered: these tables are all daily ones.
LONGEST = habits.most(PACES["daily"], None)
EVERYTHING: list[Order] = [
    {"do": "wait", "until_round": 6},
    {"do": "choose", "prefer": ["others", "lowest", "end"]},
]


@contextmanager
def later(span: timedelta = LONGEST + timedelta(seconds=1)) -> Iterator[None]:
    with time_machine.travel(timezone.now() + span, tick=False):
        yield


def give(game: Game, who: User, *wanted: Order, **more: Any) -> OrderList:
    return services.give_orders(game_key=game.key, person=who, wanted=wanted, **more)


def work(game: Game) -> None:
    """What a worker does after a move."""
    services.let_bots_move(game_key=game.key)
    services.call(game_key=game.key)


def till_events(game: Game) -> None:
    bound = bounded()
    while next(bound) and position(game).phase == "planning":
        move_on(game)


def called() -> list[str]:
    rows = Notification.objects.filter(kind="your turn").order_by("pk")
    return [row.person.handle for row in rows]


def test_an_order_answers_after_a_pause_and_nobody_is_called(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 2)
    last = decider(game)
    till_events(game)
    who = decider(game)
    give(game, who, *EVERYTHING)
    work(game)
    game.refresh_from_db()
    assert game.seq == 3  # not at once
    assert called() == []
    with later():
        work(game)
    game.refresh_from_db()
    move = Move.objects.get(game=game, seq=4)
    assert (move.move, move.door, move.by) == ("wait", "order", who)
    assert move.at > Move.objects.get(game=game, seq=3).at + timedelta(seconds=1)
    assert OrderUse.objects.get(seq=4).order == EVERYTHING[0]
    assert last is not None


def test_the_moment_is_drawn_once(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    give(game, decider(game), {"do": "place", "card": hand(game)[0], "place": "end", "round": 1})
    before = OrderList.objects.get().due_at
    assert before is not None
    assert timedelta() < before - timezone.now() < LONGEST
    for _ in range(3):
        work(game)
    assert OrderList.objects.get().due_at == before


def test_who_gives_an_order_for_what_is_asked_just_now_is_there(open_table: OpenTable) -> None:
    """By hand they would have answered now, so their order does within a moment."""
    for _ in range(20):
        game = open_table("alice", "bob", "carol")
        place = {"do": "place", "card": hand(game)[0], "place": "end", "round": 1}
        due = give(game, decider(game), place).due_at or OrderList.objects.get(game=game).due_at
        assert due is not None
        assert due - timezone.now() < timedelta(minutes=30)


def test_orders_that_are_left_late_answer_while_there_is_time(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    deadline = timezone.now() + timedelta(seconds=10)
    Game.objects.update(deadline=deadline)
    give(game, decider(game), {"do": "place", "card": hand(game)[0], "place": "end", "round": 1})
    due = OrderList.objects.get().due_at
    assert due is not None
    assert due <= deadline - timedelta(seconds=4)


def hand(game: Game) -> list[str]:
    state = position(game)
    seat = engine.to_move(state)
    return list(engine.view(state, seat)["yours"]["hand"])


def test_several_moves_in_a_row_are_made_like_those_of_one_answer(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(habits, "in_one_go", lambda *_: True)
    game = open_table("alice", "bob", "carol", seats=3, set="alliance")
    rng = random.Random(2)
    for who in list(game.chairs.all()):
        assert who.person is not None
        give(game, who.person, {"do": "reveal"}, {"do": "choose", "prefer": ["others", "lowest"]})
    together = 0
    with later():
        for _ in range(400):
            work(game)
            game.refresh_from_db()
            if game.status == "over":
                break
            if OrderList.objects.filter(due_at__isnull=False, considered_seq=game.seq).exists():
                with later():
                    work(game)
            else:
                move_on(game, 1, rng)
    rows = list(Move.objects.filter(game=game, door="order").order_by("seq"))
    for one, other in itertools.pairwise(rows):
        if other.seq == one.seq + 1 and other.seat == one.seat and one.at == other.at:
            together += 1
    assert together > 0
    assert list(verify_games([game.key])) == [(game.key, [])]


def test_an_order_that_fits_nothing_leaves_the_person_to_be_called(open_table: OpenTable) -> None:
    game = open_table("alice", "alicia", "alison")
    who = till_another_decides(game)
    unmet: Order = {"do": "reveal", "neighbour": ["open", "closed"]}
    give(game, who, unmet)
    assert OrderList.objects.get().due_at is None
    work(game)
    assert called() == [who.handle]
    use = OrderUse.objects.get()
    assert (use.seq, use.why, use.order) == (game.seq, "unmet", unmet)


def test_who_moves_first_wins_the_person_or_their_order(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    till_events(game)
    who = decider(game)
    give(game, who, *EVERYTHING)
    services.play(game_key=game.key, person=who, seq=3, moves=["reveal"], door="api")
    with later():
        assert services.orders_due() == []
        work(game)
    assert Move.objects.get(game=game, seq=4).door == "api"
    assert not Move.objects.filter(door="order").exists()


def test_orders_taken_back_in_the_pause_move_nothing_and_the_person_is_called(
    open_table: OpenTable,
) -> None:
    game = open_table("alice", "alicia", "alison")
    who = till_another_decides(game)
    give(game, who, *EVERYTHING)
    work(game)
    assert called() == []
    services.revoke_orders(game_key=game.key, person=who)
    work(game)
    assert called() == [who.handle]
    with later():
        work(game)
        assert services.orders_due() == []
    assert not Move.objects.filter(door="order").exists()


def test_a_lost_wake_up_loses_no_order(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    mover, then = decider(game), None
    orders_of = [
        chair.person for chair in game.chairs.all() if chair.person and chair.person != mover
    ]
    for who in orders_of:
        card = engine.view(position(game), game.chairs.get(person=who).number)["yours"]["hand"][0]
        give(game, who, {"do": "place", "card": card, "place": "end", "round": 1})
    assert OrderList.objects.filter(due_at__isnull=False).count() == 0
    move_on(game)  # and no worker hears of it
    then = decider(game)
    assert then in orders_of
    with later(timedelta(seconds=20)):
        assert services.uncalled() == [game.key]
        work(game)
        assert services.uncalled() == []  # it is known when it will move
    assert [key for key, _at in services.orders_due(LONGEST * 2)] == [game.key]
    with later(2 * LONGEST):
        assert [key for key, _at in services.orders_due()] == [game.key]
        work(game)
    assert Move.objects.get(game=game, seq=2).door == "order"
    assert called() == []


def test_a_list_is_replaced_added_to_and_taken_back(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", "carol")
    spy: Order = {"do": "choose", "card": "spy", "prefer": ["richest"]}
    assert give(game, alice, *EVERYTHING).revision == 1
    both = give(game, alice, spy, adds=True)
    assert [one["order"] for one in both.orders] == [spy, *EVERYTHING]
    with pytest.raises(errors.OrdersChanged):
        give(game, alice, spy, revision=1)
    with pytest.raises(errors.OrdersChanged):
        services.revoke_orders(game_key=game.key, person=alice, revision=1)
    gone = both.orders[1]["id"]
    left = services.revoke_orders(game_key=game.key, person=alice, ids=[gone], revision=2)
    assert [one["order"] for one in left.orders] == [spy, EVERYTHING[1]]
    with pytest.raises(errors.NotFound):
        services.revoke_orders(game_key=game.key, person=alice, ids=[gone])
    assert give(game, alice).orders == []


def test_what_cannot_be_an_order_changes_nothing(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", "carol")
    bad: list[Any] = [{"do": "wait", "card": "queen"}, {"do": "dance"}, "wait", None]
    for raw in bad:
        with pytest.raises(errors.BadOrder) as refused:
            give(game, alice, EVERYTHING[0], raw)
        assert refused.value.facts["field"].startswith("orders.1")
    with pytest.raises(errors.BadOrder):
        give(game, alice, *[EVERYTHING[0]] * (orders.MOST + 1))
    assert not OrderList.objects.exists()


def test_why_it_cannot_be_an_order_is_said_in_the_askers_language(
    open_table: OpenTable, alice: User
) -> None:
    game = open_table("alice", "bob", "carol")
    dance: Any = {"do": "dance"}
    said = []
    for lang in ("en", "uk"):
        with translation.override(lang), pytest.raises(errors.BadOrder) as refused:
            give(game, alice, dance)
        said.append(refused.value.facts["why"])
    assert said[0].isascii()
    assert not said[1].isascii()


def test_only_who_sits_at_a_running_table_leaves_orders(
    open_table: OpenTable, mallory: User, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    with pytest.raises(errors.NotAtTable):
        give(game, mallory, *EVERYTHING)
    with pytest.raises(errors.NotAtTable):
        selectors.standing_orders(key=game.key, viewer=mallory, lang="en")
    services.resign(game_key=game.key, person=person("bob"))
    with pytest.raises(errors.NotAtTable):
        give(game, person("bob"), *EVERYTHING)
    private = services.create_game(
        person=person("bob"), name="x", set="ablaze", seats=3, join="invitation"
    )
    with pytest.raises(errors.NotFound):
        give(private, mallory, *EVERYTHING)
    with pytest.raises(errors.NotRunning):
        give(private, person("bob"), *EVERYTHING)


def test_a_stand_in_follows_no_orders(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    till_events(game)
    who = decider(game)
    give(game, who, *EVERYTHING)
    services.resign(game_key=game.key, person=who)
    with later():
        assert services.orders_due() != []
        assert not services.obey_orders(game_key=game.key)
        work(game)
    assert set(Move.objects.filter(seq__gt=3).values_list("door", flat=True)) <= {"bot"}


def test_giving_orders_is_nothing_that_others_could_see(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game)
    before = Game.objects.values().get(pk=game.pk), Feed.objects.count()
    give(game, alice, *EVERYTHING)
    services.revoke_orders(game_key=game.key, person=alice)
    assert (Game.objects.values().get(pk=game.pk), Feed.objects.count()) == before


def test_orders_are_shown_as_they_are_meant(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    till_events(game)
    who = decider(game)
    give(game, who, *EVERYTHING, {"do": "choose", "card": "spy", "never": ["seat 1"]})
    shown = selectors.standing_orders(key=game.key, viewer=who, lang="uk")
    assert shown["orders"][0]["says"] == "чекати з усіма картами до раунду 6"
    says = shown["orders"][0]["says"]
    assert shown["now"] == {"move": "wait", "data": {"do": "wait"}, "by": says, "why": None}
    assert shown["due_at"] is not None
    with later():
        work(game)
    shown = selectors.standing_orders(key=game.key, viewer=who, lang="en")
    assert shown["uses"][0]["move"] == "wait"
    assert shown["uses"][0]["says"] == "wait with everything until round 6"


def test_a_proposal_says_what_it_would_do_and_does_nothing(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    till_events(game)
    who = decider(game)
    proposed = give(game, who, {"do": "reveal"}, dry_run=True).orders
    shown = selectors.standing_orders(key=game.key, viewer=who, lang="en", proposed=proposed)
    assert shown["now"]["move"] == "reveal"
    assert not OrderList.objects.exists()


def test_who_is_erased_leaves_no_orders(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", "carol")
    give(game, alice, *EVERYTHING)
    erase(alice)
    assert not OrderList.objects.exists()


@pytest.mark.parametrize("box", ["oriflamme", "alliance"])
def test_a_whole_game_where_one_seat_plays_by_orders_as_far_as_they_go(
    open_table: OpenTable, alice: User, box: str
) -> None:
    game = open_table("alice", "bob", "carol", set=box)
    rng = random.Random(box)
    asked = 0
    for _ in range(500):
        game.refresh_from_db()
        if game.status == "over":
            break
        work(game)
        with later():
            work(game)
        game.refresh_from_db()
        if game.status == "over":
            break
        if decider(game) == alice:
            asked += 1
        if decider(game) == alice and position(game).phase == "planning":
            move_on(game, 1, rng)
            if position(game).phase == "planning" or decider(game) != alice:
                now = position(game).round
                services.give_orders(
                    game_key=game.key,
                    person=alice,
                    wanted=[
                        {"do": "wait", "from_round": now, "until_round": now + 1},
                        {"do": "choose", "prefer": ["others", "richest"], "never": ["mine"]},
                    ],
                )
        elif OrderList.objects.filter(considered_seq=game.seq, due_at__isnull=False).exists():
            continue
        else:
            move_on(game, 1, rng)
    assert game.status == "over"
    by_order = Move.objects.filter(game=game, door="order")
    # How many depends on the deal: eight or so, and never next to none.
    assert by_order.count() >= 3
    assert set(by_order.values_list("by", flat=True)) == {alice.pk}
    assert OrderUse.objects.filter(person=alice, why="").count() == by_order.count()
    assert asked > 5
    assert list(verify_games([game.key])) == [(game.key, [])]


def test_the_door_is_the_owners_to_know_also_at_the_end(
    open_table: OpenTable, alice: User, person: Cast, mallory: User
) -> None:
    game = open_table("alice", "bob", "carol")
    play_out(game)
    for viewer in (mallory, None):
        log = selectors.log(key=game.key, viewer=viewer, lang="en")
        assert {entry["door"] for entry in log} == {None}
        assert all(entry["move"] is not None for entry in log)
    seat = game.chairs.get(person=alice).number
    for entry in selectors.log(key=game.key, viewer=alice, lang="en"):
        assert (entry["door"] == "api") == (entry["seat"] == seat)


@pytest.mark.parametrize("box", ["oriflamme", "mixed"])
def test_cards_that_the_owner_cannot_know_change_nothing_of_what_orders_do(
    open_table: OpenTable, box: str
) -> None:
    game = open_table("alice", "bob", "carol", set=box)
    rng = random.Random(box)
    compared = 0
    bound = bounded()
    while next(bound) and game.status == "running":
        move_on(game, 1, rng)
        game.refresh_from_db()
        state = position(game)
        if state.phase != "events" or state.round == 6 or rng.random() > 0.3:
            continue
        who, seat = decider(game), game.to_move
        wanted: list[Order] = [{"do": "reveal", "neighbour": ["open"]}, *EVERYTHING]
        outcomes = []
        for dealt_otherwise in (False, True):
            with transaction.atomic():
                if dealt_otherwise:
                    redistribute(game, seat, rng)
                give(game, who, *wanted)
                shown = selectors.standing_orders(key=game.key, viewer=who, lang="it")
                with later():
                    services.obey_orders(game_key=game.key)
                # What comes to light of others' cards after a move may differ; the moves may not.
                made = Move.objects.filter(game=game, seq__gt=game.seq).order_by("seq")
                first = made.values_list("move", "door").first()
                ids = [one.pop("id") for one in shown["orders"]]
                assert len(ids) == len(wanted)
                pending = shown.pop("due_at") is not None
                for use in shown["uses"]:
                    del use["at"]  # when it was noted, which the clock of this test tells
                outcomes.append((shown, pending, first))
                transaction.set_rollback(True)
        assert outcomes[0] == outcomes[1]
        compared += outcomes[0][1]
    assert compared > 0

"""An order, its owner's own move and their taking it back, all at once: one thing happens."""

from collections import Counter

import pytest
from django.utils import timezone

from games import services
from games.models import Feed, Game, Move, OrderList, OrderUse
from tests.games.conftest import OpenTable, decider, position
from tests.games.test_races import Attempt, a_move, all_is_well, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def due_now(open_table: OpenTable) -> Game:
    """A table whose decider's order is due at this moment."""
    game = open_table("alice", "bob", "carol")
    who, card = decider(game), position(game).hands[position(game).first][0]
    placing = {"do": "place", "card": card, "place": "end", "round": 1}
    services.give_orders(game_key=game.key, person=who, wanted=[placing])
    assert OrderList.objects.filter(due_at__isnull=False).update(due_at=timezone.now()) == 1
    return game


def obeying(game: Game) -> Attempt:
    return lambda: services.obey_orders(game_key=game.key)


@pytest.mark.parametrize("again", range(12))
def test_the_order_and_the_person_move_once_between_them(open_table: OpenTable, again: int) -> None:
    game = due_now(open_table)
    who = decider(game)
    card = position(game).hands[position(game).first][-1]
    attempts = [a_move(game, who, f"place {card} end"), obeying(game), obeying(game)]
    outcomes = at_once(*attempts[again % 3 :], *attempts[: again % 3])
    assert Counter(outcomes)["done"] >= 2  # an order that comes too late is content
    (move,) = Move.objects.filter(game=game, seq__gt=0)
    assert Counter(outcomes) == ({"done": 3} if move.door == "api" else {"done": 2, "stale": 1})
    assert OrderUse.objects.filter(why="").count() == (move.door == "order")
    assert Feed.objects.filter(game=game, kind="moved").count() == 1
    all_is_well()


@pytest.mark.parametrize("again", range(6))
def test_what_is_taken_back_moves_nothing_afterwards(open_table: OpenTable, again: int) -> None:
    game = due_now(open_table)
    who = decider(game)
    attempts: list[Attempt] = [
        lambda: services.revoke_orders(game_key=game.key, person=who),
        obeying(game),
    ]
    assert at_once(*attempts[:: 1 if again % 2 else -1]) == ["done", "done"]
    made = Move.objects.filter(game=game, seq__gt=0).count()
    assert made in {0, 1}
    assert OrderList.objects.get().orders == []
    services.obey_orders(game_key=game.key)
    assert Move.objects.filter(game=game, seq__gt=0).count() == made
    all_is_well()

"""Standing orders by mail: lines beside moves; the answer says how they were understood."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import services
from games.models import Game, Move, OrderList
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on, position, till_another_decides
from tests.post.posting import call_all, post_reply, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


def left_by(who: User) -> list[object]:
    return [one["order"] for one in OrderList.objects.get(person=who).orders]


def first_hand(game: Game) -> list[str]:
    state = position(game)
    assert game.to_move is not None
    return list(state.hands[game.to_move])


def test_a_round_in_one_mail(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    card = first_hand(game)[0]
    text = (
        f"place {card} end\nwait with everything this round\n"
        "Every choice: never mine, prefer open\nask me if I was attacked\n\nBest,\nA."
    )
    letter = post_reply(game, who, text)
    assert letter is not None
    assert "Your move is made" in letter.body
    for says in ("wait with everything in round 1", "prefer open; never mine", "ask me if I was"):
        assert says in letter.body
    assert Move.objects.get(game=game, seq=1).move == f"place {card} end"
    assert left_by(who) == [
        {"do": "wait", "from_round": 1, "until_round": 2},
        {"do": "choose", "prefer": ["open"], "never": ["mine"]},
        {"do": "ask", "if": ["attacked"]},
    ]


@pytest.mark.parametrize(
    ("player", "line", "answer"),
    [
        ("bob", "чекати з усіма картами у цьому раунді", "чекати з усіма картами у раунді 1"),
        ("carol", "ждать со всеми картами до раунда 3", "ждать со всеми картами до раунда 3"),
        ("dave", "aspetta con tutto fino al round 3", "aspetta con tutto fino al round 3"),
    ],
)
def test_orders_in_the_language_of_the_player(
    tables: OpenTable, player: str, line: str, answer: str
) -> None:
    game = tables(player, "alicia", "alison")
    who = User.objects.get(handle=player)
    letter = post_reply(game, who, line)
    assert letter is not None
    assert f"– {answer}" in letter.body
    assert len(left_by(who)) == 1


def test_half_an_order_does_nothing_at_all(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    card = first_hand(game)[0]
    letter = post_reply(game, who, f"place {card} end\nwait with everything until the moon")
    assert letter is not None
    assert "could not be understood" in letter.body
    assert not OrderList.objects.exists()
    assert not Move.objects.filter(game=game, seq=1).exists()


def test_an_order_that_cannot_be_takes_the_moves_with_it(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    card = first_hand(game)[0]
    letter = post_reply(game, who, f"place {card} end\nwait with Queen")
    assert letter is not None
    assert "no such card" in letter.body
    assert not OrderList.objects.exists()
    assert not Move.objects.filter(game=game, seq=1).exists()


def test_new_orders_come_first_and_no_orders_takes_all_back(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    post_reply(game, who, "wait with everything until round 5")
    post_reply(game, who, "reveal Soldier")
    assert [order["do"] for order in left_by(who)] == ["reveal", "wait"]  # type: ignore[index]
    post_reply(game, who, "no orders\nwait with Soldier")
    assert left_by(who) == [{"do": "wait", "card": "soldier"}]
    letter = post_reply(game, who, "no orders")
    assert letter is not None
    assert "taken back" in letter.body
    assert left_by(who) == []


def test_a_letter_whose_position_has_passed_gives_no_orders_but_takes_them_back(
    tables: OpenTable,
) -> None:
    """It says itself that it holds the right to decide until the next move."""
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    post_reply(game, who, "wait with Soldier")
    move_on(game)
    letter = post_reply(game, who, "wait with everything until round 4", seq=0)
    assert letter is not None
    assert "Somebody has moved since" in letter.body
    assert len(left_by(who)) == 1
    assert post_reply(game, who, "no orders", seq=0) is not None
    assert left_by(who) == []


def test_the_next_letter_tells_what_orders_did(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = till_another_decides(game)
    services.give_orders(
        game_key=game.key,
        person=who,
        wanted=[{"do": "wait", "until_round": 6}, {"do": "ask", "if": ["attacked"]}],
    )
    call_all()
    assert sent("your turn") is None
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        services.call(game_key=game.key)
        services.revoke_orders(game_key=game.key, person=who)
        bound = bounded()
        while next(bound) and decider(game) != who:
            move_on(game)
        call_all()
        letter = sent("your turn")
    assert letter is not None
    assert letter.to == [who.email]
    assert "(by your standing order)" in letter.body


def test_the_letter_says_which_order_stopped_and_why(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = till_another_decides(game)
    services.give_orders(
        game_key=game.key,
        person=who,
        wanted=[{"do": "reveal", "neighbour": ["open", "closed"]}, {"do": "wait", "from_round": 6}],
    )
    call_all()
    letter = sent("your turn")
    assert letter is not None
    assert letter.to == [who.email]
    assert "“reveal everything if a neighbour is open and closed” – its condition" in letter.body
    assert " - wait with everything from round 6" in letter.body


def test_who_hides_their_cards_reads_no_orders_in_letters(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = decider(game)
    post_reply(game, who, "hide cards")
    letter = post_reply(game, who, "wait with Soldier")
    assert letter is not None
    assert "are noted" in letter.body
    assert "Soldier" not in letter.body
    letter = post_reply(game, who, "status")
    assert letter is not None
    assert "Soldier" not in letter.body

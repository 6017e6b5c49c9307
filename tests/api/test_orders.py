"""Standing orders by API: data or words, shown as they are meant, one's own alone."""

from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.models import Game, Move, OrderList
from tests.api.conftest import ApiClient, ClientOf, SeatParty
from tests.clock.test_together import work
from tests.games.conftest import position

pytestmark = pytest.mark.django_db

WAIT = {"do": "wait", "card": "ambush", "until_round": 4}


@pytest.fixture
def alice_at(party: SeatParty) -> tuple[str, ApiClient]:
    table = party(3)
    return f"games/{table.key}/orders", table.at[0]


def test_orders_are_left_read_and_taken_back(alice_at: tuple[str, ApiClient]) -> None:
    path, alice = alice_at
    assert alice.get(path).json()["orders"] == []
    left = alice.post(path, {"orders": [WAIT]})
    assert left.status_code == 200
    (order,) = left.json()["orders"]
    assert order["order"] == WAIT
    assert order["says"] == "wait with Ambush until round 4"
    assert order["in_force"]
    more = alice.post(path, {"text": "spy: the richest\n\nask me if I was attacked"}).json()
    assert [one["order"]["do"] for one in more["orders"]] == ["choose", "ask", "wait"]
    gone = alice.delete(f"{path}/{order['id']}").json()
    assert [one["order"]["do"] for one in gone["orders"]] == ["choose", "ask"]
    assert alice.delete(f"{path}/{order['id']}").status_code == 404
    assert alice.delete(path).json()["orders"] == []


def test_a_dry_run_says_how_it_is_understood_and_what_it_would_do(party: SeatParty) -> None:
    table = party(3)
    game = Game.objects.get(key=table.key)
    assert game.to_move is not None
    first = table.at[game.to_move]
    hand = first.get(f"games/{table.key}").json()["yours"]["hand"]
    words = f"покласти {hand[0]} у кінець у раунді 1"
    asked = {"text": words, "dry_run": True}
    shown = first.ask("POST", f"games/{table.key}/orders", asked, Accept_Language="it").json()
    assert shown["dry_run"]
    assert shown["now"]["move"] == f"place {hand[0]} end"
    assert shown["now"]["by"].startswith("gioca «")
    assert shown["orders"][0]["id"] is None
    assert not OrderList.objects.exists()


def test_two_windows_do_not_overwrite_one_another(alice_at: tuple[str, ApiClient]) -> None:
    path, alice = alice_at
    assert alice.ask("PUT", path, {"orders": [WAIT], "revision": 0}).json()["revision"] == 1
    late = alice.ask("PUT", path, {"orders": [], "revision": 0})
    assert (late.status_code, late.json()["code"], late.json()["revision"]) == (
        409,
        "orders_changed",
        1,
    )
    assert len(alice.get(path).json()["orders"]) == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"orders": [WAIT, {"do": "wait", "card": "queen"}]}, "orders.1.card"),
        ({"orders": ["wait"]}, "orders.0"),
        ({"orders": [{"do": "wait", "until_round": 99}]}, "orders.0.until_round"),
        ({"text": "wait with Ambush\nwait with the wind"}, "orders.1"),
        ({"text": "wait with Ambush until round 1"}, "orders.0"),
    ],
)
def test_what_is_no_order_is_refused_kindly(
    alice_at: tuple[str, ApiClient], body: dict[str, Any], field: str
) -> None:
    path, alice = alice_at
    refused = alice.post(path, body)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_order")
    (error,) = refused.json()["errors"]
    assert error["field"] == field
    assert error["detail"] == refused.json()["detail"] != ""
    assert not OrderList.objects.exists()


def test_nobody_sees_another_s_orders(
    alice_at: tuple[str, ApiClient], client_of: ClientOf, stranger: ApiClient
) -> None:
    path, alice = alice_at
    (order,) = alice.post(path, {"orders": [WAIT]}).json()["orders"]
    mallory = client_of("mallory")
    assert mallory.get(path).status_code == 403
    assert stranger.get(path).status_code == 401
    assert mallory.delete(f"{path}/{order['id']}").status_code == 403
    table = path.removesuffix("/orders")
    for client in (mallory, stranger):
        assert b"order" not in client.get(table).content
    assert len(alice.get(path).json()["orders"]) == 1


def test_an_order_s_move_is_marked_in_its_owner_s_log_alone(party: SeatParty) -> None:
    table = party(3)
    game = Game.objects.get(key=table.key)
    assert game.to_move is not None
    first = table.at[game.to_move]
    hand = first.get(f"games/{table.key}").json()["yours"]["hand"]
    place = {"do": "place", "card": hand[0], "place": "end", "round": 1}
    left = first.post(f"games/{table.key}/orders", {"orders": [place]}).json()
    assert left["due_at"] is not None
    OrderList.objects.update(due_at=game.changed_at)
    from games import services

    assert services.obey_orders(game_key=table.key)
    assert Move.objects.get(game=game, seq=1).door == "order"
    for seat, client in table.at.items():
        (entry,) = client.get(f"games/{table.key}/log?since=0").json()
        assert entry["door"] == ("order" if seat == game.to_move else None)
    assert (
        first.get(f"games/{table.key}/orders").json()["uses"][0]["move"] == f"place {hand[0]} end"
    )


@pytest.mark.parametrize(
    ("lang", "why"),
    [("en", "your next card"), ("uk", "наступної карти"), ("ru", "следующей"), ("it", "prossima")],
)
def test_a_plan_for_a_card_after_the_next_is_refused_and_says_where(
    party: SeatParty, lang: str, why: str
) -> None:
    table = party(3, together=True)
    path = f"games/{table.key}/plan"

    def put(who: ApiClient, *rounds: int) -> Any:
        card = who.get(f"games/{table.key}").json()["yours"]["hand"][-1]
        wanted = [{"do": "place", "card": card, "place": "end", "round": n} for n in rounds]
        return who.ask("PUT", path, {"orders": [*wanted, {"do": "wait"}]}, Accept_Language=lang)

    def must_refuse(answer: Any, field: str) -> None:
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_order")
        (error,) = answer.json()["errors"]
        assert error["field"] == field
        assert why in error["detail"]

    def play_half() -> None:
        Game.objects.filter(key=table.key).update(wakes_at=timezone.now())
        services.sweep()
        work(Game.objects.get(key=table.key))

    alice = table.at[0]
    must_refuse(put(alice, 1, 2), "orders.1.round")
    for who in table.at.values():
        assert put(who, 1).status_code == 200
    play_half()
    play_half()
    for who in table.at.values():
        assert put(who, 2).status_code == 200
    play_half()
    game = Game.objects.get(key=table.key)
    state = position(game)
    assert (state.round, state.phase, game.asks_all) == (2, "events", True)
    must_refuse(put(alice, 4), "orders.0.round")
    assert put(alice, 3).status_code == 200

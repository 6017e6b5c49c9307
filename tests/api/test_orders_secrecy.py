"""An order and the same answer by hand are one and the same to everybody else, byte for byte."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import orjson
import pytest
import time_machine
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import engine, habits, services
from games.models import Feed, Game, Move, OrderList
from games.orders import Order
from games.selectors import news
from games.selectors.feed import Cursor, Happening
from oriflamme_site.rest import throttling
from tests import bounded
from tests.api.conftest import ApiClient, ClientOf, Party, SeatParty, lasting

pytestmark = pytest.mark.django_db

ORDERS: list[Order] = [
    {"do": "reveal"},
    {"do": "wait"},
    {"do": "choose", "prefer": ["others", "take", "stay", "gain", "end", "lowest"]},
]
# Tried by everybody at any time: nonsense, moves of other questions, cards one may not have.
TRIES = ("dance", "wait", "reveal", "eliminate 1", "steal 2", "place spy end", "swap prince")
READS = ("", "/log", "/timeline", "/talk", "/record", "/deal", "?at=1", "/invitations")
LISTS = ("games?list=running", "games?list=mine", "me/turns", "me/unread")


def everything(table: Party, client: ApiClient, person: int | None) -> dict[str, Any]:
    """All that one program can be answered: bytes, status, and what the headers say of it."""
    seq = Game.objects.get(key=table.key).seq
    answers = {path: client.get(f"games/{table.key}{path}") for path in READS}
    answers |= {path: client.get(path) for path in LISTS}
    for move in TRIES:
        asked = {"seq": seq, "moves": [move], "dry_run": True}
        answers[f"try {move}"] = client.post(f"games/{table.key}/moves", asked)
    late = {"seq": max(0, seq - 1), "moves": ["wait"]}
    answers["too late"] = client.post(f"games/{table.key}/moves", late)
    told: dict[str, Any] = {
        name: (answer.status_code, lasting(answer), answer.get("ETag"), len(answer.content))
        for name, answer in answers.items()
    }
    # In a test's own transaction no row of the feed is settled, so it is read past the stream.
    told["events"] = orjson.dumps(list(_news(table, person)))
    return told


def _news(table: Party, person: int | None) -> Iterator[Any]:
    rows = Feed.objects.filter(game__key=table.key).order_by("id")
    happened = [
        Happening(Cursor(1, n, row.at), row.game_id, table.key, row.kind, row.ref, row.person_id)
        for n, row in enumerate(rows)
    ]
    at = news.tables_of(happened)[happened[0].game_id]
    heard = [one for one in happened if news.concerns(one, at, person, at_any_table=False)]
    for one in news.tell(heard, at, person, "en"):
        yield one.kind, one.data


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def placing(game: Game) -> Order:
    state = engine.load(game.state.reveal())
    card = engine.view(state, game.to_move)["yours"]["hand"][0]
    return {"do": "place", "card": card, "place": "end", "round": state.round}


def seen_by_others(
    table: Party, but: int, mallory: ApiClient, stranger: ApiClient
) -> dict[Any, dict[str, Any]]:
    seen = {}
    for seat, client in table.at.items():
        if seat != but:
            throttling.forget()
            person = Game.objects.get(key=table.key).chairs.get(number=seat).person_id
            seen[seat] = everything(table, client, person)
    throttling.forget()
    return seen | {
        "spectator": everything(table, mallory, None),
        "stranger": everything(table, stranger, None),
    }


@pytest.mark.parametrize("box", ["oriflamme", "alliance"])
def test_others_cannot_tell_an_order_from_an_answer(
    party: SeatParty,
    client_of: ClientOf,
    stranger: ApiClient,
    monkeypatch: pytest.MonkeyPatch,
    box: str,
) -> None:
    monkeypatch.setattr(habits, "in_one_go", lambda *_: True)
    # All is asked at one frozen moment, and Redis counts what an address asks in a minute.
    monkeypatch.setitem(settings.API_LIMITS, "address", 100_000)
    rng = random.Random(box)
    table = party(3, set=box, talk="full")
    mallory = client_of("mallory")
    game = Game.objects.get(key=table.key)
    compared = several = ended = 0
    moves: list[str] = []
    bound = bounded()
    while next(bound) and game.status == "running":
        seat, seq = game.to_move, game.seq
        assert seat is not None
        who = game.chairs.get(number=seat).person
        assert who is not None
        answer: list[str] = []
        state = engine.load(game.state.reveal())
        last = state.round == 6 and state.cursor >= len(state.row) - 1 and state.phase == "events"
        if rng.random() < 0.1 or last:
            wanted = [placing(game)] if state.phase == "planning" else ORDERS
            then = timezone.now() + timedelta(days=2)
            with undone():
                services.give_orders(game_key=game.key, person=who, wanted=wanted)
                due = OrderList.objects.get(game=game, person=who).due_at
                with time_machine.travel(then, tick=False):
                    assert services.obey_orders(game_key=game.key) == (due is not None)
                    made = Move.objects.filter(game=game, seq__gt=seq).order_by("seq")
                    answer = list(made.values_list("move", flat=True))
                    assert set(made.values_list("door", flat=True)) <= {"order"}
                    by_order = seen_by_others(table, seat, mallory, stranger) if answer else {}
            if answer:
                with undone(), time_machine.travel(then, tick=False):
                    services.play(
                        game_key=game.key, person=who, seq=seq, moves=answer, door="mail_reply"
                    )
                    ended += Game.objects.get(pk=game.pk).status == "over"
                    assert seen_by_others(table, seat, mallory, stranger) == by_order
                compared += 1
                several += len(answer) > 1
        moves = [rng.choice(engine.legal_moves(state))]
        services.play(game_key=game.key, person=who, seq=seq, moves=moves, door="api")
        game.refresh_from_db()
    assert compared > 2
    assert ended + several > 0


def test_times_are_told_to_the_minute(party: SeatParty) -> None:
    table = party(3)
    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=17)):
        table.move(random.Random(3))
    client = table.clients[0]
    told = [
        client.get(f"games/{table.key}").json()["changed_at"],
        client.get(f"games/{table.key}/log?since=0").json()[0]["at"],
        client.get(f"games/{table.key}/timeline?since=0").json()[0]["at"],
    ]
    assert {at[16:].rstrip("Z").replace("+00:00", "") for at in told} == {":00"}

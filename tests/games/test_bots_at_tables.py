"""When and where bots of the house move: quick ones at once, thinking ones in their own queue."""

import json
import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games import bots, engine, services
from games.bots import search
from games.models import Game, Move
from games.services import telling
from notifications.services import waking
from oriflamme_site import commands, gauges
from oriflamme_site.celery import app
from tests import bounded
from tests.games.conftest import OpenTable, decider, position

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _owls_are_brief(monkeypatch: pytest.MonkeyPatch) -> None:
    brief = partial(search.choose, budget=search.Budget(games=1))
    monkeypatch.setitem(bots.BOTS, "owl", brief)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games for which somebody was asked to think."""
    keys: list[str] = []
    monkeypatch.setattr(telling, "wake_thinkers", lambda key, **_to_plan: keys.append(key))
    return keys


def bots_turn(person: User, bot: str) -> Game:
    """A game in which a bot decides now."""
    bound = bounded()
    while True:
        next(bound)
        game = services.practise(person=person, set="oriflamme", seats=3, bot=bot)
        game.refresh_from_db()
        if game.chairs.get(number=game.to_move).bot:
            return game
        services.resign(game_key=game.key, person=person)


def test_a_quick_bot_moves_at_once(alice: User, asked: list[str]) -> None:
    game = bots_turn(alice, "careful")
    assert services.let_bots_move(game_key=game.key) in {1, 2}
    game.refresh_from_db()
    assert game.chairs.get(number=game.to_move).person == alice
    assert asked == []


def test_a_bot_that_thinks_is_left_to_those_with_time(alice: User, asked: list[str]) -> None:
    game = bots_turn(alice, "owl")
    assert services.let_bots_move(game_key=game.key) == 0
    assert asked == [game.key]
    assert services.let_bot_think(game_key=game.key)
    assert Move.objects.filter(game=game, door="bot").count() == 1
    bound = bounded()
    while next(bound) and services.let_bot_think(game_key=game.key):
        pass
    game.refresh_from_db()
    assert game.chairs.get(number=game.to_move).person == alice


@pytest.mark.parametrize(
    "play", [services.play_and_let_answer, partial(services.play, door="api")], ids=["page", "api"]
)
def test_a_decision_wakes_whoever_is_next_and_not_who_decides_again(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch, play: Callable[..., object]
) -> None:
    game, woken = open_table("alice", "bob", "carol"), list[str]()
    monkeypatch.setattr(telling, "wake_bots", woken.append)
    who, bound = decider(game), bounded()
    while next(bound) and decider(game) == who:
        assert woken == []
        move = engine.legal_moves(position(game))[0]
        play(game_key=game.key, person=who, seq=game.seq, moves=[move])
    assert woken == [game.key]


def test_after_a_thought_whoever_is_next_waits_in_the_queue(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, woken = bots_turn(alice, "owl"), list[str]()
    monkeypatch.setattr(telling, "wake_bots", woken.append)
    assert services.let_bot_think(game_key=game.key)
    assert woken == [game.key]


def test_a_lost_thought_is_asked_for_again(alice: User, asked: list[str]) -> None:
    game = bots_turn(alice, "owl")
    assert services.bots_waiting() == []
    Game.objects.filter(pk=game.pk).update(changed_at=game.changed_at - timedelta(minutes=1))
    for key in services.bots_waiting():
        services.let_bots_move(game_key=key)
    assert asked == [game.key]


def test_whoever_was_faster_while_a_bot_thought_has_moved(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bots_turn(alice, "owl")

    def thinks_too_long(view: engine.View, rng: random.Random) -> str:
        monkeypatch.undo()
        monkeypatch.setattr(telling, "_ask_worker", lambda *_asked, **_options: None)
        services.play(
            game_key=game.key, seat=view["you"], seq=0, moves=view["question"]["moves"][:1],
            door="bot", wake=False,
        )  # fmt: skip
        return str(view["question"]["moves"][-1])

    monkeypatch.setitem(bots.BOTS, "owl", thinks_too_long)
    assert not services.let_bot_think(game_key=game.key)
    assert Move.objects.filter(game=game).count() == 2  # the deal, and the faster one's


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_while_a_bot_thinks_about_its_view(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bots_turn(alice, "owl")
    inside: list[bool] = []
    seen = engine.view(engine.load(game.state.reveal()), game.to_move)

    def looks(view: engine.View, rng: random.Random) -> str:
        inside.append(connection.in_atomic_block)
        assert json.dumps(view) == json.dumps(seen)
        return str(view["question"]["moves"][0])

    monkeypatch.setitem(bots.BOTS, "owl", looks)
    services.let_bot_think(game_key=game.key)
    assert inside == [False]


def test_thinking_has_a_queue_and_a_worker_of_its_own() -> None:
    def queue(task: str) -> str:
        return str(app.amqp.router.route({}, task)["queue"].name)

    def queues(argv: list[str]) -> str:
        return argv[argv.index("--queues") + 1]

    assert queue("games.tasks.let_bot_think") == "bots"
    assert queue("games.tasks.let_bots_move") == "soon"
    assert queues(commands.worker()) == "soon,later"
    assert queues(commands.thinker()) == "bots"


def test_one_machine_thinks_last_and_has_a_hand_free() -> None:
    argv = commands.small_worker("x")
    assert argv[argv.index("--queues") + 1] == "soon,later,bots"
    assert int(argv[argv.index("--concurrency") + 1]) >= 2


def test_whoever_has_time_to_think_is_asked_once_it_is_committed(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        telling, "_ask_worker", lambda *keys, task, **_options: asked.append((*keys, task))
    )
    with django_capture_on_commit_callbacks(execute=True):
        telling.wake_thinkers("a")
        assert asked == []
    assert asked == [("a", "games.tasks.let_bot_think")]


def test_a_plan_is_thought_about_when_no_decision_waits() -> None:
    """By the broker itself: fifty tables whose rounds begin at once keep no table waiting."""
    task = "games.tasks.let_bot_think"
    plans = [f"plans {n}" for n in range(3)]
    for key in plans:
        waking.ask(task, key, priority=waking.AT_LEISURE, queue="bots")
    waking.ask(task, "decides", queue="bots")
    assert gauges.client.llen(gauges.PLANS) == len(plans)
    with app.connection_for_read() as broker, broker.SimpleQueue("bots") as queue:
        taken = [queue.get(block=False) for _message in range(4)]
        for message in taken:
            message.ack()
    assert [message.payload[0][0] for message in taken] == ["decides", *plans]


def test_thinkers_are_asked_for_plans_at_leisure(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[dict[str, object]] = []
    monkeypatch.setattr(telling, "_ask_worker", lambda *_keys, **options: asked.append(options))
    with django_capture_on_commit_callbacks(execute=True):
        telling.wake_thinkers("a")
        telling.wake_thinkers("a", to_plan=True)
    decides, plans = asked
    assert "priority" not in decides
    assert plans["priority"] == waking.AT_LEISURE
    # Fifty tables at fourteen seconds a thought.
    assert plans["good_for"] >= 50 * 14

"""What comes at the same moment, over connections and threads of its own: one thing happens."""

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from games import engine, errors, services
from games.models import Feed, Game, IdempotentAnswer, Move
from games.selectors.verifying import verify_games
from tests import bounded
from tests.games.conftest import OpenTable, decider, position
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

Cast = Callable[[str], User]
Attempt = Callable[[], Any]


def at_once(*attempts: Attempt) -> list[str]:
    """Run all at the same moment; for each "done", or the code of its refusal."""
    together = threading.Barrier(len(attempts), timeout=PATIENCE)
    outcomes: list[str] = [""] * len(attempts)

    def run(number: int, attempt: Attempt) -> None:
        try:
            connection.ensure_connection()
            together.wait()
            attempt()
            outcomes[number] = "done"
        except errors.Refusal as refused:
            outcomes[number] = refused.code
        except Exception as error:
            outcomes[number] = repr(error)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=run, args=(number, attempt))
        for number, attempt in enumerate(attempts)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return outcomes


def a_move(game: Game, person: User, move: str) -> Attempt:
    return lambda: services.play(
        game_key=game.key, person=person, seq=game.seq, moves=[move], door="api"
    )


def all_is_well() -> None:
    assert [faults for _key, faults in verify_games() if faults] == []


@pytest.mark.parametrize("again", range(3))
def test_fifty_same_moves_are_one(open_table: OpenTable, again: int) -> None:
    game = open_table("alice", "bob", "carol")
    move = engine.legal_moves(position(game))[again]
    outcomes = at_once(*[a_move(game, decider(game), move)] * 50)
    assert Counter(outcomes) == {"done": 1, "stale": 49}
    assert Move.objects.filter(game=game).count() == 2
    assert Feed.objects.filter(game=game, kind="moved").count() == 1
    all_is_well()


@pytest.mark.parametrize("again", range(3))
def test_fifty_retries_with_one_key_are_answered_alike(open_table: OpenTable, again: int) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    move = engine.legal_moves(position(game))[again]
    answers = []

    def act() -> tuple[int, bytes]:
        played = services.play(game_key=game.key, person=who, seq=0, moves=[move], door="api")
        return 200, b"%d" % played.seq

    def attempt() -> None:
        answers.append(services.answer_once(person=who, key="k", digest=b"d" * 32, act=act))

    assert at_once(*[attempt] * 50) == ["done"] * 50
    assert answers == [(200, b"1")] * 50
    assert Move.objects.filter(game=game).count() == 2
    assert IdempotentAnswer.objects.count() == 1


@pytest.mark.parametrize("again", range(8))
def test_of_two_moves_with_one_seq_one_wins(open_table: OpenTable, again: int) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    one, *_, other = engine.legal_moves(position(game))
    outcomes = at_once(a_move(game, who, one), a_move(game, who, other))
    assert sorted(outcomes) == ["done", "stale"]
    made = Move.objects.get(game=game, seq=1).move
    assert made == (one if outcomes[0] == "done" else other)
    all_is_well()


@pytest.mark.parametrize("again", range(5))
def test_ten_want_the_last_seat(open_table: OpenTable, again: int) -> None:
    game = open_table("alice", "bob", seats=3)
    crowd = [User.objects.create_user(f"guest{number}") for number in range(10)]
    outcomes = at_once(
        *[lambda guest=guest: services.join(game_key=game.key, person=guest) for guest in crowd]
    )
    assert Counter(outcomes) == {"done": 1, "not_gathering": 9}
    game.refresh_from_db()
    assert (game.status, game.chairs.count()) == ("running", 3)
    all_is_well()


@pytest.mark.parametrize("again", range(8))
def test_a_start_meets_a_leaving(open_table: OpenTable, person: Cast, again: int) -> None:
    game = open_table("alice", "bob", "carol", seats=4, start="creator")
    outcomes = at_once(
        lambda: services.start(game_key=game.key, person=person("alice")),
        lambda: services.leave(game_key=game.key, person=person("carol")),
    )
    game.refresh_from_db()
    if game.status == "running":
        assert outcomes == ["done", "not_gathering"]
        assert game.chairs.count() == 3
    else:
        assert outcomes == ["too_few", "done"]
        assert game.chairs.count() == 2
    all_is_well()


@pytest.mark.parametrize("again", range(8))
def test_a_start_meets_a_cancel(open_table: OpenTable, person: Cast, again: int) -> None:
    game = open_table("alice", "bob", "carol", seats=4, start="creator")
    outcomes = at_once(
        lambda: services.start(game_key=game.key, person=person("alice")),
        lambda: services.cancel(game_key=game.key, person=person("alice")),
    )
    assert sorted(outcomes) == ["done", "not_gathering"]
    game.refresh_from_db()
    assert game.status == ("running" if outcomes[0] == "done" else "cancelled")


@pytest.mark.parametrize("again", range(8))
def test_a_move_meets_the_end_that_all_agree_to(
    open_table: OpenTable, person: Cast, again: int
) -> None:
    game = open_table("alice", "bob")
    who = decider(game)
    other = person("bob" if who.handle == "alice" else "alice")
    services.offer_end(game_key=game.key, person=who)
    move = engine.legal_moves(position(game))[0]
    outcomes = at_once(
        a_move(game, who, move), lambda: services.agree_end(game_key=game.key, person=other)
    )
    assert outcomes in (["done", "done"], ["game_over", "done"])
    game.refresh_from_db()
    assert game.status == "over"
    assert Move.objects.filter(game=game).count() == 1 + (outcomes[0] == "done")
    all_is_well()


@pytest.mark.parametrize("again", range(8))
def test_a_move_meets_the_resigning_of_its_player(open_table: OpenTable, again: int) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    move = engine.legal_moves(position(game))[0]
    outcomes = at_once(
        a_move(game, who, move), lambda: services.resign(game_key=game.key, person=who)
    )
    assert outcomes in (["done", "done"], ["not_at_table", "done"])
    assert Move.objects.filter(game=game).count() == 1 + (outcomes[0] == "done")
    all_is_well()


def test_whose_move_waited_while_they_resigned_has_not_moved(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    outcomes: list[str] = []
    move = a_move(game, who, engine.legal_moves(position(game))[0])
    mover = threading.Thread(target=lambda: outcomes.extend(at_once(move)))
    with transaction.atomic():
        services.resign(game_key=game.key, person=who)
        mover.start()
        bound = bounded()
        while next(bound) and not somebody_waits_for_a_lock():
            time.sleep(0.05)
    mover.join(PATIENCE)
    assert outcomes == ["not_at_table"]
    assert not Move.objects.filter(game=game, by=who).exists()


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        return bool(cursor.fetchone()[0])


@pytest.mark.parametrize("again", range(3))
def test_ten_workers_move_for_the_same_bots(
    open_table: OpenTable, person: Cast, again: int
) -> None:
    game = open_table("alice", seats=5, fill_with_bots=True, start="creator")
    services.start(game_key=game.key, person=person("alice"))
    outcomes = at_once(*[lambda: services.let_bots_move(game_key=game.key)] * 10)
    assert outcomes == ["done"] * 10
    game.refresh_from_db()
    chair = game.chairs.get(number=game.to_move)
    assert chair.person == person("alice")
    all_is_well()


@pytest.mark.parametrize("again", range(3))
def test_two_accept_one_link(open_table: OpenTable, person: Cast, again: int) -> None:
    game = open_table("alice", seats=4, join="invitation")
    token = services.invite(game_key=game.key, person=person("alice")).token
    outcomes = at_once(
        *[
            lambda guest=guest: services.join_by_link(token=token, person=guest)
            for guest in (person("bob"), person("carol"))
        ]
    )
    assert sorted(outcomes) == ["done", "not_found"]
    assert game.chairs.count() == 2


def test_six_processes_play_one_game(open_table: OpenTable) -> None:
    """Each tries to make every move of whoever decides; the log must come out as one game's."""
    game = open_table("alice", "bob", "carol", set="mixed")
    address = os.environ["DATABASE_URL"].rpartition("/")[0]
    told = subprocess.run(
        [sys.executable, "-m", "tests.games.racer", game.key, "6"],
        env={**os.environ, "DATABASE_URL": f"{address}/{connection.settings_dict['NAME']}"},
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    ).stdout
    made = [int(line) for line in told.splitlines()]
    assert len(made) == 6
    game.refresh_from_db()
    assert game.status == "over"
    assert sum(made) == game.seq == Move.objects.filter(game=game).count() - 1
    assert len([number for number in made if number]) > 1  # it was a race
    all_is_well()

"""Wake-ups go out in company, and none of them is in another's way."""

import os
import threading
import time
from collections.abc import Callable

import pytest
import structlog
from celery.exceptions import SoftTimeLimitExceeded

from games import services, tasks
from games.services import crier, telling
from tests import bounded
from tests.pace import PATIENCE


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The tables of each message to a worker, in order."""
    messages: list[tuple[str, ...]] = []
    monkeypatch.setattr(telling, "_ask_worker", lambda *keys, **_options: messages.append(keys))
    return messages


def test_many_tables_wake_a_worker_by_one_message(asked: list[tuple[str, ...]]) -> None:
    telling._ask_workers(["one"])
    many = tuple(str(number) for number in range(19))
    telling._ask_workers([*many])
    assert asked == [("one",), many[:16], many[16:]]


def test_what_is_left_twice_is_said_once_and_soon() -> None:
    heard: list[list[str]] = []
    said = threading.Event()

    def say(keys: list[str]) -> None:
        heard.append(keys)
        said.set()

    for key in ("a", "b", "a"):
        crier.leave(say, key)
    assert said.wait(PATIENCE)
    crier.say_all()
    assert sorted({key for keys in heard for key in keys}) == ["a", "b"]


def test_a_busy_site_says_many_things_at_once() -> None:
    heard: list[list[str]] = []
    began = time.monotonic()
    for number in range(60):
        crier.leave(heard.append, str(number))
        time.sleep(0.004)
    bound = bounded()
    while next(bound) and sum(map(len, heard)) < 60:
        time.sleep(0.05)
    # With no pause between, each of them would have been said within its own breath.
    assert len(heard) <= (time.monotonic() - began) / crier.APART + 1


def test_a_wake_up_that_fails_does_not_silence_the_others() -> None:
    heard: list[str] = []

    def fail(keys: list[str]) -> None:
        raise ValueError(keys)

    crier.leave(fail, "lost")
    crier.leave(heard.extend, "heard")
    crier.say_all()
    for _ in range(100):  # the thread may have been faster, and be at it
        if heard:
            break
        threading.Event().wait(0.05)
    assert heard == ["heard"]


def test_a_forked_child_says_what_it_leaves_itself() -> None:
    crier.leave(lambda _keys: None, "of the parent")
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            said = threading.Event()

            def say(keys: list[str]) -> None:
                os.write(writing, keys[0].encode())
                said.set()

            crier.leave(say, "of the child")
            said.wait(PATIENCE)
        finally:
            os._exit(0)
    os.close(writing)
    assert os.read(reading, 100) == b"of the child"
    os.close(reading)
    os.waitpid(child, 0)


def test_a_table_that_fails_keeps_none_of_its_message_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called: list[str] = []

    def move(*, game_key: str) -> None:
        if game_key == "broken":
            raise ArithmeticError

    monkeypatch.setattr(services, "let_bots_move", move)
    monkeypatch.setattr(services, "call", lambda *, game_key: called.append(game_key))
    with pytest.raises(ArithmeticError):
        tasks.let_bots_move("first", "broken", "last")
    assert called == ["first", "last"]


def test_a_message_whose_time_is_up_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def move(*, game_key: str) -> None:
        asked.append(game_key)
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(services, "let_bots_move", move)
    with pytest.raises(SoftTimeLimitExceeded):
        tasks.let_bots_move("slow", "next")
    assert asked == ["slow"]


def test_one_table_is_said_under_the_number_of_its_request_and_several_under_none(
    say_all: Callable[[], None],
) -> None:
    heard: list[tuple[list[str], object]] = []

    def say(keys: list[str]) -> None:
        heard.append((keys, structlog.contextvars.get_contextvars().get("trace")))

    with structlog.contextvars.bound_contextvars(trace="4bf9"):
        crier.leave(say, "one")
        say_all()
        for key in ("one", "two"):
            crier.leave(say, key)
        say_all()
    assert heard == [(["one"], "4bf9"), (["one", "two"], None)]

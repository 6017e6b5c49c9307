"""Throttles: per person and per address, told in headers, and gone when Redis is gone."""

import time
from types import SimpleNamespace
from typing import Any

import pytest
import redis

from accounts.models import User
from accounts.services import bots
from oriflamme_site.rest import throttling
from tests.api.conftest import ApiClient, ClientOf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small_limits_of_one_minute(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_LIMITS = {"address": 2, "reads": 4, "writes": 1}
    # Else one that ends within a test allows everything anew.
    now = time.time()
    clock = SimpleNamespace(time=lambda: now, monotonic=time.monotonic)
    monkeypatch.setattr(throttling, "time", clock)


def test_the_answer_tells_what_is_left(client_of: ClientOf) -> None:
    answer = client_of("alice").get("me")
    assert answer["RateLimit-Policy"] == '"reads";q=4;w=60'
    assert answer["RateLimit"].startswith('"reads";r=3;t=')


def test_too_much_is_told_when_to_come_back(client_of: ClientOf) -> None:
    alice = client_of("alice")
    assert [alice.get("me").status_code for _ in range(5)] == [200] * 4 + [429]
    answer = alice.get("me")
    assert answer.json()["code"] == "throttled"
    assert 1 <= int(answer["Retry-After"]) <= 60


def test_two_tokens_of_a_person_share_one_allowance(client_of: ClientOf) -> None:
    for _ in range(4):
        client_of("alice").get("me")
    assert client_of("alice").get("me").status_code == 429
    assert client_of("bob").get("me").status_code == 200


def test_writing_has_an_allowance_of_its_own(client_of: ClientOf) -> None:
    alice = client_of("alice")
    assert alice.patch("me", {"name": "A"}).status_code == 200
    assert alice.patch("me", {"name": "B"}).status_code == 429
    assert alice.get("me").status_code == 200


def test_strangers_and_bad_tokens_are_counted_by_address(stranger: ApiClient) -> None:
    assert stranger.get("problems").status_code == 200
    assert ApiClient("ofl_nonsense").get("me").status_code == 401
    assert stranger.get("problems").status_code == 429
    assert ApiClient("ofl_nonsense").get("me").status_code == 429


def test_processes_count_together(client_of: ClientOf) -> None:
    alice = client_of("alice")
    for _ in range(4):
        alice.get("me")
    throttling.forget()  # as another process, which has counted nothing yet
    assert alice.get("me").status_code == 429


def test_an_ordinary_request_asks_redis_nothing(
    client_of: ClientOf, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.API_LIMITS = {"reads": 1200, "writes": 300, "address": 240}
    monkeypatch.setattr(throttling, "_tell_redis", _fail)
    assert client_of("alice").get("me").status_code == 200


def test_without_redis_everybody_passes(
    client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = redis.Redis(port=1, socket_connect_timeout=0.2)
    monkeypatch.setattr(throttling, "_redis", away)
    alice = client_of("alice")
    assert [alice.get("me").status_code for _ in range(4)] == [200] * 4


def _fail(*_args: object) -> int:
    raise AssertionError


def test_a_bot_has_a_smaller_allowance_of_its_own(
    client_of: ClientOf, alice: User, settings: Any
) -> None:
    settings.API_LIMITS |= {"bot_reads": 2, "bot_writes": 1}
    robin = client_of(bots.make_bot(owner=alice, handle="robin"))
    answers = [robin.get("me") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0]["RateLimit-Policy"] == '"bot_reads";q=2;w=60'
    assert client_of(alice).get("me").status_code == 200

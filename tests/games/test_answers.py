"""The same request twice is answered twice and done once."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import errors, services
from games.models import IdempotentAnswer

pytestmark = pytest.mark.django_db


def ask(person: User, answer: bytes, *, key: str = "k", digest: bytes = b"d" * 32) -> bytes:
    _status, body = services.answer_once(
        person=person, key=key, digest=digest, act=lambda: (200, answer)
    )
    return body


def test_the_first_answer_stands(alice: User, mallory: User) -> None:
    assert ask(alice, b"first") == b"first"
    assert ask(alice, b"second") == b"first"
    assert ask(alice, b"third", key="other") == b"third"
    assert ask(mallory, b"hers") == b"hers"  # a key is its person's own


def test_a_key_is_for_one_request(alice: User) -> None:
    ask(alice, b"first")
    with pytest.raises(errors.KeyReused):
        ask(alice, b"second", digest=b"e" * 32)


def test_what_fell_over_may_be_tried_again(alice: User) -> None:
    def fall() -> tuple[int, bytes]:
        raise ZeroDivisionError

    act: Callable[[], tuple[int, bytes]] = fall
    with pytest.raises(ZeroDivisionError):
        services.answer_once(person=alice, key="k", digest=b"d" * 32, act=act)
    assert ask(alice, b"now") == b"now"


def test_answers_are_kept_a_day(alice: User) -> None:
    ask(alice, b"first")
    assert services.forget_old_answers() == 0
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert services.forget_old_answers() == 1
    assert not IdempotentAnswer.objects.exists()

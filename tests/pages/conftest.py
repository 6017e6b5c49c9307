"""Browsers without JavaScript: Django's client, signed in."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.games.conftest import (  # noqa: F401  fixtures
    _workers_are_asleep,
    open_table,
)


class Browser(Client):
    """Over TLS, as all pages are."""

    def generic(self, *args: Any, **more: Any) -> Any:
        return super().generic(*args, **more | {"secure": True})


@pytest.fixture
def browser(person: Callable[[str], User]) -> Callable[[str], Browser]:
    """browser("alice") is where Alice is signed in."""

    opened: dict[str, Browser] = {}

    def sign_in(handle: str) -> Browser:
        if handle not in opened:
            opened[handle] = Browser()
            opened[handle].force_login(person(handle))
        return opened[handle]

    return sign_in


def text_of(answer: Any) -> str:
    text: str = answer.content.decode()
    return text

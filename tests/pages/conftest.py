"""Browsers without JavaScript: Django's client, signed in."""

import re
from collections.abc import Callable
from html import unescape
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


def offered(page: str) -> dict[str, dict[str, str]]:
    """What can be chosen on a table's page: each move, and the fields of the form that say it."""
    fields: dict[str, list[str]] = {}
    for name, value in re.findall(r'type="radio" name="(\w+)"[^>]*? value="([^"]+)"', page):
        fields.setdefault(name, []).append(unescape(value))
    stacks = set(re.findall(r'name="lifted" id="s-(\d+)"', page))
    moves = {move: {"move": move} for move in fields.get("move", [])}
    for card in fields.get("card", []):
        for place in fields["place"]:
            moves[f"place {card} {place}"] = {"card": card, "place": place}
    for deed in fields.get("deed", []):
        for onto in re.findall(rf'class="hit onto[^"]* to-{deed}[ "].*? value="(\d+)"', page):
            moves[f"{deed} {onto}"] = {"deed": deed, "onto": onto}
    for lifted in fields.get("lifted", []):
        for gap in fields["gap"]:
            # There it lies already, unless it comes off a stack.
            if lifted in stacks or int(gap) not in {int(lifted) - 1, int(lifted)}:
                moves[f"move {lifted} to {gap}"] = {"lifted": lifted, "gap": gap}
    return moves


def text_of(answer: Any) -> str:
    text: str = answer.content.decode()
    return text

"""Staff, and tables at which something goes wrong."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache

from accounts.models import User
from games import services as tables
from games.models import Game
from games.moderation import notices
from tests.accounts.conftest import Browser, Post, browser, other_browser, post
from tests.conftest import Cast
from tests.games.conftest import OpenTable, _workers_are_asleep, open_table

__all__ = ["_workers_are_asleep", "browser", "open_table", "other_browser", "post"]

WHY = "That was an insult."


@pytest.fixture(autouse=True)
def _as_in_a_quick_house() -> Iterator[None]:
    cache.clear()
    notices.forget_own_copy()
    yield
    notices.forget_own_copy()


def of_staff(person: User, *roles: str) -> User:
    person.is_staff = True
    person.save(update_fields=["is_staff"])
    person.groups.set(Group.objects.filter(name__in=roles))
    return person


@pytest.fixture
def sam(person: Cast) -> User:
    """A moderator."""
    return of_staff(person("sam"), "moderator")


@pytest.fixture
def tess(person: Cast) -> User:
    """Another one."""
    return of_staff(person("tess"), "moderator")


@pytest.fixture
def table(open_table: OpenTable) -> Game:
    return open_table("alice", "bob", "carol", talk="full")


def seat_of(game: Game, person: User) -> int:
    number = game.chairs.get(person=person).number
    assert number is not None
    return number


def say(game: Game, person: User, text: str, to: User | None = None) -> str:
    said = tables.say(
        game_key=game.key,
        person=person,
        text=text,
        to_seat=seat_of(game, to) if to else None,
    )
    return said.key


__all__ += ["WHY", "Browser", "Post", "of_staff", "say", "seat_of"]

"""A table of players who live by mail, each in a language of their own."""

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Game
from tests.games.conftest import (  # noqa: F401  fixtures
    OpenTable,
    _workers_are_asleep,
    open_table,
)

LANGUAGES = {"alice": "en", "bob": "uk", "carol": "ru", "dave": "it"}


@pytest.fixture
def tables(person: Callable[[str], User], open_table: OpenTable) -> OpenTable:  # noqa: F811
    """open_table for people whose languages differ."""

    def gather(*players: str, **wishes: object) -> Game:
        for player in players:
            one = person(player)
            one.language = LANGUAGES.get(player, "en")
            one.time_zone = "Europe/Kyiv"
            one.save()
        return open_table(*players, **wishes)

    return gather


@pytest.fixture
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes most of a letter's time, and few tests look at the drawing."""
    monkeypatch.setattr("games.faces.pictures", lambda view, lang: (b"by day", b"by night"))

"""Tournaments to run: people who enter, play as bots would, and a clock that is set by hand."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Protocol

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.services import telling
from games.tournaments import services as tournaments
from games.tournaments import waking
from games.tournaments.models import Tournament
from tests.conftest import Cast
from tests.games.conftest import open_table
from tests.pages.conftest import browser

__all__ = ["Announce", "browser", "open_table"]


SWISS = {"format": "swiss", "sets": ["oriflamme"], "rounds": 3}


@pytest.fixture(autouse=True)
def _workers_are_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots move, letters go and tournaments advance when a test says so."""
    monkeypatch.setattr(telling, "_ask_worker", lambda *_asked, **_options: None)
    monkeypatch.setattr("notifications.services.waking.wake", lambda _pk, _queue: None)
    monkeypatch.setattr(waking, "wake", lambda _key: None)


class Announce(Protocol):
    def __call__(self, *players: str, **wishes: Any) -> Tournament: ...


@pytest.fixture
def organiser(person: Cast) -> User:
    """Erin has the right to announce tournaments."""
    erin = person("erin")
    User.objects.filter(pk=erin.pk).update(is_staff=True)
    erin.refresh_from_db()
    return erin


@pytest.fixture
def announce(person: Cast, organiser: User) -> Announce:
    """announce("alice", "bob", "carol") is a tournament that these have entered."""

    def make(*players: str, **wishes: Any) -> Tournament:
        facts: dict[str, Any] = {
            "title": "Autumn cup",
            "capacity": max(8, len(players)),
            "stages": [SWISS],
            "confirms": "never",
            "first_break_for": 0,
        }
        tournament = tournaments.announce(person=organiser, **(facts | wishes))
        for player in players:
            tournaments.enter_tournament(key=tournament.key, person=person(player))
        return tournament

    return make


@pytest.fixture
def clock() -> Iterator[Callable[..., None]]:
    """clock(hours=3) sets it forward."""
    with time_machine.travel(timezone.now(), tick=True) as traveller:
        yield lambda **span: traveller.shift(timedelta(**span))

"""Tables whose time a test turns forward."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games import services
from games.models import Game
from tests import bounded
from tests.api.conftest import client_of
from tests.games.conftest import _workers_are_asleep, open_table

__all__ = ["Traveller", "_workers_are_asleep", "at", "client_of", "open_table", "traveller"]

# A Monday, at noon in Greenwich.
NOON = datetime(2027, 1, 11, 12, tzinfo=UTC)


class Traveller:
    """Moves the clock of the whole process."""

    def __init__(self, machine: time_machine.Traveller) -> None:
        self._machine = machine

    def go(self, **span: float) -> None:
        """Time passes, and nothing looks at it: beat is away."""
        self._machine.shift(timedelta(**span))

    def wait(self, **span: float) -> int:
        """Time passes, with a sweep wherever one is due. Returns how many decisions the clock
        made. Between them a heartbeat stands for the sweeps that find nothing."""
        until = timezone.now() + timedelta(**span)
        made = 0
        bound = bounded(10_000)
        while True:
            next(bound)
            inner = bounded(10_000)
            while next(inner) and (swept := services.sweep(rng=random.Random(5))):
                made += swept
            due = [
                moment
                for game in Game.objects.filter(status="running")
                for moment in (game.deadline, game.wakes_at)
                if moment is not None and timezone.now() < moment <= until
            ]
            if timezone.now() >= until:
                return made
            self._machine.move_to(min([*due, until]))
            services.standstill.Heartbeat.objects.update(at=timezone.now())


@pytest.fixture
def traveller() -> Iterator[Traveller]:
    with time_machine.travel(NOON, tick=False) as machine:
        yield Traveller(machine)


def at(game: Game) -> Game:
    game.refresh_from_db()
    return game

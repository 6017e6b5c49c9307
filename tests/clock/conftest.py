"""Tables whose time a test turns forward."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games import services
from games.models import Game
from tests.games.conftest import _workers_are_asleep, open_table

__all__ = ["Traveller", "_workers_are_asleep", "at", "open_table", "traveller"]

# A Monday, at noon in Greenwich.
NOON = datetime(2027, 1, 11, 12, tzinfo=timezone.get_fixed_timezone(0))


class Traveller:
    """Moves the clock of the whole process, with a sweep at every step as beat would do it."""

    def __init__(self, machine: time_machine.Traveller) -> None:
        self._machine = machine

    def go(self, **span: float) -> None:
        """Time passes, and nothing looks at it."""
        self._machine.shift(timedelta(**span))

    def wait(self, **span: float) -> int:
        """Time passes in steps that are no outage. Returns how many decisions the clock made."""
        until = timezone.now() + timedelta(**span)
        made = services.sweep()
        while timezone.now() < until:
            self._machine.shift(min(timedelta(seconds=100), until - timezone.now()))
            made += services.sweep()
        return made


@pytest.fixture
def traveller():
    with time_machine.travel(NOON, tick=False) as machine:
        yield Traveller(machine)


def at(game: Game) -> Game:
    game.refresh_from_db()
    return game

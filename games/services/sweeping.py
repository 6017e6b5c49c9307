"""The sweep of the clocks: whose time is up, who is to be reminded, which pause has ended.

Each game is claimed by its row's lock, which others skip; a worker that dies lets go of it, and
with it of everything it had begun.
"""

import random
import time
from collections.abc import Callable
from datetime import datetime, timedelta

import structlog
from django.db import transaction

from accounts import moment
from accounts.secret import hidden
from games import engine, kinds
from games.models import Game
from games.models.rows import fetch_one
from games.services import clocks, late, pausing, phases, standstill, telling
from games.services.obeying import will_answer

log = structlog.get_logger("oriflamme.clock")

SECONDS = 25.0
# A game that cannot be gone on with, through a fault of ours, is left alone so long (in seconds,
# by each worker): it may cost neither the time of the others nor a page of log every sweep.
REST = 600.0
_resting: dict[int, float] = {}

_DUE = """
SELECT g.asks_all, g.id, g.key, g.seq, g.to_move, g.state, g.stand_in, g.deadline
FROM games_game g
WHERE g.deadline <= %s AND g.status = 'running' AND g.rules_version = ANY(%s) AND g.id <> ALL(%s)
ORDER BY g.deadline LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED"""
_TO_WAKE = """
SELECT g.id FROM games_game g
WHERE g.wakes_at <= %s AND g.status = 'running' AND g.id <> ALL(%s)
ORDER BY g.wakes_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED"""


def sweep(*, seconds: float = SECONDS, rng: random.Random | None = None) -> int:
    """Handle all that is due, for at most so long. Returns how many decisions the clock made."""
    rng = rng or random.Random()
    enough = time.monotonic() + seconds
    now = moment.read()
    standstill.beat(now)
    if standstill.stand_still(now) or not standstill.settle(now, seconds=seconds):
        return 0
    made = _each(lambda skipped: _decide_next(skipped, rng), enough)
    _each(_wake_next, enough)
    # What took long here was no outage.
    standstill.beat(moment.now())
    return made


def _each(handle: Callable[[list[int]], int | None], enough: float) -> int:
    """Handle one after the other; what fails rests for a while and holds up no other."""
    now = time.monotonic()
    handled, failed = 0, [game for game, until in _resting.items() if until > now]
    while time.monotonic() < enough:
        try:
            with transaction.atomic():
                found = handle(failed)
        except _Failed as failure:
            log.error("the clock could not go on", game=failure.game, exc_info=failure.__cause__)
            failed.append(failure.game)
            _resting[failure.game] = time.monotonic() + REST
            continue
        if found is None:
            break
        handled += 1
    return handled


class _Failed(Exception):
    def __init__(self, game: int) -> None:
        super().__init__(game)
        self.game = game


def _decide_next(skipped: list[int], rng: random.Random) -> int | None:
    """Claim the game that has been due longest, and let its stand-in decide. None: no more."""
    now = moment.now()
    row = fetch_one(_DUE, [now, [*engine.VERSIONS], skipped])
    if row is None:
        return None
    asks_all, *facts = row
    due = late.Late(*facts)._replace(state=hidden(facts[4]))
    try:
        with transaction.atomic():
            if asks_all:
                phases.look(Game.objects.get(pk=due.id), now)
                return due.id
            late.decide(due, rng)
    except Exception as failure:
        raise _Failed(due.id) from failure
    delay = (now - due.deadline).total_seconds()
    log.info("played for who was late", game=due.id, seat=due.seat, late=round(delay, 1))
    return due.id


def _wake_next(skipped: list[int]) -> int | None:
    """Claim the next game that is to be looked at: end its pause, or remind who decides there."""
    now = moment.now()
    row = fetch_one(_TO_WAKE, [now, skipped])
    if row is None:
        return None
    game = Game.objects.get(pk=row[0])
    try:
        if game.paused_at is not None:
            pausing.resume(game)
        elif game.asks_all:
            phases.look(game, now)
        else:
            _remind(game, now)
    except Exception as failure:
        raise _Failed(game.pk) from failure
    return game.pk


def _remind(game: Game, now: datetime) -> None:
    seat = game.chairs.select_related("person").filter(number=game.to_move, bot="").first()
    following = None
    if seat is not None and seat.person is not None and seat.number is not None:
        following = clocks.of(game.pk).next_reminder(seat.number, now)
        is_due = game.deadline is not None and game.deadline > now + timedelta(seconds=1)
        if is_due and not will_answer(game):
            about = f"{game.seq} {game.wakes_at:%d %H:%M}"
            telling.send_letter(kinds.REMINDER, game, [seat.person], about=about, seq=game.seq)
    Game.objects.filter(pk=game.pk).update(wakes_at=following)

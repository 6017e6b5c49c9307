"""Seats that no person plays: their moves go through the same door as everybody's.

A bot decides outside of any transaction, on a position that it names when it moves. Those that
think have a queue of their own, so that nothing else waits behind them.
"""

import random
import time
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from games import bots, engine, errors
from games.services import telling
from games.services.playing import play

# A chain of bots' moves is cut here and taken up by the next task.
MOST_MOVES = 40
MOST_SECONDS = 3.0
LOST_AFTER = timedelta(seconds=15)
SWEEP_AT_ONCE = 200

_TURN = """
SELECT g.seq, g.to_move, g.state, s.bot FROM games_game g
JOIN games_seat s ON s.game_id = g.id AND s.number = g.to_move
WHERE g.key = %s AND g.status = 'running' AND g.rules_version = %s AND s.bot <> ''"""

# The partial index over seats of live bots; bots whose task was lost have waited for a while.
_WAITING = """
SELECT g.key FROM games_seat s JOIN games_game g ON g.id = s.game_id AND g.to_move = s.number
WHERE s.live AND s.bot <> '' AND g.status = 'running' AND g.changed_at < %s
    AND g.rules_version = %s
ORDER BY g.changed_at LIMIT %s"""


def let_bots_move(*, game_key: str, rng: random.Random | None = None) -> int:
    """Move for bots and stand-ins until a person decides or the game is over – or one is to think,
    for whom the other queue is asked. Returns how many moves that took; of several workers on one
    game each move is made by one."""
    return _move(game_key, rng or random.Random(), thinking=False)


def let_bots_think(*, game_key: str, rng: random.Random | None = None) -> int:
    """The same where there is time to think."""
    return _move(game_key, rng or random.Random(), thinking=True)


def _move(game_key: str, rng: random.Random, *, thinking: bool) -> int:
    began = time.monotonic()
    for made in range(MOST_MOVES):
        if time.monotonic() - began > MOST_SECONDS:
            break
        with connection.cursor() as cursor:
            cursor.execute(_TURN, [game_key, engine.RULES_VERSION])
            row = cursor.fetchone()
        if row is None:
            return made
        seq, seat, text, name = row
        if bots.thinks(name) and not thinking:
            telling.wake_thinkers(game_key)
            return made
        view = engine.view(engine.State.from_json(text), seat)
        move = bots.choose(name, view, rng)
        try:
            play(game_key=game_key, seat=seat, seq=seq, moves=[move], door="bot", wake=False)
        except (errors.Stale, errors.NotYourTurn, errors.NotRunning, errors.GameOver):
            return made  # another worker was faster
    else:
        made = MOST_MOVES
    again = telling.wake_thinkers if thinking else telling.wake_bots
    again(game_key)
    return made


def bots_waiting() -> list[str]:
    """The games whose bots should have moved by now, longest waiting first."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, [timezone.now() - LOST_AFTER, engine.RULES_VERSION, SWEEP_AT_ONCE])
        return [key for (key,) in cursor.fetchall()]

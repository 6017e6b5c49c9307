"""Seats that no person plays: their moves go through the same door as everybody's.

A bot decides outside of any transaction, on a position that it names when it moves. Those that
think have a queue of their own, so that nothing else waits behind them.
"""

import random
from datetime import timedelta
from typing import NamedTuple

from accounts import moment
from accounts.secret import Secret
from games import bots, engine, errors
from games.models.position import read_position
from games.models.rows import fetch_all, fetch_one
from games.services import telling
from games.services.playing import play

# A chain of bots' moves is cut here and taken up by the next task.
MOST_MOVES = 40
LOST_AFTER = timedelta(seconds=15)
SWEEP_AT_ONCE = 200
# What a bot meets where somebody has been faster, or nothing can be decided.
_FASTER = (
    *(errors.Stale, errors.NotYourTurn, errors.NotAtTable),
    *(errors.NotRunning, errors.GameOver, errors.UnreadableGame),
)

_TURN = """
SELECT g.seq, g.to_move, g.state, s.bot FROM games_game g
JOIN games_seat s ON s.game_id = g.id AND s.number = g.to_move
WHERE g.key = %s AND g.status = 'running' AND NOT g.asks_all AND s.bot <> ''"""

# The partial index over seats of live bots; bots whose task was lost have waited for a while.
_WAITING = """
SELECT g.key FROM games_seat s JOIN games_game g ON g.id = s.game_id AND g.to_move = s.number
WHERE s.live AND s.bot <> '' AND g.status = 'running' AND NOT g.asks_all AND g.changed_at < %s
    AND g.rules_version = ANY(%s)
ORDER BY g.changed_at LIMIT %s"""


def let_bots_move(*, game_key: str, rng: random.Random | None = None) -> int:
    """Move for bots and stand-ins until a person decides, the game is over, or one has to think.
    Returns how many moves that took; of several workers on one game each move is made by one."""
    rng = rng or random.Random()
    for made in range(MOST_MOVES):
        waiting = _whose_turn(game_key)
        if waiting is None:
            return made
        if bots.thinks(waiting.bot):
            telling.wake_thinkers(game_key)
            return made
        if not _move(game_key, waiting, rng):
            return made
    telling.wake_bots(game_key)
    return MOST_MOVES


def let_bot_think(*, game_key: str, rng: random.Random | None = None) -> bool:
    """One thought, and one move. Who comes next waits for the others in the queue. False if
    nobody had to think, or somebody else was faster."""
    waiting = _whose_turn(game_key)
    if waiting is None or not _move(game_key, waiting, rng or random.Random()):
        return False
    telling.wake_bots(game_key)
    return True


class _Waiting(NamedTuple):
    seq: int
    seat: int
    state: Secret[str]
    bot: str


def _whose_turn(game_key: str) -> _Waiting | None:
    row = fetch_one(_TURN, [game_key])
    if row is None:
        return None
    seq, seat, state, bot = row
    return _Waiting(seq, seat, Secret(state), bot)


def _move(game_key: str, waiting: _Waiting, rng: random.Random) -> bool:
    seq, seat, text, bot = waiting
    try:
        view = engine.view(read_position(game_key, text), seat)
        move = bots.choose(bot, view, rng)
        play(game_key=game_key, seat=seat, seq=seq, moves=[move], door="bot", wake=False)
    except _FASTER:
        return False  # another worker was faster, or the person came back
    return True


def bots_waiting() -> list[str]:
    """The games whose bots should have moved by now, longest waiting first."""
    return [
        key
        for (key,) in fetch_all(
            _WAITING, [moment.now() - LOST_AFTER, [*engine.VERSIONS], SWEEP_AT_ONCE]
        )
    ]

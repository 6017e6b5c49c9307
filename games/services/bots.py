"""Seats that no person plays: their moves go through the same door as everybody's.

A bot decides outside of any transaction, on a position that it names when it moves. Those that
think have a queue of their own, so that nothing else waits behind them.
"""

import random
from datetime import timedelta
from typing import NamedTuple

import orjson

from accounts import moment
from accounts.secret import Secret, hidden
from games import bots, engine, errors, orders
from games.models import Seat
from games.models.orders import told_since
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
SELECT g.id, g.seq, g.to_move, g.state, s.bot, g.blind, g.stand_in,
    CASE WHEN s.planned_seq = g.asked_seq THEN s.plan::text END FROM games_game g
JOIN games_seat s ON s.game_id = g.id AND s.number = g.to_move
WHERE g.key = %s AND g.status = 'running' AND NOT g.asks_all AND s.bot <> ''"""

# Bots and stand-ins of a phase that is gathered, which have not said what they will do.
_UNPLANNED = """
SELECT s.id, s.number, s.bot, g.asked_seq, g.state, g.blind FROM games_game g
JOIN games_seat s ON s.game_id = g.id AND s.bot <> ''
WHERE g.key = %s AND g.status = 'running' AND g.asks_all
    AND s.planned_seq IS DISTINCT FROM g.asked_seq
ORDER BY s.number"""

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
            if not made and not let_bots_plan(game_key=game_key, rng=rng, thinking=False):
                telling.wake_thinkers(game_key, to_plan=True)
            return made
        if bots.thinks(waiting.bot) and _said(game_key, waiting) is None:
            telling.wake_thinkers(game_key)
            return made
        if not _move(game_key, waiting, rng):
            return made
    telling.wake_bots(game_key)
    return MOST_MOVES


def let_bot_think(*, game_key: str, rng: random.Random | None = None) -> bool:
    """One thought, and one move. Who comes next waits for the others in the queue. False if
    nobody had to think, or somebody else was faster."""
    rng = rng or random.Random()
    waiting = _whose_turn(game_key)
    if waiting is None:
        let_bots_plan(game_key=game_key, rng=rng, thinking=True)
        return False
    if not _move(game_key, waiting, rng):
        return False
    telling.wake_bots(game_key)
    return True


def let_bots_plan(*, game_key: str, rng: random.Random, thinking: bool) -> bool:
    """Where everybody is asked at once, bots answer too, from what their seat sees now, and stand
    by it as people do. What one has not planned when the phase is played it decides then. Of those
    that think one plans, and the next is waited for in the queue, behind all decisions. False if
    some are left that think longer (or do not)."""
    all_planned = True
    for seat, number, bot, asked_seq, text, blind in fetch_all(_UNPLANNED, [game_key]):
        if bots.thinks(bot) != thinking:
            all_planned = False
            continue
        view = engine.view(read_position(game_key, Secret(text)), number)
        plan = {"orders": bots.plan(bot, view, rng, binds=blind), "around": orders.around(view)}
        others = Seat.objects.filter(pk=seat, game__asked_seq=asked_seq)
        others = others.exclude(planned_seq=asked_seq)
        others.update(planned_seq=asked_seq, plan={**plan, "since": asked_seq})
        if thinking:
            telling.wake_thinkers(game_key, to_plan=True)
            return False
    return all_planned


class _Waiting(NamedTuple):
    game: int
    seq: int
    seat: int
    state: Secret[str]
    bot: str
    blind: bool
    stand_in: str
    plan: Secret[str] | None


def _whose_turn(game_key: str) -> _Waiting | None:
    row = fetch_one(_TURN, [game_key])
    if row is None:
        return None
    waiting = _Waiting(*row)
    plan: Secret[str] | None = None if waiting.plan is None else hidden(waiting.plan)
    return waiting._replace(state=hidden(waiting.state), plan=plan)


def _move(game_key: str, waiting: _Waiting, rng: random.Random) -> bool:
    seq, seat = waiting.seq, waiting.seat
    try:
        move = _said(game_key, waiting)
        if move is None:
            view = engine.view(read_position(game_key, waiting.state), seat)
            bot = waiting.stand_in if waiting.blind else waiting.bot
            move = bots.choose(bot, view, rng)
        play(game_key=game_key, seat=seat, seq=seq, moves=[move], door="bot", wake=False)
    except _FASTER:
        return False  # another worker was faster, or the person came back
    return True


def _said(game_key: str, waiting: _Waiting) -> str | None:
    """What its plan makes of the question, if it has one."""
    if waiting.plan is None:
        return None
    plan = orjson.loads(waiting.plan.reveal())
    since = plan["since"]
    given = [orders.Given(order, since, plan["around"]) for order in plan["orders"]]
    try:
        view = engine.view(read_position(game_key, waiting.state), waiting.seat)
    except errors.UnreadableGame:
        return None
    return orders.decide(view, given, told_since(waiting.game, waiting.seat, since)).move


def bots_waiting() -> list[str]:
    """The games whose bots should have moved by now, longest waiting first."""
    return [
        key
        for (key,) in fetch_all(
            _WAITING, [moment.now() - LOST_AFTER, [*engine.VERSIONS], SWEEP_AT_ONCE]
        )
    ]

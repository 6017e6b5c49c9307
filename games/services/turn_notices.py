"""Calling whose turn it is.

Not in the transaction of a move, which has to be short: that a running game waits for somebody is
its own reminder. A worker is woken after the commit, and a sweep finds the games whose wake-up
was lost; the letter's dedupe key makes it one letter, whoever calls how often.
"""

from datetime import timedelta
from typing import Annotated, NamedTuple

from accounts import moment
from accounts.models import User
from games import kinds
from games.models import Game, Move
from games.models.rows import Parameters, columns, fetch_all, fetch_one
from games.services import phases
from games.services.obeying import obey_orders
from notifications.services import enqueue

# Made for somebody, who therefore does not know of it.
# (Of what the clock made a letter of its own tells, which asks on.)
_MADE_FOR_THEM = [Move.Door.ORDER.value]
# The answer to a move asked on, but to a screen; of a reply by mail the receipt asks.
_ON_SCREEN = [Move.Door.API.value, Move.Door.PAGE.value, Move.Door.MAIL_LINK.value]
# Whoever has not answered by then has gone away.
GONE_AFTER = timedelta(minutes=15)
LOST_AFTER = timedelta(seconds=15)
RECENT = timedelta(hours=1)
SWEEP_AT_ONCE = 500

_DECIDES = """
FROM games_game g
JOIN games_move m ON m.game_id = g.id AND m.seq = g.seq
JOIN games_seat s ON s.game_id = g.id AND s.number = g.to_move AND s.bot = ''
WHERE g.status = 'running' AND NOT g.asks_all"""
_DOES_NOT_KNOW = """(
    NOT EXISTS (SELECT FROM games_evening e WHERE e.game_id = g.id AND e.state = 'on') AND (
        m.seat <> s.number OR g.asked_seq = g.seq OR m.door = ANY(%(made_for_them)s)
        OR m.door = ANY(%(on_screen)s) AND m.at < %(gone)s))"""
_UNCALLED = f"""
SELECT g.key {_DECIDES} AND {_DOES_NOT_KNOW}
    AND g.id IN (SELECT game_id FROM games_feed WHERE at BETWEEN %(since)s AND %(until)s)
    AND NOT EXISTS (
        SELECT FROM notifications_notification n
        WHERE n.dedupe_key = %(kind)s || ' ' || g.id || ' ' || g.seq || ' ' || s.person_id)
    AND NOT EXISTS (
        SELECT FROM games_orderlist o
        WHERE o.game_id = g.id AND o.person_id = s.person_id
            AND o.considered_seq = g.seq AND o.due_at IS NOT NULL)
LIMIT %(limit)s"""  # noqa: S608  made of constants


class _Next(NamedTuple):
    """Who decides now."""

    game: Annotated[int, "g.id"]
    name: Annotated[str, "g.name"]
    seq: Annotated[int, "g.seq"]
    person: Annotated[int, "s.person_id"]
    does_not_know: Annotated[bool, _DOES_NOT_KNOW]
    # Or a plan decides for them, whatever is in it.
    has_orders: Annotated[
        bool,
        """g.blind OR EXISTS (SELECT FROM games_orderlist o WHERE o.game_id = g.id
            AND o.person_id = s.person_id AND o.orders <> '[]')""",
    ]


_NEXT = f"SELECT {columns(_Next)} {_DECIDES} AND g.key = %(key)s"


def call(*, game_key: str) -> None:
    """Write to the one who decides now. Nobody is called who has just moved and is asked on, for
    the answer to that move asked already, unless they have left since; nor at the beginning, of
    which everybody is told; nor whose standing orders answer. Where everybody is asked at once:
    to all who have not answered. While an evening is on all sit at the table, and nobody is."""
    decides = _next(game_key)
    if decides is None:
        gathers = Game.objects.filter(key=game_key, status=Game.Status.RUNNING, asks_all=True)
        for game in gathers:
            phases.call_all(game)
        return
    if decides.has_orders:
        if obey_orders(game_key=game_key):
            return
        decides = _next(game_key)  # while the orders were read somebody may have moved
    if decides is None or not decides.does_not_know:
        return
    enqueue(
        person=User.objects.get(pk=decides.person),
        kind=kinds.YOUR_TURN,
        subject=f"game {game_key}",
        dedupe_key=f"{kinds.YOUR_TURN} {decides.game} {decides.seq} {decides.person}",
        game=game_key,
        name=decides.name,
        seq=decides.seq,
    )


def _next(game_key: str) -> _Next | None:
    row = fetch_one(_NEXT, {"key": game_key, **_who_knows()})
    return None if row is None else _Next(*row)


def uncalled(since: timedelta = RECENT) -> list[str]:
    """The games of the last hour, or of another span, whose decider has not been called."""
    now = moment.now()
    facts: Parameters = {
        "since": now - since,
        "until": now - LOST_AFTER,
        "limit": SWEEP_AT_ONCE,
        "kind": kinds.YOUR_TURN,
        **_who_knows(),
    }
    found = [key for (key,) in fetch_all(_UNCALLED, facts)]
    return [*found, *phases.uncalled(since)]


def _who_knows() -> Parameters:
    return {
        "made_for_them": _MADE_FOR_THEM,
        "on_screen": _ON_SCREEN,
        "gone": moment.now() - GONE_AFTER,
    }

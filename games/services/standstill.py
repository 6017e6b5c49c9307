"""Times in which no clock of the site ran, and how the deadlines make up for them.

The sweep writes a heartbeat. If it finds that its last one is long past, nobody was handled in
between, and so nobody is charged for that time; the same where staff have stopped the clocks.
Afterwards every game that was waiting gets its time back, batch by batch, before any is due.
"""

import time
from datetime import datetime, timedelta

import structlog
from django.db import connection, transaction
from django.db.models import Q

from accounts import moment
from games.engine.types import known
from games.models import Heartbeat, Standstill
from games.services import clocks

log = structlog.get_logger("oriflamme.games")

BATCH = 500

_BATCH = f"""
SELECT {clocks.COLUMNS} FROM games_game g
WHERE g.status = 'running' AND g.id > %s ORDER BY g.id LIMIT %s
FOR NO KEY UPDATE OF g"""  # noqa: S608  made of constants
_MOVE_ON = """
UPDATE games_game g SET waits_since = v.since, spent = v.spent, deadline = v.deadline,
    wakes_at = v.wakes_at, revision = revision + 1
FROM unnest(%(ids)s::bigint[], %(sinces)s::timestamptz[], %(spents)s::int[],
    %(deadlines)s::timestamptz[], %(wakes)s::timestamptz[])
    v(id, since, spent, deadline, wakes_at) WHERE g.id = v.id"""


@transaction.atomic
def beat(now: datetime) -> timedelta:
    """Note that the sweep runs; a gap since it last did becomes a standstill. Returns the gap."""
    Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
    heart = Heartbeat.objects.select_for_update().get(pk=1)
    gap = now - heart.at
    if gap > clocks.OUTAGE:
        Standstill.objects.create(why=Standstill.Why.OUTAGE, since=heart.at, until=now)
        log.warning("the clocks stood still", seconds=int(gap.total_seconds()))
    Heartbeat.objects.filter(pk=1, at__lt=now).update(at=now)
    return gap


def stop_clocks(*, note: str = "") -> Standstill:
    """No time passes for anybody from now on, until the clocks are let run."""
    return Standstill.objects.create(since=moment.now(), note=note)


def run_clocks() -> None:
    Standstill.objects.filter(until=None).update(until=moment.now())


def stand_still(now: datetime) -> bool:
    """Whether no clock runs at this moment."""
    open_ended = Q(until=None) | Q(until__gt=now)
    return Standstill.objects.filter(open_ended, settled_to__isnull=False, since__lte=now).exists()


def settle(now: datetime, *, seconds: float = 20.0) -> bool:
    """Move the deadlines of the games that waited through a standstill which is over. True if
    nothing is left to be done."""
    enough = time.monotonic() + seconds
    over = Standstill.objects.filter(settled_to__isnull=False, until__lte=now).order_by("since")
    for standstill in over:
        while _settle_batch(standstill.pk):
            if time.monotonic() > enough:
                return False
    return True


@transaction.atomic
def _settle_batch(pk: int) -> bool:
    """One batch; False when there is none any more."""
    standstill = Standstill.objects.select_for_update().get(pk=pk)
    if standstill.settled_to is None or standstill.until is None:
        return False
    with connection.cursor() as cursor:
        cursor.execute(_BATCH, [standstill.settled_to, BATCH])
        tables = list(map(clocks.split, cursor.fetchall()))
        facts: dict[str, list[object]] = {
            name: [] for name in ("ids", "sinces", "spents", "deadlines", "wakes")
        }
        for table, ticking in tables:
            clock = clocks.read(table, ticking)
            waiting = _after(clock, known(table.to_move), standstill.since, standstill.until)
            if waiting is not None:
                for name, value in zip(facts, (table.id, *waiting), strict=True):
                    facts[name].append(value)
        if facts["ids"]:
            cursor.execute(_MOVE_ON, facts)
    standstill.settled_to = tables[-1][0].id if tables else None
    standstill.save(update_fields=["settled_to"])
    return bool(tables)


def _after(
    ticking: clocks.Clock, seat: int, since: datetime, until: datetime
) -> clocks.Waiting | None:
    """The clock of a question that has waited through a standstill; None for all others."""
    if ticking.is_paused or not ticking.waits_for(seat):
        return None
    begun = ticking.since or until
    if begun >= until and ticking.since is not None:
        return None
    spent = ticking.spent
    if begun < since:
        spent = int(ticking.used(seat, since).total_seconds())
    return ticking.wait_for(seat, until, bank=ticking.sitters[seat].bank, spent=spent)

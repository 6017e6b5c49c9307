"""What Prometheus is told of the site as a whole: read from PostgreSQL and Redis when it asks, so
that it is the same whichever process is asked."""

import shutil
import time
from collections.abc import Iterator

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.models.rows import fetch_all
from games.moderation.numbers import numbers
from notifications.services import AT_LEISURE, away_for, outbox_waits
from oriflamme_site import present
from oriflamme_site.commands import QUEUES
from oriflamme_site.postgresql import base

# Where Celery keeps what bots are to think about when no decision waits.
PLANS = f"bots\x06\x16{AT_LEISURE}"
# The hash in Redis in which workers note when what beat asks for was last done.
DONE = "sweeps"
_LATE = """
SELECT coalesce(extract(epoch FROM now() - min(deadline)), 0)
FROM games_game WHERE status = 'running' AND deadline < now()"""

# Backups and replicas follow PostgreSQL by slots. While it is itself a replica there is nothing to
# tell.
_FOLLOWERS = """
SELECT slot_name, active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)
FROM pg_replication_slots WHERE slot_type = 'physical' AND NOT pg_is_in_recovery()"""

# How long somebody has waited for a lock that another holds; and for how long the oldest that has
# written something keeps what it holds. Of other roles one sees only with pg_read_all_stats.
_LOCKS = """
SELECT coalesce(max(extract(epoch FROM clock_timestamp() - state_change))
        FILTER (WHERE wait_event_type = 'Lock'), 0),
    coalesce(max(extract(epoch FROM clock_timestamp() - xact_start))
        FILTER (WHERE backend_xid IS NOT NULL AND backend_type = 'client backend'), 0)
FROM pg_stat_activity WHERE datname = current_database()"""

client = present.client


def note_done(task: str) -> None:
    client.hset(DONE, task, str(present.now()))


def _is_busy() -> bool:
    """Whether nobody could ask PostgreSQL because all connections of this process are in use."""
    return base.is_all_in_use(getattr(connection, "pool", None))


def _now() -> float:
    ((at,),) = fetch_all("SELECT extract(epoch FROM clock_timestamp())")
    return float(at)


class Gauges(Collector):
    def collect(self) -> Iterator[GaugeMetricFamily]:
        up = GaugeMetricFamily("oriflamme_up", "Whether it answers.", labels=["part"])
        for part, read, lost in (
            ("database", self._of_postgresql, DatabaseError),
            ("redis", self._of_redis, redis.RedisError),
        ):
            try:
                yield from list(read())
            except lost:
                up.add_metric([part], float(part == "database" and _is_busy()))
            else:
                up.add_metric([part], 1)
        yield up
        yield from self._of_this_host()

    def _of_postgresql(self) -> Iterator[GaugeMetricFamily]:
        for number in numbers():
            unit = "_seconds" if number.is_time else ""
            name = f"oriflamme_{number.name}{unit}"
            yield GaugeMetricFamily(name, "As on the desk of staff.", number.value)
        owed = GaugeMetricFamily("oriflamme_outbox", "Should be out by now.", labels=["channel"])
        tried = GaugeMetricFamily("oriflamme_outbox_tried", "Tried in vain.", labels=["channel"])
        oldest = GaugeMetricFamily(
            "oriflamme_outbox_oldest_seconds", "Since it was first due.", labels=["channel"]
        )
        untried = GaugeMetricFamily(
            "oriflamme_outbox_untried_seconds", "Of who waits for a free hand.", labels=["channel"]
        )
        for channel in outbox_waits():
            owed.add_metric([channel.channel], channel.letters)
            tried.add_metric([channel.channel], channel.tried)
            oldest.add_metric([channel.channel], channel.oldest)
            untried.add_metric([channel.channel], channel.untried)
        yield from (owed, tried, oldest, untried)
        yield GaugeMetricFamily(
            "oriflamme_mail_away_seconds", "Since our mail server took nothing.", away_for()
        )
        with connection.cursor() as cursor:
            cursor.execute(_LATE)
            (late,) = cursor.fetchone()
        yield GaugeMetricFamily(
            "oriflamme_clock_late_seconds", "How long the oldest deadline is past.", float(late)
        )
        follows = GaugeMetricFamily(
            "oriflamme_wal_followed", "Whether it takes what is written.", labels=["slot"]
        )
        behind = GaugeMetricFamily(
            "oriflamme_wal_behind_bytes", "What it has not taken yet.", labels=["slot"]
        )
        for slot, is_there, amount in fetch_all(_FOLLOWERS):
            follows.add_metric([slot], float(is_there))
            behind.add_metric([slot], float(amount or 0))
        yield from (follows, behind)
        ((waits, holds),) = fetch_all(_LOCKS)
        yield GaugeMetricFamily(
            "oriflamme_lock_wait_seconds", "Of who has waited longest for a lock.", float(waits)
        )
        yield GaugeMetricFamily(
            "oriflamme_transaction_seconds", "Of who has held locks longest.", float(holds)
        )
        # Both are asked within milliseconds of each other.
        yield GaugeMetricFamily(
            "oriflamme_clock_skew_seconds",
            "How far this machine's clock is from PostgreSQL's.",
            abs(time.time() - _now()),
        )

    def _of_this_host(self) -> Iterator[GaugeMetricFamily]:
        disk = shutil.disk_usage(settings.BASE_DIR)
        yield GaugeMetricFamily(
            "oriflamme_disk_used", "Share of this host's disk.", 1 - disk.free / disk.total
        )

    def _of_redis(self) -> Iterator[GaugeMetricFamily]:
        silent = GaugeMetricFamily(
            "oriflamme_part_silent_seconds", "Since it said a word.", labels=["part", "host"]
        )
        skew = GaugeMetricFamily(
            "oriflamme_part_skew_seconds",
            "How far its machine's clock is from Redis'.",
            labels=["part", "host"],
        )
        for part in present.parts():
            silent.add_metric([part.name, part.host], part.silent)
            skew.add_metric([part.name, part.host], abs(part.skew))
        yield from (silent, skew)
        lengths = GaugeMetricFamily("oriflamme_queue", "Messages that wait.", labels=["queue"])
        for queue in QUEUES:
            lengths.add_metric([queue], client.llen(queue))
        lengths.add_metric(["plans"], client.llen(PLANS))
        yield lengths
        done = client.hgetall(DONE)
        now = present.now()
        age = GaugeMetricFamily(
            "oriflamme_sweep_age_seconds", "Since it was last done.", labels=["task"]
        )
        for entry in settings.CELERY_BEAT_SCHEDULE.values():
            at = done.get(str(entry["task"]).encode())
            if at is not None:
                age.add_metric([str(entry["task"])], now - float(at))
        yield age

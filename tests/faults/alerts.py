"""Do twelve things, one after the other, to a site that Prometheus watches by the rules of
`deploy/`, and see which alerts fire.

    python -m tests.faults.alerts [--only "mail down,beat dead"] [--quiet 300]

Real processes: PostgreSQL, Valkey, web, worker, clock, beat, post, an SMTP server; Prometheus and
its blackbox exporter from Debian (apt: prometheus, prometheus-blackbox-exporter). Exits with 1 if a
fault fired no alert within two minutes, another one than its own, or a quiet time any.
"""

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import requests
import yaml

from oriflamme_site.local.ground import free_port
from tests.faults.scene import Scene, scene, wait_until
from tests.pace import PATIENCE

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
WITHIN, RESTS = 120.0, 420.0
TOKEN = "for-this-run-alone"
PROGRAMS = ("prometheus", "prometheus-blackbox-exporter")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="names of faults, separated by commas")
    parser.add_argument("--quiet", type=float, default=300, help="seconds without a fault")
    chosen = parser.parse_args()
    if lacks := [name for name in PROGRAMS if not shutil.which(name)]:
        print("not installed here (apt):", *lacks)
        return 2
    os.environ["METRICS_TOKEN"] = TOKEN
    # Fewer than the threads that ask for one.
    os.environ["DATABASE_POOL"] = "2"
    with scene() as standing:
        import django

        django.setup()
        return Watch(standing).see(chosen.only, chosen.quiet)


class Watch:
    def __init__(self, standing: Scene) -> None:
        self.on = standing
        self.web, self.post, self.box, self.ask = (free_port() for _ in range(4))
        self.room = standing._room
        standing.provider.open()
        self._start_parts()
        self._start_monitor()

    def _start_parts(self) -> None:
        (self.room / "metrics").mkdir()
        self.disk = self.room / "disk"
        self.the_web = self.on.start_web(
            self.web, PART="web", PROMETHEUS_MULTIPROC_DIR=str(self.room / "metrics")
        )
        self.worker, self.clock = self.on.start_worker(), self.on.start_clock()
        self.beat = self.on.start_beat()
        self.listener = self.on.start_post(self.post)

    def _start_monitor(self) -> None:
        own = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
        site, post = own["scrape_configs"]
        (self.room / "metrics-token").write_text(TOKEN)
        own["rule_files"] = [str(DEPLOY / "alerts.yml")]
        site["authorization"]["credentials_file"] = str(self.room / "metrics-token")
        site["static_configs"] = [{"targets": [f"127.0.0.1:{self.web}"]}]
        post["static_configs"] = [{"targets": [f"127.0.0.1:{self.post}"]}]
        post["relabel_configs"][-1]["replacement"] = f"127.0.0.1:{self.box}"
        (self.room / "prometheus.yml").write_text(yaml.safe_dump(own))
        listen = f"--web.listen-address=127.0.0.1:{self.box}"
        self.on.start_beside(
            "blackbox", [PROGRAMS[1], f"--config.file={DEPLOY / 'blackbox.yml'}", listen]
        )
        self.on.start_beside(
            "prometheus",
            [
                PROGRAMS[0],
                f"--config.file={self.room / 'prometheus.yml'}",
                f"--storage.tsdb.path={self.room / 'tsdb'}",
                f"--web.listen-address=127.0.0.1:{self.ask}",
                "--log.level=warn",
            ],
        )

    def alerts(self, *states: str) -> set[str]:
        told = requests.get(f"http://127.0.0.1:{self.ask}/api/v1/alerts", timeout=5).json()
        return {
            alert["labels"]["alertname"]
            for alert in told["data"]["alerts"]
            if alert["state"] in states
        }

    def value(self, query: str) -> float | None:
        where = f"http://127.0.0.1:{self.ask}/api/v1/query"
        found = requests.get(where, params={"query": query}, timeout=5).json()["data"]["result"]
        return float(found[0]["value"][1]) if found else None

    def _is_seen(self) -> bool:
        with contextlib.suppress(requests.RequestException):
            parts = self.value("count(oriflamme_part_silent_seconds)")
            return parts == 3 and self.value("probe_success") == 1
        return False

    def see(self, only: str, quiet: float) -> int:
        from tests.faults.players import Players, open_tables

        players = Players(open_tables(40, people=20), per_second=0.2)
        players.start()
        wait_until("everything seen", self._is_seen, seconds=3 * PATIENCE)
        wait_until("no alert", lambda: not self.alerts("firing", "pending"), seconds=RESTS)
        faults, wrong = dict(self._faults()), 0
        print("| fault | fired after, s | alert | anything else |\n|---|---|---|---|", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            wrong += self._watch("none", "", contextlib.nullcontext, quiet)
            for name in [name for name in only.split(",") if name] or list(faults):
                alert, fault = faults[name]
                wrong += self._watch(name, alert, fault, WITHIN)
        players.stop()
        if wrong:
            print(*self.on.complaints[-40:], sep="\n", file=sys.stderr)
        return int(bool(wrong))

    def _watch(self, name: str, alert: str, fault: Callable[[], Any], seconds: float) -> int:
        began, fired = time.monotonic(), dict[str, float]()

        def look() -> set[str]:
            seen = self.alerts("firing", "pending")
            for one in self.alerts("firing"):
                fired.setdefault(one, time.monotonic() - began)
            return seen

        with fault():
            until = began + seconds
            while time.monotonic() < until:
                look()
                time.sleep(1)
        with contextlib.suppress(TimeoutError):
            wait_until("rest", lambda: not look(), seconds=RESTS)
        after = f"{fired.pop(alert):.0f}" if alert in fired else "–"
        print(f"| {name} | {after} | {alert or '–'} | {', '.join(fired) or '–'} |", flush=True)
        return int(bool(fired) or (bool(alert) and after == "–"))

    # --- what is done to it ------------------------------------------------------------------

    def _faults(self) -> Iterator[tuple[str, tuple[str, Callable[[], Any]]]]:
        yield "mail down", ("MailDown", self.mail_down)
        yield "mail slow", ("MailSlow", self.mail_slow)
        yield "worker frozen", ("WorkerFrozen", lambda: self.frozen(self.worker))
        yield "beat dead", ("BeatDead", self.beat_dead)
        yield "Redis gone", ("RedisAway", self.redis_gone)
        yield "disk full", ("DiskFull", self.disk_full)
        yield "clock skew", ("ClockSkewed", self.clock_skew)
        yield "lock held", ("LockHeld", self.lock_held)
        yield "pool empty", ("PoolEmpty", self.pool_empty)
        yield "replica behind", ("ReplicaBehind", self.replica_away)
        yield "backup old", ("BackupOld", self.backup_old)
        yield "post deaf", ("PostDeaf", lambda: self.frozen(self.listener))

    @contextlib.contextmanager
    def mail_down(self) -> Iterator[None]:
        self.on.provider.close()
        self._write_letters(20)
        yield
        self.on.provider.open()
        self._try_now()

    @contextlib.contextmanager
    def mail_slow(self) -> Iterator[None]:
        self.on.provider.seconds_to_take = 8.0
        self._write_letters(1000)
        yield
        self.on.provider.seconds_to_take = 0.0

    def _write_letters(self, number: int) -> None:
        from accounts.models import User
        from notifications.services import enqueue

        people = list(User.objects.filter(is_bot=False)[:20])
        for at in range(number):
            enqueue(
                person=people[at % len(people)],
                kind="welcome",
                dedupe_key=f"{time.monotonic()} {at}",
            )

    def _try_now(self) -> None:
        """Rather than after the pause that each has got."""
        from django.utils import timezone

        from notifications.models import Delivery

        Delivery.objects.filter(state__in=Delivery.OPEN).update(due_at=timezone.now())

    @contextlib.contextmanager
    def frozen(self, child: Any) -> Iterator[None]:
        self.on.freeze(child)
        yield
        self.on.freeze(child, thaw=True)

    @contextlib.contextmanager
    def beat_dead(self) -> Iterator[None]:
        self.on.kill(self.beat)
        yield
        self.beat = self.on.start_beat()

    @contextlib.contextmanager
    def redis_gone(self) -> Iterator[None]:
        self.on.stop_redis()
        yield
        self.on.start_redis()

    @contextlib.contextmanager
    def disk_full(self) -> Iterator[None]:
        """Of what lies at the site's place: a small disk of memory, on which the same folders
        lie, in the web's own mounts."""
        self.on.stop(self.the_web)
        seen = self.room / "seen"
        seen.mkdir()
        links = " && ".join(
            f"cp -P {seen}/{one.name} {one}"
            if one.is_symlink()
            else f"mkdir {one} && mount --bind {seen}/{one.name} {one}"
            for one in ROOT.iterdir()
            if one.is_dir()
        )
        script = (
            f"mount --bind {ROOT} {seen} && mount -t tmpfs -o size=4m tmpfs {ROOT} && cd {ROOT}"
            f' && {links} && head -c 3900000 /dev/zero > {ROOT}/full && exec "$@"'
        )
        self.the_web = self.on.start_web(
            self.web,
            ("unshare", "--mount", "sh", "-c", script, "web"),
            PART="web",
            PROMETHEUS_MULTIPROC_DIR=str(self.room / "metrics"),
        )
        yield
        self.on.stop(self.the_web)
        self.the_web = self.on.start_web(
            self.web, PART="web", PROMETHEUS_MULTIPROC_DIR=str(self.room / "metrics")
        )
        seen.rmdir()

    @contextlib.contextmanager
    def clock_skew(self) -> Iterator[None]:
        self.on.stop(self.clock)
        self.clock = self.on.start_clock(**self.on.by_a_wrong_clock(hours=1))
        yield
        self.on.stop(self.clock)
        self.clock = self.on.start_clock()

    @contextlib.contextmanager
    def lock_held(self) -> Iterator[None]:
        with self._own_session() as holds:
            holds.execute("SET idle_in_transaction_session_timeout = 0")
            holds.execute("SELECT 1 FROM games_game ORDER BY id LIMIT 1 FOR UPDATE")
            yield

    @contextlib.contextmanager
    def pool_empty(self) -> Iterator[None]:
        """Both of its connections wait for an answer that does not come."""
        with self._own_session() as asks:
            backends = [
                pid
                for (pid,) in asks.execute(
                    "SELECT pid FROM pg_stat_activity WHERE application_name = 'web'"
                )
            ]
        if len(backends) < 2:
            raise RuntimeError("the web holds fewer connections than it may")
        for pid in backends:
            os.kill(pid, signal.SIGSTOP)
        # From elsewhere: of one address only half of the threads are at work.
        here, page = ("curl", "-s", "-o", "/dev/null"), f"http://127.0.0.1:{self.web}/tables"
        argv = [*here, "-m", "300", "--interface", "127.0.0.2", page]
        asking = [subprocess.Popen(argv) for _ in backends]
        yield
        for pid in backends:
            os.kill(pid, signal.SIGCONT)
        for one in asking:
            one.wait(PATIENCE)

    @contextlib.contextmanager
    def replica_away(self) -> Iterator[None]:
        with self._own_session() as asks:
            asks.autocommit = True
            asks.execute("SELECT pg_create_physical_replication_slot('replica', true)")
            yield
            asks.execute("SELECT pg_drop_replication_slot('replica')")

    @contextlib.contextmanager
    def backup_old(self) -> Iterator[None]:
        from django.utils import timezone

        from games.moderation.models import BackupTrial

        trial = BackupTrial.objects.create(reaches_to=timezone.now() - timedelta(days=2), games=0)
        yield
        trial.delete()

    def _own_session(self) -> "psycopg.Connection[Any]":
        from django.conf import settings

        facts = settings.DATABASES["default"]
        return psycopg.connect(
            host=facts["HOST"],
            port=facts["PORT"],
            user=facts["USER"],
            password=facts["PASSWORD"],
            dbname=facts["NAME"],
        )


if __name__ == "__main__":
    sys.exit(main())

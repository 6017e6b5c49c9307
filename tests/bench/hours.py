"""Six hours of a busy site in half an hour, and what each process has grown by.

    python -m tests.bench.hours [--running 100000] [--hours 6] [--minutes 30]

A daily game decides about once a day, so a site with 100,000 of them has 25,000 decisions in six
hours, as many letters, and five views or pages for each. Here people at forty tables make them
evenly, nine of ten by API and one by answering its letter, while others look: tables by API and as
pages, lists, what is over, ratings. Streams are opened and left; some clocks run out; beat asks for
every sweep as often as in six hours. Real processes, as they are started in production: a web of
two workers, worker, thinker, clock, beat, post. Each one's memory is looked at every five seconds.
Exits with 1 if one has grown by 2 % or more after its first tenth, or if anything went wrong.
"""

import argparse
import contextlib
import random
import select
import socket
import statistics
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import requests

from oriflamme_site import commands
from oriflamme_site.local.ground import free_port
from tests.bench.load import Outcome, Request, run
from tests.faults.scene import Scene, scene, wait_until
from tests.pace import PATIENCE

MOST = 0.02
EVERY = 5.0
AT_A_TIME, STREAMS, LOOKERS, LEFT_ALONE = 40, 40, 8, 12
VIEWS_A_DECISION = 5
MOVES_A_GAME = 60
LISTS = ("games?list=mine", "games?list=open", "games?list=over", "ratings", "me/turns")
PAGES = ("/", "/tables", "/ratings", "/learn")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--running", type=int, default=100_000, help="daily games")
    parser.add_argument("--hours", type=float, default=6)
    parser.add_argument("--minutes", type=float, default=30)
    chosen = parser.parse_args()
    with scene() as standing:
        import django

        django.setup()
        return _live(standing, chosen.running, chosen.hours, chosen.minutes * 60)


def _live(standing: Scene, running: int, hours: float, seconds: float) -> int:
    from tests.cluster import load
    from tests.cluster.load import Load, Table, make_tables

    class Site(Load):
        """So many tables are played on at a time; where one is over the next is begun."""

        waiting: list[Table]

        def _one(self, session, table):  # type: ignore[no-untyped-def]
            goes_on = super()._one(session, table)
            if not goes_on and self.waiting:
                self._turns.put(self.waiting.pop())
            return goes_on

    decisions = running * hours / 24
    often = hours * 3600 / seconds
    by_mail = int(decisions / 10 / MOVES_A_GAME) + 1
    by_api = int(decisions * 0.9 / MOVES_A_GAME) + AT_A_TIME
    tables = make_tables(by_api, verified=True, people=4 * by_api)
    letters = make_tables(by_mail, verified=True, people=4 * by_mail, first=4 * by_api)
    alone = make_tables(
        LEFT_ALONE, verified=True, people=4 * LEFT_ALONE, first=4 * (by_api + by_mail)
    )
    port, answers = free_port(), free_port()
    load.URL = f"http://127.0.0.1:{port}/api/v1/games/{{key}}"
    load.POST = ("127.0.0.1", answers)
    # Whoever plays is not waited for by less than what a busy machine needs.
    load.WITHIN = 20.0
    playing = Site(
        tables[:AT_A_TIME],
        letters,
        per_second=0.9 * decisions / seconds,
        sink=("127.0.0.1", standing.provider.port),
        thinks=seconds / MOVES_A_GAME,
    )
    playing.waiting = tables[AT_A_TIME:]
    limits = {f"API_LIMIT_{name}": "100000000" for name in ("ADDRESS", "READS", "WRITES")}
    standing.start_web(port, workers=2, **limits)
    # All write to one domain here, which would have its letters at the rate of one.
    standing.start_worker(MAIL_RATE="1000")
    standing.start_clock()
    # For those who sit in the place of whoever let the clock run out.
    standing.start_thinker()
    standing.start_post(answers)
    hurried = [word.replace("oriflamme_site", "tests.bench.hurried") for word in _beat(standing)]
    standing.start_beside("beat", ["env", f"TIMES_AS_OFTEN={often}", *hurried])
    for where in (port, answers):
        wait_until("web and post", lambda where=where: _listens(where), seconds=PATIENCE)
    keys = [table.key for table in tables]
    asked = _Asked(tables, port, VIEWS_A_DECISION * decisions / seconds / LOOKERS)
    asked.look()
    memory = _Memory(standing)
    streams = _Streams(port, keys, [table.tokens[0] for table in tables])
    clocks = threading.Thread(target=_run_out, args=[[one.key for one in alone], seconds])
    playing.start()
    for one in (memory, streams, clocks):
        one.start()
    began = time.monotonic()
    outcome = run(
        port,
        [asked.lane(n) for n in range(LOOKERS)],
        seconds=seconds,
        app_pids=[],
        database_pids=[],
        within=120,
    )
    memory.ends = streams.ends = True
    took = time.monotonic() - began
    for one in (memory, streams, clocks):
        one.join(60)
    playing.stop()
    playing.close()
    return _report(playing, outcome, streams, memory, took, hours)


def _beat(standing: Scene) -> list[str]:
    name, *words = commands.beat(str(standing._room / "beat"))
    return [str(Path(sys.executable).parent / name), *words]


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True
    return False


def _run_out(keys: list[str], seconds: float) -> None:
    """Nobody sits at these tables: the clock decides, and stand-ins do."""
    from django.db import connection
    from django.utils import timezone

    from games.models import Game

    for key in keys:
        Game.objects.filter(key=key, status="running").update(deadline=timezone.now())
        time.sleep(seconds / len(keys))
    connection.close()


class _Asked:
    """What people look at, as programs and as browsers do."""

    def __init__(self, tables: list, port: int, per_second: float) -> None:  # type: ignore[type-arg]
        from importlib import import_module

        from django.conf import settings
        from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

        from accounts.models import User

        self.tables, self.port, self.pause = tables, port, 1 / per_second
        store = import_module(settings.SESSION_ENGINE).SessionStore
        self.cookies = []
        for person in User.objects.order_by("pk")[: 4 * 50]:
            session = store()
            session[SESSION_KEY] = str(person.pk)
            session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
            session[HASH_SESSION_KEY] = person.get_session_auth_hash()
            session.save()
            self.cookies.append(f"{settings.SESSION_COOKIE_NAME}={session.session_key}")

    def look(self) -> None:
        """Each once: what is not there would cost next to nothing."""
        for path in LISTS + PAGES:
            url, headers = f"http://127.0.0.1:{self.port}", {"Cookie": self.cookies[0]}
            if path in LISTS:
                url, headers = (
                    url + "/api/v1/",
                    {"Authorization": f"Bearer {self.tables[0].tokens[0]}"},
                )
            answer = requests.get(url + path, headers=headers, timeout=60, allow_redirects=False)
            assert answer.status_code == 200, (path, answer.status_code, answer.text[:500])

    def lane(self, number: int) -> Iterator[Request]:
        rng = random.Random(number)
        due = time.monotonic()
        while True:
            due = max(due + self.pause, time.monotonic() - 1)
            time.sleep(max(0.0, due - time.monotonic()))
            yield self._one(rng)

    def _one(self, rng: random.Random) -> Request:
        table = rng.choice(self.tables)
        seat = rng.randrange(4)
        token = {"Authorization": f"Bearer {table.tokens[seat]}"}
        what = rng.random()
        if what < 0.4:
            return Request("GET", f"/api/v1/games/{table.key}", token)
        if what < 0.5:
            return Request("GET", f"/api/v1/{rng.choice(LISTS)}", token)
        at = rng.randrange(len(self.cookies))
        browser = {"Cookie": self.cookies[at], "Accept": "text/html"}
        if what < 0.9:  # whose cookie it is sits at that table, in the order of creation
            return Request("GET", f"/games/{self.tables[at // 4].key}", browser)
        return Request("GET", rng.choice(PAGES), browser)


class _Streams(threading.Thread):
    """Tables that are open on somebody's screen, each for half a minute."""

    def __init__(self, port: int, keys: list[str], tokens: list[str]) -> None:
        super().__init__(daemon=True)
        self.port, self.whose = port, list(zip(keys, tokens, strict=True))
        self.ends, self.opened, self.told = False, 0, 0

    def run(self) -> None:
        rng = random.Random(7)
        open_since: dict[socket.socket, float] = {}
        while not self.ends:
            while len(open_since) < STREAMS:
                with contextlib.suppress(OSError):
                    open_since[self._open(*rng.choice(self.whose))] = time.monotonic()
            readable, _, _ = select.select(list(open_since), [], [], 0.5)
            for one in readable:
                got = b""
                with contextlib.suppress(OSError):
                    got = one.recv(65536)
                self.told += len(got)
                if not got:
                    del open_since[one]
                    one.close()
            for one, since in list(open_since.items()):
                if time.monotonic() - since > 30:
                    del open_since[one]
                    one.close()
        for one in open_since:
            one.close()

    def _open(self, key: str, token: str) -> socket.socket:
        one = socket.create_connection(("127.0.0.1", self.port), 5)
        one.sendall(
            f"GET /api/v1/games/{key}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Accept: text/event-stream\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        self.opened += 1
        time.sleep(0.02)
        return one


class _Memory(threading.Thread):
    """Proportional and resident memory of every process, in kB."""

    def __init__(self, standing: Scene) -> None:
        super().__init__(daemon=True)
        self.standing, self.ends = standing, False
        self.seen: dict[tuple[str, int], list[tuple[float, int, int]]] = defaultdict(list)

    def run(self) -> None:
        while not self.ends:
            for name, stats in self.standing.processes().items():
                for stat in stats:
                    with contextlib.suppress(OSError, ProcessLookupError):
                        told = (stat.parent / "smaps_rollup").read_text()
                        sizes = {w[0]: int(w[1]) for w in map(str.split, told.splitlines()[1:])}
                        row = (time.monotonic(), sizes["Pss:"], sizes["Rss:"])
                        self.seen[name, int(stat.parent.name)].append(row)
            time.sleep(EVERY)


def _report(playing, outcome: Outcome, streams, memory, took: float, hours: float) -> int:  # type: ignore[no-untyped-def]
    from games.models import Move
    from notifications.models import Delivery

    doors = Counter(Move.objects.filter(seq__gt=0).values_list("door", flat=True))
    states = Counter(Delivery.objects.values_list("state", flat=True))
    waits = sorted(playing.seen.waits) or [0.0]
    print(
        f"{hours:g} hours in {took / 60:.1f} min: decisions {dict(doors)}, "
        f"p95 {waits[int(0.95 * len(waits))] * 1000:.0f} ms; letters {dict(states)}; "
        f"{outcome.requests} views and pages, p95 {outcome.at(0.95):.0f} ms, "
        f"{outcome.wrong} not as expected; {streams.opened} streams, {streams.told // 1024} kB; "
        f"moves refused for now {playing.seen.refused} {dict(playing.seen.why)}, "
        f"for good {playing.seen.wrong[:3]}"
    )
    print(f"{'process':<24}{'from MB':>9}{'to MB':>9}{'grown':>8}{'RSS':>8}  by tenths, MB")
    bad = bool(playing.seen.wrong or outcome.wrong)
    begins = min(rows[0][0] for rows in memory.seen.values())
    for (name, pid), rows in memory.seen.items():
        tenths = [[r for r in rows if int(10 * (r[0] - begins) / took) == n] for n in range(10)]
        if not (tenths[1] and tenths[9]):
            print(f"{name + ' ' + str(pid):<24} lived for {rows[-1][0] - rows[0][0]:.0f} s")
            continue
        pss, rss = (
            [statistics.mean(r[what] for r in tenth or tenths[9]) / 1024 for tenth in tenths]
            for what in (1, 2)
        )
        grown, resident = pss[9] / pss[1] - 1, rss[9] / rss[1] - 1
        ours = not name.startswith(("postgres", "valkey"))
        bad = bad or (ours and grown >= MOST)
        print(
            f"{name + ' ' + str(pid):<24}{pss[1]:>9.1f}{pss[9]:>9.1f}{grown:>8.1%}{resident:>8.1%}"
            f"  {' '.join(f'{size:.1f}' for size in pss)}"
        )
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())

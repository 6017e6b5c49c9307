"""Renew three webs one after the other behind HAProxy while people play, and count what fails.

    python -m tests.faults.rolling [--rate 50] [--rounds 2]

Real processes: PostgreSQL, Valkey, three webs, HAProxy by `deploy/haproxy.cfg` (its three servers
named, rather than found by the engine's DNS). A stream follows one of the tables and goes on where
it was cut. Exits with 1 if a request failed, or a move was lost, made twice or not told.
"""

import argparse
import json
import re
import shutil
import sys
import threading
import time
from pathlib import Path

import requests

from oriflamme_site.local.children import Child
from oriflamme_site.local.ground import free_port
from tests.faults.scene import Scene, scene, wait_until
from tests.pace import PATIENCE

CONFIG = Path(__file__).parents[2] / "deploy/haproxy.cfg"
# Until the next one is renewed: HAProxy has to have seen this one.
BREATH = 4.0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rate", type=float, default=50, help="moves a second")
    parser.add_argument("--rounds", type=int, default=2)
    chosen = parser.parse_args()
    haproxy = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if not haproxy:
        print("not installed here (apt): haproxy")
        return 2
    with scene() as standing:
        import django

        django.setup()
        return _roll(standing, haproxy, chosen.rate, chosen.rounds)


def _start_door(standing: Scene, haproxy: str, webs: list[int]) -> int:
    door, text = free_port(), CONFIG.read_text()
    text = re.sub(r"(?m)^resolvers.*\n(?:    .*\n)+", "", text).replace(
        "bind :8000", f"bind :{door}"
    )
    template = re.search(r"(?m)^    server-template web \d+ web:8000 (.*)$", text)
    assert template
    how = template[1].replace("resolvers engine init-addr none", "")
    servers = "\n".join(f"    server web{port} 127.0.0.1:{port} {how}" for port in webs)
    own = standing._room / "haproxy.cfg"
    own.write_text(text.replace(template[0], servers))
    standing.start_beside("door", [haproxy, "-db", "-f", str(own)])
    return door


def _roll(standing: Scene, haproxy: str, rate: float, rounds: int) -> int:
    from tests.cluster import load
    from tests.cluster.load import Load, make_tables

    limits = {f"API_LIMIT_{name}": "1000000" for name in ("ADDRESS", "READS", "WRITES")}
    ports = [free_port() for _ in range(3)]
    leaving = {port: standing._room / f"leaving-{port}" for port in ports}
    # Whoever plays is not waited for by less than what a busy machine needs.
    load.WITHIN = 20.0

    def start(port: int) -> Child:
        leaving[port].unlink(missing_ok=True)
        return standing.start_web(port, **limits, LEAVING=str(leaving[port]))

    webs = {port: start(port) for port in ports}
    door = _start_door(standing, haproxy, [*webs])
    load.URL = f"http://127.0.0.1:{door}/api/v1/games/{{key}}"
    seconds = rounds * 3 * (2 * BREATH + 4)
    tables = make_tables(10 + int(rate * seconds / 50), verified=False, people=40)
    for port in webs:
        wait_until("a web", lambda port=port: _answers(port), seconds=PATIENCE)
    playing, heard = Load(tables, [], per_second=rate), Follower(door, tables[0])
    heard.start()
    wait_until("the stream's first word", lambda: heard.last, seconds=PATIENCE)
    for one in playing._threads:
        one.start()
    time.sleep(BREATH)
    began, before = time.monotonic(), len(playing.seen.acknowledged)
    for _ in range(rounds):
        for port, web in webs.items():
            leaving[port].touch()
            time.sleep(BREATH)
            standing.stop(web)
            webs[port] = start(port)
            wait_until("the new one", lambda port=port: _answers(port), seconds=PATIENCE)
            time.sleep(BREATH)
    took, moves = time.monotonic() - began, len(playing.seen.acknowledged) - before
    playing.stop()
    time.sleep(2)
    heard.ends = True
    lost, doubled = _compare(tables)
    missing = set(tables[0].told) - heard.told
    waits = sorted(playing.seen.waits)
    print(
        f"{3 * rounds} webs renewed in {took:.0f} s, {moves} moves meanwhile "
        f"({moves / took:.0f} a second), p95 {waits[int(0.95 * len(waits))]:.3f} s, longest "
        f"{waits[-1]:.2f} s; failed requests: {playing.seen.refused} {dict(playing.seen.why)}; "
        f"refused without reason: {len(playing.seen.wrong)}; lost: {lost}; made twice: {doubled}; "
        f"the stream was cut {heard.cuts} times and missed {len(missing)} of "
        f"{len(tables[0].told)} moves"
    )
    print(*playing.seen.wrong[:3], sep="\n")
    return int(bool(playing.seen.refused or playing.seen.wrong or lost or doubled or missing))


def _answers(port: int) -> bool:
    try:
        return requests.get(f"http://127.0.0.1:{port}/healthz", timeout=2).ok
    except requests.RequestException:
        return False


def _compare(tables: list) -> tuple[int, int]:  # type: ignore[type-arg]
    from games.models import Move

    lost = doubled = 0
    for table in tables:
        log = list(Move.objects.filter(game__key=table.key, seq__gt=0).order_by("seq"))
        lost += sum(seq > len(log) for seq in table.told)
        doubled += sum(
            (row.seat, row.move) != planned for row, planned in zip(log, table.future, strict=False)
        )
    return lost, doubled


class Follower(threading.Thread):
    """A client of a table's stream, as browsers are: it comes back with the last id it has."""

    def __init__(self, door: int, table) -> None:  # type: ignore[no-untyped-def]
        super().__init__(daemon=True)
        self.url = f"http://127.0.0.1:{door}/api/v1/games/{table.key}/events"
        self.token = table.tokens[0]
        self.told: set[int] = set()
        self.cuts, self.ends, self.last = 0, False, ""

    def run(self) -> None:
        while not self.ends:
            headers = {"Authorization": f"Bearer {self.token}", "Accept": "text/event-stream"}
            if self.last:
                headers["Last-Event-ID"] = self.last
            try:
                with requests.get(self.url, headers=headers, stream=True, timeout=30) as answer:
                    self._listen(answer)
            except requests.RequestException:
                pass
            self.cuts += 1
            time.sleep(0.3)

    def _listen(self, answer: requests.Response) -> None:
        event = ""
        for raw in answer.iter_lines(chunk_size=1):
            line = raw.decode()
            if self.ends:
                return
            if line.startswith("id:"):
                self.last = line[3:].strip()
            elif line.startswith("event:"):
                event = line[6:].strip()
            elif line.startswith("data:") and event == "moved":
                self.told.add(json.loads(line[5:])["seq"])


if __name__ == "__main__":
    sys.exit(main())

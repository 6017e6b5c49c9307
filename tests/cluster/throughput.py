"""How many views and moves a second the rig makes with so many hosts and processes of web.

Everything runs on one machine, whose cores are soon the limit: what a request costs each part, in
CPU, is what more machines can be reckoned from. So the table has both.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import orjson

from oriflamme_site import commands
from tests.bench.load import Request, cpu, run
from tests.cluster.load import Table
from tests.cluster.site import BIN, Cluster

LANES = 16
# Hosts that have a web, and processes of each.
SHAPES = ((1, 1), (1, 2), (1, 4), (2, 1), (3, 1))
HEAD = (
    "| hosts × processes | what | a second | p50, ms | p95, ms | not as it should be "
    "| CPU of one, ms: web | PostgreSQL | HAProxy and PgBouncer | cores in use |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def measure(cluster: Cluster, tables: list[Table], seconds: float) -> int:
    wrong = 0
    print(HEAD, flush=True)
    for hosts, processes in SHAPES:
        _shape(cluster, hosts, processes)
        for what, lane in (("views", _views), ("moves", _moves)):
            lanes = [lane(tables[n::LANES]) for n in range(LANES)]
            parts = _parts(cluster)
            before = {part: cpu(pids) for part, pids in parts.items()}
            busy = _busy()
            seen = run(8000, lanes, seconds=seconds, app_pids=[], database_pids=[])
            each = {
                part: 1000 * (cpu(pids) - before[part]) / max(1, seen.requests)
                for part, pids in parts.items()
            }
            print(
                f"| {hosts} × {processes} | {what} | {seen.requests / seen.seconds:.0f} "
                f"| {seen.at(0.5):.1f} | {seen.at(0.95):.1f} | {seen.wrong} | {each['web']:.2f} "
                f"| {each['PostgreSQL']:.2f} | {each['ways']:.2f} "
                f"| {(_busy() - busy) / seen.seconds:.1f} of {os.cpu_count()} |",
                flush=True,
            )
            wrong += seen.wrong
    return int(wrong > 0)


def _shape(cluster: Cluster, hosts: int, processes: int) -> None:
    hosts_of_all = list(cluster.hosts.values())
    for host in hosts_of_all:
        if "web" in host.running and host.running["web"].poll() is None:
            host.kill("web")
    # Or what the balancer has not yet missed would be asked, and counted.
    cluster.wait("nobody to answer", lambda: not cluster.answers())
    for host in hosts_of_all[:hosts]:
        name, *words = commands.web("0.0.0.0", 8001)
        words[words.index("--workers") + 1] = str(processes)
        host.start("web", [BIN / name, *words], PART="web")
    # HAProxy finds out twice, a second apart, that one is gone before it says so: by then the next
    # may be there already.
    cluster.wait("answers for a while", lambda: all(map(_after_a_breath, [cluster] * 12)))
    # Each process of a web makes its first requests slowly.
    again = [iter([Request("GET", "/readyz", {})] * 50) for _ in range(LANES)]
    run(8000, again, seconds=5, app_pids=[], database_pids=[])


def _after_a_breath(cluster: Cluster) -> bool:
    time.sleep(0.25)
    return cluster.answers()


def _parts(cluster: Cluster) -> dict[str, list[int]]:
    hosts = cluster.hosts.values()
    assert cluster.balancer is not None
    return {
        "web": [one.running["web"].pid for one in hosts],
        "PostgreSQL": [
            int((one.room / "postgres/postmaster.pid").read_text().split("\n", 1)[0])
            for one in hosts
        ],
        "ways": [
            *(one.running[part].pid for one in hosts for part in ("haproxy", "pgbouncer")),
            cluster.balancer.pid,
        ],
    }


def _busy() -> float:
    """Seconds that all cores together have worked."""
    fields = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    return (sum(fields[:8]) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def _views(tables: list[Table]) -> Iterator[Request]:
    while True:
        for table in tables:
            for token in table.tokens:
                yield Request("GET", f"/api/v1/games/{table.key}", _who(token))


def _moves(tables: list[Table]) -> Iterator[Request]:
    """Of each table in turn, each once and in order."""
    while open_ones := [table for table in tables if table.at < len(table.future)]:
        for table in open_ones:
            seat, move = table.future[table.at]
            body = orjson.dumps({"seq": table.at, "moves": [move]})
            table.at += 1
            path = f"/api/v1/games/{table.key}/moves"
            yield Request("POST", path, _who(table.tokens[seat]), body)


def _who(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}

"""The list of faults, and the table of what each has cost."""

import argparse
import itertools
import math
import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.cluster.backups import Backup
from tests.cluster.load import Load, make_tables
from tests.cluster.site import Cluster
from tests.cluster.throughput import measure

# Of a fault's end: until then everything has to be whole again.
SETTLE = 180.0
# For so many seconds it is watched what is usual.
BEFORE = 5.0


@dataclass
class Line:
    """What one kind of fault came to, in all its rounds."""

    name: str
    gaps: list[float] = field(default_factory=list)
    # Moves a second just before, and what they took.
    rates: list[float] = field(default_factory=list)
    usual: list[float] = field(default_factory=list)
    moves: int = 0
    refused: int = 0
    slow: list[float] = field(default_factory=list)


def break_it(room: Path, chosen: argparse.Namespace) -> int:
    cluster = Cluster(room, small=chosen.small, leases=chosen.leases)
    began = time.monotonic()
    cluster.start()
    print(f"three hosts are up after {time.monotonic() - began:.0f} s", flush=True)
    os.environ.update(cluster.env)
    os.environ |= {"DATABASE_URL": cluster.url_of_primary(), "DATABASE_WITHOUT_POOL": "1"}
    # Workers of other hosts reach Redis by their own way; here nobody has to be woken.
    import django

    django.setup()
    from django.db import connection

    began = time.monotonic()
    tables = make_tables(_tables_for(chosen), verified=False, people=40)
    print(f"{len(tables)} tables after {time.monotonic() - began:.0f} s", flush=True)
    if chosen.throughput:
        connection.close()
        return measure(cluster, tables, chosen.throughput)
    letters = [] if chosen.small else make_tables(4, verified=True, people=16, first=900)
    connection.close()
    load = Load(tables, letters, per_second=chosen.rate)
    backup = None
    if not chosen.small:
        addresses = [host.address for host in cluster.hosts.values()]
        backup = Backup(room, cluster.env, addresses, cluster.password)
        cluster.wait("a backup", backup.is_tried)
    load.start()
    lines: list[Line] = []
    try:
        cluster.wait("the first move", lambda: load.seen.acknowledged)
        time.sleep(5)
        faults = dict(_faults(cluster, random.Random(1)))
        wanted = [name for name in chosen.only.split(",") if name] or list(faults)
        if chosen.small:
            wanted = ["kill"]
        lines.append(_watch(load, "all is well", lambda: time.sleep(5), lambda: None))
        for name in wanted:
            line = Line(name)
            lines.append(line)
            for _ in range(chosen.rounds):
                begin, end, lasting = faults[name]
                one = _watch(load, name, lambda: (begin(), time.sleep(lasting)), end)  # noqa: B023
                cluster.wait("a whole cluster", cluster.is_whole, SETTLE)
                time.sleep(BEFORE + 1)
                line.gaps += one.gaps
                line.rates += one.rates
                line.usual += one.usual
                line.slow += one.slow
                print(f"{name}: {one.gaps[0]:.1f} s, at {one.rates[0]:.0f}/s before", flush=True)
                line.moves, line.refused = line.moves + one.moves, line.refused + one.refused
            _print(line)
    except TimeoutError as late:  # what was acknowledged until then is counted all the same
        print(late, flush=True)
        lines = [line for line in lines if line.gaps]
    finally:
        gone = backup.stop() if backup else 0.0
        load.stop()
    says, is_good = _brought_back(backup, load, gone) if backup else ([], True)
    return _report(cluster, load, lines, says, chosen.report) or int(not is_good)


# How many moments of a run are restored, and how long before its end the last of them may be.
MOMENTS, BEFORE_THE_END = 4, 15.0


# Seconds that may be missing when all hosts are gone at once; before that, none.
RPO = 10.0


def _brought_back(backup: Backup, load: Load, gone: float) -> tuple[list[str], bool]:
    """Of what was acknowledged until a moment, what a restore to that moment lacks."""
    ahead = time.time() - time.monotonic()
    told = {
        (table.key, seq): ahead + at
        for table in [*load.tables, *load.by_mail]
        for seq, at in table.told.items()
    }
    begun = min(told.values())
    rng = random.Random(2)
    moments = sorted(
        float(int(rng.uniform(begun + 1, max(begun + 2, gone - BEFORE_THE_END))))
        for _ in range(MOMENTS)
    )
    says, is_good = [], True
    for moment in [*moments, None]:
        end = moment or gone
        try:
            is_then, wrong = backup.bring_back(moment)
        except (AssertionError, TimeoutError) as failed:
            says.append(f"- restoring to {gone - end:.0f} s before the end failed: {failed}")
            print(says[-1], flush=True)
            is_good = False
            continue
        until = {what: at for what, at in told.items() if at <= end}
        lacks = [at for (key, seq), at in until.items() if is_then.get(key, 0) < seq]
        missing = end - min(lacks, default=end)
        is_good &= not wrong and (missing <= RPO if moment is None else not lacks)
        says.append(
            f"- restored to {'the end' if moment is None else f'{gone - end:.0f} s before it'}: of "
            f"{len(until)} moves acknowledged {len(lacks)} are missing, "
            f"{missing:.1f} s; {wrong or 'every game is what its log says'}"
        )
        print(says[-1], flush=True)
    return says, is_good


def _tables_for(chosen: argparse.Namespace) -> int:
    """So many that the moves do not run out; a game has some sixty."""
    faults = len(chosen.only.split(",")) if chosen.only else 13
    if chosen.throughput:
        return int(40 + chosen.throughput * 35)
    return 6 if chosen.small else 40 + int(faults * chosen.rounds * chosen.rate * 45 / 60)


Fault = tuple[Callable[[], object], Callable[[], object], float]


def _faults(cluster: Cluster, rng: random.Random) -> list[tuple[str, Fault]]:
    """Name, how it begins, how it ends, and seconds in between."""
    hosts = list(cluster.hosts.values())
    hit: list[object] = []

    def primary_dies() -> None:
        cluster.primary().kill_postgres()

    def cut(which: Callable[[], object]) -> Callable[[], None]:
        def begin() -> None:
            hit.append(which())
            hit[-1].cut_off()  # type: ignore[attr-defined]

        return begin

    def plug_in() -> None:
        hit.pop().plug_in()  # type: ignore[attr-defined]

    def a_replica() -> object:
        leads = cluster.primary()
        return rng.choice([host for host in hosts if host is not leads])

    def restart(part: str, on: Callable[[], object]) -> Fault:
        def begin() -> None:
            hit.append(on())
            hit[-1].kill(part)  # type: ignore[attr-defined]

        return begin, lambda: hit.pop().start_again(part), 8.0  # type: ignore[attr-defined]

    def freeze(part: str, on: Callable[[], object]) -> Fault:
        def begin() -> None:
            hit.append(on())
            hit[-1].freeze(part)  # type: ignore[attr-defined]

        return begin, lambda: hit.pop().freeze(part, thaw=True), 8.0  # type: ignore[attr-defined]

    def one() -> object:
        return hosts[rng.randrange(2)]

    return [
        ("kill", (primary_dies, lambda: None, 4.0)),
        # Longer than its lease lasts, or it is not missed.
        ("cut", (cut(cluster.primary), plug_in, 35.0 if cluster.leases == "etcd" else 18.0)),
        ("replica cut off", (cut(a_replica), plug_in, 15.0)),
        ("Redis' primary killed", restart("valkey", cluster.redis_primary)),
        (f"{cluster.leases} killed on one host", restart(cluster.leases, one)),
        ("pooler killed", restart("pgbouncer", one)),
        ("way to the database killed", restart("haproxy", one)),
        ("web killed", restart("web", one)),
        ("web frozen", freeze("web", one)),
        ("worker killed", restart("worker", one)),
        ("clock killed", restart("clock", one)),
        ("beat killed", restart("beat", one)),
        ("post killed", restart("post", one)),
    ]


def _watch(load: Load, name: str, act: Callable[[], object], end: Callable[[], object]) -> Line:
    line = Line(name)
    seen, began = load.seen, time.monotonic()
    moves, refused, waits = len(seen.acknowledged), seen.refused, len(seen.waits)
    before = sum(at > began - BEFORE for at in seen.acknowledged[-1000:])
    line.rates = [before / BEFORE]
    line.usual = seen.waits[waits - before : waits]
    act()
    end()
    until = time.monotonic() + SETTLE
    while not (seen.acknowledged and seen.acknowledged[-1] > time.monotonic() - 1):
        if load.is_over():
            raise TimeoutError(f"{name}: every game is over")
        if time.monotonic() > until:
            raise TimeoutError(f"{name}: nothing works after {SETTLE:g} s")
        time.sleep(0.1)
    # For how long nobody was answered, by any host.
    answered = [began, *sorted(at for at in list(seen.acknowledged) if at >= began)]
    answered.append(time.monotonic())
    line.gaps = [max(b - a for a, b in itertools.pairwise(answered))]
    line.moves, line.refused = len(seen.acknowledged) - moves, seen.refused - refused
    line.slow = seen.waits[waits:]
    return line


def _share(values: list[float], share: float) -> float:
    """The least that so many of them do not exceed: of twenty, p95 is the nineteenth."""
    ordered = sorted(values) or [math.nan]
    return ordered[max(0, math.ceil(len(ordered) * share) - 1)]


def _row(line: Line) -> str:
    return (
        f"| {line.name} | {len(line.gaps)} | {statistics.median(line.rates):.0f} "
        f"| {line.moves} | {line.refused} | {statistics.median(line.gaps):.1f} "
        f"| {_share(line.gaps, 0.95):.1f} | {max(line.gaps):.1f} "
        f"| {_share(line.slow, 0.95):.2f} | {_share(line.usual, 0.95):.2f} |"
    )


def _print(line: Line) -> None:
    print(_row(line), flush=True)


HEAD = (
    "| fault | times | moves a second before | moves meanwhile | tries without answer "
    "| nothing worked, s: median | p95 | longest | a move, s: p95 | and before |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)


def _report(cluster: Cluster, load: Load, lines: list[Line], says: list[str], file: str) -> int:
    """What was acknowledged against what is there."""
    os.environ["DATABASE_URL"] = url = cluster.url_of_primary()
    import environ
    from django.conf import settings
    from django.db import connection

    facts = environ.Env.db_url_config(url)
    settings.DATABASES["default"]["HOST"] = connection.settings_dict["HOST"] = facts["HOST"]
    connection.close()
    _let_everything_be_told(load)
    load.close()
    from accounts import moment
    from games.selectors.verifying import verify_games
    from notifications.models import Delivery

    lost, doubled = [], []
    with connection.cursor() as cursor:
        for table in [*load.tables, *load.by_mail]:
            cursor.execute(
                "SELECT m.seq, m.seat, m.move FROM games_move m JOIN games_game g"
                " ON g.id = m.game_id WHERE g.key = %s AND m.seq > 0 ORDER BY m.seq",
                [table.key],
            )
            log = cursor.fetchall()
            lost += [(table.key, seq) for seq in table.told if seq > len(log)]
            doubled += [
                f"{table.key}/{seq}: {seat} {move}, and meant was {planned}"
                for (seq, seat, move), planned in zip(log, table.future, strict=False)
                if (seat, move) != planned
            ]
    wrong = [key for key, faults in verify_games() if faults]
    arrived = Counter(load.seen.letters)
    rows = list(Delivery.objects.filter(channel="email").select_related("notification"))
    never = [row for row in rows if row.state == "sent" and not arrived[row.message_id]]
    unknown = set(arrived) - {row.message_id for row in rows}
    still = [row for row in rows if row.state in Delivery.OPEN]
    again = [name for name, times in arrived.items() if times > 1]
    text = "\n".join(
        (
            HEAD,
            *map(_row, lines),
            "",
            f"- moves acknowledged: {len(load.seen.acknowledged)} by programs, "
            f"{sum(len(one.told) for one in load.by_mail)} by {load.seen.replies} mails",
            f"- acknowledged and lost: {len(lost)}; made twice or otherwise: {len(doubled)}; "
            f"refused without reason: {len(load.seen.wrong)}",
            f"- games that are not what their logs say: {len(wrong)}",
            f"- letters: {len(load.seen.letters)} came under {len(arrived)} names, {len(again)} "
            f"of them again under the same name; said to be sent and never came: {len(never)}; "
            f"unknown: {len(unknown)}; not sent: {len(still)}",
            *says,
            f"- load of the machine at the end: {os.getloadavg()[0]:.0f}",
        )
    )
    waits = [
        f"{row.notification.kind}, tried {row.tries} times, again in "
        f"{(row.due_at - moment.now()).total_seconds():.0f} s: {row.lane} {row.last_error}"
        for row in still[:5]
    ]
    print(text, *load.seen.wrong[:5], *doubled[:5], *waits, sep="\n")
    if file:
        Path(file).write_text(text + "\n")
    return int(bool(lost or doubled or wrong or never or unknown or still or load.seen.wrong))


def _let_everything_be_told(load: Load) -> None:
    from notifications.models import Delivery

    until = time.monotonic() + SETTLE
    while Delivery.objects.filter(state__in=Delivery.OPEN).exists() and time.monotonic() < until:
        time.sleep(1)

"""A hundred thousand games on one connection: how many a minute, in how much memory; and again, cut
ten times, with none lost and none twice, each replayed to its result.

    python -m tests.bench.export [--games 100000] [--played 300]

Its own PostgreSQL (with fsync) and web server. So many games are played at random by the services,
all boxes; the others are copies of them with ids, links and ends of their own, some at one moment.
Ends with 1 where a game is missing, comes twice, or does not replay.
"""

import argparse
import http.client
import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

from tests.bench.load import cpu
from tests.bench.stage import Stage, stage
from tests.bench.streams import memory

CUTS = 10
AIM = 5000  # games a minute


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--played", type=int, default=300)
    chosen = parser.parse_args()
    with stage() as standing:
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        token = _games(chosen.played, chosen.games)
        server, port = standing.web("web", ("2", "1"))
        rate, grew = _at_one_go(standing, port, token, server.process.pid, chosen.games)
        wrong = _cut(port, token, chosen.games)
        print(*wrong[:10], sep="\n")
        print(f"aim: {AIM} a minute – {'met' if rate >= AIM else 'NOT met'}; grew by {grew:.0f} MB")
        return int(bool(wrong))


# --- what is there ------------------------------------------------------------------------


def _games(played: int, whole: int) -> str:
    from accounts.models import User
    from accounts.services import create_api_token
    from games import engine, services
    from games.models import Game, Move
    from tests.tournaments.playing import play_out

    people = [User.objects.create_user(f"player{n}", f"player{n}@example.test") for n in range(4)]
    boxes, began = sorted(engine.SETS), time.monotonic()
    for number in range(played):
        seats = 3 + number % 2
        game = services.create_game(
            person=people[0], name=f"Game {number}", set=boxes[number % len(boxes)], seats=seats
        )
        for person in people[1:seats]:
            services.join(game_key=game.key, person=person)
        play_out(game, seed=number)
    assert Game.objects.filter(status="over").count() == played
    # What the log tells of each move is left out: no export reads it.
    copy_games(whole, changed={Move: {"events": "''"}})
    took = time.monotonic() - began
    print(f"{played} games played, {Game.objects.count()} with their copies, in {took:.0f} s")
    return create_api_token(user=people[0], name="bench")[1].reveal()


def copy_games(whole: int, *, changed: dict[Any, dict[str, str]] | None = None) -> None:
    """Of the games that are over until there are so many, by PostgreSQL alone."""
    from django.db import connection

    from games.models import Game, Move, Seat

    own = {
        "id": "c.game",
        "key": "translate(substr(md5('k' || c.game), 1, 16), '01', 'gh')",
        "link": "translate(substr(md5('l' || c.game), 1, 24), '01', 'gh')",
        # Three end at one moment.
        "ended_at": "now() - interval '30 days' + (c.number / 3) * interval '1 second'",
    }
    played = list(Game.objects.filter(status="over").values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(
            "UPDATE games_game SET ended_at = now() - interval '40 days' WHERE status = 'over'"
        )
        cursor.execute(
            """CREATE TEMP TABLE copies AS SELECT number,
                nextval(pg_get_serial_sequence('games_game', 'id')) AS game,
                (%s::bigint[])[1 + number %% %s] AS of
            FROM generate_series(1, %s) number""",
            [played, len(played), whole - len(played)],
        )
        for model, of_each in (
            (Game, own),
            (Seat, {"id": None, "game_id": "c.game"}),
            (Move, {"game_id": "c.game"}),
        ):
            columns = [field.column for field in model._meta.concrete_fields if field.column]
            anew = of_each | (changed or {}).get(model, {})
            taken = {name: anew.get(name, f'o."{name}"') for name in columns}
            taken = {name: value for name, value in taken.items() if value is not None}
            named = ", ".join(f'"{name}"' for name in taken)
            of = "id" if model is Game else "game_id"
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({named}) "
                f"SELECT {', '.join(taken.values())} "
                f"FROM copies c JOIN {model._meta.db_table} o ON o.{of} = c.of"
            )
        cursor.execute("ANALYZE")


# --- what comes ----------------------------------------------------------------------------


def _lines(port: int, token: str, after: str) -> Iterator[dict[str, Any]]:
    """Of one connection, until it ends or nobody takes more."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        path = "/api/v1/games/export" + (f"?after={after}" if after else "")
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        if answer.status == 429:  # the one that was cut off has not been noticed yet
            answer.read()
            time.sleep(0.2)
            yield from _lines(port, token, after)
            return
        assert answer.status == 200, answer.read()
        for line in answer:
            yield json.loads(line)
    finally:
        connection.close()


def _at_one_go(standing: Stage, port: int, token: str, pid: int, games: int) -> tuple[float, float]:
    first = next(_lines(port, token, ""))
    assert "game" in first
    pids = [pid, standing.database.process.pid]
    spent, began, before = cpu(pids), time.monotonic(), memory(pid)
    most, count = before, 0
    for line in _lines(port, token, ""):
        if "game" not in line:
            break
        count += 1
        if count % 5000 == 0:
            most = max(most, memory(pid))
    took, used = time.monotonic() - began, cpu(pids) - spent
    rate = count / took * 60
    print(
        f"{count} of {games} games on one connection in {took:.0f} s: {rate:.0f} a minute, "
        f"{used / count * 1000:.2f} ms of CPU each, PostgreSQL's with it\n"
        f"memory of the web: {before:.0f} MB before, {most:.0f} MB at most, {memory(pid):.0f} after"
    )
    return rate, most - before


def _cut(port: int, token: str, games: int) -> list[str]:
    """Again, cut off in the middle of a line so many times."""
    from games import engine

    rng = random.Random(3)
    cuts = sorted(rng.sample(range(1, games), CUTS))
    seen: set[str] = set()
    replayed: dict[str, list[int]] = {}
    wrong, after, is_whole = [], "", False
    while not is_whole:
        for line in _lines(port, token, after):
            if "game" not in line:
                is_whole = True
                break
            game, record = line["game"], line["record"]
            if game["id"] in seen:
                wrong.append(f"{game['id']} comes twice")
            seen.add(game["id"])
            after = game["id"]
            if record not in replayed:
                replayed[record] = list(engine.replay(record).influence)
            if replayed[record] != game["result"]["scores"]:
                wrong.append(f"{game['id']} does not replay to its result")
            if cuts and len(seen) >= cuts[0]:
                cuts.pop(0)
                break
    if len(seen) != games:
        wrong.append(f"{games - len(seen)} games are missing")
    print(
        f"cut {CUTS} times: {len(seen)} games, {games - len(seen)} lost, {len(wrong)} wrong; "
        f"{len(replayed)} different records, each replayed"
    )
    return wrong


if __name__ == "__main__":
    sys.exit(main())

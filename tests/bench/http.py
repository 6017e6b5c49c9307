"""What a view and a move cost over HTTP, beside the floor, in one run.

    python -m tests.bench.http            (make bench runs it, too)

Its own PostgreSQL (with fsync, as in earnest) and Valkey, the product's web server as
`make play` starts it, and beside it the floor (floor.py) behind the same server with the
same settings, on the same PostgreSQL; once more as plain WSGI, for the hardest comparison.
Rounds take turns; the table shows medians, and the ratios of CPU time per request, which
suffer least from neighbours and from the load generator.
"""

import argparse
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from tests.bench import floor
from tests.bench.load import Outcome, Request, medians, run
from tests.bench.stage import Stage, stage

GAMES, LANES = 120, 8
GOALS = {"GET": (4.0, 2.0), "GET, nothing new": (2.0, 1.2), "POST": (4.0, 2.5)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="of each cell in each round")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    with stage() as standing:
        _measure(standing, chosen.seconds, chosen.rounds)


def _measure(standing: Stage, seconds: float, rounds: int) -> None:
    floor.fill(standing.url)
    tables = _tables()
    ours = "oriflamme_site.asgi:application"
    floors = (ours, "tests.bench.floor:application")
    servers = {
        "ours": standing.web("ours"),
        "floor": standing.web("floor", floors, FLOOR="asgi", DJANGO_SETTINGS_MODULE=""),
        "floor, WSGI": standing.web(
            *("floor, WSGI", floors, ("asginl", "wsgi")),
            FLOOR="wsgi",
            DJANGO_SETTINGS_MODULE="",
            GRANIAN_BLOCKING_THREADS="4",
        ),
    }
    ports = {name: port for name, (_child, port) in servers.items()}
    cells: dict[tuple[str, str], Callable[[int], Iterator[Request]]] = {
        ("floor", "GET"): _floor_gets,
        ("floor, WSGI", "GET"): _floor_gets,
        ("ours", "GET"): lambda lane: _gets(tables, lane),
        ("ours", "GET, nothing new"): lambda lane: _polls(tables, ports["ours"], lane),
        ("floor", "POST"): _floor_posts,
        ("floor, WSGI", "POST"): _floor_posts,
        ("ours", "POST"): lambda lane: _posts(tables[lane::LANES]),
    }
    outcomes: dict[tuple[str, str], list[Outcome]] = {cell: [] for cell in cells}
    for number in range(rounds + 1):
        for cell, lane in cells.items():
            outcome = run(
                ports[cell[0]],
                [lane(n) for n in range(LANES)],
                seconds=seconds if number else 0.7,
                app_pids=[servers[cell[0]][0].process.pid],
                database_pids=[standing.database.process.pid],
            )
            if number:  # the first round warms up
                outcomes[cell].append(outcome)
    _print({cell: medians(found) for cell, found in outcomes.items()}, rounds, seconds)


# --- what is asked ---------------------------------------------------------------------------


class Table:
    """One running game: its players' tokens, and moves still to be made, worked out ahead."""

    def __init__(self, key: str, seq: int, tokens: list[str], future: list[tuple[int, str]]):
        self.key, self.seq, self.tokens, self.future = key, seq, tokens, future
        self.at = 0


def _tables() -> list[Table]:
    """Running games of four in their second round, and how each may go on."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    from accounts.models import User
    from accounts.services import create_api_token
    from games import engine, services
    from games.models import Game

    people = [User.objects.create_user(f"p{n:03d}", f"p{n}@example.test") for n in range(40)]
    keys = {person.pk: create_api_token(user=person, name="bench")[1].reveal() for person in people}
    tables, rng = [], random.Random(3)
    for number in range(GAMES):
        four = rng.sample(people, 4)
        name = ("oriflamme", "ablaze", "alliance")[number % 3]
        game = services.create_game(person=four[0], name=f"bench {number}", set=name, seats=4)
        for person in four[1:]:
            services.join(game_key=game.key, person=person)
        row = Game.objects.get(key=game.key)
        seats = dict(row.chairs.values_list("number", "person_id"))
        state = engine.load(row.state.reveal())
        future = []
        while moves := engine.legal_moves(state):
            seat = engine.to_move(state)
            assert seat is not None
            future.append((seat, rng.choice(moves)))
            engine.play(state, future[-1][1])
        ahead = 8
        for seq, (seat, move) in enumerate(future[:ahead]):
            services.play(
                game_key=game.key,
                person=next(p for p in four if p.pk == seats[seat]),
                seq=seq,
                moves=[move],
                door="api",
            )
        tokens = [keys[seats[seat]] for seat in range(4)]
        tables.append(Table(game.key, ahead, tokens, future[ahead:]))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")  # as the floor's, and as a site's are within minutes
    return tables


def _authorized(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _gets(tables: list[Table], lane: int) -> Iterator[Request]:
    rng = random.Random(lane)
    while True:
        table = rng.choice(tables)
        token = rng.choice(table.tokens)
        yield Request("GET", f"/api/v1/games/{table.key}", _authorized(token))


def _polls(tables: list[Table], port: int, lane: int) -> Iterator[Request]:
    """The same table again with the ETag of its last answer."""
    rng = random.Random(lane)
    while True:
        table = rng.choice(tables)
        token = rng.choice(table.tokens)
        path = f"/api/v1/games/{table.key}"
        headers = _authorized(token) | {"If-None-Match": _etag(port, path, token)}
        for _ in range(50):
            yield Request("GET", path, headers, expect=304)


def _etag(port: int, path: str, token: str) -> str:
    import urllib.request

    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=_authorized(token))
    with urllib.request.urlopen(asked) as answer:
        return str(answer.headers["ETag"])


def _posts(tables: list[Table]) -> Iterator[Request]:
    """Moves of these tables in turn, each once and in order."""
    for table in itertools.cycle(tables):
        if table.at >= len(table.future):
            if all(one.at >= len(one.future) for one in tables):
                return
            continue
        seat, move = table.future[table.at]
        body = orjson.dumps({"seq": table.seq + table.at, "moves": [move]})
        table.at += 1
        path = f"/api/v1/games/{table.key}/moves"
        yield Request("POST", path, _authorized(table.tokens[seat]), body)


def _floor_gets(lane: int) -> Iterator[Request]:
    rng = random.Random(lane)
    while True:
        yield Request("GET", f"/games/{rng.randint(1, floor.GAMES)}", _floor_key(rng))


def _floor_posts(lane: int) -> Iterator[Request]:
    rng = random.Random(lane)
    while True:
        body = orjson.dumps({"move": {"type": "play", "card": f"c{rng.getrandbits(40):010x}"}})
        yield Request("POST", f"/games/{rng.randint(1, floor.GAMES)}", _floor_key(rng), body)


def _floor_key(rng: random.Random) -> dict[str, str]:
    return {"Authorization": "Token " + floor.key(rng.randrange(floor.PLAYERS))}


# --- what came of it ----------------------------------------------------------------------


def _print(cells: dict[tuple[str, str], dict[str, float]], rounds: int, seconds: float) -> None:
    columns = list(next(iter(cells.values())))
    print(f"\n{LANES} connections, {rounds} rounds of {seconds:g} s in turn, medians")
    print(f"{'':<30}" + "".join(f"{name:>17}" for name in [*columns, "× floor", "× WSGI"]))
    for (who, what), row in cells.items():
        base = what.split(",", 1)[0]
        ratios = [_total(row) / _total(cells[other, base]) for other in ("floor", "floor, WSGI")]
        figures = "".join(f"{row[name]:>17.3f}" for name in columns)
        print(f"{who + ' ' + what:<30}{figures}{ratios[0]:>17.2f}{ratios[1]:>17.2f}")
    goals = "; ".join(f"{what} {must:g} / {aim:g}" for what, (must, aim) in GOALS.items())
    print(f"× is CPU of app and database per request. must / aim: {goals}")


def _total(row: dict[str, Any]) -> float:
    return float(row["app CPU ms"] + row["database CPU ms"])


if __name__ == "__main__":
    main()

"""The sweep with a million games of which a hundred are due, and with ten thousand due at once.

    python -m tests.bench.clock            (make bench runs it, too)

Prints how long it takes, what PostgreSQL did, and how late the decisions were; two worker
processes drain the ten thousand, and one of them is killed in the middle.
"""

import argparse
import subprocess
import sys
import time

from tests.bench.stage import ROOT, stage

GAMES, FEW, MANY = 1_000_000, 100, 10_000


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--many", type=int, default=MANY)
    chosen = parser.parse_args()
    with stage():
        _measure(chosen.games, chosen.many)


def _measure(games: int, many: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    call_command("migrate", verbosity=0)
    from games import services
    from games.models import Game, Move
    from tests.clock.crowd import DUE, gather, nodes, plan

    model = _model()
    began = time.perf_counter()
    gather(model, games=games, due=FEW)
    print(f"{games:,} running games made in {time.perf_counter() - began:.0f} s")
    for node in nodes(plan(DUE, [timezone.now(), 1, []])):
        index = node.get("Index Name", "")
        print(
            f"  {node['Node Type']} {index}: {node['Actual Rows']:g} rows, "
            f"{node['Shared Hit Blocks'] + node['Shared Read Blocks']} pages, "
            f"{node['Actual Total Time']:.3f} ms"
        )
    began = time.perf_counter()
    made = services.sweep()
    print(f"{made} due: {time.perf_counter() - began:.2f} s")
    began = time.perf_counter()
    services.sweep()
    print(f"none due: {1000 * (time.perf_counter() - began):.1f} ms")
    touched = Game.objects.filter(revision__gt=model.revision).count()
    print(f"touched: {touched} games")

    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_game g SET deadline = now(), state = m.state FROM games_game m "
            "WHERE m.id = %s AND g.id IN (SELECT id FROM games_game WHERE deadline > now() "
            "AND seq = 0 ORDER BY deadline LIMIT %s)",
            [model.pk, many],
        )
    began, before = time.perf_counter(), Move.objects.filter(door="clock").count()
    killed, other = _sweeper(), _sweeper()
    assert killed.stdout is not None
    killed.stdout.readline()
    killed.kill()
    killed.wait()
    half = Move.objects.filter(door="clock").count() - before
    other.communicate()
    took = time.perf_counter() - began
    decided = Move.objects.filter(door="clock")
    done = decided.count() - before
    games_decided = decided.values("game_id").distinct().count() - before
    assert done == games_decided == many, (done, games_decided)
    print(f"{many:,} due at once: {done:,} decided in {took:.0f} s, {done / took:.0f} a second")
    print(f"  one of two workers was killed after {half:,}; each game was decided once")


def _model() -> "Game":  # type: ignore[name-defined]  # noqa: F821
    """A running game, to be copied."""
    from accounts.models import User
    from games import services
    from games.models import Game

    people = [User.objects.create_user(f"bench{n}", f"b{n}@example.test") for n in range(3)]
    game = services.create_game(person=people[0], name="model", set="oriflamme", seats=3)
    for person in people[1:]:
        services.join(game_key=game.key, person=person)
    found: Game = Game.objects.get(pk=game.pk)
    return found


def _sweeper() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.clock.sweeper"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


if __name__ == "__main__":
    main()

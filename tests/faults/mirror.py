"""Keep a copy of a tournament by its stream alone, while what serves it is killed again and again.

    python -m tests.faults.mirror [--people 500] [--rounds 1] [--kills 50] [--width 12]

Real processes: PostgreSQL with fsync, Valkey, a web of two processes, workers, a beat. So many
tables are played at a time, each to its end; meanwhile the web's processes and those of the worker
that takes in results get -9, one after the other. In the end the copy has to be what the site says,
to the last move; how long after a game's end its result stood in the copy's standings is told.
Exits with 1 where something differs.
"""

import argparse
import random
import statistics
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor

import httpx

from oriflamme_site.local.children import Child
from oriflamme_site.local.ground import free_port
from tests.faults.mirroring import Mirror
from tests.faults.scene import Scene, scene, wait_until
from tests.pace import PATIENCE

# A web server one of whose processes ends twice within 5.5 s, and no other between, takes itself
# for broken and ends: its two are killed in turn, and now and then the worker. Where it ends all
# the same it is started anew, as what supervises it would.
BETWEEN = (4.0, 6.0)
EVERY_FIFTH = 5
# Of a whole tournament.
LONGEST = 3600


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--width", type=int, default=12, help="tables that are played at a time")
    chosen = parser.parse_args()
    with scene() as standing:
        import django

        django.setup()
        return _mirror(standing, chosen)


def _mirror(standing: Scene, chosen: argparse.Namespace) -> int:
    port = free_port()
    limits = {f"API_LIMIT_{name}": "1000000" for name in ("ADDRESS", "READS", "WRITES")}

    def start_web() -> Child:
        return standing.start_web(port, workers=2, **limits)

    web = start_web()
    clock = standing.start_clock()
    standing.provider.open()
    standing.start_worker()
    standing.start_beat()
    url, key = f"http://127.0.0.1:{port}", _announce(chosen.people, chosen.rounds)
    wait_until("the web", lambda: _answers(url), seconds=PATIENCE)
    copy = Mirror(url, key)
    copy.start()
    wait_until("the stream's first word", copy.began.is_set, seconds=PATIENCE)
    rng, killed = random.Random(5), 0
    ended: dict[str, float] = {}
    with ThreadPoolExecutor(1) as beside:
        playing: Future[None] = beside.submit(_play, key, chosen.people, chosen.width, ended)
        while not playing.done():
            time.sleep(rng.uniform(*BETWEEN))
            if web.process.poll() is not None:
                web = start_web()
            if ended and killed < chosen.kills:
                killed += standing.kill_oldest_hand(web if (killed + 1) % EVERY_FIFTH else clock)
        playing.result()
    if web.process.poll() is not None:
        start_web()
    wait_until("the last results", lambda: copy.has_all(ended), seconds=PATIENCE)
    time.sleep(3)  # what is still on its way
    differences = copy.differences()
    copy.stop()
    return _report(copy, ended, killed, differences)


def _answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz", timeout=2).is_success
    except httpx.HTTPError:
        return False


def _announce(people: int, rounds: int) -> str:
    from accounts.models import User
    from games.tournaments import services

    cup = services.announce(
        person=User.objects.create_user("boss", is_staff=True),
        title=f"Mirrored, {people} people",
        capacity=people,
        stages=[{"format": "swiss", "sets": ["oriflamme"], "rounds": rounds}],
        start="full",
        confirms="never",
        round_for=86_400,
        first_break_for=0,
    )
    return cup.key


def _play(key: str, people: int, width: int, ended: dict[str, float]) -> None:
    """Everybody enters; then a few decisions at each of so many tables in turn, by the door that
    people use, so that they end one after the other."""
    from django.db import connection

    from games.models import Game
    from games.tournaments import services
    from games.tournaments.models import Tournament
    from tests.tournaments.playing import crowd, play_one, running_games

    try:
        for person in crowd(people):
            services.enter_tournament(key=key, person=person)
        rng, until = random.Random(2), time.monotonic() + LONGEST
        while (cup := Tournament.objects.get(key=key)).status != "over":
            assert time.monotonic() < until, "the tournament does not end"
            for game in running_games(cup)[:width]:
                while play_one(game, rng) and rng.random() < 0.9:
                    pass
                if not Game.objects.filter(pk=game.pk, status="running").exists():
                    ended[game.key] = time.time()
            time.sleep(0.05)
    finally:
        connection.close()


def _report(copy: Mirror, ended: dict[str, float], killed: int, differences: list[str]) -> int:
    waits = sorted(copy.shown[key] - at for key, at in ended.items())
    moves = sum(len(of_one) for of_one in copy.moves.values())
    print(
        f"{len(ended)} games, {moves} moves, {killed} processes killed; the stream was cut "
        f"{copy.cuts} times, came twice: {copy.doubled}, reset: {copy.resets}; rounds and "
        f"standings read {copy.readings} times\n"
        f"from a game's end to the copy's standings: median {statistics.median(waits):.2f} s, p95 "
        f"{waits[int(0.95 * len(waits))]:.2f} s, longest {waits[-1]:.2f} s\n"
        f"{len(differences)} differences"
    )
    print(*differences[:10], sep="\n")
    return int(bool(differences or copy.doubled or copy.resets))


if __name__ == "__main__":
    sys.exit(main())

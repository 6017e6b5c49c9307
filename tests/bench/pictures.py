"""What the picture of a letter costs.

    python -m tests.bench.pictures [--views 2000]

Positions of 30 games of all sets that are played beside each other, each as whoever decides sees
it, in four languages. Milliseconds of CPU a picture once as many have been drawn before; the cache.
"""

import argparse
import random
import statistics
import time
from collections.abc import Iterator
from itertools import count, islice

from games import engine, faces
from games.engine.types import Board
from games.engine.words import LANGUAGES
from games.faces import tiles
from tests.engine.chance import deal, play_on

GAMES = 30


def views(languages: int) -> Iterator[tuple[Board, str]]:
    """Without end: of games that end others begin."""
    games = [_game(number) for number in range(GAMES)]
    for number in count(GAMES):
        at = number % GAMES
        view = next(games[at], None)
        if view is None:
            games[at] = _game(number)
        else:
            yield view, [*LANGUAGES][at % languages]


def _game(number: int) -> Iterator[Board]:
    state = deal(number)
    for _move in play_on(state, random.Random(number)):
        if engine.legal_moves(state):
            yield engine.view(state, engine.to_move(state))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--views", type=int, default=2000)
    parser.add_argument("--languages", type=int, default=len(LANGUAGES), help="at the tables")
    chosen = parser.parse_args()
    many = chosen.views
    took, sizes = [], []
    for view, lang in islice(views(chosen.languages), 2 * many):
        began = time.process_time()
        png = faces.picture(view, lang)
        took.append(1000 * (time.process_time() - began))
        sizes.append(len(png))
    warm = sorted(took[many:])
    print(
        f"{many} pictures after as many: {statistics.mean(warm):.2f} ms CPU mean, "
        f"{statistics.median(warm):.2f} p50, "
        f"{warm[int(0.95 * many)]:.2f} p95, {warm[-1]:.1f} most; "
        f"{statistics.mean(sizes) / 1000:.0f} kB; {tiles.cells.bytes / 2**20:.0f} MB of cells and "
        f"{tiles.parts.bytes / 2**20:.0f} of parts"
    )


if __name__ == "__main__":
    main()

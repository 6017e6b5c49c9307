"""How well ratings foretell results: people of known strength, tables of three to five.

    python -m tests.bench.ratings [--people N] [--games N]

No cards are dealt. Everybody has a strength, plays a day of it with luck added, and the table is
ranked by the days. Before each game of the second half the ratings say how likely each is to win;
the log loss of that is held against the even guess and against whoever knows the strengths.
"""

import argparse
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from games.ratings.counting import Books, Standing, count
from games.ratings.rating import PROVISIONAL, Belief
from games.ratings.results import Result, Sitter, Who

# How far strengths lie apart, in units of the luck of one evening: in a game of cards, not far.
SPREAD = 0.7
BINS = 10
LIST = "overall"
BEGAN, EVERY = datetime(2026, 1, 1, tzinfo=UTC), timedelta(hours=1)


@dataclass
class Found:
    """What was foretold and what came, over the games that were asked about."""

    games: int = 0
    loss: float = 0.0
    even: float = 0.0
    knowing: float = 0.0
    # By tenths of the chance given: how many, the sum of the chances, and of the wins.
    bins: list[list[float]] = field(default_factory=lambda: [[0, 0.0, 0.0] for _ in range(BINS)])
    # How well the order of the numbers agrees with the order of the strengths at the end.
    order: float = 0.0
    rated_per_second: float = 0.0
    provisional_leaders: int = 0
    # Which share of all was settled at the end.
    settled: float = 0.0


def chances(beliefs: Sequence[Belief]) -> list[float]:
    """How likely each is to win, by the model that the ratings come from."""
    beta = 25 / 6
    c = math.sqrt(sum(sigma**2 + beta**2 for _mu, sigma in beliefs))
    return _shares([mu / c for mu, _sigma in beliefs])


def _shares(logits: Sequence[float]) -> list[float]:
    weights = [math.exp(one - max(logits)) for one in logits]
    return [weight / sum(weights) for weight in weights]


def simulate(*, people: int, games: int, seed: int = 1) -> Found:
    rng = random.Random(seed)
    strength = [rng.gauss(0, SPREAD) for _ in range(people)]
    books = Books()
    found = Found()
    spent = 0.0

    def standing(one: int) -> Standing:
        return books.standings.get((Who(one), LIST), Standing())

    for number in range(games):
        table = rng.sample(range(people), rng.randint(3, 5))
        # Gumbel's luck makes a world in which the chances are known: shares of e^strength.
        day = {who: strength[who] - math.log(-math.log(rng.random())) for who in table}
        order = sorted(table, key=lambda who: -day[who])
        if number >= games // 2:
            _ask(found, table, order[0], [standing(who).belief for who in table], strength)
        seats = [[Sitter(Who(who), False, 1, None)] for who in order]
        result = Result(True, range(1, len(order) + 1), seats)
        began = time.perf_counter()
        count(books, result, at=BEGAN + number * EVERY, lists=(LIST,))
        spent += time.perf_counter() - began
    stands = [standing(who) for who in range(people)]
    found.order = _agreement(strength, [stood.belief.number for stood in stands])
    found.rated_per_second = games / spent
    best = sorted(stands, key=lambda stood: -stood.belief.number)[: people // 10]
    found.provisional_leaders = sum(stood.games < PROVISIONAL for stood in best)
    found.settled = sum(stood.settled for stood in stands) / people
    return found


def _ask(
    found: Found,
    table: list[int],
    winner: int,
    beliefs: list[Belief],
    strength: list[float],
) -> None:
    told = chances(beliefs)
    known = _shares([strength[who] for who in table])
    at = table.index(winner)
    found.games += 1
    found.loss -= math.log(told[at])
    found.knowing -= math.log(known[at])
    found.even += math.log(len(table))
    for who, chance in zip(table, told, strict=True):
        bin_ = found.bins[min(int(chance * BINS), BINS - 1)]
        bin_[0] += 1
        bin_[1] += chance
        bin_[2] += who == winner


def _agreement(ones: Sequence[float], others: Sequence[float]) -> float:
    """Spearman's coefficient."""

    def places(values: Sequence[float]) -> list[int]:
        order = sorted(range(len(values)), key=lambda at: values[at])
        found = [0] * len(values)
        for place, at in enumerate(order):
            found[at] = place
        return found

    pairs = zip(places(ones), places(others), strict=True)
    n = len(ones)
    return 1 - 6 * sum((one - other) ** 2 for one, other in pairs) / (n * (n * n - 1))


def worst_miss(found: Found, *, at_least: int) -> float:
    """The largest difference between what a tenth was told and what it won."""
    return max(abs(told - won) / many for many, told, won in found.bins if many >= at_least)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--games", type=int, default=20_000)
    asked = parser.parse_args()
    found = simulate(people=asked.people, games=asked.games)
    print(f"{asked.people} people, {asked.games} games; asked about the last {found.games}")
    print("| told | games | mean told | won |\n|---|---|---|---|")
    for at, (many, told, won) in enumerate(found.bins):
        if many:
            tenth = f"{at * 10}–{at * 10 + 10} %"
            print(f"| {tenth} | {many:.0f} | {told / many:.1%} | {won / many:.1%} |")
    for name, loss in (
        ("even guess", found.even),
        ("ratings", found.loss),
        ("who knows the strengths", found.knowing),
    ):
        print(f"log loss, {name}: {loss / found.games:.4f}")
    gained = (found.even - found.loss) / (found.even - found.knowing)
    print(f"of what can be known, the ratings know {gained:.0%}")
    print(f"order of numbers and strengths agree: {found.order:.3f}")
    print(f"settled: {found.settled:.0%}")
    print(f"{found.rated_per_second:.0f} games a second")


if __name__ == "__main__":
    main()

"""One round, in the words of its people: tables in turn order, byes, and how good it is."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from random import Random

from games.tournaments.pairing.bounds import least_repeats
from games.tournaments.pairing.fixed import Fixed
from games.tournaments.pairing.turns import Turns, balance, order_turns

# Rounds that were played: each a list of tables, each table its people in turn order.
Table = Sequence[int]
Past = Sequence[Sequence[Table]]
# Two who shall not meet while it can be avoided, and what their meeting weighs: more than all the
# repeated meetings that avoiding it could cost.
Apart = Sequence[tuple[int, int]]
APART = 100_000
NOBODY = Fixed()


@dataclass(frozen=True)
class Player:
    """Somebody to be seated. Players are given in the order of the standings."""

    id: int
    score: int = 0
    byes: int = 0


@dataclass(frozen=True)
class Quality:
    """How good a round is, each figure beside the least that is possible.

    repeats: how often those at one table have met before, over all pairs. spread: squared
    distances of points from their table's mean. widest: the largest difference of points at one
    table. lean: the sum over all rounds of how late somebody sat (-12 first, 12 last in one
    round), of who is furthest from the middle.
    """

    repeats: int
    least_repeats: int
    spread: int
    least_spread: int
    widest: int
    lean: int

    def as_facts(self) -> dict[str, int]:
        return asdict(self)


@dataclass(frozen=True)
class Pairing:
    tables: list[list[int]]
    byes: list[int]
    quality: Quality


def draw(seed: str) -> Random:
    """All chance of a round comes from here: from the published seed and the round's name."""
    return Random(seed)


def split_byes(players: Sequence[Player], count: int) -> tuple[list[Player], list[Player]]:
    """Who plays and who has a bye: who has had fewest so far, of these who stands lowest."""
    if not count:
        return list(players), []
    ranked = sorted(range(len(players)), key=lambda place: (players[place].byes, -place))
    out = set(ranked[:count])
    return (
        [player for place, player in enumerate(players) if place not in out],
        [player for place, player in enumerate(players) if place in out],
    )


def meetings(past: Past) -> Counter[tuple[int, int]]:
    """How often each two have met, by (one, other) both ways."""
    met: Counter[tuple[int, int]] = Counter()
    for table in _tables(past):
        met.update((one, other) for one in table for other in table if one != other)
    return met


def met_rows(people: Sequence[int], past: Past, apart: Apart = ()) -> list[list[int]]:
    """How often each two have met; those kept apart as if they had met all the time."""
    number = {person: place for place, person in enumerate(people)}
    rows = [[0] * len(people) for _ in people]
    for table in _tables(past):
        present = [number[person] for person in table if person in number]
        for one in present:
            for other in present:
                if one != other:
                    rows[one][other] += 1
    for one, other in apart:
        if one in number and other in number:
            rows[number[one]][number[other]] += APART
            rows[number[other]][number[one]] += APART
    return rows


def in_turn_order(tables: Iterable[Sequence[int]], past: Past, fixed: Fixed) -> list[list[int]]:
    turns = Turns(_tables(past))
    return [order_turns(table, turns.leans, turns.sat, fixed.places) for table in tables]


def in_turns_to_come(
    rounds: Sequence[Sequence[Table]], past: Past, fixed: Fixed, seed: str
) -> list[list[list[int]]]:
    """The same for rounds that are known long before."""
    return balance(rounds, _tables(past), fixed.places, draw(f"{seed} turns"))


def finish(
    tables: Sequence[Sequence[int]],
    out: Sequence[Player],
    *,
    scores: dict[int, int],
    past: Past,
    least_spread: int = 0,
    fixed: Fixed = NOBODY,
    in_turns: bool = False,
) -> Pairing:
    """Turn order and figures for people who have been put at tables; `in_turns`: in this order."""
    ordered = [list(t) for t in tables] if in_turns else in_turn_order(tables, past, fixed)
    leans = Turns(chain(_tables(past), ordered)).leans
    met = meetings(past)
    here = {person for table in ordered for person in table}
    sizes = [len(table) for table in ordered]
    return Pairing(
        ordered,
        [player.id for player in out],
        Quality(
            repeats=sum(met[one, two] for t in ordered for one in t for two in t if one < two),
            least_repeats=least_repeats(past, here, sizes),
            spread=sum(_spread([scores[person] for person in table]) for table in ordered),
            least_spread=least_spread,
            widest=max(
                (max(scores[p] for p in t) - min(scores[p] for p in t) for t in ordered), default=0
            ),
            lean=max((abs(leans[person]) for person in here), default=0),
        ),
    )


def _spread(scores: Sequence[int]) -> int:
    size = len(scores)
    return 60 * sum(score * score for score in scores) - 60 // size * sum(scores) ** 2


def _tables(past: Past) -> Iterable[Table]:
    return (table for tables in past for table in tables)

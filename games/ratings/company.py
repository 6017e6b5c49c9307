"""Whether the same people sit at somebody's tables again and again, more often than at the tables
of those they play against. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from math import sqrt
from typing import NamedTuple

from games.ratings.rating import DIGITS, Belief
from games.ratings.results import Who

# Before so many games the tables of an opponent do not tell what is usual.
KNOWN = 5
# Beyond what is usual and what chance may add, after so many meetings more a game in that company
# has the least worth. Chance goes as far as the root of what is usual; as far again where no more
# than a few opponents tell what that is.
OFTEN, LEAST_WORTH = 4, 0.01
# What was won in it is given back where chance would have to go so many times as far, and it was
# won almost always: it sums up to so many times what luck alone would make of changes of that size,
# the root of their squares. Six wins alike do, and nothing lost.
FAR, ALWAYS = 3, 2.4

Tables = Sequence[set[Who]]


class Company(NamedTuple):
    """At how many of some tables each of the others sat. Of all pairs of their seats at two
    different tables: in how many was the same person."""

    met: Counter[Who]
    again: int
    pairs: int

    @property
    def share(self) -> float:
        return self.again / self.pairs if self.pairs else 0.0


class Judgement(NamedTuple):
    """What a game counts for; and where no chance explains its company, at which of the last
    tables, by their places among them, somebody of that company sat."""

    worth: float = 1.0
    close: Sequence[int] = ()


class Gain(NamedTuple):
    """What a game has changed on a list: how far the mean has risen, and how much variance is
    gone."""

    mu: float = 0.0
    surer: float = 0.0


def gained(before: Belief, after: Belief) -> Gain:
    return Gain(after.mu - before.mu, before.sigma**2 - after.sigma**2)


def judge(who: Who, lately: Mapping[Who, Tables], others: int) -> Judgement:
    """The game just played, by the company somebody was in at their last tables. `lately`: the last
    tables of everybody who played it, it among them. `others`: how many there are to be met.

    What is usual they tell themselves: the one of them who meets the fewest of the same people
    again, for helpers may be a circle; and nobody can be held to more than the site has people.
    """
    mine, here = _company(lately[who], {who}), lately[who][-1] - {who}
    at_once = max(len(table) for table in lately[who]) - 1
    least = min(
        (
            _company(lately[other], {who, other}).share
            for other in here
            if len(lately[other]) >= KNOWN
        ),
        default=0.0,
    )
    evenly = 1 / max(others, at_once, 1)
    usual = max(least, evenly)
    met_here = sum(mine.met[other] - 1 for other in here)
    each = (mine.met.total() - len(here)) * usual
    if met_here <= len(here) * each:
        return Judgement()
    expected = usual * mine.pairs
    chance = sqrt(expected) * (2 if least > evenly else 1)
    too_often = mine.again - expected - chance
    worth = max(LEAST_WORTH, 1 - max(0.0, too_often) / OFTEN)
    if too_often < OFTEN + (FAR - 1) * chance:
        return Judgement(worth)
    same = {other for other in here if mine.met[other] - 1 > each}
    return Judgement(worth, [at for at, table in enumerate(lately[who]) if table & same])


def without(belief: Belief, close: Sequence[Gain]) -> Belief:
    """What is left to believe of somebody who sat in close company: where they almost always won
    there, as if those games had not been. Those who help show themselves only after a while, and
    what they gave until then is not kept."""
    won = sum(gain.mu for gain in close)
    if won <= ALWAYS * sqrt(sum(gain.mu**2 for gain in close)):
        return belief
    variance = belief.sigma**2 + max(0.0, sum(gain.surer for gain in close))
    return Belief(round(belief.mu - won, DIGITS), round(sqrt(variance), DIGITS))


def _company(tables: Tables, without: set[Who]) -> Company:
    met = Counter(chain.from_iterable(tables))
    for one in without:
        met.pop(one, None)
    sizes = [len(table - without) for table in tables]
    return Company(
        met,
        again=sum(times * (times - 1) for times in met.values()) // 2,
        pairs=(sum(sizes) ** 2 - sum(size * size for size in sizes)) // 2,
    )

"""What is believed of somebody's strength, and how one game changes it: OpenSkill's Plackett–Luce.

Pure: the same results in the same order give the same numbers.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import cache, lru_cache
from math import sqrt
from typing import Any, Generic, NamedTuple, TypeVar

W = TypeVar("W", bound=Hashable)

# Before that many games a number is provisional: shown as such, and in no list.
PROVISIONAL = 10
# The number shown is what somebody surely is worth: three deviations below the mean. So whoever
# is new begins at BASE, and settled in the middle of the field one comes to about 1500.
BASE, SCALE, DEVIATIONS = 1000, 24, 3
# Whose doubt is greater is not settled, however many games they have played: games that count for
# little take little of it away. Some thirteen that count in full bring it there.
SURE = 5.25
# Of so many of one's last games is asked who sat there.
LATELY = 20
# Who has played nothing yet is worth little to beat, and not before as many games as are NEW in
# full.
FRESH, NEW = 0.1, 2
# Sums and roots of other processors differ far behind this place; what is stored does not.
DIGITS = 6


class Belief(NamedTuple):
    """A normal distribution: where somebody's strength may lie."""

    mu: float = 25.0
    sigma: float = round(25 / 3, DIGITS)

    @property
    def number(self) -> int:
        return number_of(self.mu, self.sigma)


def number_of(mu: float, sigma: float) -> int:
    return round(BASE + SCALE * (mu - DEVIATIONS * sigma))


class Part(NamedTuple, Generic[W]):
    """Somebody's part in a seat: which share of it they answer for, and the place they are given
    for it, the lowest being the best. Places are compared and never counted."""

    who: W
    share: float
    place: tuple[float, ...]
    # How much of the change the game is good for, from 0 to 1.
    weight: float = 1.0


class Side(NamedTuple, Generic[W]):
    """A seat: the place it has come to, by whoever brought it there, and those who have sat on it.
    `left`: where its last one stands among all who have left, if they have."""

    place: tuple[float, ...]
    parts: Sequence[Part[W]]
    left: tuple[float, ...] | None = None


def rate(sides: Sequence[Side[W]], before: Mapping[W, Belief]) -> dict[W, Belief]:
    """What is believed after a game of everybody for whom it has some weight.

    A seat is as strong as those who shared it, by their shares. Each of them is rated as if they
    had sat there alone, and their share of the change is theirs. Whoever had several seats – a
    bot of the house – takes the mean of them. That somebody leaves puts them behind others, and
    nobody before them: who stayed is held against the seat, wherever it has come to.
    """
    seats = [_mean(side, before) for side in sides]
    places = [side.place for side in sides]
    behind = [side.left or side.place for side in sides]
    many = Counter(who for side in sides for who in {part.who for part in side.parts})
    change: dict[W, tuple[float, float]] = {}
    for at, side in enumerate(sides):
        for who, share, place, worth in side.parts:
            if not worth:
                continue
            was = before[who]
            others = behind if place[0] else places
            now = _played(
                (*seats[:at], was, *seats[at + 1 :]),
                _ranks([*others[:at], place, *others[at + 1 :]]),
            )[at]
            weight = worth * share / many[who]
            mu, variance = change.get(who, (0.0, 0.0))
            change[who] = (
                mu + weight * (now.mu - was.mu),
                variance + weight * (now.sigma**2 - was.sigma**2),
            )
    return {
        who: Belief(
            round(before[who].mu + mu, DIGITS),
            round(sqrt(before[who].sigma ** 2 + variance), DIGITS),
        )
        for who, (mu, variance) in change.items()
    }


class Opponent(NamedTuple):
    """What is known of somebody at the table: from 0 to 1, how much their connections say for them,
    and how much it is to beat them."""

    connected: float = 1.0
    beaten: float = 1.0


def lessen(
    before: Belief, after: Belief, opponents: Sequence[Opponent], *, worth: float = 1.0
) -> Belief:
    """What is left of a change for somebody for whom the game has that worth.

    Games in the same company again and again prove little, and so do those among people who know
    few others: won or lost, or a circle would sink together.
    """
    if not opponents:
        return after
    is_gain = after.mu > before.mu
    known = [one.connected * (one.beaten if is_gain else 1.0) for one in opponents]
    worth *= sum(known) / len(known)
    variance = before.sigma**2 + worth * (after.sigma**2 - before.sigma**2)
    mu = before.mu + worth * (after.mu - before.mu)
    return Belief(round(mu, DIGITS), round(sqrt(variance), DIGITS))


def played(games: int) -> float:
    """How much it is to beat somebody after so many games, where nobody is settled yet."""
    return min(1.0, (games + FRESH) / (NEW + FRESH))


def _mean(side: Side[W], before: Mapping[W, Belief]) -> Belief:
    if len(side.parts) == 1:
        return before[side.parts[0].who]
    whole = sum(part.share for part in side.parts)
    mu = sum(part.share * before[part.who].mu for part in side.parts)
    variance = sum(part.share * before[part.who].sigma ** 2 for part in side.parts)
    return Belief(mu / whole, sqrt(variance / whole))


def _ranks(places: Sequence[tuple[float, ...]]) -> tuple[int, ...]:
    return tuple(sum(other < place for other in places) for place in places)


# Where nobody shares a seat, all at a table ask the same.
@lru_cache(maxsize=1)
def _played(beliefs: tuple[Belief, ...], ranks: tuple[int, ...]) -> list[Belief]:
    model = _model()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in beliefs]
    return [Belief(one.mu, one.sigma) for (one,) in model.rate(teams, ranks=list(ranks))]


@cache
def _model() -> Any:
    # Only who counts results needs it: neither a page nor a move pays for loading it.
    from openskill.models import PlackettLuce

    # Doubt goes in full with each game. The library's own way is slower; measured on people of
    # known strength it foretells worse (tests/bench/ratings.py).
    return PlackettLuce(gamma=lambda *_facts: 1.0)

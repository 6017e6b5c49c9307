"""What a finished game does to what is believed of those who have played it. Pure: the same results
in the same order lead to the same changes."""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from statistics import fmean
from typing import NamedTuple

from games.ratings import company
from games.ratings.pool import GAMES_EACH, LITTLE, Member, Pool
from games.ratings.rating import (
    LATELY,
    PROVISIONAL,
    SURE,
    Belief,
    Opponent,
    Side,
    lessen,
    played,
    rate,
)
from games.ratings.results import Result, Who, sides


class Standing(NamedTuple):
    belief: Belief = Belief()
    games: int = 0
    # Of people, on the list of all games of a kind: how many who are settled they have met lately –
    # of those no more than one for every GAMES_EACH games among such – and whether they are settled
    # themselves.
    met: int = 0
    settled: bool = False


Lately = defaultdict[tuple[Who, str], deque[set[Who]]]
# By lists: what has come of each of these tables for somebody.
Gained = defaultdict[tuple[Who, str], deque[dict[str, company.Gain]]]


def nobody_lately() -> Lately:
    return defaultdict(lambda: deque(maxlen=LATELY))


def nothing_gained() -> Gained:
    return defaultdict(lambda: deque(maxlen=LATELY))


@dataclass
class Books:
    """All that is asked about those who play in the games to come. With whom people sat in their
    last games and what came of it, and who is there, goes by the list of all games of a kind:
    blind games are weighed by blind games."""

    standings: dict[tuple[Who, str], Standing] = field(default_factory=dict)
    lately: Lately = field(default_factory=nobody_lately)
    gained: Gained = field(default_factory=nothing_gained)
    pools: dict[str, Pool] = field(default_factory=dict)


class Change(NamedTuple):
    """On one list; of a seat that somebody shared, as much counts for them."""

    who: Who
    list: str
    share: float
    before: Standing
    after: Standing


def count(books: Books, result: Result, *, at: datetime, lists: Sequence[str]) -> list[Change]:
    """Enter a game that counts on these lists, the first of them that of all games of its kind."""
    people, bots = sides(result, bots=False), sides(result, bots=True)
    changes = [change for name in lists if bots for change in _rated(books, bots, name)]
    if people:
        changes += _of_people(books, people, at, lists)
    books.standings.update(((change.who, change.list), change.after) for change in changes)
    return changes


def _rated(books: Books, compared: Sequence[Side[Who]], name: str) -> Iterable[Change]:
    """What the result says by itself."""
    shares: dict[Who, list[float]] = {}
    for part in (part for side in compared for part in side.parts):
        shares.setdefault(part.who, []).append(part.share)
    before = {who: _standing(books, who, name) for who in shares}
    after = rate(compared, {who: stood.belief for who, stood in before.items()})
    for who, belief in after.items():
        now = before[who]._replace(belief=belief, games=before[who].games + 1)
        yield Change(who, name, fmean(shares[who]), before[who], now)


def _of_people(
    books: Books, compared: Sequence[Side[Who]], at: datetime, lists: Sequence[str]
) -> list[Change]:
    """… and what is left of that, by who sat there."""
    kind = lists[0]
    pool = books.pools.setdefault(kind, Pool())
    pool.go_to(at)
    asked = pool.asked
    rated = [change for name in lists for change in _rated(books, compared, name)]
    there = {change.who for change in rated}
    for who in there:
        books.lately[who, kind].append(there)
        books.gained[who, kind].append({})
    lately = {who: books.lately[who, kind] for who in there}
    stands: dict[Who, Standing] = {}
    meets_enough: set[Who] = set()
    connected: dict[Who, float] = {}
    judged = {who: company.judge(who, lately, pool.others) for who in there}
    worth = {who: one.worth for who, one in judged.items()}
    for who in there:
        was = _standing(books, who, kind)
        met, told = pool.met(table - {who} for table in lately[who])
        connected[who] = pool.connected(met, was.games + 1, is_settled=was.settled)
        if asked and was.settled and not pool.settled_at(there - {who}):
            worth[who] *= LITTLE
        games, met = was.games + 1, min(met, told // GAMES_EACH)
        stands[who] = Standing(games=games, met=met, settled=was.settled)
        if games >= PROVISIONAL and met >= asked:
            meets_enough.add(who)

    def lessened(change: Change) -> Change:
        who, name = change.who, change.list
        others = [
            Opponent(
                connected[other],
                1.0 if asked else played(_standing(books, other, name).games),
            )
            for other in there
            if other != who
        ]
        left = lessen(
            change.before.belief,
            change.after.belief,
            others,
            worth=connected[who] * worth[who],
        )
        gained = books.gained[who, kind]
        gained[-1][name] = company.gained(change.before.belief, left)
        close = [gained[at].get(name, company.Gain()) for at in judged[who].close]
        left = company.without(left, close)
        gained[-1][name] = company.gained(change.before.belief, left)
        if name != kind:
            return change._replace(after=change.after._replace(belief=left))
        settles = who in meets_enough and (not asked or left.sigma <= SURE)
        after = stands[who]._replace(belief=left, settled=stands[who].settled or settles)
        return change._replace(after=after)

    changes = [lessened(change) for change in rated]
    stands |= {change.who: change.after for change in changes if change.list == kind}
    for who, stood in stands.items():
        pool.add(who, Member(at, stood.games, stood.settled))
    return changes


def _standing(books: Books, who: Who, name: str) -> Standing:
    return books.standings.get((who, name), Standing())

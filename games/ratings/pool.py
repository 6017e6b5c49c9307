"""Who is settled: the people whom everybody's number is held against. Pure.

Settled is who has played PROVISIONAL rated games and met MEET different settled people at the last
of them; whoever is settled stays so. Where few who play are settled – a new site, or a new club
that is much larger than the old one – games are enough, and a circle of friends that is the whole
site has nobody to meet outside it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from games.ratings.rating import LATELY, PROVISIONAL
from games.ratings.results import Who

MEET = 5
# Who has played within that time is there to be met.
AROUND = timedelta(days=180)
# Of those who are there and have played enough, so many must be settled for others to need them.
ENOUGH = 1 / 3


class Member(NamedTuple):
    """Somebody's last rated game, how many they have played, and whether they are settled."""

    at: datetime
    games: int
    settled: bool


class Pool:
    """The people who have played lately. It hears of games in the order in which they ended."""

    def __init__(self, members: Iterable[tuple[Who, Member]] = ()) -> None:
        """Whoever has not played for longest comes first."""
        self._there: dict[Who, Member] = {}
        self._experienced = self._settled = 0
        for who, member in members:
            self.add(who, member)

    def add(self, who: Who, member: Member) -> None:
        """They have played one game more."""
        self._drop(who)
        self._there[who] = member
        self._experienced += member.games >= PROVISIONAL
        self._settled += member.settled

    def go_to(self, at: datetime) -> None:
        """Who has not played for long by then is not there any more."""
        gone: list[Who] = []
        for who, member in self._there.items():
            if member.at >= at - AROUND:
                break
            gone.append(who)
        for who in gone:
            self._drop(who)

    def _drop(self, who: Who) -> None:
        member = self._there.pop(who, None)
        if member is not None:
            self._experienced -= member.games >= PROVISIONAL
            self._settled -= member.settled

    @property
    def asked(self) -> int:
        """How many settled people have to be met."""
        return min(MEET, self._settled) if self._settled >= ENOUGH * self._experienced else 0

    @property
    def _share(self) -> float:
        """Of those who have played enough; while few are settled, less of them is asked."""
        return min(1.0, self._settled / max(1, self._experienced))

    def met(self, tables: Iterable[set[Who]]) -> int:
        """How many settled people sat at these tables of others. Where most are not settled nobody
        is counted: a few do not vouch for a crowd."""
        met: set[Who] = set()
        for others in tables:
            settled = {who for who in others if who in self._there and self._there[who].settled}
            if 2 * len(settled) >= len(others) * self._share:
                met |= settled
        return len(met)

    def connected(self, met: int, games: int, *, is_settled: bool) -> float:
        """From 0 to 1: who has met a settled person more at each of their last games, or all there
        are, is as well connected as can be."""
        others = self._settled - is_settled
        wanted = min(others, max(MEET, min(games, LATELY))) * self._share
        return min(1.0, met / wanted) if self.asked and wanted else 1.0

    def usual(self, opponents: int) -> float:
        """At how many of one's last games anybody sat, if everybody met everybody alike."""
        others = (self._settled if self.asked else len(self._there)) - 1
        return LATELY * min(1.0, opponents / max(1, others))

"""Who is settled: the people whom everybody's number is held against. Pure.

Settled is who has played PROVISIONAL rated games and met MEET different settled people at the last
of them, GAMES_EACH games among settled people for each; whoever is settled stays so. Where few who
play are settled – a new site, or a new club that is much larger than the old one – games are
enough, and a circle of friends that is the whole site has nobody to meet outside it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from games.ratings.rating import LATELY, PROVISIONAL
from games.ratings.results import Who

MEET, GAMES_EACH = 5, 2
# As well connected as can be is nobody who has met fewer, if there are as many.
WHOLE = 10
# What a table where most are not settled is worth to whoever is.
LITTLE = 0.1
# Who has played within that time is there to be met.
AROUND = timedelta(days=180)
# Of those who are there and have played enough, so many must be settled for others to need them.
ENOUGH = 1 / 3


class Member(NamedTuple):
    """Somebody's last rated game, how many they have played, and whether they are settled."""

    at: datetime
    games: int
    settled: bool


class Counts(NamedTuple):
    """How many people there are; who of them have played enough, and who are settled."""

    there: int = 0
    experienced: int = 0
    settled: int = 0


class Pool:
    """The people who have played lately. It hears of games in the order in which they ended.

    Of most of them it only knows how many they are: by name it knows whoever plays now, was met by
    those at their last games, or will have been away for too long before these games are over.
    """

    def __init__(
        self, members: Iterable[tuple[Who, Member]] = (), others: Counts | None = None
    ) -> None:
        """Whoever has not played for longest comes first."""
        self._there: dict[Who, Member] = {}
        self._many, self._experienced, self._settled = others or Counts()
        for who, member in members:
            self.add(who, member)

    def add(self, who: Who, member: Member) -> None:
        """They have played one game more."""
        self._drop(who)
        self._there[who] = member
        self._count(member, 1)

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
            self._count(member, -1)

    def _count(self, member: Member, by: int) -> None:
        self._many += by
        self._experienced += by * (member.games >= PROVISIONAL)
        self._settled += by * member.settled

    @property
    def asked(self) -> int:
        """How many settled people have to be met: none, before there are as many."""
        enough = max(MEET, ENOUGH * self._experienced)
        return MEET if self._settled >= enough else 0

    @property
    def _share(self) -> float:
        """Of those who have played enough; while few are settled, less of them is asked."""
        return min(1.0, self._settled / max(1, self._experienced))

    def settled_at(self, others: set[Who]) -> set[Who]:
        """Who of these was settled. Where most are not nobody is named: a few do not vouch for a
        crowd."""
        settled = {who for who in others if who in self._there and self._there[who].settled}
        return settled if 2 * len(settled) >= len(others) * self._share else set()

    def met(self, tables: Iterable[set[Who]]) -> tuple[int, int]:
        """How many settled people sat at these tables of others, and at how many tables."""
        found = [settled for others in tables if (settled := self.settled_at(others))]
        return len(set().union(*found)), len(found)

    def connected(self, met: int, games: int, *, is_settled: bool) -> float:
        """How much somebody's connections say for them, from 0 to 1: who has met a settled person
        more at each of their last games, or all there are, is as well connected as can be. It is
        squared, for half a circle of acquaintances is what a circle of accounts can have."""
        others = self._settled - is_settled
        wanted = min(others, max(WHOLE, min(games, LATELY))) * self._share
        return min(1.0, met / wanted) ** 2 if self.asked and wanted else 1.0

    @property
    def others(self) -> int:
        """How many there are for anybody to meet: settled people, where these have to be met."""
        return (self._settled if self.asked else self._many) - 1

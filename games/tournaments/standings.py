"""Standings: points, and what decides among those who have as many – each with its numbers.

A line is one row of the standings, whoever has played for it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from games.tournaments.pairing.turns import lean

TIE_BREAKS = ("strength", "wins", "influence", "direct", "seat", "lot")
USUAL = ("strength", "wins", "influence", "direct", "seat", "lot")


@dataclass(frozen=True)
class Sat:
    """One line at one table. `position`: in the turn order, 0 begins. Equal ranks are shared."""

    line: int
    position: int
    rank: int
    influence: int
    points: int


@dataclass
class Line:
    id: int
    # Unchanging name for the lot.
    name: str = ""
    # Points that no table of this stage gave: byes, carried over, for coming late, penalties.
    start: int = 0
    byes: int = 0


Table = Sequence[Sat]
Number = Fraction


@dataclass(frozen=True)
class TieBreak:
    """A number and how it came about; the larger number is better."""

    name: str
    value: Number
    facts: dict[str, float | int | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Standing:
    line: int
    place: int
    points: int
    tables: int
    byes: int
    tie_breaks: tuple[TieBreak, ...]


@dataclass
class _Tally:
    points: int
    from_tables: int = 0
    sat: list[tuple[Table, Sat]] = field(default_factory=list)


def rank(
    lines: Sequence[Line], tables: Iterable[Table], *, order: Sequence[str], seed: str
) -> list[Standing]:
    """Everybody in order. Lines that nothing in `order` tells apart share a place; they are then
    listed by the lot."""
    tallies = {line.id: _Tally(line.start) for line in lines}
    for table in tables:
        for sat in table:
            # Also of who has no place any more: whoever met them has met them.
            tally = tallies.setdefault(sat.line, _Tally(0))
            tally.points += sat.points
            tally.from_tables += sat.points
            tally.sat.append((table, sat))
    ways = _ways(tallies, {line.id: line.name for line in lines}, seed)
    breaks: defaultdict[int, list[TieBreak]] = defaultdict(list)
    groups = [[line.id for line in lines]]
    groups = _split(groups, lambda line, _group: Fraction(tallies[line].points))
    for name in order:
        way = ways[name]
        for group in groups:
            for line in group:
                breaks[line].append(way(line, group))
        groups = _split(groups, lambda line, _group: breaks[line][-1].value)
    by_id = {line.id: line for line in lines}
    lot = ways["lot"]
    standings: list[Standing] = []
    for group in groups:
        place = len(standings) + 1
        for line in sorted(group, key=lambda line, group=group: -lot(line, group).value):  # type: ignore[misc]
            tally = tallies[line]
            standings.append(
                Standing(
                    line,
                    place,
                    tally.points,
                    len(tally.sat),
                    by_id[line].byes,
                    tuple(breaks[line]),
                )
            )
    return standings


def _split(groups: list[list[int]], value: Callable[[int, list[int]], Fraction]) -> list[list[int]]:
    """Each group into groups of equal value, the best first."""
    new: list[list[int]] = []
    for group in groups:
        if len(group) == 1:
            new.append(group)
            continue
        by_value: defaultdict[Fraction, list[int]] = defaultdict(list)
        for line in group:
            by_value[value(line, group)].append(line)
        new += [by_value[each] for each in sorted(by_value, reverse=True)]
    return new


def _ways(
    tallies: dict[int, _Tally], names: dict[int, str], seed: str
) -> dict[str, Callable[[int, list[int]], TieBreak]]:
    def strength(line: int, _group: list[int]) -> TieBreak:
        """What one's opponents make of a table on average; each meeting counts."""
        met = [
            tallies[other.line]
            for table, sat in tallies[line].sat
            for other in table
            if other.line != line
        ]
        total = sum((averages[id(tally)] for tally in met), Fraction()) / 60
        value = total / len(met) if met else Fraction()
        facts: dict[str, float | int | str] = {
            "opponents": len(met),
            "together": round(float(total), 2),
        }
        return TieBreak("strength", value, facts)

    def wins(line: int, _group: list[int]) -> TieBreak:
        """Tables won; a win that is shared counts as its share."""
        won = [
            Fraction(1, sum(other.rank == 1 for other in table))
            for table, sat in tallies[line].sat
            if sat.rank == 1
        ]
        return TieBreak("wins", sum(won, Fraction()), {"alone": won.count(Fraction(1))})

    def influence(line: int, _group: list[int]) -> TieBreak:
        """One's share of a table's influence, 1 being as much as all others have on average."""
        shares = [fair_share(sat.influence, table) for table, sat in tallies[line].sat]
        value = sum(shares, Fraction()) / len(shares) if shares else Fraction()
        gained = sum(sat.influence for _table, sat in tallies[line].sat)
        return TieBreak("influence", value, {"gained": gained, "tables": len(shares)})

    def direct(line: int, group: list[int]) -> TieBreak:
        """Among those still level: how often ahead of one of them, less how often behind."""
        level = set(group) - {line}
        pairs = [
            (sat.rank, other.rank)
            for table, sat in tallies[line].sat
            for other in table
            if other.line in level
        ]
        ahead, behind = sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)
        return TieBreak("direct", Fraction(ahead - behind), {"ahead": ahead, "behind": behind})

    def seat(line: int, _group: list[int]) -> TieBreak:
        """Who began later on average: from -1, always first, to 1, always last."""
        leans = [lean(sat.position, len(table)) for table, sat in tallies[line].sat]
        value = Fraction(sum(leans), 12 * len(leans)) if leans else Fraction()
        return TieBreak("seat", value, {"tables": len(leans)})

    def lot(line: int, _group: list[int]) -> TieBreak:
        """Drawn from the published seed and the line's name: anybody can do it again."""
        drawn = sha256(f"{seed} lot {names[line]}".encode()).hexdigest()[:8]
        return TieBreak("lot", Fraction(int(drawn, 16)), {"drawn": drawn})

    averages = {
        id(tally): Fraction(tally.from_tables, len(tally.sat)) if tally.sat else Fraction()
        for tally in tallies.values()
    }
    return {
        "strength": strength,
        "wins": wins,
        "influence": influence,
        "direct": direct,
        "seat": seat,
        "lot": lot,
    }


def fair_share(influence: int, table: Table) -> Fraction:
    total = sum(sat.influence for sat in table)
    return Fraction(influence * len(table), total) if total > 0 else Fraction(1)

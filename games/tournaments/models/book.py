"""A tournament with everybody and everything in it, read in a fixed number of queries.

All that is counted – standings, who has met whom, who goes on – is worked out from here, each
time anew: results are the truth, and nothing that follows from them is kept.
"""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import combinations

from games.tournaments.models.entry import Berth, Entry, KeptApart
from games.tournaments.models.play import Round, Sitting, Stage, TournamentTable
from games.tournaments.models.tournament import Tournament
from games.tournaments.pairing import Fixed, Placed
from games.tournaments.standings import Line, Sat, Standing, fair_share, rank

RoundLists = list[list[list[int]]]


class Book:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        entries = Entry.objects.filter(tournament=tournament).select_related("person")
        self.entries = {entry.pk: entry for entry in entries.order_by("number")}
        self.stages = list(Stage.objects.filter(tournament=tournament).order_by("number"))
        self.rounds = list(Round.objects.filter(tournament=tournament).order_by("ordinal"))
        self.berths: defaultdict[int, list[Berth]] = defaultdict(list)
        for berth in Berth.objects.filter(stage__tournament=tournament).order_by("seeding"):
            self.berths[berth.stage_id].append(berth)
        tables = (
            TournamentTable.objects.filter(round__tournament=tournament)
            .select_related("game")
            .only(
                *("round_id", "number", "division", "how", "deadline"),
                *("game__key", "game__status", "game__to_move", "game__changed_at"),
                *("game__seq", "game__deadline", "game__ended_at", "game__seats"),
            )
        )
        self.tables: defaultdict[int, list[TournamentTable]] = defaultdict(list)
        for table in tables.order_by("number"):
            self.tables[table.round_id].append(table)
        self.sittings: defaultdict[int, list[Sitting]] = defaultdict(list)
        self.at_table: defaultdict[int, list[Sitting]] = defaultdict(list)
        for sitting in Sitting.objects.filter(round__tournament=tournament).order_by("position"):
            self.sittings[sitting.round_id].append(sitting)
            if sitting.table_id is not None:
                self.at_table[sitting.table_id].append(sitting)

    @cached_property
    def apart(self) -> list[tuple[int, int]]:
        """Who is kept apart, those of a team too, and those to whom the desk has given one place in
        turn order: asked for by a draw alone."""
        apart = KeptApart.objects.filter(tournament=self.tournament).order_by("pk")
        groups = [*self.teams.values(), *self._of_one_place()]
        mates = (pair for group in groups for pair in combinations(group, 2))
        return [
            (self.line(one), self.line(other))
            for one, other in [*apart.values_list("one_id", "other_id"), *mates]
        ]

    @cached_property
    def teams(self) -> dict[str, list[int]]:
        """By name, the lines of those who play for it."""
        teams: defaultdict[str, list[int]] = defaultdict(list)
        if self.tournament.team_counts:
            for entry in self.entered:
                if entry.team:
                    teams[entry.team].append(entry.pk)
        return teams

    @cached_property
    def fixed_tables(self) -> dict[int, int]:
        """At which table those always sit who have one of their own."""
        return {e.pk: e.fixed_table for e in self.entered if e.fixed_table is not None}

    @cached_property
    def fixed(self) -> Fixed:
        """What a draw has to know of seats that the desk has given."""
        tables: defaultdict[int, list[int]] = defaultdict(list)
        for line, table in self.fixed_tables.items():
            tables[table].append(line)
        places = {e.pk: e.fixed_place for e in self.entered if e.fixed_place is not None}
        return Fixed([tables[number] for number in sorted(tables)], places)

    def _of_one_place(self) -> Iterable[list[int]]:
        found: defaultdict[int, list[int]] = defaultdict(list)
        for line, place in self.fixed.places.items():
            found[place].append(line)
        return found.values()

    @cached_property
    def is_seeded(self) -> bool:
        """The order of the first stage is more than a lot."""
        by_lot = self.tournament.seeding == Tournament.Seeding.LOT
        return not by_lot or any(entry.seed_place for entry in self.entries.values())

    def seeding(self, stage: Stage) -> dict[int, int]:
        """In which order everybody came into a stage, 0 being the best."""
        return {self.line(berth.entry_id): berth.seeding for berth in self.berths[stage.pk]}

    # --- People ------------------------------------------------------------------------

    def line(self, entry: int) -> int:
        """Whose row in the standings it is: of who was replaced, their successor's."""
        while (successor := self.entries[entry].successor_id) is not None:
            entry = successor
        return entry

    def plays(self, line: int) -> bool:
        return self.entries[line].plays

    def entry_of(self, person: int) -> Entry | None:
        return next((e for e in self.entries.values() if e.person_id == person), None)

    @cached_property
    def entered(self) -> list[Entry]:
        return [entry for entry in self.entries.values() if entry.plays]

    # --- Where it stands ---------------------------------------------------------------

    @property
    def stage(self) -> Stage | None:
        """The stage that is being played."""
        return next((s for s in self.stages if s.status == Stage.Status.RUNNING), None)

    @property
    def takes_people(self) -> bool:
        return self.tournament.takes_people(self.stages, len(self.rounds))

    @property
    def round(self) -> Round | None:
        """The round that is drawn or being played."""
        return next((r for r in self.rounds if r.status != Round.Status.OVER), None)

    def rounds_of(self, stage: Stage) -> list[Round]:
        return [each for each in self.rounds if each.stage_id == stage.pk]

    # --- What happened -----------------------------------------------------------------

    def past(self, rounds: list[Round]) -> RoundLists:
        """Who sat with whom, in turn order, line by line."""
        return [
            [
                [self.line(sitting.entry_id) for sitting in self.at_table[table.pk]]
                for table in self.tables[each.pk]
            ]
            for each in rounds
        ]

    def sat(self, each: Round) -> dict[int, list[Sat]]:
        """The results of a round, table by table; tables without one are left out."""
        results = {}
        for table in self.tables[each.pk]:
            seats = self.at_table[table.pk]
            if all(sitting.rank is not None for sitting in seats):
                results[table.pk] = [
                    Sat(
                        self.line(sitting.entry_id),
                        sitting.position or 0,
                        sitting.rank or 0,
                        sitting.influence or 0,
                        sitting.points or 0,
                    )
                    for sitting in seats
                ]
        return results

    def lines(self, stage: Stage) -> dict[int, Line]:
        """Everybody in a stage with what no table gave them."""
        lines = {}
        for berth in self.berths[stage.pk]:
            line = self.line(berth.entry_id)
            lines[line] = Line(line, f"{self.entries[line].number}", start=berth.start)
        for each in self.rounds_of(stage):
            for sitting in self.sittings[each.pk]:
                line = self.line(sitting.entry_id)
                if sitting.table_id is None and line in lines:
                    lines[line].start += sitting.points or 0
                    lines[line].byes += 1
        return lines

    def division_of(self, stage: Stage) -> dict[int, int]:
        return {self.line(berth.entry_id): berth.division for berth in self.berths[stage.pk]}

    # --- Standings ---------------------------------------------------------------------

    def standings(self, stage: Stage, division: int = 0) -> list[Standing]:
        """In order, places from 1; who was disqualified is not among them."""
        divisions = self.division_of(stage)
        lines = [
            line
            for number, line in self.lines(stage).items()
            if divisions[number] == division and not self._is_struck(number)
        ]
        tables = [t for each in self.rounds_of(stage) for t in self.sat(each).values()]
        ranked = rank(lines, tables, order=self.tournament.tie_breaks, seed=self.seed)
        return self._by_survival(stage, ranked) if stage.format == "knockout" else ranked

    def _is_struck(self, line: int) -> bool:
        return self.entries[line].state == Entry.State.DISQUALIFIED

    def _by_survival(self, stage: Stage, ranked: list[Standing]) -> list[Standing]:
        """Knock-out: who came further stands higher, of one round who fared better in it."""
        reached: dict[int, tuple[int, tuple[int, Fraction, int]]] = {}
        for each in self.rounds_of(stage):
            for table in self.placed(stage, each):
                for placed in table:
                    reached[placed.id] = (-each.ordinal, placed.key())
        last = (1, (9, Fraction(0), 0))
        ordered = sorted(ranked, key=lambda standing: reached.get(standing.line, last))
        return [
            Standing(s.line, place, s.points, s.tables, s.byes, s.tie_breaks)
            for place, s in enumerate(ordered, 1)
        ]

    def placed(self, stage: Stage, each: Round) -> list[list[Placed]]:
        """How those fared who are not out for another reason, table by table."""
        seeding = self.seeding(stage)
        return [
            [
                Placed(sat.line, sat.rank, fair_share(sat.influence, table), seeding[sat.line])
                for sat in table
                if sat.line in seeding and not self._is_struck(sat.line)
            ]
            for table in self.sat(each).values()
        ]

    def divisions(self, stage: Stage) -> list[int]:
        return sorted({berth.division for berth in self.berths[stage.pk]}) or [0]

    def order(self, stage: Stage) -> list[int]:
        """All lines of a stage, the best first, division by division."""
        return [s.line for d in self.divisions(stage) for s in self.standings(stage, d)]

    def final_order(self) -> list[int]:
        """Everybody: who reached a later stage stands before who did not."""
        order: list[int] = []
        for stage in reversed(self.stages):
            seen = set(order)
            order += [line for line in self.order(stage) if line not in seen]
        return order

    @cached_property
    def seed(self) -> str:
        return self.tournament.seed.reveal().hex()

    def lot(self, stage: Stage, ordinal: int, again: int) -> str:
        """What a draw is made with. It follows from the seed and does not give it away, so a draw
        can be checked when it is made, and none can be foreseen."""
        named = f"{self.seed} stage {stage.number} round {ordinal} draw {again}"
        return sha256(named.encode()).hexdigest()

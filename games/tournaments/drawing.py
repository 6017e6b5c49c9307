"""From a book to the next round: which way of pairing, for whom, with which lot. Reads nothing,
writes nothing; so a draw can be worked out before anything is locked, and shown before it is made.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from games.tournaments.models import Stage
from games.tournaments.models.book import Book
from games.tournaments.pairing import (
    LEAST,
    Pairing,
    Player,
    divide,
    pair_knockout,
    pair_swiss,
    plan_robin,
    promote,
    rounds_to_meet_all,
    survivors,
)
from games.tournaments.pairing.round import finish, in_turns_to_come

Plan = dict[str, list[list[list[int]]]]


@dataclass
class Draw:
    """A round to be: pairings by division, and the stage's plan for the rounds after it."""

    stage: Stage
    ordinal: int
    pairings: dict[int, Pairing] = field(default_factory=dict)
    plan: Plan | None = None
    # At which tables those sit who have one of their own.
    at_tables: dict[int, int] = field(default_factory=dict)

    @property
    def quality(self) -> dict[str, object]:
        return {str(d): pairing.quality.as_facts() for d, pairing in self.pairings.items()}


def who_plays(book: Book, stage: Stage, ordinal: int) -> list[int]:
    """The lines of the next round of a stage, in the order of its standings."""
    lines = who_may_play(book, stage, ordinal)
    if book.tournament.confirms != "rounds" or ordinal == 1:
        return lines
    return [line for line in lines if book.entries[line].confirmed_for >= ordinal]


def who_may_play(book: Book, stage: Stage, ordinal: int) -> list[int]:
    """… and those among them who have not said whether they will, where that is asked."""
    here = _here(book, stage, ordinal)
    if stage.format != "knockout":
        return [line for line in book.order(stage) if line in here]
    played = [each for each in book.rounds_of(stage) if each.ordinal < ordinal]
    if not played:
        return sorted(here, key=book.seeding(stage).__getitem__)
    left = survivors(
        [
            [placed for placed in table if book.plays(placed.id)]
            for table in book.placed(stage, played[-1])
        ],
        stage.through,
    )
    # Who dropped has gone; who did not confirm has given up their place.
    return [line for line in left if line in here]


def _here(book: Book, stage: Stage, ordinal: int) -> set[int]:
    return {
        line
        for line in book.division_of(stage)
        if book.plays(line) and book.entries[line].from_round <= ordinal
    }


def still_in(book: Book, stage: Stage) -> set[int]:
    """Who plays on in a stage that runs: who sits there now, and who may in its next round."""
    if stage.format != "knockout":  # nobody need be ranked for it
        return _here(book, stage, len(book.rounds) + 1)
    last = book.rounds_of(stage)[-1:]
    if last and last[0].status != "over":
        return {book.line(sitting.entry_id) for sitting in book.sittings[last[0].pk]}
    return set(who_may_play(book, stage, len(book.rounds) + 1))


def draw(
    book: Book,
    stage: Stage,
    ordinal: int,
    *,
    again: int = 0,
    without: Collection[int] = (),
) -> Draw:
    """The next round of a stage. `again`: how often it was drawn before; each has its own lot.
    `without`: who sits at a table that was set by hand."""
    made = Draw(stage, ordinal, plan=dict(stage.plan) if stage.plan else None)
    lines = [line for line in who_plays(book, stage, ordinal) if line not in without]
    # A round that is drawn anew does not count itself.
    past = [each for each in book.rounds if each.ordinal < ordinal]
    seed = book.lot(stage, ordinal, again)
    wanted, exact = book.tournament.seats, book.tournament.exact_seats
    players = _players(book, stage, lines)
    if not players:
        return made
    seeding = book.seeding(stage)
    apart, fixed, made.at_tables = book.apart, book.fixed, book.fixed_tables
    if stage.format == "swiss":
        seeded = not past and book.is_seeded
        made.pairings[0] = pair_swiss(
            sorted(players, key=lambda player: seeding[player.id]) if seeded else players,
            book.past(past),
            wanted=wanted,
            seed=seed,
            exact=exact,
            apart=apart,
            seeded=seeded,
            fixed=fixed,
        )
    elif stage.format == "knockout":
        made.pairings[0] = pair_knockout(
            players, book.past(past), wanted=wanted, apart=apart, fixed=fixed
        )
    elif stage.format == "final":
        ids = [player.id for player in players]
        scores = {player.id: player.score for player in players}
        tables = [ids] if 3 <= len(ids) <= 5 else []
        out = [] if tables else players
        made.pairings[0] = finish(tables, out, scores=scores, past=book.past(past), fixed=fixed)
    else:
        divisions = book.division_of(stage)
        for division in book.divisions(stage):
            mine = [player for player in players if divisions[player.id] == division]
            made.pairings[division] = _by_plan(book, made, division, mine, again=again, seed=seed)
    return made


def _by_plan(
    book: Book, made: Draw, division: int, players: list[Player], *, again: int, seed: str
) -> Pairing:
    """By the schedule that was made at the start, as long as the same people play; else by a new
    one for the rounds that are left."""
    stage = made.stage
    ids = {player.id for player in players}
    played = [each for each in book.rounds_of(stage) if each.ordinal < made.ordinal]
    past = [
        [met for table in tables if len(met := [p for p in table if p in ids]) > 1]
        for tables in book.past(played)
    ]
    number = len(played)
    plan = dict(made.plan or {})
    rounds = [
        [[book.line(entry) for entry in table] for table in tables]
        for tables in plan.get(str(division), [])
    ]
    if not again and number < len(rounds) and {p for t in rounds[number] for p in t} == ids:
        scores = dict.fromkeys(ids, 0)
        turns = in_turns_to_come(rounds[number:], past, book.fixed, seed)
        return finish(turns[0], [], scores=scores, past=past, in_turns=True)
    planned = plan_robin(
        players,
        past,
        wanted=book.tournament.seats,
        rounds=max(1, rounds_of(book, stage) - number),
        seed=f"{seed} division {division}",
        exact=book.tournament.exact_seats,
        apart=book.apart,
        fixed=book.fixed,
    )
    plan[str(division)] = [*([[]] * number), *(pairing.tables for pairing in planned)]
    made.plan = plan
    return planned[0]


def rounds_of(book: Book, stage: Stage) -> int:
    """How many rounds a stage has; of a knock-out it is not known before."""
    if stage.rounds or stage.format == "knockout":
        return stage.rounds
    divisions = book.division_of(stage)
    sizes = [list(divisions.values()).count(d) for d in book.divisions(stage)]
    return max((rounds_to_meet_all(size, book.tournament.seats) for size in sizes), default=1)


def is_played_out(book: Book, stage: Stage) -> bool:
    """Whether the last round of a stage, all being over, was its last."""
    played = book.rounds_of(stage)
    if stage.format == "knockout":
        return bool(played) and len(book.tables[played[-1].pk]) <= 1
    return len(played) >= max(1, rounds_of(book, stage))


def _players(book: Book, stage: Stage, lines: list[int]) -> list[Player]:
    points = {s.line: s.points for d in book.divisions(stage) for s in book.standings(stage, d)}
    byes = book.lines(stage)
    return [Player(line, points[line], byes[line].byes) for line in lines]


def who_goes_on(book: Book, stage: Stage, following: Stage) -> list[list[int]]:
    """By division of the following stage, the best first."""
    limit = following.takes or len(book.entries)
    if stage.format == "league" and following.format == "league":
        moved = promote(
            [[s.line for s in book.standings(stage, d)] for d in book.divisions(stage)],
            stage.moving,
        )
        return [[line for line in division if book.plays(line)] for division in moved]
    order = [line for line in book.order(stage) if book.plays(line)][:limit]
    return divide(order, following.divisions) if len(order) >= LEAST else [order]

"""A round robin at tables: over all rounds everybody meets everybody as evenly as possible."""

from collections.abc import Sequence
from random import Random

from games.tournaments.pairing.bounds import least_excess
from games.tournaments.pairing.designs import Schedule, circles, plane
from games.tournaments.pairing.fixed import Fixed
from games.tournaments.pairing.round import (
    APART,
    NOBODY,
    Apart,
    Pairing,
    Past,
    Player,
    draw,
    finish,
    in_turns_to_come,
    met_rows,
    split_byes,
)
from games.tournaments.pairing.sizes import byes, table_sizes

STEPS = 400_000
# How often a step is taken that makes it worse by one, two, three … at the start; it falls to 0.
HEAT = 0.25


def rounds_to_meet_all(people: int, wanted: int) -> int:
    """The fewest rounds in which everybody can meet everybody."""
    sizes = table_sizes(people, wanted)
    return -(-(people - 1) // (max(sizes) - 1)) if sizes else 0


def plan_robin(
    players: Sequence[Player],
    past: Past,
    *,
    wanted: int,
    rounds: int,
    seed: str,
    exact: bool = False,
    apart: Apart = (),
    fixed: Fixed = NOBODY,
) -> list[Pairing]:
    """The rounds to come, planned together; `past` are those that have been played."""
    rng = draw(seed)
    order = list(players)
    rng.shuffle(order)
    sizes = table_sizes(len(order), wanted, exact=exact)
    if not sizes:
        return [finish([], order, scores={}, past=past) for _ in range(rounds)]
    ids = [player.id for player in order]
    number = {person: place for place, person in enumerate(ids)}
    out = _rests(order, byes(len(order), sizes), rounds)
    met = met_rows(ids, past, apart)
    schedule = _begin(len(ids), sizes, [{number[p.id] for p in resting} for resting in out])
    own = fixed.of(number)
    held = {one for tables in schedule for one in own.held(tables)}
    played = [[[number[p] for p in t if p in number] for t in tables] for tables in past]
    _anneal(schedule, met, rng, least_excess(range(len(ids)), [*played, *schedule]), held)
    pairings: list[Pairing] = []
    before = [list(map(list, tables)) for tables in past]
    named = [[[ids[person] for person in table] for table in tables] for tables in schedule]
    ordered = in_turns_to_come(named, past, fixed, seed)
    for tables, resting in zip(ordered, out, strict=True):
        pairing = finish(tables, resting, scores=dict.fromkeys(ids, 0), past=before, in_turns=True)
        before.append(pairing.tables)
        pairings.append(pairing)
    return pairings


def excess(players: Sequence[int], rounds: Past) -> tuple[int, int]:
    """How uneven a whole schedule is – m meetings of two count m(m-1)/2 – and the proven least."""
    return _cost(met_rows(players, rounds)), least_excess(players, rounds)


def _rests(order: list[Player], count: int, rounds: int) -> list[list[Player]]:
    """Whose turn it is to have a bye, round by round."""
    counts = {player.id: player.byes for player in order}
    resting = []
    for _ in range(rounds):
        now = [Player(player.id, byes=counts[player.id]) for player in order]
        _seated, out = split_byes(now, count)
        for player in out:
            counts[player.id] += 1
        resting.append(out)
    return resting


def _begin(people: int, sizes: list[int], out: list[set[int]]) -> Schedule:
    rounds = len(out)
    order = sizes[0]
    if not any(out) and set(sizes) == {order} and people == order * order:
        design = plane(order)
        return [[list(t) for t in design[number % len(design)]] for number in range(rounds)]
    if any(out):
        schedule = []
        for number, resting in enumerate(out):
            here = [person for person in range(people) if person not in resting]
            (tables,) = circles(len(here), sizes, 1)
            turned = here[number:] + here[:number]
            schedule.append([[turned[place] for place in table] for table in tables])
        return schedule
    return circles(people, sizes, rounds)


def _cost(met: Sequence[Sequence[int]]) -> int:
    return sum(times * (times - 1) for row in met for times in row) // 4


def _anneal(
    schedule: Schedule, met: list[list[int]], rng: Random, goal: int, held: set[int]
) -> None:
    """Swap two people of one round at a time, uphill now and then, until all is as even as can be.

    The best that was passed is what is kept; who is held stays at their table. Effort is limited,
    never time.
    """
    at = [_at(tables, len(met)) for tables in schedule]
    # Pairs kept apart weigh something before anybody meets; the goal knows nothing of that.
    goal += (
        sum(
            times * (times - 1) - (times - APART) * (times - APART - 1)
            for row in met
            for times in row
            if times >= APART
        )
        // 4
    )
    for tables in schedule:
        for table in tables:
            for one in table:
                for other in table:
                    if one != other:
                        met[one][other] += 1
    cost = _cost(met)
    best, kept = cost, [[list(table) for table in tables] for tables in schedule]
    rounds = [number for number, tables in enumerate(schedule) if len(tables) > 1]
    steps = STEPS if rounds else 0
    for step in range(steps):
        if best <= goal:
            break
        number = rounds[rng.randrange(len(rounds))]
        tables, where = schedule[number], at[number]
        a = rng.randrange(len(tables))
        b = (a + 1 + rng.randrange(len(tables) - 1)) % len(tables)
        place, other_place = rng.randrange(len(tables[a])), rng.randrange(len(tables[b]))
        one, two = tables[a][place], tables[b][other_place]
        if one in held or two in held:
            continue
        change = _change(met, tables[a], tables[b], one, two)
        if change > 0 and rng.random() >= _boldness(change, HEAT * (1 - step / steps)):
            continue
        _meet(met, tables[a], one, two)
        _meet(met, tables[b], two, one)
        tables[a][place], tables[b][other_place] = two, one
        where[one], where[two] = b, a
        cost += change
        if cost < best:
            best, kept = cost, [[list(table) for table in tables] for tables in schedule]
    schedule[:] = kept


def _at(tables: list[list[int]], people: int) -> list[int]:
    at = [-1] * people
    for number, table in enumerate(tables):
        for person in table:
            at[person] = number
    return at


def _boldness(change: int, heat: float) -> float:
    bold = 1.0
    # Beyond that it never happens.
    for _ in range(min(change, 50)):
        bold *= heat
    return bold


def _change(met: list[list[int]], a: list[int], b: list[int], one: int, two: int) -> int:
    """By how much the cost changes when `one` leaves table a for b, and `two` b for a."""
    mine, theirs = met[one], met[two]
    change = 0
    for other in a:
        if other != one:
            change += theirs[other] - mine[other] + 1
    for other in b:
        if other != two:
            change += mine[other] - theirs[other] + 1
    return change


def _meet(met: list[list[int]], table: list[int], leaves: int, comes: int) -> None:
    for other in table:
        if other != leaves:
            met[leaves][other] -= 1
            met[other][leaves] -= 1
            met[comes][other] += 1
            met[other][comes] += 1

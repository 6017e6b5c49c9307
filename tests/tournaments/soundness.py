"""What must be true of every tournament, at any moment and at its end: read from the rows, and
worked out once more by other means than the product's own."""

from collections import Counter
from typing import Any

from games.models import Game
from games.ranks import by_influence
from games.tournaments import scoring
from games.tournaments.models import Entry, Round, Sitting, Tournament, TournamentTable
from games.tournaments.models.book import Book
from games.tournaments.pairing.bounds import least_repeats


def must_be_whole(tournament: Tournament) -> None:
    """Each round is there once, with all its tables, or not at all."""
    rounds = list(Round.objects.filter(tournament=tournament).order_by("ordinal"))
    assert [each.ordinal for each in rounds] == list(range(1, len(rounds) + 1))
    assert sum(each.status != "over" for each in rounds) <= 1
    tables = TournamentTable.objects.filter(round__tournament=tournament)
    linked = set(tables.exclude(game=None).values_list("game", flat=True))
    made = set(Game.objects.filter(tournament=tournament.key).values_list("pk", flat=True))
    assert linked == made, "a game without its table, or made twice"
    for each in rounds:
        mine = list(tables.filter(round=each))
        assert mine or each.sittings.exists()
        assert all((table.game_id is not None) == (each.status != "drawn") for table in mine)
        if each.status == "over":
            assert all(table.how for table in mine)
        seated = Counter(each.sittings.exclude(table=None).values_list("table", flat=True))
        assert set(seated) == {table.pk for table in mine}
        assert set(seated.values()) <= {3, 4, 5}


def must_be_sound(tournament: Tournament) -> None:
    must_be_whole(tournament)
    book = Book(tournament)
    for each in book.rounds:
        _nobody_sits_twice(book, each)
        _results_are_those_of_the_games(book, each)
    for stage in book.stages:
        _standings_are_the_sum(book, stage)
        places = [s.place for d in book.divisions(stage) for s in book.standings(stage, d)]
        assert len(places) == len({*book.order(stage)})
    _bounds_hold(book)


def _nobody_sits_twice(book: Book, each: Round) -> None:
    people = [book.entries[s.entry_id].person_id for s in book.sittings[each.pk]]
    assert len(people) == len(set(people))


def _results_are_those_of_the_games(book: Book, each: Round) -> None:
    """Each once: what a game came to is what its table says, but where the desk decided."""
    results = dict(
        Game.objects.filter(tournament=book.tournament.key, status="over").values_list(
            "pk", "result"
        )
    )
    for table in book.tables[each.pk]:
        sittings = book.at_table[table.pk]
        if table.how in {"", "fixed"}:
            continue
        result: dict[str, Any] = results[table.game_id]
        ranks = result["ranks"] or by_influence(result["scores"])
        assert all(s.influence == result["scores"][s.seat] for s in sittings)
        assert all(s.rank == ranks[s.seat] for s in sittings)
        worth = scoring.POINTS[book.tournament.points][len(sittings)]
        assert sum(s.points or 0 for s in sittings) == 60 * sum(worth)


def _standings_are_the_sum(book: Book, stage: Any) -> None:
    """Points once more, by SQL's rows and a plain sum."""
    expected: Counter[int] = Counter()
    for berth in book.berths[stage.pk]:
        expected[book.line(berth.entry_id)] += berth.start
    for sitting in Sitting.objects.filter(round__stage=stage):
        expected[book.line(sitting.entry_id)] += sitting.points or 0
    for division in book.divisions(stage):
        standings = book.standings(stage, division)
        assert all(standing.points == expected[standing.line] for standing in standings)
        points = [standing.points for standing in standings]
        if stage.format != "knockout":
            assert points == sorted(points, reverse=True)


def _bounds_hold(book: Book) -> None:
    """What was printed of each draw is not below the bounds, and no swap explains it away."""
    for number, each in enumerate(book.rounds):
        stage = next(stage for stage in book.stages if stage.pk == each.stage_id)
        for facts in each.quality.values():
            assert facts["repeats"] >= facts["least_repeats"]
            assert facts["spread"] >= facts["least_spread"] or stage.format != "swiss"
            assert facts["lean"] <= 36
        if (
            stage.format == "swiss"
            and not Entry.objects.filter(tournament=book.tournament, state="replaced").exists()
        ):
            before = book.past(book.rounds[:number])
            (tables,) = book.past([each])
            here = {line for table in tables for line in table}
            least = least_repeats(before, here, [len(table) for table in tables])
            assert least <= each.quality["0"]["repeats"]


def places(tournament: Tournament) -> list[int]:
    return Book(tournament).final_order()

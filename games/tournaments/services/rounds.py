"""Rounds: drawn, begun, their results taken in, closed. Each in one transaction, so that a round
is there once or not at all."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction

from accounts import moment
from games import services as tables
from games.ranks import by_influence
from games.selectors.turning import turning_of
from games.tournaments import mails, scoring
from games.tournaments.drawing import Draw
from games.tournaments.models import (
    Entry,
    Round,
    Sitting,
    Stage,
    Tournament,
    TournamentTable,
)
from games.tournaments.models.book import Book
from games.tournaments.pairing import numbers
from games.tournaments.services import telling
from games.tournaments.services.opening import changed, lock_unless_busy, seen_to_change


def draw_next(key: str, revision: int, made: Draw) -> None:
    """Write a draw that was worked out on a revision, unless something has changed since."""
    with transaction.atomic():
        tournament = lock_unless_busy(key)
        if tournament is None or tournament.revision != revision or tournament.paused_at:
            return
        write_draw(tournament, made)
        changed(tournament)


def write_draw(tournament: Tournament, made: Draw) -> Round:
    """A round with its tables, sittings and byes. Without a break it begins at once."""
    now = moment.now()
    waits = tournament.first_break_for
    if made.ordinal > 1:
        # Where people confirm between rounds they have had their break already.
        waits = 0 if tournament.confirms == "rounds" else tournament.break_for
    begins_at = now + timedelta(seconds=waits)
    drawn = Round.objects.create(
        tournament=tournament,
        stage=made.stage,
        ordinal=made.ordinal,
        drawn_at=now,
        begins_at=begins_at,
        quality=made.quality,
    )
    seat(tournament, drawn, made)
    if made.plan != made.stage.plan:
        Stage.objects.filter(pk=made.stage.pk).update(plan=made.plan)
    Tournament.objects.filter(pk=tournament.pk).update(confirm_until=None, due_at=begins_at)
    tournament.confirm_until, tournament.due_at = None, begins_at
    if begins_at <= now:
        begin_round(tournament, drawn)
    else:
        tell_drawn(tournament, drawn)
    tell_out(tournament, drawn)
    return drawn


def seat(tournament: Tournament, drawn: Round, made: Draw) -> None:
    """Put everybody where the draw says; at the numbers that the desk has given."""
    drawn_tables = [
        (division, table) for division, pairing in made.pairings.items() for table in pairing.tables
    ]
    taken = set(drawn.tables.values_list("number", flat=True))
    numbered = numbers([table for _division, table in drawn_tables], made.at_tables, taken)
    rows = TournamentTable.objects.bulk_create(
        [
            TournamentTable(round=drawn, number=number, division=division)
            for number, (division, _table) in zip(numbered, drawn_tables, strict=True)
        ]
    )
    sittings = [
        Sitting(round=drawn, table=row, entry_id=line, position=position)
        for row, (_division, table) in zip(rows, drawn_tables, strict=True)
        for position, line in enumerate(table)
    ]
    worth = scoring.bye_points(tournament.points)
    sittings += [
        Sitting(round=drawn, entry_id=line, points=worth)
        for pairing in made.pairings.values()
        for line in pairing.byes
    ]
    Sitting.objects.bulk_create(sittings)


def begin_round(tournament: Tournament, drawn: Round) -> None:
    """Make the games of a drawn round. The tournament is locked."""
    now = moment.now()
    stage = drawn.stage
    number = Round.objects.filter(stage=stage, ordinal__lt=drawn.ordinal).count()
    box = stage.sets[number % len(stage.sets)]
    key = tournament.round_key(drawn.ordinal)
    rows = list(drawn.tables.order_by("number"))
    people: dict[int, list[Sitting]] = {row.pk: [] for row in rows}
    seated = drawn.sittings.filter(table__isnull=False).order_by("position")
    for sitting in seated.select_related("entry__person"):
        assert sitting.table_id is not None
        people[sitting.table_id].append(sitting)
    for row in rows:
        sitters = people[row.pk]
        row.game = tables.seat_game(
            tournament=tournament.key,
            creator=tournament.creator,
            turn_order=[sitting.entry.person for sitting in sitters],
            name=_table_name(tournament, drawn, row),
            set=box,
            edition=tournament.edition,
            pace=tournament.pace,
            language=tournament.languages[0],
            talk=tournament.talk,
            together=tournament.together,
            blind=tournament.blind,
            rated=tournament.rated,
            seats=tournament.seats,
            fill_with=tournament.fill_with,
            spectators=tournament.visibility == Tournament.Visibility.PUBLIC,
            of_round=None
            if key is None
            else tables.TableOfRound(
                number=drawn.ordinal,
                table=row.number,
                key=key,
                contributions=[sitting.entry.contribution for sitting in sitters],
            ),
        )
        chairs = dict(row.game.chairs.values_list("person_id", "number"))
        for sitting in sitters:
            sitting.seat = chairs[sitting.entry.person_id]
    TournamentTable.objects.bulk_update(rows, ["game"])
    Sitting.objects.bulk_update([s for each in people.values() for s in each], ["seat"])
    drawn.status, drawn.began_at = Round.Status.RUNNING, now
    if tournament.round_for is not None:
        drawn.deadline = now + timedelta(seconds=tournament.round_for)
    drawn.save(update_fields=["status", "began_at", "deadline"])
    Tournament.objects.filter(pk=tournament.pk).update(due_at=drawn.deadline)
    tournament.due_at = drawn.deadline
    # Who dropped between draw and beginning is played for from the start.
    for sitters in people.values():
        for sitting in sitters:
            if not sitting.entry.plays and sitting.entry.successor_id is None:
                game = next(row.game for row in rows if row.pk == sitting.table_id)
                assert game is not None
                tables.resign(game_key=game.key, person=sitting.entry.person)
    _tell_byes(tournament, drawn)
    seen_to_change(tournament)


def take_results(tournament: Tournament) -> int:
    """Write down what games that are over came to; how many. However often it is asked, each
    counts once: a table that has a result is not looked at again."""
    over = (
        TournamentTable.objects.filter(
            round__tournament=tournament, round__status="running", how="", game__status="over"
        )
        .select_related("game")
        .defer("game__state")
        .select_for_update(of=("self",))
    )
    taken_in = 0
    for table in over:
        assert table.game is not None
        result = table.game.result or {}
        scores: list[int] = result["scores"]
        how = TournamentTable.How.PLAYED
        if result["ranks"] is None:
            how = TournamentTable.How.ADJUDICATED
        elif turning := turning_of(table.game.pk, result["ranks"]):
            table.turning = turning._asdict()
        write_result(
            tournament,
            table,
            how=how,
            ranks=result["ranks"] or by_influence(scores),
            influence=scores,
        )
        taken_in += 1
    if taken_in:
        changed(tournament)
        seen_to_change(tournament)
    return taken_in


def write_result(
    tournament: Tournament,
    table: TournamentTable,
    *,
    how: TournamentTable.How,
    ranks: Sequence[int],
    influence: Sequence[int],
) -> None:
    """By seats of the game: everybody's rank, influence and points."""
    sittings = list(Sitting.objects.filter(table=table))
    points = scoring.share_points(tournament.points, ranks)
    for sitting in sittings:
        assert sitting.seat is not None
        sitting.rank = ranks[sitting.seat]
        sitting.influence = influence[sitting.seat]
        sitting.points = points[sitting.seat]
    Sitting.objects.bulk_update(sittings, ["rank", "influence", "points"])
    table.how = how
    table.save(update_fields=["how", "turning"])


def close_round(tournament: Tournament, running: Round) -> None:
    """All tables have results. What follows – a break, the next round, the end – is looked at
    by whoever called."""
    now = moment.now()
    running.status, running.ended_at = Round.Status.OVER, now
    running.save(update_fields=["status", "ended_at"])
    due = now
    confirm_until = None
    if tournament.confirms == Tournament.Confirms.ROUNDS:
        due = confirm_until = now + timedelta(seconds=tournament.break_for)
    Tournament.objects.filter(pk=tournament.pk).update(due_at=due, confirm_until=confirm_until)
    tournament.due_at, tournament.confirm_until = due, confirm_until
    changed(tournament)
    seen_to_change(tournament)


def _table_name(tournament: Tournament, drawn: Round, row: TournamentTable) -> str:
    mark = f" {drawn.ordinal}/{row.number}"
    return tournament.title[: 60 - len(mark)] + mark


def tell_drawn(tournament: Tournament, drawn: Round) -> None:
    """To whoever sits elsewhere than their last letter about this round says, or has none."""
    last, after = _last_told(tournament, drawn)
    seated = drawn.sittings.filter(table__isnull=False).select_related("entry__person", "table")
    at = {"round": str(drawn.ordinal), "begins_at": drawn.begins_at.isoformat()}
    letters = [
        (sitting.entry.person, facts)
        for sitting in seated
        if sitting.table is not None
        and not (facts := {**at, "table": str(sitting.table.number)}).items()
        <= last.get(sitting.entry.person_id, {}).items()
    ]
    about = f"{drawn.ordinal} after {after}"
    telling.tell_each(tournament, mails.RoundDrawn.name, letters, about=about)


def tell_out(tournament: Tournament, drawn: Round) -> None:
    """In a knock-out, to whoever sat in the round before and does not in this one, unless their
    last letter about it says so: where another stage follows they may yet be in that."""
    if drawn.stage.format != Stage.Format.KNOCKOUT:
        return
    book = Book(tournament)
    before = [each for each in book.rounds_of(drawn.stage) if each.ordinal < drawn.ordinal]
    if not before or drawn.stage.number < len(book.stages):
        return
    last, after = _last_told(tournament, drawn)
    sat, sit = (
        {book.line(sitting.entry_id) for sitting in book.sittings[each.pk]}
        for each in (before[-1], drawn)
    )
    out = [book.entries[line].person for line in sorted(sat - sit) if book.plays(line)]
    telling.tell(
        tournament,
        mails.StageOver.name,
        [one for one in out if "table" in last.get(one.pk, {"table": "none yet"})],
        about=f"{_OUT.format(drawn.ordinal)} after {after}",
        through="",
        round=str(drawn.ordinal),
    )


_OUT = "out of round {}"


def _last_told(tournament: Tournament, drawn: Round) -> tuple[dict[int, dict[str, str]], int]:
    """What the last letter of each says of this round, whether they sit in it or are out of it;
    and the number of the last of all."""
    ordinal = drawn.ordinal
    told = telling.told(
        tournament,
        {mails.RoundDrawn.name: str(ordinal), mails.StageOver.name: _OUT.format(ordinal)},
    )
    last = {letter.person_id: letter.context.reveal() for letter in told}
    return last, told[-1].pk if told else 0


def _tell_byes(tournament: Tournament, drawn: Round) -> None:
    resting = Entry.objects.filter(sittings__round=drawn, sittings__table=None)
    telling.tell(
        tournament,
        mails.Bye.name,
        [entry.person for entry in resting.select_related("person")],
        about=str(drawn.ordinal),
        round=str(drawn.ordinal),
    )

"""Steps about tables and rounds: nudged, extended, paused, decided, drawn anew."""

from datetime import timedelta
from hashlib import sha256
from itertools import product

from django.utils.translation import gettext as _

from accounts import moment
from games import services as games
from games.models import Game
from games.tournaments import errors, mails
from games.tournaments.models import Entry, Objection, Round, Tournament, TournamentTable
from games.tournaments.services import deadlines, lost_time, redrawing, rounds, running, telling
from games.tournaments.services.desk.step_facts import (
    Wish,
    drawn_round,
    must_run,
    refuse,
    running_round,
    the_game,
)
from games.tournaments.services.opening import seen_to_change

LONGEST_WORDS = 4000
# After that its games go on: a table must not stand still because an organiser is gone.
LONGEST_PAUSE = timedelta(days=90)


def start(tournament: Tournament, wish: Wish) -> None:
    """Ask who will play; asked already: begin with those who said so."""
    if tournament.has_begun or not tournament.is_live:
        raise errors.NotNow(why=_("This tournament has begun."))
    _must_be_enough(tournament)
    if tournament.status == Tournament.Status.CONFIRMING:
        running.start_with_confirmed(tournament)
    else:
        running.start(tournament)


def _must_be_enough(tournament: Tournament) -> None:
    """Its time may come with too few, and call it off; nobody at the desk does so by beginning."""
    come = tournament.entries.filter(state=Entry.State.ENTERED)
    if tournament.status == Tournament.Status.CONFIRMING:
        come = tournament.entries.filter(
            state__in=[Entry.State.ENTERED, Entry.State.WAITING], confirmed_for=1
        )
    least, count = running.least_people(tournament), come.count()
    if count < least:
        raise errors.NotNow(
            why=_("It takes {least} people to begin, and {count} are there.").format(
                least=least, count=count
            )
        )


def nudge(tournament: Tournament, wish: Wish) -> None:
    """A letter to the one whom a table waits for, once for each decision. Where everybody is asked
    at once it is for all: who has answered nobody is told, and they do not get it."""
    game = must_run(wish.the_table(tournament))
    chairs = game.chairs.filter(bot="").select_related("person")
    if not game.asks_all:
        chairs = chairs.filter(number=game.to_move)
    asked = [chair.person for chair in chairs if chair.person is not None]
    if not asked:
        raise errors.NotNow(why=_("No person is waited for at this table."))
    telling.tell(
        tournament,
        mails.Nudge.name,
        asked,
        about=f"{game.pk} {game.seq}",
        game=game.key,
    )


def extend(tournament: Tournament, wish: Wish) -> None:
    """More time: for one table, or for the whole round; for the decision that is waited for too."""
    by = wish.span()
    current = running_round(tournament)
    now = moment.now()
    if wish.table is None:
        if current.deadline is not None:
            current.deadline = max(current.deadline, now) + by
            current.save(update_fields=["deadline"])
        open_tables = list(current.tables.filter(how=""))
    else:
        table = wish.the_table(tournament)
        wish.must_be_no_party(must_run(table))
        until = table.deadline or current.deadline
        if until is not None:
            table.deadline = max(until, now) + by
            table.save(update_fields=["deadline"])
        open_tables = [table]
    for table in open_tables:
        if table.game is not None and table.game.status == Game.Status.RUNNING:
            games.extend(game_key=table.game.key, by=by)
    _look_at_the_next_deadline(tournament, current)


def _look_at_the_next_deadline(tournament: Tournament, current: Round) -> None:
    tournament.due_at = deadlines.next_look(current)
    tournament.save(update_fields=["due_at"])


def pause(tournament: Tournament, wish: Wish) -> None:
    """No round is drawn, begun or cut short until it goes on, and the games' clocks stand still.
    What is played counts."""
    if tournament.paused_at is not None or not tournament.is_live:
        raise errors.NotNow(why=_("This tournament does not go on as it is."))
    tournament.paused_at = moment.now()
    tournament.save(update_fields=["paused_at"])
    for game in _games_under_way(tournament):
        games.stop_clock(game_key=game.key, until=tournament.paused_at + LONGEST_PAUSE)


def resume(tournament: Tournament, wish: Wish) -> None:
    """All times move on by as long as it was paused, and the games' clocks run again."""
    if tournament.paused_at is None:
        raise errors.NotNow(why=_("This tournament is not paused."))
    lost_time.end_pause(tournament)
    for drawn in Round.objects.filter(tournament=tournament, status=Round.Status.DRAWN):
        rounds.tell_drawn(tournament, drawn)
    for game in _games_under_way(tournament):
        games.run_clock(game_key=game.key)


def _games_under_way(tournament: Tournament) -> list[Game]:
    under_way = Game.objects.filter(
        pk__in=TournamentTable.objects.filter(round__tournament=tournament).values("game"),
        status=Game.Status.RUNNING,
    )
    return list(under_way.order_by("pk"))


def decide(tournament: Tournament, wish: Wish) -> None:
    """A table that drags on: it counts as it stands, or a stand-in plays for who is waited for."""
    wish.must_have_reason()
    game = must_run(wish.the_table(tournament))
    wish.must_be_no_party(game)
    if wish.how not in {"adjudicate", "stand_ins"}:
        refuse("how", _("Choose one of: {choices}.").format(choices="adjudicate, stand_ins"))
    deadlines.decide(game, stand_in=wish.how == "stand_ins")


def fix(tournament: Tournament, wish: Wish) -> None:
    """The desk says what a table came to. Everything that follows is worked out anew."""
    wish.must_have_reason()
    table = wish.the_table(tournament)
    game = the_game(table)
    wish.must_be_no_party(game)
    if game.status == Game.Status.RUNNING:
        if tournament.by_rules:
            raise errors.NotNow(
                why=_("Its game counts for ratings: set a result when it has been played.")
            )
        games.adjudicate(game_key=game.key)
    sittings = {
        sitting.entry.person.handle.lower(): sitting
        for sitting in table.sittings.select_related("entry__person")
    }
    given = {str(row["handle"]).lower(): row for row in wish.results}
    if given.keys() != sittings.keys() or len(given) != len(wish.results):
        refuse("results", _("Give a rank to everybody at the table, once."))
    theirs, influence = dict[int, int](), [0] * game.seats
    for handle, sitting in sittings.items():
        assert sitting.seat is not None
        theirs[sitting.seat] = given[handle]["rank"]
        told = given[handle].get("influence")
        influence[sitting.seat] = told if told is not None else sitting.influence or 0
    ranks = _with_bots(theirs, game.seats)
    if ranks is None:
        refuse("results", _("Ranks begin with 1; after two who share one, the next is left out."))
    rounds.write_result(
        tournament, table, how=TournamentTable.How.FIXED, ranks=ranks, influence=influence
    )
    seen_to_change(tournament)


def _with_bots(theirs: dict[int, int], seats: int) -> list[int] | None:
    """The ranks of a whole table, of which people's are given: bots that filled it have the places
    that are left, the last where there is a choice. None: no table ends like that."""
    bots = [seat for seat in range(seats) if seat not in theirs]
    for places in product(range(seats, 0, -1), repeat=len(bots)):
        of_seat = theirs | dict(zip(bots, places, strict=True))
        ranks = [of_seat[seat] for seat in range(seats)]
        if ranks == [1 + sum(other < mine for other in ranks) for mine in ranks]:
            return ranks
    return None


def redraw(tournament: Tournament, wish: Wish) -> None:
    redrawing.redraw(tournament, drawn_round(tournament))


def announce(tournament: Tournament, wish: Wish) -> None:
    """The same words go to everybody once, however often the button is pressed."""
    words = wish.words.strip()
    if not 1 <= len(words) <= LONGEST_WORDS or "\0" in words:
        refuse("words", _("Say something, in {most} letters at most.").format(most=LONGEST_WORDS))
    here = Entry.objects.filter(
        tournament=tournament, state__in=["entered", "waiting", "asked"]
    ).select_related("person")
    telling.tell(
        tournament,
        mails.News.name,
        [entry.person for entry in here],
        about=sha256(words.encode()).hexdigest()[:16],
        words=words,
    )


def call_off(tournament: Tournament, wish: Wish) -> None:
    """Games that run are played out, as ordinary tables; nothing of them counts here."""
    wish.must_have_reason()
    if not tournament.is_live:
        raise errors.NotNow(why=_("This tournament is over."))
    running.call_off(tournament, why="organisers")


def answer(tournament: Tournament, wish: Wish) -> None:
    """To an objection; what follows from it – another result, points – is a step of its own."""
    wish.must_have_reason()
    objection = (
        Objection.objects.filter(tournament=tournament, number=wish.objection or 0)
        .select_related("table__round", "table__game", "entry__person")
        .first()
    )
    if objection is None:
        refuse("objection", _("There is no objection of that number."))
    assert objection.table.game is not None  # nobody objects to a table that has not begun
    wish.must_be_no_party(objection.table.game)
    if objection.outcome:
        raise errors.NotNow(why=_("This objection has been answered."))
    if wish.how not in {"uphold", "refuse"}:
        refuse("how", _("Say whether it is right."))
    objection.outcome = {"uphold": "upheld", "refuse": "refused"}[wish.how]
    objection.answer, objection.is_public = wish.reason.strip(), wish.public
    objection.answered_by, objection.answered_at = wish.by, moment.now()
    objection.save()
    # For the record, which says where, and not who.
    wish.round, wish.table = objection.table.round.ordinal, objection.table.number
    telling.tell(
        tournament,
        mails.ObjectionAnswered.name,
        [objection.entry.person],
        about=f"answer {objection.number}",
        number=str(objection.number),
    )

"""Coming and going: enter, wait, be admitted, confirm, withdraw, drop."""

from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from games import errors as refusals
from games import services as tables
from games.models.conduct import conduct_of
from games.models.knowing import accounts_of
from games.ratings.selectors import may_sit_by_rating
from games.tournaments import drawing, errors, permissions, scoring
from games.tournaments.models import Berth, Entry, Round, Stage, Tournament, TournamentTable
from games.tournaments.models.book import Book
from games.tournaments.services import redrawing, teams, telling
from games.tournaments.services.opening import changed, enter, look_soon, takes_people

State = Entry.State
# Who may come to sit at a table.
HAS_PLACE = (State.ENTERED, State.WAITING, State.ASKED)


@transaction.atomic
def enter_tournament(
    *, key: str, person: User, code: str = "", contribution: str = "", team: str = ""
) -> Entry:
    """Ask for a place. What comes of it is the entry's state: entered, on the waiting list, or
    asked, where organisers admit. After the start it is a late entry, where those are taken.
    `contribution`: what only the own side has drawn, for the deals of all tables to come. `team`:
    for which one plays, where there are teams."""
    tournament = enter(key, person, "enter")
    must_be_admissible(tournament, person)
    if tournament.admission == "code" and code.strip() != tournament.code:
        raise errors.NotAllowed(why=_("This tournament is entered with a code. Ask its organiser."))
    if tournament.has_begun:
        must_take_people(tournament)
        if _place(tournament) == State.WAITING:
            raise errors.NotNow(
                why=_("All places are taken, and nobody waits for one after the start.")
            )
    asks = tournament.admission == "approval"
    return take_in(tournament, person, admitted=not asks, contribution=contribution, team=team)


def must_be_admissible(tournament: Tournament, person: User, *, by_desk: bool = False) -> None:
    """NotAllowed says what of the tournament's conditions a person does not meet. `by_desk`:
    whoever enters them is not told how reliable they are, which is theirs alone to know."""
    if person.is_guest:
        # No letter reaches them, and any number of them could take all places.
        _refuse(_("Guests play against bots. Sign up to keep your seat and to meet people."))
    if person.is_bot and not tournament.bots_welcome:
        _refuse(_("Bots are not welcome in this tournament."))
    if tournament.rated and not person.is_bot and not person.email_is_verified:
        _refuse(_("This tournament is rated. Verify your mail address first, then enter."))
    beside = accounts_of(person) - {person.pk}
    if Entry.objects.filter(tournament=tournament, person__in=beside, state__in=HAS_PLACE).exists():
        _refuse(_("People and their bots have one place in a tournament, and one of you has it."))
    least, low, high = tournament.conduct_min, tournament.rating_min, tournament.rating_max
    if least is not None and not by_desk and _share(person) < least:
        _refuse(_("This tournament asks for more reliability than you have shown so far."))
    if (low, high) != (None, None) and not may_sit_by_rating(person, low=low, high=high):
        _refuse(_("Your rating is outside of what this tournament is for."))


def _share(person: User) -> int:
    return conduct_of(person.pk, person.time_zone).share


def must_have_room(tournament: Tournament) -> None:
    """The desk may take in more than the capacity, but not more than may be announced at all."""
    most = permissions.MOST_PEOPLE if tournament.by_right else permissions.FEW_PEOPLE
    if Entry.objects.filter(tournament=tournament, state=State.ENTERED).count() >= most:
        raise errors.NotNow(
            why=_("This tournament is for {most} people, and has them.").format(most=most)
        )


def must_take_people(tournament: Tournament) -> None:
    if not tournament.is_live:
        raise errors.NotNow(why=_("This tournament is over."))
    if not takes_people(tournament):
        raise errors.NotNow(why=_("It is too late to enter this tournament."))


def take_in(
    tournament: Tournament,
    person: User,
    *,
    admitted: bool,
    beyond: bool = False,
    from_round: int | None = None,
    contribution: str = "",
    team: str = "",
) -> Entry:
    """An entry for a person, or their old one again. The tournament is locked. `beyond`: also
    where all places are taken."""
    added = tables.read_contribution(contribution)
    if not tournament.is_live:
        raise errors.NotNow(why=_("This tournament takes no entries any more."))
    entry = Entry.objects.filter(tournament=tournament, person=person).first()
    gone = {State.WITHDRAWN, State.NO_SHOW}
    if tournament.has_begun:  # without them, and nobody waits for a place any more
        gone |= {State.WAITING} | ({State.ASKED, State.REFUSED} if beyond else set())
    if entry is not None and entry.state not in gone:
        raise errors.NotNow(why=_("You have entered this tournament before."))
    if entry is None:
        last = Entry.objects.filter(tournament=tournament).aggregate(Max("number"))["number__max"]
        entry = Entry(tournament=tournament, person=person, number=(last or 0) + 1)
    entry.entered_at, entry.left_at = moment.now(), None
    entry.state = State.ASKED
    if admitted:
        entry.state = State.ENTERED if beyond else _place(tournament)
    entry.from_round = (from_round or next_ordinal(tournament)) if tournament.has_begun else 1
    entry.confirmed_for = 0
    if entry.contribution is None:  # what others have seen the mark of stays
        entry.contribution = added
    entry.team = teams.named(tournament, team) or entry.team
    entry.save()
    if entry.state == State.ENTERED and tournament.has_begun:
        _give_berth(tournament, entry)
    telling.tell_entry(tournament, entry)
    changed(tournament)
    if tournament.start == Tournament.Start.FULL and tournament.status == tournament.Status.OPEN:
        _look_if(tournament, is_due=_place(tournament) == State.WAITING)
    return entry


def _look_if(tournament: Tournament, *, is_due: bool) -> None:
    """What the last to come, or to speak, sets going: a worker is woken, and the sweep knows."""
    if is_due:
        tournament.due_at = moment.now()
        tournament.save(update_fields=["due_at"])
        look_soon(tournament)


def _place(tournament: Tournament) -> State:
    taken = Entry.objects.filter(tournament=tournament, state=State.ENTERED).count()
    return State.ENTERED if taken < tournament.capacity else State.WAITING


def _give_berth(tournament: Tournament, entry: Entry) -> None:
    """Somebody comes late: into the stage that runs, with the points that the rule gives."""
    stage = Stage.objects.get(tournament=tournament, status="running")
    last = stage.berths.aggregate(count=Count("pk"), lowest=Max("division"))
    Berth.objects.create(
        stage=stage,
        entry=entry,
        seeding=last["count"],
        division=last["lowest"] or 0,
        start=scoring.late_points(tournament.late, tournament.points, entry.from_round - 1),
    )


def next_ordinal(tournament: Tournament) -> int:
    """The number of the next round that is not drawn yet."""
    return Round.objects.filter(tournament=tournament).count() + 1


@transaction.atomic
def confirm(*, key: str, person: User) -> Entry:
    """Say that one will play the coming round. Whoever is on the waiting list may say it too: it
    is they who get the places of those who say nothing."""
    tournament = enter(key, person, "confirm")
    entry = own_entry(tournament, person)
    if entry.state not in {State.ENTERED, State.WAITING}:
        raise errors.NotNow(why=_("You do not play in this tournament."))
    if tournament.confirm_until is None:
        raise errors.NotNow(
            why=_("Nobody is asked to confirm now. You will get a letter when it is time.")
        )
    if tournament.has_begun:
        _must_be_in(tournament, entry)
    entry.confirmed_for = next_ordinal(tournament)
    entry.save(update_fields=["confirmed_for"])
    changed(tournament)
    silent = Entry.objects.filter(tournament=tournament, state=State.ENTERED, confirmed_for=0)
    all_have_spoken = tournament.starts_at is None and not silent.exists()
    _look_if(tournament, is_due=not tournament.has_begun and all_have_spoken)
    return entry


def _must_be_in(tournament: Tournament, entry: Entry) -> None:
    if entry.state == State.WAITING:
        raise errors.NotNow(why=_("It has begun without you."))
    book = Book(tournament)
    if book.stage is None or entry.pk not in drawing.still_in(book, book.stage):
        raise errors.NotNow(why=others_play_on())


def others_play_on() -> str:
    return _("Others play on without you. Your results stay.")


@transaction.atomic
def withdraw(*, key: str, person: User) -> Entry:
    """Before the start: give up one's place, which goes to who has waited longest. After it:
    drop out; a game that runs is played on by a stand-in."""
    tournament = enter(key, person, "withdraw")
    entry = own_entry(tournament, person)
    leave(tournament, entry)
    return entry


def leave(tournament: Tournament, entry: Entry) -> None:
    """Withdraw or drop, as the time is. The tournament is locked."""
    if not tournament.is_live:
        raise errors.NotNow(why=_("This tournament is over."))
    if entry.state not in {State.ENTERED, State.WAITING, State.ASKED}:
        raise errors.NotNow(why=_("You do not play in this tournament."))
    if tournament.has_begun and entry.state == State.ENTERED:
        drawn = Round.objects.filter(tournament=tournament, ordinal=1, status="drawn").first()
        end_entry(entry, State.DROPPED if drawn is None else State.WITHDRAWN)
        if drawn is not None:
            # Nobody has played: it is as if they had never entered, and nobody sits with a gap.
            Berth.objects.filter(stage=drawn.stage, entry=entry).delete()
            redrawing.redraw(tournament, drawn, keep_moved=True)
    else:
        end_entry(entry, State.WITHDRAWN)
        fill_from_waiting(tournament)
    changed(tournament)


def end_entry(entry: Entry, state: Entry.State, *, plays_on: bool = False) -> None:
    """`plays_on`: at the table where they sit, for themselves."""
    entry.state, entry.left_at = state, moment.now()
    entry.save(update_fields=["state", "left_at"])
    if state not in {State.WITHDRAWN, State.NO_SHOW, State.REFUSED} and not plays_on:
        hand_over(entry)


def hand_over(entry: Entry) -> None:
    """A stand-in plays on at the table where this entry sits."""
    running = TournamentTable.objects.filter(
        sittings__entry=entry, how="", game__status="running"
    ).select_related("game")
    for table in running:
        assert table.game is not None
        try:
            tables.resign(game_key=table.game.key, person=entry.person)
        except refusals.Refusal:
            continue  # has resigned there before, or the game has ended meanwhile


def fill_from_waiting(tournament: Tournament, *, only_confirmed_for: int = 0) -> list[Entry]:
    """Free places go to those who have waited longest."""
    if tournament.has_begun:
        return []
    free = (
        tournament.capacity
        - Entry.objects.filter(tournament=tournament, state=State.ENTERED).count()
    )
    waiting = Entry.objects.filter(tournament=tournament, state=State.WAITING)
    if only_confirmed_for:
        waiting = waiting.filter(confirmed_for=only_confirmed_for)
    came = list(waiting.order_by("entered_at", "number").select_related("person")[: max(0, free)])
    for entry in came:
        entry.state = State.ENTERED
        entry.save(update_fields=["state"])
        telling.tell_entry(tournament, entry)
    return came


def own_entry(tournament: Tournament, person: User) -> Entry:
    entry = Entry.objects.filter(tournament=tournament, person=person).first()
    if entry is None:
        raise errors.NotAllowed(why=_("You are not in this tournament. Enter it first."))
    return entry


def _refuse(why: str) -> None:
    raise errors.NotAllowed(why=why)

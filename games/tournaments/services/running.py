"""A tournament runs by itself: `advance` does what is due, one transaction after the other, until
nothing is.

It may be called at any time, by any number of workers, and may die anywhere: what is due is read
from the rows each time, every step locks the tournament first and looks again, and what takes
long – drawing a round – is worked out before anything is locked and written only if nothing has
changed meanwhile.
"""

import time
from datetime import timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts import moment
from accounts.models import User
from games import services as tables
from games.models import Standstill
from games.tournaments import drawing, mails
from games.tournaments.models import Entry, Round, Stage, Tournament, TournamentTable
from games.tournaments.models.book import Book
from games.tournaments.pairing import LEAST
from games.tournaments.services import deadlines, lost_time, rounds, stages, telling
from games.tournaments.services.announcing import TWO_TABLES
from games.tournaments.services.entries import end_entry, fill_from_waiting
from games.tournaments.services.opening import (
    changed,
    lock_unless_busy,
    seen_to_change,
    takes_people,
    think_long,
)

log = structlog.get_logger("oriflamme.tournaments")

# More than any tournament has to do at once; a circle would be a fault, and is broken here.
MOST_STEPS = 50
SWEEP_AT_ONCE = 100
# Well before the time limit of a task, and so that clocks in the same queue wait for no draw for
# long; the next sweep goes on.
SECONDS = 20.0


def advance(*, key: str) -> int:
    """Do all that is due. Returns how many steps that took."""
    for count in range(MOST_STEPS):
        if not _step(key):
            return count
    log.warning("a tournament does not come to rest", key=key)
    return MOST_STEPS


def advance_due() -> int:
    """Advance all in which something should have happened. Whatever is wrong with one of them,
    the others go on. Returns how many there were."""
    enough = time.monotonic() + SECONDS
    keys = due()
    for key in keys:
        if time.monotonic() > enough:
            break
        try:
            advance(key=key)
        except Exception:
            log.exception("a tournament cannot go on", key=key)
    return len(keys)


def due() -> list[str]:
    """The tournaments in which something should have happened by now: a time has come, or a game
    is over whose result nobody has taken in."""
    results = TournamentTable.objects.filter(
        round__tournament=OuterRef("pk"), round__status="running", how="", game__status="over"
    )
    now = moment.now()
    stood_still = Standstill.objects.filter(until__lte=now, until__gt=OuterRef("made_up_to"))
    is_due = Q(due_at__lte=now) | Exists(stood_still)
    live = Tournament.objects.exclude(status__in=["over", "cancelled"]).filter(
        Q(is_due, paused_at=None) | Exists(results)
    )
    return list(live.order_by("due_at", "pk").values_list("key", flat=True)[:SWEEP_AT_ONCE])


def _step(key: str) -> bool:
    """One thing that is due; False if nothing is."""
    with transaction.atomic():
        # Whoever is at it does what is due, or the sweep finds it: hundreds of games take a while
        # to begin, and nobody need stand in line for that.
        tournament = lock_unless_busy(key)
        if tournament is None or not tournament.is_live:
            return False
        is_running = tournament.status == Tournament.Status.RUNNING
        if is_running and rounds.take_results(tournament):
            return True
        # While the clocks of the site stand still nobody can be late, or be asked in vain.
        if tournament.paused_at is not None or tables.stand_still(moment.now()):
            return False
        if lost_time.make_up(tournament):
            changed(tournament)
            return True
        if (_step_of_round if is_running else _step_before_start)(tournament):
            return True
    return is_running and _draw(key)


# --- Before the start --------------------------------------------------------------------


def _step_before_start(tournament: Tournament) -> bool:
    now = moment.now()
    if tournament.status == Tournament.Status.CONFIRMING:
        if not _is_asked_out(tournament):
            return False
        start_with_confirmed(tournament)
        return True
    entered = Entry.objects.filter(tournament=tournament, state="entered").count()
    is_time = tournament.due_at is not None and tournament.due_at <= now
    is_full = tournament.start == Tournament.Start.FULL and entered >= tournament.capacity
    if not (is_time or is_full):
        return False
    start(tournament)
    return True


def _is_asked_out(tournament: Tournament) -> bool:
    """Nobody need be waited for: the time is over, or all have spoken and no time was promised."""
    if tournament.confirm_until is None or tournament.confirm_until <= moment.now():
        return True
    silent = Entry.objects.filter(tournament=tournament, state="entered", confirmed_for=0)
    return tournament.starts_at is None and not silent.exists()


def start(tournament: Tournament) -> None:
    """The time has come: ask who will play, or begin where nobody is asked."""
    if tournament.confirms == Tournament.Confirms.NEVER:
        _begin(tournament)
        return
    until = tournament.starts_at or moment.now() + timedelta(seconds=tournament.confirm_for)
    _update(tournament, status=Tournament.Status.CONFIRMING, confirm_until=until, due_at=until)
    telling.tell(
        tournament,
        mails.Confirm.name,
        _people(tournament, "entered", "waiting"),
        about=f"1 {until:%Y%m%d%H%M}",
        round="1",
        until=until.isoformat(),
    )


def start_with_confirmed(tournament: Tournament) -> None:
    """Who has not confirmed does not play; who waited and has, does."""
    entered = Entry.objects.filter(tournament=tournament, state="entered")
    silent = entered.filter(confirmed_for=0).select_related("person")
    for entry in silent:
        end_entry(entry, Entry.State.NO_SHOW)
    telling.tell_state(tournament, [entry.person for entry in silent], Entry.State.NO_SHOW)
    fill_from_waiting(tournament, only_confirmed_for=1)
    _begin(tournament)


def _begin(tournament: Tournament) -> None:
    now = moment.now()
    count = Entry.objects.filter(tournament=tournament, state="entered").count()
    if count < least_people(tournament):
        call_off(tournament, why="too few")
        return
    _update(
        tournament,
        status=Tournament.Status.RUNNING,
        began_at=now,
        confirm_until=None,
        due_at=now,
    )
    stages.begin_first(tournament)
    # At once: nobody shall find it begun and without a round.
    book = Book(tournament)
    stage = book.stage
    assert stage is not None
    think_long()
    rounds.write_draw(tournament, drawing.draw(book, stage, 1))
    for state in ["waiting"] if takes_people(tournament) else ["waiting", "asked"]:
        telling.tell_state(tournament, _people(tournament, state), state)


def least_people(tournament: Tournament) -> int:
    return TWO_TABLES if tournament.by_rules else LEAST


def call_off(tournament: Tournament, *, why: str) -> None:
    _update(
        tournament,
        status=Tournament.Status.CANCELLED,
        ended_at=moment.now(),
        confirm_until=None,
        due_at=None,
    )
    people = {*_people(tournament, "entered", "waiting", "asked"), *tournament.organising()}
    telling.tell(
        tournament,
        mails.Over.name,
        sorted(people, key=lambda person: person.pk),
        about="called off",
        why=why,
    )


# --- A round -----------------------------------------------------------------------------


def _step_of_round(tournament: Tournament) -> bool:
    now = moment.now()
    current = (
        Round.objects.filter(tournament=tournament)
        .exclude(status=Round.Status.OVER)
        .select_related("stage")
        .first()
    )
    if current is None:
        return _step_between_rounds(tournament)
    if current.status == Round.Status.DRAWN:
        if current.begins_at > now:
            return False
        rounds.begin_round(tournament, current)
        changed(tournament)
        return True
    if not current.tables.filter(how="").exists():
        rounds.close_round(tournament, current)
        return True
    if tournament.due_at is not None and tournament.due_at <= now:
        deadlines.meet_deadline(tournament, current)
        changed(tournament)
        return True
    return False


def _step_between_rounds(tournament: Tournament) -> bool:
    """Whether the stage, or the tournament, is over with the round that has ended."""
    book = Book(tournament)
    stage = book.stage
    if stage is None:
        # The last stage is over, or none could be begun.
        stages.finish(tournament)
        return True
    if book.rounds_of(stage) and drawing.is_played_out(book, stage):
        stages.close(tournament, book, stage)
        return True
    if tournament.confirm_until is not None and moment.now() < tournament.confirm_until:
        _ask_again(tournament, book, stage)
        return False
    if len(drawing.who_plays(book, stage, len(book.rounds) + 1)) < LEAST:
        # Nobody is left to play: it ends as it stands.
        stages.close(tournament, book, stage)
        return True
    return False


def _ask_again(tournament: Tournament, book: Book, stage: Stage) -> None:
    ordinal = len(book.rounds) + 1
    assert tournament.confirm_until is not None
    telling.tell(
        tournament,
        mails.Confirm.name,
        [book.entries[line].person for line in drawing.who_may_play(book, stage, ordinal)],
        about=f"{ordinal}",
        round=str(ordinal),
        until=tournament.confirm_until.isoformat(),
    )


def _draw(key: str) -> bool:
    """Work out the next round without a lock, and write it if nothing has changed meanwhile."""
    tournament = Tournament.objects.get(key=key)
    revision = tournament.revision
    if tournament.paused_at is not None or not tournament.is_live:
        return False
    if tournament.confirm_until is not None and moment.now() < tournament.confirm_until:
        return False
    if Round.objects.filter(tournament=tournament).exclude(status=Round.Status.OVER).exists():
        return False
    book = Book(tournament)
    stage = book.stage
    if stage is None or book.round is not None:
        return False
    made = drawing.draw(book, stage, len(book.rounds) + 1)
    rounds.draw_next(key, revision, made)
    # Also where somebody was faster, or changed something: it is looked at again.
    return True


def _update(tournament: Tournament, **facts: object) -> None:
    for name, value in facts.items():
        setattr(tournament, name, value)
    tournament.save(update_fields=list(facts))
    changed(tournament)
    if "status" in facts:
        seen_to_change(tournament)


def _people(tournament: Tournament, *states: str) -> list[User]:
    found = Entry.objects.filter(tournament=tournament, state__in=states).select_related("person")
    return [entry.person for entry in found.order_by("number")]

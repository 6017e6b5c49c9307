"""Evenings: a slow table meets for half an hour, and plays at live pace as long as all are there.

No clock hangs on it. While an evening is on, phases are played within seconds of the last answer,
and nobody is called by letter who sits at the table. Whoever goes, or never comes, has all the time
of the table for what is asked: the evening is over, and nothing else.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from games import clock, errors, evening, kinds, pace
from games.evening import Free, Week
from games.models import Evening, EveningVoice, FreeHours, Game
from games.services import clocks, telling
from games.services.entering import chairs, enter, must_run, own_chair

State = Evening.State
# Nobody is asked for the same night; what is further away nobody knows.
SOONEST, LATEST = timedelta(hours=20), timedelta(days=14)
# One can come so long before, and is waited for so long.
EARLY, WAITS = timedelta(minutes=15), timedelta(minutes=15)
# What is asked has not been answered for so long: somebody has gone.
IDLE = timedelta(minutes=10)
# What did not suit is not proposed again, nor what is so close to it.
APART = timedelta(hours=12)
# A table proposes no more than these within a week, whoever says no to them.
MOST_IN_A_WEEK = 3
MOST_HOURS = 21
HALF_HOUR = 30
# Hours that were just changed are looked at so much later.
CONSIDERED = timedelta(hours=1)
SWEEP_AT_ONCE = 200


@transaction.atomic
def set_hours(*, game_key: str, person: User, hours: Sequence[Free]) -> None:
    """Say when one usually has half an hour for this table; nothing: never. When all have said it,
    the table proposes the next evening that suits all, an hour after the last change.
    Refusals: NotFound, NotAtTable, NotRunning, GameOver, NotAllowed."""
    game = _enter(game_key, person)
    kept = sorted({(one.day, one.since, one.until) for one in hours})
    if len(kept) > MOST_HOURS or not all(map(_can_be, kept)):
        raise errors.NotAllowed(
            why=_(
                "Give at most {most} stretches of half an hour or more, each within a day."
            ).format(most=MOST_HOURS)
        )
    if not kept:
        FreeHours.objects.filter(game=game, person=person).delete()
        return
    facts = {
        "hours": [list(one) for one in kept],
        "zone": person.time_zone,
        "looked_at": moment.now() + CONSIDERED,
    }
    FreeHours.objects.update_or_create(game=game, person=person, defaults=facts)


def _can_be(stretch: tuple[int, int, int]) -> bool:
    day, since, until = stretch
    return 0 <= day < 7 and since >= 0 and since + HALF_HOUR <= until <= evening.DAY


@transaction.atomic
def answer_evening(*, game_key: str, person: User, at: datetime, agrees: bool) -> None:
    """Whether the proposed evening suits. One no is enough, and nobody learns whose it was; the
    table proposes another day. NotAllowed if it is another one by now."""
    game = _enter(game_key, person)
    found = _current(game)
    if found is None or found.at != at or found.state not in {State.PROPOSED, State.AGREED}:
        raise errors.NotAllowed(why=_("This evening is not proposed any more."))
    if not agrees:
        _end(found)
        _propose(game, moment.now())
        return
    found.voices.filter(person=person).update(agrees=True)
    asked = _asked(game)
    said = set(found.voices.filter(agrees=True).values_list("person", flat=True))
    if found.state == State.PROPOSED and {one.pk for one in asked} <= said:
        Evening.objects.filter(pk=found.pk).update(state=State.AGREED, until=found.at + WAITS)
        _write(game, found, asked, kinds.EVENING_AGREED)


@transaction.atomic
def come(*, game_key: str, person: User, here: bool) -> None:
    """Be there for the evening that all have agreed to; when all are, it is on. To go ends it, and
    costs nothing."""
    game = _enter(game_key, person)
    found, now = _current(game), moment.now()
    if found is None or found.state not in {State.AGREED, State.ON}:
        raise errors.NotAllowed(why=_("There is no evening now."))
    if here and now < found.at - EARLY:
        raise errors.NotAllowed(why=_("The evening has not begun yet."))
    found.voices.filter(person=person).update(is_here=here)
    if not here and found.state == State.ON:
        _end(found)
    elif here and found.state == State.AGREED:
        come_by_now = set(found.voices.filter(is_here=True).values_list("person", flat=True))
        if {one.pk for one in _asked(game)} <= come_by_now:
            Evening.objects.filter(pk=found.pk).update(state=State.ON, until=now + IDLE)
            # A pause goes on: it is not for those who come to end it.
            if game.asks_all and game.paused_at is None:
                soon = clock.next_tick(pace.PACES["live"], now, now)
                Game.objects.filter(pk=game.pk).update(wakes_at=soon)


def sweep_evenings() -> int:
    """Propose where hours have changed; end those that nobody has agreed to, come to, or plays any
    more. Returns how many have ended."""
    now = moment.now()
    changed = FreeHours.objects.filter(looked_at__lte=now).order_by("looked_at")
    for key in list(changed.values_list("game__key", flat=True)[:SWEEP_AT_ONCE]):
        with transaction.atomic():
            game = Game.objects.select_for_update(no_key=True).get(key=key)
            FreeHours.objects.filter(game=game, looked_at__lte=now).update(looked_at=None)
            _propose(game, now)
    due = Evening.objects.exclude(state=State.OVER).filter(until__lte=now)
    ended = 0
    for key, pk in list(due.order_by("until").values_list("game__key", "pk")[:SWEEP_AT_ONCE]):
        with transaction.atomic():
            game = Game.objects.select_for_update(no_key=True).get(key=key)
            found = Evening.objects.select_related("game").get(pk=pk)
            ended += _look(game, found, now)
    return ended


def _look(game: Game, found: Evening, now: datetime) -> bool:
    if found.state == State.OVER or found.until > now:
        return False
    if found.state == State.ON and game.waits_since is not None and game.paused_at is None:
        until = game.waits_since + IDLE
        if until > now:
            Evening.objects.filter(pk=found.pk).update(until=until)
            return False
    was_on = found.state == State.ON
    if not was_on:
        # Who has not come, or not answered, has no such hours any more: nothing is proposed that
        # nobody keeps.
        silent = {"is_here": False} if found.state == State.AGREED else {"agrees": False}
        gone = found.voices.filter(**silent).values("person")
        FreeHours.objects.filter(game=game, person__in=gone).delete()
    _end(found)
    if was_on:
        _propose(game, now)
    return True


def _end(found: Evening) -> None:
    Evening.objects.filter(pk=found.pk).update(state=State.OVER)
    # Whoever was not called because they sat there.
    telling.wake_bots(found.game.key)


def _propose(game: Game, now: datetime) -> None:
    """The next evening, if all have said when they have time, and there is none already; another
    day than those that did not suit. Not while somebody has just changed their hours: who changes
    theirs along with others' would be told at once what comes of it."""
    asked = _asked(game)
    said = list(FreeHours.objects.filter(game=game, person__in=asked))
    weeks = [Week(one.zone, [Free(*hours) for hours in one.hours]) for one in said]
    lately = list(Evening.objects.filter(game=game, at__gt=now - timedelta(days=7)))
    if (
        game.status != Game.Status.RUNNING
        or len(asked) < 2
        or len(weeks) < len(asked)
        or any(one.looked_at is not None and one.looked_at > now for one in said)
        or _current(game) is not None
        or len(lately) >= MOST_IN_A_WEEK
    ):
        return
    resting = [one.calendar() for one in clocks.of(game.pk).sitters if one.is_person]
    at = evening.in_common(
        weeks,
        now + SOONEST,
        now + LATEST,
        lambda at: (
            any(abs(at - one.at) < APART for one in lately)
            or any(clock.rests_at(calendar, at) for calendar in resting)
        ),
    )
    if at is not None:
        found = Evening.objects.create(game=game, at=at, until=at)
        EveningVoice.objects.bulk_create(EveningVoice(evening=found, person=one) for one in asked)
        _write(game, found, asked, kinds.EVENING_PROPOSED)


def _write(game: Game, found: Evening, people: list[User], kind: str) -> None:
    telling.send_letter(kind, game, people, about=str(found.pk), at=found.at.isoformat())


def _enter(game_key: str, person: User) -> Game:
    game = enter(game_key, person)
    seat = own_chair(game, person)
    must_run(game)
    if seat.bot:
        raise errors.NotAllowed(why=_("A stand-in plays for you. Return to your seat first."))
    if not evening.can_be(game.anonymous, rests=pace.of(game.pace, game.own_pace).rests):
        raise errors.NotAllowed(
            why=_("Evenings are for slow tables whose players know one another.")
        )
    return game


def _current(game: Game) -> Evening | None:
    return (
        Evening.objects.select_related("game").filter(game=game).exclude(state=State.OVER).first()
    )


def _asked(game: Game) -> list[User]:
    return [one.person for one in chairs(game) if one.person is not None and not one.bot]

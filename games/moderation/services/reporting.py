"""Somebody reports somebody. What is answered tells nothing about whom it concerns: at an
anonymous table least of all who sits there, or whether anybody does."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.services import people, staff
from games import errors, selectors
from games.models import FormerPlayer, Message, Seat
from games.models.table import Table
from games.moderation.errors import TooManyReports
from games.moderation.models import Report

LONGEST = 2000
MOST, WITHIN = 10, timedelta(days=1)


@transaction.atomic
def report_at_table(
    *,
    game_key: str,
    person: User,
    kind: str,
    text: str,
    seat: int | None = None,
    message: str | None = None,
) -> Report:
    """By somebody who sits at the table: about a seat, or about something that was said."""
    table = selectors.find_game(game_key, person).table
    chair = table.chair_of(person.pk)
    if chair is None:
        raise errors.NotAtTable
    said = _heard(table, person, message) if message is not None else None
    number = said.seat if said else seat
    if number is None:
        raise errors.NotAllowed(why=_("Say whom you mean: a seat, or something that was said."))
    if chair.number is None or not 0 <= number < len(table.chairs):
        raise errors.NotAllowed(why=_("There is no other player on that seat."))
    whom = _who_sat(table, number, said)
    if whom == person.pk:
        raise errors.NotAllowed(why=_("These are your own words, or your own seat."))
    if whom is None and not table.hides_players():
        raise errors.NotAllowed(why=_("A bot of the house plays there. Nobody answers for it."))
    return _report(
        person,
        kind,
        text,
        person_id=whom,
        game_id=table.id,
        seat=number,
        message_id=said.pk if said else None,
    )


@transaction.atomic
def report_person(*, handle: str, person: User, kind: str, text: str) -> Report:
    """By anybody who is signed in, on somebody's page."""
    whom = people.find_visible(handle)
    if whom is None:
        raise errors.NotFound
    if whom.pk == person.pk:
        raise errors.NotAllowed(why=_("That is you."))
    return _report(person, kind, text, person_id=whom.pk)


@transaction.atomic
def open_case(*, person: User, by: User, kind: str, text: str) -> Report:
    """By staff, of their own accord or after a hint: it is theirs at once."""
    case = Report.objects.create(
        kind=kind, person=person, text=text, state=Report.State.TAKEN, taken_by=by
    )
    staff.note_work(staff=by, what=f"opened case {case.pk}")
    return case


def _heard(table: Table, person: User, key: str) -> Message:
    """A message that this person may read; NotFound alike for all others."""
    chair = table.chair_of(person.pk)
    assert chair is not None
    said = Message.objects.filter(game=table.id, key=key).first()
    if said is None:
        raise errors.NotFound
    own_time = said.at.timestamp() >= chair.joined
    mine = own_time and chair.number in {said.seat, said.to_seat}
    if said.to_seat is not None and not mine:
        raise errors.NotFound
    return said


def _who_sat(table: Table, number: int, said: Message | None) -> int | None:
    """Whose seat it is, or was when the words were said; None for a bot of the house."""
    if said is not None:
        former = FormerPlayer.objects.filter(
            game=table.id, number=number, joined_at__lte=said.at, left_at__gt=said.at
        ).first()
        if former is not None:
            return former.person_id
    seat = Seat.objects.filter(game=table.id, number=number).first()
    return seat.person_id if seat else None


def _report(person: User, kind: str, text: str, **about: int | None) -> Report:
    if person.is_guest:
        # Another one costs nobody anything, and so could bury what staff have to read.
        raise errors.NotAllowed(why=_("Sign up first, then report somebody."))
    words = text.strip()
    if not 1 <= len(words) <= LONGEST or "\0" in words:
        raise errors.BadText(most=LONGEST)
    # Two requests at once must not both be the last that fits.
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    mine = Report.objects.filter(reporter=person)
    # The same place, and never the same person: that would tell who sits there.
    place = {name: about.get(name) for name in ("game_id", "seat", "message_id")}
    if place["game_id"] is None:
        place = {"game_id": None, "person_id": about["person_id"]}
    twice = mine.filter(~Q(state=Report.State.DECIDED), kind=kind, **place).first()
    if twice is not None:
        return twice
    now = moment.now()
    lately = list(mine.filter(at__gt=now - WITHIN).order_by("at").values_list("at", flat=True))
    if len(lately) >= MOST:
        raise TooManyReports(seconds=int((lately[-MOST] + WITHIN - now).total_seconds()) + 1)
    return Report.objects.create(kind=kind, reporter=person, text=words, at=now, **about)

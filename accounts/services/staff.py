"""What staff may do to people: each with a reason, each in the trail, none to other staff."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment, rooms
from accounts.models import Relation, User
from accounts.services.leaving import end_every_right, erase
from accounts.services.people import take_handle
from accounts.services.trail import Kind, note


def _allowed(person: User, staff: User, reason: str) -> User:
    if not reason.strip():
        raise ValidationError(_("Say why. The reason stays in the trail."), code="no_reason")
    if person.is_staff and not staff.is_superuser:
        raise ValidationError(_("Only a superuser may do this to staff."), code="staff")
    if person.pk == staff.pk:
        raise ValidationError(_("Not to yourself."), code="yourself")
    return User.objects.select_for_update().get(pk=person.pk)


@transaction.atomic
def suspend(*, person: User, staff: User, reason: str, until: datetime | None = None) -> None:
    """Shut somebody out and tell them why; without an end, until they are let in again."""
    shut_out(person=person, staff=staff, reason=reason, until=until)
    rooms.tell(
        person=person.owner or person,
        letter="accounts/letters/suspended",
        reason=reason,
        until=until.date().isoformat() if until else "",
    )


@transaction.atomic
def shut_out(*, person: User, staff: User, reason: str, until: datetime | None = None) -> None:
    """Nobody signs in as them and no key of theirs works, their bots' neither. Whoever calls
    this tells them."""
    person = _allowed(person, staff, reason)
    _must_be_to_come(until)
    for one in [person, *User.objects.filter(owner=person)]:
        one.is_active = False
        one.suspended_until = until
        one.save(update_fields=["is_active", "suspended_until"])
        end_every_right(person=one)
        note(person=one, kind=Kind.SUSPENDED, staff=staff, about=reason)


def _must_be_to_come(until: datetime | None) -> None:
    if until is not None and until <= moment.now():
        raise ValidationError(_("The end must lie in the future."), code="in_the_past")


@transaction.atomic
def let_in_again(*, person: User, staff: User, reason: str) -> None:
    """Undo a suspension and tell them. Keys have to be made anew; bots are let in one by one."""
    let_in(person=person, staff=staff, reason=reason)
    rooms.tell(person=person.owner or person, letter="accounts/letters/let_in_again", reason=reason)


@transaction.atomic
def let_in(*, person: User, staff: User, reason: str) -> None:
    """The same; whoever calls this tells them."""
    person = _allowed(person, staff, reason)
    if person.erased_at:
        raise ValidationError(_("This person is gone for good."), code="gone")
    _let_in(person)
    note(person=person, kind=Kind.LET_IN_AGAIN, staff=staff, about=reason)


def _let_in(person: User) -> None:
    person.is_active = True
    person.suspended_until = None
    person.save(update_fields=["is_active", "suspended_until"])


@transaction.atomic
def end_suspensions() -> int:
    """Let in again whose suspension has come to its end, and their bots with them."""
    over = User.objects.select_for_update(skip_locked=True, no_key=True).filter(
        suspended_until__lte=moment.now(), erased_at=None
    )
    people = list(over.order_by("pk")[:200])
    for person in people:
        _let_in(person)
        note(person=person, kind=Kind.SUSPENSION_OVER)
        if not person.is_bot:
            rooms.tell(person=person, letter="accounts/letters/suspension_over")
    return len(people)


@transaction.atomic
def warn(*, person: User, staff: User, reason: str) -> None:
    """A word and nothing else. Whoever calls this tells them."""
    person = _allowed(person, staff, reason)
    note(person=person, kind=Kind.WARNED, staff=staff, about=reason)


@transaction.atomic
def silence(*, person: User, staff: User, reason: str, until: datetime) -> None:
    """They play on and say nothing until then. Whoever calls this tells them."""
    person = _allowed(person, staff, reason)
    _must_be_to_come(until)
    person.silenced_until = until
    person.save(update_fields=["silenced_until"])
    note(person=person, kind=Kind.SILENCED, staff=staff, about=reason)


@transaction.atomic
def let_talk(*, person: User, staff: User, reason: str) -> None:
    """End a ban on talk before its time. Whoever calls this tells them."""
    person = _allowed(person, staff, reason)
    person.silenced_until = None
    person.save(update_fields=["silenced_until"])
    note(person=person, kind=Kind.MAY_TALK, staff=staff, about=reason)


def note_work(*, staff: User, what: str) -> None:
    """What staff did that changed no person: in their own trail."""
    note(person=staff, kind=Kind.AS_STAFF, staff=staff, about=what)


@transaction.atomic
def rename(*, person: User, staff: User, reason: str, handle: str) -> None:
    """Give somebody another handle and clear their shown name."""
    person = _allowed(person, staff, reason)
    take_handle(person, handle)
    person.name = ""
    person.save(update_fields=["name"])
    note(person=person, kind=Kind.RENAMED, staff=staff, about=reason)
    rooms.tell(person=person, letter="accounts/letters/renamed", handle=handle, reason=reason)


@transaction.atomic
def merge(*, person: User, into: User, staff: User, reason: str) -> None:
    """Give what one account has to another of the same human, and erase the first."""
    first, second = sorted((person.pk, into.pk))
    list(User.objects.select_for_update().filter(pk__in=(first, second)).order_by("pk"))
    person, into = _allowed(person, staff, reason), _allowed(into, staff, reason)
    if person.pk == into.pk or person.is_bot or into.is_bot or person.erased_at or into.erased_at:
        raise ValidationError(_("These two cannot be merged."), code="not_two")
    for held in rooms.personal_data().values():
        held.merge(into, person)
    User.objects.filter(owner=person).update(owner=into)
    _merge_relations(person, into)
    bans = [one.silenced_until for one in (person, into) if one.silenced_until is not None]
    if bans:  # nobody gets rid of one by having two accounts
        into.silenced_until = max(bans)
        into.save(update_fields=["silenced_until"])
    note(person=into, kind=Kind.MERGED, staff=staff, about=reason)
    note(person=person, kind=Kind.MERGED, staff=staff, about=reason)
    rooms.tell(person=into, letter="accounts/letters/merged", reason=reason)
    User.objects.filter(same_human_as=person).update(same_human_as=into)
    erase(person=person, staff=staff, reason=reason)
    person.same_human_as = into
    person.save(update_fields=["same_human_as"])


def _merge_relations(person: User, into: User) -> None:
    """Lists are joined; who was blocked by others stays blocked."""
    for row in Relation.objects.filter(person=person).exclude(other=into):
        Relation.objects.get_or_create(person=into, other=row.other, kind=row.kind)
    for row in Relation.objects.filter(other=person).exclude(person=into):
        Relation.objects.get_or_create(person=row.person, other=into, kind=row.kind)


@transaction.atomic
def anonymise(*, person: User, staff: User, reason: str) -> None:
    """Erase at once, without the grace: for whom the law or the operator demands it."""
    person = _allowed(person, staff, reason)
    erase(person=person, staff=staff, reason=reason)

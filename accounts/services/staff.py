"""What staff may do to people: each with a reason, each in the trail, none to other staff."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import rooms
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
def suspend(*, person: User, staff: User, reason: str) -> None:
    """Nobody signs in as them and no key of theirs works, their bots' neither."""
    person = _allowed(person, staff, reason)
    for one in [person, *User.objects.filter(owner=person)]:
        one.is_active = False
        one.save(update_fields=["is_active"])
        end_every_right(person=one)
        note(person=one, kind=Kind.SUSPENDED, staff=staff, about=reason)
    rooms.tell(person=person, letter="accounts/letters/suspended", reason=reason)


@transaction.atomic
def let_in_again(*, person: User, staff: User, reason: str) -> None:
    """Undo a suspension. Keys have to be made anew; bots are let in one by one."""
    person = _allowed(person, staff, reason)
    if person.erased_at:
        raise ValidationError(_("This person is gone for good."), code="gone")
    person.is_active = True
    person.save(update_fields=["is_active"])
    note(person=person, kind=Kind.LET_IN_AGAIN, staff=staff, about=reason)
    rooms.tell(person=person, letter="accounts/letters/let_in_again", reason=reason)


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
    if person.pk == into.pk or person.is_bot or into.is_bot or into.erased_at:
        raise ValidationError(_("These two cannot be merged."), code="not_two")
    for holding in rooms.holdings().values():
        holding.merge(into, person)
    User.objects.filter(owner=person).update(owner=into)
    _merge_relations(person, into)
    note(person=into, kind=Kind.MERGED, staff=staff, about=reason)
    note(person=person, kind=Kind.MERGED, staff=staff, about=reason)
    rooms.tell(person=into, letter="accounts/letters/merged", reason=reason)
    erase(person=person, staff=staff, reason=reason)


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

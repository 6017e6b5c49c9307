"""Friends, muted and blocked people."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import rooms
from accounts.models import Relation, User

Kind = Relation.Kind
MOST_RELATIONS = 500


@transaction.atomic
def relate(*, person: User, other: User, kind: Relation.Kind) -> None:
    """Note it; twice is once. Nobody is both a friend and blocked."""
    if person.pk == other.pk:
        raise ValidationError(_("This is you."), code="yourself")
    mine = Relation.objects.filter(person=person)
    if mine.count() >= MOST_RELATIONS:
        raise ValidationError(_("Your list is full. Take somebody off it."), code="full")
    if kind == Kind.BLOCK:
        mine.filter(other=other, kind=Kind.FRIEND).delete()
    elif kind == Kind.FRIEND:
        mine.filter(other=other, kind=Kind.BLOCK).delete()
    _relation, is_new = Relation.objects.get_or_create(person=person, other=other, kind=kind)
    if is_new and kind == Kind.BLOCK:
        rooms.part(person, other)


def unrelate(*, person: User, other: User, kind: Relation.Kind) -> None:
    Relation.objects.filter(person=person, other=other, kind=kind).delete()


def relations_of(person: User, kind: str | None = None) -> QuerySet[Relation]:
    """Their lists, for their own eyes alone."""
    mine = Relation.objects.filter(person=person).select_related("other")
    return (mine.filter(kind=kind) if kind else mine).order_by("kind", "other__handle")


def kinds_between(person: User, other: User) -> set[str]:
    """What the other is to the person, who alone may know."""
    mine = Relation.objects.filter(person=person, other=other)
    return set(mine.values_list("kind", flat=True))


def friends_of(person: User) -> list[User]:
    """Whom to invite quickly, by handle; nobody who is gone."""
    return list(
        User.objects.filter(
            pk__in=Relation.objects.filter(person=person, kind=Kind.FRIEND).values("other"),
            is_active=True,
        ).order_by("handle")
    )


def may_not_meet(person: User, others: Iterable[User]) -> bool:
    """Whether one of them has blocked the person or is blocked by them.

    For every table that is not a tournament's. Whoever asks tells the person no more than
    that this seat cannot be taken: neither who it was, nor that there is a block at all.
    """
    return bool(not_to_meet(person, others))


def not_to_meet(person: User, others: Iterable[User]) -> set[int]:
    """Which of them have blocked the person or are blocked by them."""
    pks = [other.pk for other in others]
    blocks = Relation.objects.filter(
        Q(person=person, other__in=pks) | Q(person__in=pks, other=person), kind=Kind.BLOCK
    ).values_list("person", "other")
    return {pk for pair in blocks for pk in pair} - {person.pk}


def blocks_somebody(person: User) -> bool:
    return Relation.objects.filter(person=person, kind=Kind.BLOCK).exists()


def muted_by(person: User) -> set[int]:
    """Whose letters the person does not want: those muted and those blocked."""
    return set(
        Relation.objects.filter(person=person, kind__in=[Kind.MUTE, Kind.BLOCK]).values_list(
            "other", flat=True
        )
    )


def who_mute(person: User) -> set[int]:
    """Who does not want letters of this person; for nobody's eyes."""
    return set(
        Relation.objects.filter(other=person, kind__in=[Kind.MUTE, Kind.BLOCK]).values_list(
            "person", flat=True
        )
    )

"""Versioned terms."""

from datetime import datetime

from django.db import connection

from accounts import moment
from accounts.models import Consent, Terms, User
from accounts.services.trail import Kind, note


def terms_in_force() -> Terms | None:
    """The newest published version; None while the operator has put none."""
    return Terms.objects.filter(published_at__lte=moment.now()).order_by("-version").first()


# Every page asks, so it is one short query.
_OWES = """SELECT FROM accounts_consent RIGHT JOIN (
        SELECT id FROM accounts_terms WHERE published_at <= %s ORDER BY version DESC LIMIT 1
    ) in_force ON terms_id = in_force.id AND person_id = %s
    WHERE terms_id IS NULL"""


def has_agreed(person: User) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_OWES, [moment.now(), person.pk])
        return cursor.fetchone() is None


def agreed_at(person: User, terms: Terms) -> datetime | None:
    return Consent.objects.filter(person=person, terms=terms).values_list("at", flat=True).first()


def agree(*, person: User, terms: Terms) -> None:
    _row, is_new = Consent.objects.get_or_create(person=person, terms=terms)
    if is_new:
        note(person=person, kind=Kind.TERMS_AGREED, about=str(terms.version))

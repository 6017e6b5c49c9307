"""Versioned terms."""

from datetime import datetime

from django.utils import timezone

from accounts.models import Consent, Terms, User
from accounts.services.trail import Kind, note


def terms_in_force() -> Terms | None:
    """The newest published version; None while the operator has put none."""
    return Terms.objects.filter(published_at__lte=timezone.now()).order_by("-version").first()


def has_agreed(person: User) -> bool:
    terms = terms_in_force()
    return terms is None or Consent.objects.filter(person=person, terms=terms).exists()


def agreed_at(person: User, terms: Terms) -> datetime | None:
    return Consent.objects.filter(person=person, terms=terms).values_list("at", flat=True).first()


def agree(*, person: User, terms: Terms) -> None:
    _row, is_new = Consent.objects.get_or_create(person=person, terms=terms)
    if is_new:
        note(person=person, kind=Kind.TERMS_AGREED, about=str(terms.version))

"""The words by which a page shows its reader an address of their own."""

from allauth.account.models import EmailAddress
from django import template

from accounts.secret import Address, shown

register = template.Library()


@register.filter
def told(address: str | Address | None) -> str:
    return shown(address) if address else ""


@register.filter
def address_told(row: EmailAddress | None) -> dict[str, str] | None:
    """What pages of the library show of a row."""
    return row and {"email": row.email.reveal()}

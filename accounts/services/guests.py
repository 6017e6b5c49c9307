"""Whoever plays before signing up: a person without address and password, who may only practise.

Once they give an address and verify it they are a person like all others, and the same one: their
tables stay theirs.
"""

import secrets
from datetime import timedelta

from django.db import transaction

from accounts import moment
from accounts.lookalikes import skeleton
from accounts.models import User
from accounts.services.consent import agree, terms_in_force
from accounts.services.people import GUEST_HANDLE

IDLE = timedelta(days=30)
# A handle of their own choice, while its address is not verified.
HANDLE_KEPT = timedelta(days=3)
_VISIT_STEP = timedelta(days=1)
# No letters and digits that are taken for one another.
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH = 6


@transaction.atomic
def welcome(*, language: str) -> User:
    """Somebody new. The button that brought them here says that they agree to the terms."""
    guest = User(handle=_free_handle(), language=language, is_guest=True)
    guest.set_unusable_password()
    guest.last_login = moment.now()
    guest.save()
    terms = terms_in_force()
    if terms is not None:
        agree(person=guest, terms=terms)
    return guest


def _free_handle() -> str:
    while True:
        handle = GUEST_HANDLE + "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        if not User.objects.filter(skeleton=skeleton(handle)).exists():
            return handle


def note_visit(guest: User) -> None:
    """Remember, to the day, that they were here."""
    now = moment.now()
    if guest.last_login is None or now - guest.last_login > _VISIT_STEP:
        User.objects.filter(pk=guest.pk).update(last_login=now)


@transaction.atomic
def name_oneself(*, guest: User, handle: str, password: str) -> None:
    """Take a handle and a password of one's own. A guest they stay until their address is
    verified: else it would show whether somebody here has that address already."""
    guest.handle = handle
    guest.set_password(password)
    guest.save(update_fields=["handle", "password"])


def take_handles_back() -> None:
    """Who has chosen a handle, proved no address and stayed away keeps it from nobody any longer;
    they go on as a guest like all others."""
    away = User.objects.filter(is_guest=True, last_login__lt=moment.now() - HANDLE_KEPT)
    for guest in away.exclude(handle__startswith=GUEST_HANDLE)[:500]:
        guest.handle = _free_handle()
        guest.save(update_fields=["handle"])


def let_go_of_the_idle() -> int:
    """Guests who have stayed away are erased like people who leave; there is nobody to ask."""
    now = moment.now()
    idle = User.objects.filter(is_guest=True, last_login__lt=now - IDLE, deletion_due_at=None)
    return idle.update(deletion_due_at=now)

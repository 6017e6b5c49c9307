"""Leaving: asked for, confirmed by mail, 14 days of grace, then nothing personal is left.

The row of the person stays, so that finished games keep their seats and the log stays true;
whose it was is gone.
"""

from datetime import datetime, timedelta
from importlib import import_module

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import transaction
from django.db.models import Q
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, RefreshToken

from accounts import moment, rooms
from accounts.models import (
    ApiToken,
    Consent,
    Holiday,
    KeptHandle,
    Profile,
    Relation,
    SecurityEvent,
    User,
)
from accounts.secret import Address, Secret, shown
from accounts.services.people import keep_handle
from accounts.services.trail import Kind, erasing, note
from accounts.vault import words_of

GRACE = timedelta(days=14)
LINK_LASTS = timedelta(days=1)
# Whoever has not verified an address by then has not come; the address and handle are free again.
UNVERIFIED_KEPT = timedelta(days=3)
_SALT = "accounts.leaving"


@transaction.atomic
def ask_for_deletion(*, person: User) -> None:
    """Mail the link that confirms it. A later request makes earlier links useless."""
    person.deletion_asked_at = moment.now()
    person.save(update_fields=["deletion_asked_at"])
    note(person=person, kind=Kind.DELETION_ASKED)
    rooms.tell(
        person=person,
        letter="accounts/letters/deletion_link",
        lasts=int(LINK_LASTS.total_seconds()),
        key=Secret(signing.dumps([person.pk, _stamp(person)], salt=_SALT)),
    )


def find_by_deletion_link(key: str) -> User | None:
    """Whose link this is, while it is good: not yet used, not called off, a day at most."""
    try:
        pk, stamp = signing.loads(key, salt=_SALT, max_age=LINK_LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    person = User.objects.filter(pk=pk, is_active=True, deletion_asked_at__isnull=False).first()
    return person if person and _stamp(person) == stamp else None


def _stamp(person: User) -> str:
    assert person.deletion_asked_at is not None
    return person.deletion_asked_at.isoformat()


@transaction.atomic
def confirm_deletion(*, person: User) -> datetime:
    """Begin the grace. Until its end the person may think again."""
    person.deletion_asked_at = None
    person.deletion_due_at = moment.now() + GRACE
    person.save(update_fields=["deletion_asked_at", "deletion_due_at"])
    note(person=person, kind=Kind.DELETION_CONFIRMED)
    rooms.tell(
        person=person,
        letter="accounts/letters/deletion_confirmed",
        due=person.deletion_due_at.date().isoformat(),
    )
    return person.deletion_due_at


@transaction.atomic
def call_off_deletion(*, person: User) -> None:
    was_due = person.deletion_due_at is not None
    person.deletion_asked_at = person.deletion_due_at = None
    person.save(update_fields=["deletion_asked_at", "deletion_due_at"])
    if was_due:
        note(person=person, kind=Kind.DELETION_CALLED_OFF)
        rooms.tell(person=person, letter="accounts/letters/deletion_called_off")


def due_deletions() -> list[int]:
    return list(
        User.objects.filter(deletion_due_at__lte=moment.now())
        .order_by("deletion_due_at")
        .values_list("pk", flat=True)[:100]
    )


@transaction.atomic
def erase_if_due(*, pk: int) -> bool:
    """Erase, unless the person has called it off or another worker was first."""
    person = (
        User.objects.select_for_update()
        .filter(pk=pk, deletion_due_at__lte=moment.now(), erased_at=None)
        .first()
    )
    if person is None:
        return False
    erase(person=person)
    return True


@transaction.atomic
def erase(*, person: User, staff: User | None = None, reason: str = "") -> None:
    """Make "a former player" of somebody, here and in every other room."""
    for bot in User.objects.filter(owner=person, erased_at=None):
        erase(person=bot, staff=staff, reason=reason)
    User.objects.filter(same_human_as=person).update(same_human_as=None)
    address, handle = person.email, person.handle
    for held in rooms.personal_data().values():
        held.erase(person)
    end_every_right(person=person)
    keep_handle(handle, person=person)
    _erase_rows(person)
    # A guest's handle is nobody's name, and every session would have to be read for it.
    traces = () if person.is_guest else (address, handle)
    _erase_traces(person, [shown(text) for text in traces if text])
    person.handle = f"gone-{person.pk}"
    person.email = None
    person.email_is_verified = False
    person.name = ""
    person.language, person.time_zone = "en", "UTC"
    person.set_unusable_password()
    person.is_active = person.is_staff = person.is_superuser = person.is_guest = False
    # What it has seen of games, its owner has.
    person.same_human_as, person.owner = person.owner, None
    person.last_login = None
    person.deletion_asked_at = person.deletion_due_at = None
    person.suspended_until = person.silenced_until = None
    person.erased_at = moment.now()
    person.save()
    note(person=person, kind=Kind.ERASED, staff=staff, about=reason)


def end_every_right(*, person: User) -> None:
    """End sessions, keys, programs' rights and the programs themselves."""
    end_sessions(person=person)
    ApiToken.objects.filter(user=person).delete()
    for program in (Grant, DeviceGrant, RefreshToken, AccessToken, Application):
        program.objects.filter(user=person).delete()


@transaction.atomic
def drop_ways_in(*, person: User) -> None:
    """Everything by which somebody may act as this person, but their address: where that is proved
    late, whoever gave it before may have been somebody else."""
    person.set_unusable_password()
    person.save(update_fields=["password"])
    Authenticator.objects.filter(user=person).delete()
    Consent.objects.filter(person=person).delete()
    end_every_right(person=person)
    note(person=person, kind=Kind.PASSWORD_CHANGED)


def end_sessions(*, person: User, but: str | None = None) -> int:
    """End what the person has open in browsers and apps, but for one session."""
    ended = 0
    for session in UserSession.objects.filter(user=person).exclude(session_key=but):
        session.end()
        ended += 1
    return ended


def _erase_rows(person: User) -> None:
    EmailAddress.objects.filter(user=person).delete()
    Authenticator.objects.filter(user=person).delete()
    for rows in (Profile.objects.filter(user=person), Holiday.objects.filter(person=person)):
        rows.delete()
    Relation.objects.filter(Q(person=person) | Q(other=person)).delete()
    Consent.objects.filter(person=person).delete()
    person.groups.clear()
    person.user_permissions.clear()
    with erasing():
        SecurityEvent.objects.filter(person=person).update(address=None, about="")
        # Of what they did as staff it stays that it was done; and why.
        SecurityEvent.objects.filter(staff=person).update(address=None)


def _erase_traces(person: User, texts: list[str]) -> None:
    """What others' rows and half-finished sign-ins say of a person."""
    of_people = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=of_people, object_id=str(person.pk)).delete()
    LogEntry.objects.filter(user=person).delete()
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    wanted = [text.lower() for text in texts]
    if not wanted:
        return
    for session in Session.objects.iterator():
        said = words_of(store.decode(session.session_data)).lower()
        if any(text in said for text in wanted):
            session.delete()


def forget_the_unverified() -> int:
    """Take back accounts whose address was never verified; anybody could have made them."""
    before = moment.now() - UNVERIFIED_KEPT
    gone = 0
    never = User.objects.filter(
        email_is_verified=False, is_bot=False, is_staff=False, erased_at=None, last_login=None
    )
    for person in never.filter(created_at__lt=before, email__isnull=False)[:500]:
        _forget(person)
        gone += 1
    return gone


def free_address(address: Address) -> None:
    """Take an address from whoever wrote it down and never verified it: its reader wants it."""
    wanted = address.reveal()
    EmailAddress.objects.filter(email__iexact=wanted, verified=False).delete()
    for person in User.objects.filter(email__iexact=wanted, email_is_verified=False):
        if person.last_login is None and not person.is_staff:
            _forget(person)
        else:
            person.email = None
            person.save(update_fields=["email"])


def _forget(person: User) -> None:
    with erasing():
        SecurityEvent.objects.filter(person=person).delete()
        person.delete()


def forget_old_handles() -> None:
    KeptHandle.objects.filter(until__lt=moment.now()).delete()

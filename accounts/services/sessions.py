"""Where somebody is signed in, and ending that."""

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.services import leaving
from accounts.services.trail import Kind, note


def has_second_factor(person: User) -> bool:
    """Whether a password alone does not open this account."""
    return bool(is_mfa_enabled(person, [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]))


def sessions_of(person: User) -> list[UserSession]:
    """Those that still go on, the last to sign in first."""
    found = UserSession.objects.purge_and_list(person)
    return sorted(found, key=lambda session: session.created_at, reverse=True)


@transaction.atomic
def end_one(*, request: HttpRequest, person: User, session: UserSession) -> None:
    """If it is the request's own, its person is signed out."""
    note(person=person, kind=Kind.SESSIONS_ENDED)
    end_sessions(request, [session])


@transaction.atomic
def end_others(*, person: User, but: str | None) -> None:
    if leaving.end_sessions(person=person, but=but):
        note(person=person, kind=Kind.SESSIONS_ENDED)

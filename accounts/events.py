"""What allauth and the OAuth toolkit tell of, written into the trail."""

from collections.abc import Callable

from allauth.account import signals as account
from allauth.account.internal.flows.login import record_authentication
from allauth.account.internal.flows.reauthentication import reauthenticate_by_password
from allauth.account.models import EmailAddress
from allauth.core.internal.httpkit import is_headless_request
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.signals import user_login_failed
from django.db.models.signals import post_save
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils.translation import gettext as _
from oauth2_provider.models import AccessToken
from oauth2_provider.signals import app_authorized

from accounts import rooms
from accounts.models import User
from accounts.services import programs
from accounts.services.leaving import drop_ways_in, end_sessions
from accounts.services.trail import Kind, note

_NOTED: list[tuple[Signal, Kind]] = [
    (account.user_signed_up, Kind.SIGNED_UP),
    (account.user_logged_in, Kind.SIGNED_IN),
    (account.password_set, Kind.PASSWORD_CHANGED),
    (account.password_changed, Kind.PASSWORD_CHANGED),
    (account.password_reset, Kind.PASSWORD_CHANGED),
    (mfa.authenticator_added, Kind.SECOND_FACTOR_ADDED),
    (mfa.authenticator_removed, Kind.SECOND_FACTOR_REMOVED),
    (mfa.authenticator_reset, Kind.RECOVERY_CODES),
]
# After these a session that somebody else holds must not go on.
_END_OTHERS = {Kind.PASSWORD_CHANGED, Kind.SECOND_FACTOR_ADDED, Kind.SECOND_FACTOR_REMOVED}


def connect() -> None:
    for signal, kind in _NOTED:
        signal.connect(_noting(kind), weak=False, dispatch_uid=f"trail: {kind}")
    account.password_changed.connect(_password_shown, dispatch_uid="password shown")
    mfa.authenticator_added.connect(_factor_shown, dispatch_uid="second factor shown")
    account.email_confirmed.connect(_address_verified, dispatch_uid="verified")
    account.email_changed.connect(_address_changed, dispatch_uid="trail: address")
    user_login_failed.connect(_wrong_password, dispatch_uid="trail: wrong password")
    app_authorized.connect(_app_connected, dispatch_uid="trail: app")
    # However a key is made: by a code, a device, in its predecessor's place, by staff.
    post_save.connect(_key_given, sender=AccessToken, dispatch_uid="readers")


def _password_shown(*, request: HttpRequest, user: User, **_: object) -> None:
    """Whoever has just typed both the old and the new one is not asked for it again."""
    if request.user == user:
        reauthenticate_by_password(request)


def _factor_shown(
    *, request: HttpRequest, user: User, authenticator: Authenticator, **_: object
) -> None:
    """Whoever has just added a factor has it at hand: staff go on without a second code."""
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        record_authentication(request, user, method="mfa", type=authenticator.type)


def _noting(kind: Kind) -> Callable[..., None]:
    def receive(sender: object, request: HttpRequest, user: User, **_rest: object) -> None:
        note(person=user, kind=kind)
        if kind in _END_OTHERS:
            end_sessions(person=user, but=_renewed(request))

    return receive


def _renewed(request: HttpRequest) -> str | None:
    """A new key for this session: an old one that leaked is worth nothing from now on."""
    from allauth.usersessions.models import UserSession

    old: str | None = request.session.session_key
    if not request.user.is_authenticated or old is None:
        return None
    if is_headless_request(request):
        return old  # an app holds this key as its token and could not hear of a new one
    request.session.cycle_key()
    UserSession.objects.filter(session_key=old).update(session_key=request.session.session_key)
    return request.session.session_key


def _address_verified(
    sender: object, request: HttpRequest, email_address: EmailAddress, **_rest: object
) -> None:
    person = email_address.user
    is_where_it_was_made = getattr(request, "is_where_it_was_made", False)
    if not person.email_is_verified and not is_where_it_was_made and person.has_usable_password():
        drop_ways_in(person=person)
        messages.warning(
            request,
            _(
                "Before this address was verified, somebody had chosen a password for the account. "
                "It may not have been you, so it opens nothing any more. Choose one of your own, "
                "or go on coming in by codes that we mail to you."
            ),
        )
    if person.is_guest:
        note(person=person, kind=Kind.SIGNED_UP)
    User.objects.filter(pk=person.pk).update(email_is_verified=True, is_guest=False)
    person.email_is_verified, person.is_guest = True, False


def _address_changed(
    sender: object,
    user: User,
    from_email_address: EmailAddress | None,
    to_email_address: EmailAddress,
    **_rest: object,
) -> None:
    if from_email_address is None:
        return
    note(person=user, kind=Kind.ADDRESS_CHANGED)
    # allauth tells the old address; the new one hears it too.
    rooms.tell(person=user, letter="accounts/letters/address_changed", to=to_email_address.email)


def _wrong_password(sender: object, credentials: dict[str, object], **_rest: object) -> None:
    from allauth.account.internal.userkit import filter_users_by_email, get_user_by_username

    person = get_user_by_username(credentials.get("username") or "")
    people = [person] if person else filter_users_by_email(credentials.get("email") or "")
    for found in people:
        note(person=found, kind=Kind.WRONG_PASSWORD)


def _key_given(sender: object, instance: AccessToken, **_rest: object) -> None:
    programs.note_reader(instance)


def _app_connected(sender: object, request: object, token: AccessToken, **_rest: object) -> None:
    if token.user is not None and not token.source_refresh_token_id:
        note(person=token.user, kind=Kind.APP_CONNECTED, about=token.application.name)
        rooms.tell(
            person=token.user,
            letter="accounts/letters/app_connected",
            name=token.application.name,
            scopes=token.scope.split(),
        )

"""Everything by which somebody acts as a person or reads along, beside password and passkeys."""

from dataclasses import dataclass

from allauth.usersessions.models import UserSession
from django.db import transaction
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, RefreshToken

from accounts import rooms
from accounts.models import ApiToken, User
from accounts.services import leaving, programs, sessions, tokens
from accounts.services.trail import Kind, note


@dataclass(frozen=True)
class Access:
    sessions: list[UserSession]
    tokens: list[ApiToken]
    apps: list[Application]
    # Feeds, webhooks and devices: so many of each.
    reading_along: dict[str, int]

    def counts(self) -> dict[str, int]:
        return {
            "sessions": len(self.sessions),
            "tokens": len(self.tokens),
            "apps": len(self.apps),
            **self.reading_along,
        }


def access_of(person: User) -> Access:
    return Access(
        sessions.sessions_of(person),
        list(tokens.tokens_of(person)),
        programs.connected_apps(person),
        rooms.count_reading_along(person),
    )


@transaction.atomic
def end_access(*, person: User, but: str | None) -> None:
    """End all of it, but for the session that asks."""
    leaving.end_sessions(person=person, but=but)
    note(person=person, kind=Kind.SESSIONS_ENDED)
    for token in tokens.tokens_of(person):
        tokens.revoke_api_token(user=person, pk=token.pk)
    for app in programs.connected_apps(person):
        programs.disconnect_app(person=person, app=app)
    for rights in (Grant, DeviceGrant, RefreshToken, AccessToken):
        rights.objects.filter(user=person).delete()
    rooms.end_reading_along(person)

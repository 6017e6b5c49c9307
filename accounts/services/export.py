"""My data: everything that is kept about a person, as JSON."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.forms.models import model_to_dict
from oauth2_provider.models import Application, RefreshToken

from accounts import rooms
from accounts.models import ApiToken, AppReader, Consent, Holiday, Relation, SecurityEvent, User
from accounts.secret import shown
from accounts.services.people import read_profile
from accounts.services.trail import Kind, note


@transaction.atomic
def export(*, person: User) -> dict[str, object]:
    """A section for each room. Secrets are not data about the person and are not in it."""
    note(person=person, kind=Kind.DATA_TAKEN)
    return {
        "format": "oriflamme-by-post/person/1",
        "person": _person(person),
        "profile": _profile(person),
        "holidays": list(
            Holiday.objects.filter(person=person).values_list("first_day", "last_day")
        ),
        "relations": list(
            Relation.objects.filter(person=person).values("other__handle", "kind", "since")
        ),
        "consents": list(Consent.objects.filter(person=person).values("terms__version", "at")),
        "bots": list(User.objects.filter(owner=person).values("handle", "name", "created_at")),
        "second_factors": list(
            Authenticator.objects.filter(user=person).values("type", "created_at", "last_used_at")
        ),
        "sessions": list(
            UserSession.objects.filter(user=person).values(
                "created_at", "last_seen_at", "ip", "user_agent"
            )
        ),
        "tokens": list(
            ApiToken.objects.filter(user=person).values(
                *("name", "hint", "scopes", "created_at", "last_used_at", "expires_at"),
                "revoked_at",
            )
        ),
        "apps": list(
            Application.objects.filter(user=person).values("name", "client_id", "redirect_uris")
        ),
        "apps_could_read_until": list(
            AppReader.objects.filter(person=person).values("maker__handle", "until")
        ),
        "connected_apps": list(
            RefreshToken.objects.filter(user=person, revoked=None)
            .values("application__name")
            .distinct()
        ),
        "trail": list(
            SecurityEvent.objects.filter(person=person).values("kind", "at", "address", "about")
        ),
        **{name: held.export(person) for name, held in rooms.personal_data().items()},
    }


def _person(person: User) -> dict[str, object]:
    fields = (
        *("handle", "email", "email_is_verified", "name", "language", "time_zone"),
        *("created_at", "last_login", "deletion_due_at"),
    )
    return {field: shown(getattr(person, field)) for field in fields}


def _profile(person: User) -> dict[str, object]:
    return model_to_dict(read_profile(person), exclude=["user"])

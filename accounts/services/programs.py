"""Programs of others: registered apps, and what they may do for whom."""

import ipaddress
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Greatest, Least
from django.utils.translation import gettext as _
from oauth2_provider.generators import generate_client_secret
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts import moment
from accounts.lookalikes import clean_name
from accounts.models import AppReader, User
from accounts.scopes import SCOPES
from accounts.secret import Secret
from accounts.services.trail import Kind, note

MOST_APPS = 10
MOST_ADDRESSES = 10


# So long after its end a key can be had anew.
RENEWED_FOR = timedelta(seconds=int(str(settings.OAUTH2_PROVIDER["REFRESH_TOKEN_EXPIRE_SECONDS"])))
# What was read so long ago was of games that are over.
READ_FOR = timedelta(days=3 * 365)


def note_reader(token: AccessToken) -> None:
    """Keep that the maker of an app can read what its user reads, for as long as a key lasts or can
    be had anew without asking."""
    maker = token.application.user_id if token.application else None
    if maker is None or token.user_id is None or maker == token.user_id:
        return
    known = {"maker_id": maker, "person_id": token.user_id}
    until = token.expires + RENEWED_FOR
    AppReader.objects.bulk_create([AppReader(**known, until=until)], ignore_conflicts=True)
    AppReader.objects.filter(**known).update(until=Greatest("until", Value(until)))


def forget_readers() -> None:
    AppReader.objects.filter(until__lt=moment.now() - READ_FOR).delete()


@transaction.atomic
def register_app(
    *, owner: User, name: str, redirect_uris: str, is_confidential: bool, is_device: bool
) -> tuple[Application, Secret[str] | None]:
    """A new app and its secret, which is shown this once; public apps have none."""
    if Application.objects.filter(user=owner).count() >= MOST_APPS:
        raise ValidationError(
            _("You have %(most)d apps, and that is the most."),
            code="too_many",
            params={"most": MOST_APPS},
        )
    secret = Secret(generate_client_secret()) if is_confidential else None
    app = Application(
        user=owner,
        name=clean_name(name),
        redirect_uris="" if is_device else "\n".join(check_redirect_uris(redirect_uris)),
        client_type=Application.CLIENT_CONFIDENTIAL
        if is_confidential
        else Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_DEVICE_CODE
        if is_device
        else Application.GRANT_AUTHORIZATION_CODE,
        client_secret="" if secret is None else secret.reveal(),
    )
    app.save()
    note(person=owner, kind=Kind.APP_REGISTERED, about=name)
    return app, secret


def check_redirect_uris(text: str) -> list[str]:
    """Addresses to which people may be sent back: HTTPS, or HTTP on their own machine."""
    uris = text.split()
    if not 0 < len(uris) <= MOST_ADDRESSES:
        raise ValidationError({"redirect_uris": _("Give one to ten addresses, one a line.")})
    for uri in uris:
        try:
            parts = urlsplit(uri)
            # What stands before an @ looks like a host and is none.
            is_host = bool(parts.hostname) and "@" not in parts.netloc
            is_good = is_host and not parts.fragment and "*" not in uri
        except ValueError:
            is_good = False
        if not is_good or not (
            parts.scheme == "https" or (parts.scheme == "http" and _is_loopback(parts.hostname))
        ):
            raise ValidationError(
                {
                    "redirect_uris": _(
                        "Take addresses with https://, or http:// on 127.0.0.1, without # and *."
                    )
                }
            )
    return uris


def _is_loopback(host: str | None) -> bool:
    try:
        return ipaddress.ip_address(host or "").is_loopback
    except ValueError:
        return False


@transaction.atomic
def remove_app(*, app: Application) -> None:
    """With it every right that anybody has given it."""
    if app.user:
        note(person=app.user, kind=Kind.APP_REMOVED, about=app.name)
    app.delete()


def connected_apps(person: User) -> list[Application]:
    """Apps that can act for the person now, or can get the right to without asking."""
    return list(
        Application.objects.filter(
            pk__in=AccessToken.objects.filter(user=person, expires__gt=moment.now())
            .values("application")
            .union(RefreshToken.objects.filter(user=person, revoked=None).values("application"))
        )
        .select_related("user")
        .order_by("name")
    )


def scopes_given(person: User, app: Application) -> list[str]:
    """What the app may do for the person, by all the keys that it has."""
    given = AccessToken.objects.filter(user=person, application=app).values_list("scope", flat=True)
    return [scope for scope in SCOPES if scope in " ".join(given).split()]


@transaction.atomic
def disconnect_app(*, person: User, app: Application) -> None:
    """Every key that the app has for this person ends now."""
    for rights in (Grant, RefreshToken, AccessToken):
        rights.objects.filter(user=person, application=app).delete()
    if app.user_id is not None and not any(
        other.user_id == app.user_id for other in connected_apps(person)
    ):
        theirs = AppReader.objects.filter(maker=app.user_id, person=person)
        theirs.update(until=Least("until", Value(moment.now())))
    note(person=person, kind=Kind.APP_REVOKED, about=app.name)

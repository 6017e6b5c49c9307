"""An app that somebody has made and others have connected, and its keys."""

import itertools
from datetime import timedelta

from django.utils import timezone
from oauth2_provider.models import AccessToken, Application

from accounts.models import User
from accounts.scopes import SCOPES
from accounts.services import programs

_numbers = itertools.count()


def app_of(maker: User) -> Application:
    return programs.register_app(
        owner=maker, name="Pocket", redirect_uris="", is_confidential=False, is_device=True
    )[0]


def key_of(app: Application, person: User, scopes: tuple[str, ...] = SCOPES) -> str:
    """As after this person has agreed."""
    key = f"app-{app.pk}-{next(_numbers)}"
    ends = timezone.now() + timedelta(hours=1)
    token = AccessToken(user=person, application=app, scope=" ".join(scopes), expires=ends)
    token._raw_token = key
    token.save()
    return key

"""What a person's profile and tokens look like, and what may be sent to change them."""

import zoneinfo
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers

from accounts import rooms
from accounts.models import LANGUAGES, ApiToken, User
from accounts.services import SCOPES


class MeShape(serializers.Serializer[Any]):
    handle = serializers.CharField(help_text="How others name you; public.")
    name = serializers.CharField(
        allow_blank=True, help_text="Your shown name; public. Empty: the handle."
    )
    email = serializers.EmailField(allow_null=True, help_text="Shown to nobody else.")
    mail_refused = serializers.BooleanField(
        help_text="Whether your address has refused our mail, so that nothing but codes goes there."
    )
    language = serializers.ChoiceField(
        LANGUAGES, help_text="In which mails and texts come, unless a request asks for another."
    )
    time_zone = serializers.CharField(help_text="For mails and quiet hours, like Europe/Kyiv.")
    is_bot = serializers.BooleanField(
        help_text="Whether a program plays under this handle; public."
    )
    created_at = serializers.DateTimeField(help_text="Since when you are here.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), help_text="What this very request may do."
    )

    class Meta:
        ref_name = "Me"


class ProfileForm(serializers.Serializer[Any]):
    name = serializers.CharField(
        required=False, allow_blank=True, max_length=40, help_text="Your shown name."
    )
    language = serializers.ChoiceField(LANGUAGES, required=False, help_text="en, uk, ru or it.")
    time_zone = serializers.CharField(
        required=False, max_length=64, help_text="A name of the IANA list, like Europe/Kyiv."
    )

    class Meta:
        ref_name = "ProfileChange"

    def validate_time_zone(self, name: str) -> str:
        if name not in zoneinfo.available_timezones():
            raise serializers.ValidationError(
                _("There is no time zone of this name. Take one like Europe/Kyiv."),
                code="unknown_time_zone",
            )
        return name


class TokenShape(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="Names the token; it is no secret.")
    name = serializers.CharField(help_text="What you called it.")
    hint = serializers.CharField(help_text="Its first letters, to recognise it.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), help_text="What it may do."
    )
    created_at = serializers.DateTimeField(help_text="When it was made.")
    last_used_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was last used, to about five minutes."
    )
    expires_at = serializers.DateTimeField(allow_null=True, help_text="When it ends by itself.")

    class Meta:
        ref_name = "Token"


class NewTokenShape(TokenShape):
    token = serializers.CharField(help_text="The key itself. It is shown only now: keep it.")

    class Meta:
        ref_name = "NewToken"


class TokenForm(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60, help_text="What it is for, in your words.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES),
        min_length=1,
        max_length=len(SCOPES),
        help_text="What it may do; at most what this request may do.",
    )
    expires_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="When it shall end by itself; null: never."
    )

    class Meta:
        ref_name = "TokenRequest"

    def validate_expires_at(self, at: datetime | None) -> datetime | None:
        if at is not None and at <= timezone.now():
            raise serializers.ValidationError(
                _("This time is past. Choose one to come."), code="in_the_past"
            )
        return at


def show_me(person: User, scopes: frozenset[str]) -> dict[str, Any]:
    return {
        "handle": person.handle,
        "name": person.name,
        "email": person.email,
        "mail_refused": rooms.refuses_mail(person),
        "language": person.language,
        "time_zone": person.time_zone,
        "is_bot": person.is_bot,
        "created_at": person.created_at,
        "scopes": sorted(scopes, key=SCOPES.index),
    }


def token_id(token: ApiToken) -> str:
    # Part of a digest of 178 random bits: tells tokens apart, and neither them nor their number.
    return bytes(token.digest).hex()[:16]


def show_token(token: ApiToken) -> dict[str, Any]:
    return {
        "id": token_id(token),
        "name": token.name,
        "hint": token.hint,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "last_used_at": token.last_used_at,
        "expires_at": token.expires_at,
    }

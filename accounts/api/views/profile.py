"""Who you are, what you tell of yourself, and how you want to be treated."""

import zoneinfo
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts import rooms, services
from accounts.api.permissions import grant_of
from accounts.models import LANGUAGES, Profile, User
from accounts.services import SCOPES, people
from oriflamme_site.rest import serializers
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.exceptions import telling_refusals
from oriflamme_site.rest.request import Request

HANDLE = "^[A-Za-z][A-Za-z0-9_-]{2,23}$"
CLOCK = "^([01][0-9]|2[0-3]):[0-5][0-9]$"

# Beside each field, who sees it.
_NAME = "Your shown name; public. Empty: the handle."
_LANGUAGE = (
    "In which mails and texts come, unless a request asks for another. Only you see it; tables "
    "that you open take it for theirs."
)
_TIME_ZONE = "A name of the IANA list, like Europe/Kyiv, for mails and quiet hours. Only you see it"
_READ = "In which languages others may write to you; public."
_ABOUT = "A few words about you; public."
_PICTURE = "The word your coat of arms is drawn from; public as a picture. Empty: the handle."
_QUIET_FROM = "From when on your clock rests and nothing is sent, in your zone. Only you see it."
_QUIET_UNTIL = "Until when; both ends or neither. Only you see it."
_WEEKENDS = "If not, your clock rests on Saturday and Sunday. Who sits at a table with you sees it."


class MeShape(serializers.Serializer):
    handle = serializers.CharField(help_text="How others name you; public.")
    name = serializers.CharField(allow_blank=True, help_text=_NAME)
    email = serializers.EmailField(allow_null=True, help_text="Only you see it.")
    email_is_verified = serializers.BooleanField(
        help_text="Whether letters come, and rated seats are open to you. Only you see it."
    )
    mail_refused = serializers.BooleanField(
        help_text="Whether your address has refused our mail, so that nothing but codes goes "
        "there. Only you see it."
    )
    language = serializers.ChoiceField(LANGUAGES, help_text=_LANGUAGE)
    time_zone = serializers.CharField(help_text=f"{_TIME_ZONE}.")
    languages_read = serializers.ListField(
        child=serializers.ChoiceField(LANGUAGES), help_text=_READ
    )
    about = serializers.CharField(allow_blank=True, help_text=_ABOUT)
    picture_seed = serializers.CharField(allow_blank=True, help_text=_PICTURE)
    quiet_from = serializers.RegexField(CLOCK, allow_null=True, help_text=_QUIET_FROM)
    quiet_until = serializers.RegexField(CLOCK, allow_null=True, help_text=_QUIET_UNTIL)
    plays_weekends = serializers.BooleanField(help_text=_WEEKENDS)
    is_bot = serializers.BooleanField(
        help_text="Whether a program plays under this handle; public."
    )
    created_at = serializers.DateTimeField(help_text="Since when you are here. Only you see it.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), help_text="What this very request may do."
    )

    class Meta:
        ref_name = "Me"


class ProfileForm(serializers.Serializer):
    name = serializers.CharField(required=False, allow_blank=True, max_length=40, help_text=_NAME)
    language = serializers.ChoiceField(LANGUAGES, required=False, help_text=_LANGUAGE)
    time_zone = serializers.CharField(required=False, max_length=64, help_text=f"{_TIME_ZONE}.")
    languages_read = serializers.ListField(
        child=serializers.ChoiceField(LANGUAGES),
        required=False,
        max_length=len(LANGUAGES),
        help_text=_READ,
    )
    about = serializers.CharField(
        required=False, allow_blank=True, max_length=300, help_text=_ABOUT
    )
    picture_seed = serializers.CharField(
        required=False, allow_blank=True, max_length=24, help_text=_PICTURE
    )
    quiet_from = serializers.RegexField(
        CLOCK, required=False, allow_null=True, help_text=_QUIET_FROM
    )
    quiet_until = serializers.RegexField(
        CLOCK, required=False, allow_null=True, help_text=_QUIET_UNTIL
    )
    plays_weekends = serializers.BooleanField(required=False, help_text=_WEEKENDS)

    class Meta:
        ref_name = "ProfileChange"

    def validate_time_zone(self, name: str) -> str:
        if name not in zoneinfo.available_timezones():
            raise serializers.ValidationError(
                _("There is no time zone of this name. Take one like Europe/Kyiv."),
                code="unknown_time_zone",
            )
        return name

    def validate_languages_read(self, languages: list[str]) -> list[str]:
        return list(dict.fromkeys(languages))


class HandleForm(serializers.Serializer):
    handle = serializers.RegexField(HANDLE, help_text="The new one; public.")

    class Meta:
        ref_name = "HandleChange"


def show_me(person: User, scopes: frozenset[str]) -> dict[str, Any]:
    profile = people.read_profile(person)
    return {
        "handle": person.handle,
        "name": person.name,
        "email": person.email,
        "mail_refused": rooms.refuses_mail(person),
        "email_is_verified": person.email_is_verified,
        "language": person.language,
        "time_zone": person.time_zone,
        **_show_profile(profile),
        "is_bot": person.is_bot,
        "created_at": person.created_at,
        "scopes": sorted(scopes, key=SCOPES.index),
    }


def _show_profile(profile: Profile) -> dict[str, Any]:
    begin, end = profile.quiet_from, profile.quiet_until
    return {
        "languages_read": profile.languages_read,
        "about": profile.about,
        "picture_seed": profile.picture_seed,
        "quiet_from": begin and f"{begin:%H:%M}",
        "quiet_until": end and f"{end:%H:%M}",
        "plays_weekends": profile.plays_weekends,
    }


class Me(Endpoint):
    scopes: ClassVar = {"GET": "read", "PATCH": "account"}

    @operation(
        id="get_me",
        summary="Who you are",
        description="Your profile – with each field stands who sees it – and what this token may "
        "do.",
        tag="me",
        answers={200: MeShape},
    )
    def get(self, request: Request) -> Response:
        return Response(show_me(request.person, grant_of(request).scopes))

    @operation(
        id="change_me",
        summary="Change your profile",
        description="Only what you send is changed.",
        tag="me",
        request=ProfileForm,
        answers={200: MeShape},
    )
    def patch(self, request: Request) -> Response:
        wanted = ProfileForm.read(request)
        with telling_refusals():
            person = services.change_profile(user=request.person, **wanted)
        return Response(show_me(person, grant_of(request).scopes))


class Handle(Endpoint):
    in_person = frozenset({"PUT"})

    @operation(
        id="change_handle",
        summary="Take another handle",
        description="Once a month; the old one is kept from others for half a year. In person "
        "alone, as handles are signed in with.",
        tag="account",
        request=HandleForm,
        answers={200: MeShape},
        in_person=True,
    )
    def put(self, request: Request) -> Response:
        wanted = HandleForm.read(request)
        with telling_refusals("handle"):
            people.change_handle(person=request.person, handle=wanted["handle"])
        return Response(show_me(User.objects.get(pk=request.person.pk), grant_of(request).scopes))

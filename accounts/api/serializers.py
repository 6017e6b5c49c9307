"""What the API of accounts takes and answers, as shapes: a view is in the file of its matter."""

import zoneinfo
from datetime import datetime

from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import HOLIDAYS_A_YEAR, LANGUAGES, Relation, SecurityEvent
from accounts.services import SCOPES
from oriflamme_site.rest import serializers

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

MOST_EVENTS = 200


class AccessShape(serializers.Serializer):
    sessions = serializers.IntegerField(help_text="Browsers and apps that are signed in.")
    tokens = serializers.IntegerField(help_text="API tokens that nobody has revoked.")
    apps = serializers.IntegerField(help_text="Apps of others that may act for you.")
    feeds = serializers.IntegerField(help_text="Secret addresses of feeds and calendars.")
    webhooks = serializers.IntegerField(help_text="Addresses of programs that are told.")
    devices = serializers.IntegerField(help_text="Phones and computers that are told by push.")


class ConnectedAppShape(serializers.Serializer):
    client_id = serializers.CharField(help_text="Names the app.")
    name = serializers.CharField(help_text="What its maker calls it.")
    made_by = serializers.CharField(allow_null=True, help_text="The handle of its maker.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), help_text="What it may do for you."
    )


class BotShape(serializers.Serializer):
    handle = serializers.CharField(help_text="Its handle; public.")
    name = serializers.CharField(allow_blank=True, help_text="Its shown name; public.")
    owner = serializers.CharField(
        source="owner.handle", help_text="You, who answer for it; public."
    )
    created_at = serializers.DateTimeField(help_text="When it was made.")


class BotLimitsShape(serializers.Serializer):
    bots = serializers.IntegerField(help_text="Bots that one person may have.")
    tables = serializers.IntegerField(help_text="Tables that one bot may sit at.")
    reads = serializers.IntegerField(help_text="What one bot may ask in a minute.")
    writes = serializers.IntegerField(help_text="What one bot may change in a minute.")


class BotsShape(serializers.Serializer):
    bots = BotShape(many=True, help_text="Yours, by handle.")
    limits = BotLimitsShape(help_text="Of bots, whosever they are.")


class BotForm(serializers.Serializer):
    handle = serializers.RegexField(HANDLE, help_text="Its handle; public.")
    name = serializers.CharField(
        required=False, allow_blank=True, max_length=40, help_text="Its shown name; public."
    )


class HolidayShape(serializers.Serializer):
    first_day = serializers.DateField(help_text="The first day, in your time zone.")
    last_day = serializers.DateField(help_text="The last day; it is included.")


class HolidayYearShape(serializers.Serializer):
    year = serializers.IntegerField(help_text="Which year.")
    taken = serializers.IntegerField(help_text="Days that your holidays take of it.")
    left = serializers.IntegerField(help_text="Days that you may still take.")


class HolidaysShape(serializers.Serializer):
    holidays = HolidayShape(many=True, help_text="Yours, earliest first. Only you see them.")
    years = HolidayYearShape(
        many=True, help_text=f"This year and the next: {HOLIDAYS_A_YEAR} days each."
    )


class DeletionShape(serializers.Serializer):
    asked_at = serializers.DateTimeField(
        source="deletion_asked_at",
        allow_null=True,
        help_text="When you asked for it; until the letter's link is confirmed.",
    )
    due_at = serializers.DateTimeField(
        source="deletion_due_at",
        allow_null=True,
        help_text="When it will be done. Until then you can call it off.",
    )


class DeletionConfirmation(serializers.Serializer):
    key = serializers.CharField(
        max_length=200, help_text="The last part of the link in the letter."
    )


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


class PersonShape(serializers.Serializer):
    handle = serializers.CharField(help_text="How others name them.")
    name = serializers.CharField(help_text="What they are shown as.")
    bot = serializers.BooleanField(help_text="Whether a program plays under this handle.")
    owner = serializers.CharField(
        allow_null=True, help_text="Of a bot: the handle of the person who answers for it."
    )


class PublicShape(PersonShape):
    languages_read = serializers.ListField(
        child=serializers.ChoiceField(LANGUAGES),
        help_text="In which languages others may write to them.",
    )
    about = serializers.CharField(allow_blank=True, help_text="A few words about them.")
    picture = serializers.CharField(help_text="The address of their coat of arms, SVG.")
    url = serializers.CharField(help_text="Their page.")


class PeoplePage(serializers.Serializer):
    items = PersonShape(many=True, help_text="By handle.")
    next = serializers.CharField(
        allow_null=True, help_text="Send it as `cursor` for the next page; null: this is the last."
    )


class PeopleQuery(serializers.Serializer):
    search = serializers.CharField(
        min_length=2, max_length=40, help_text="Letters of the handle or the shown name."
    )
    cursor = serializers.RegexField(HANDLE, required=False, help_text="`next` of the page before.")
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=100, default=50, help_text="How many on a page."
    )


class ProfileChange(serializers.Serializer):
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

    def validate_time_zone(self, name: str) -> str:
        if name not in zoneinfo.available_timezones():
            raise serializers.ValidationError(
                _("There is no time zone of this name. Take one like Europe/Kyiv."),
                code="unknown_time_zone",
            )
        return name

    def validate_languages_read(self, languages: list[str]) -> list[str]:
        return list(dict.fromkeys(languages))


class HandleChange(serializers.Serializer):
    handle = serializers.RegexField(HANDLE, help_text="The new one; public.")


class RelationShape(serializers.Serializer):
    kind = serializers.ChoiceField(
        Relation.Kind.values, help_text="What they are to you. Only you see it."
    )
    handle = serializers.CharField(source="other.handle", help_text="Who.")
    name = serializers.CharField(source="other.shown_name", help_text="Their shown name.")
    is_bot = serializers.BooleanField(
        source="other.is_bot", help_text="Whether a program plays under this handle."
    )
    since = serializers.DateTimeField(help_text="Since when.")


class RelationsQuery(serializers.Serializer):
    kind = serializers.ChoiceField(
        Relation.Kind.values, required=False, help_text="Only these; without it, all."
    )


class SessionShape(serializers.Serializer):
    id = serializers.CharField(help_text="Names the session; it is no secret.")
    is_current = serializers.BooleanField(help_text="Whether this request came with it.")
    created_at = serializers.DateTimeField(help_text="When you signed in.")
    last_seen_at = serializers.DateTimeField(help_text="When it was last used.")
    address = serializers.CharField(help_text="The network address it came from.")
    program = serializers.CharField(allow_blank=True, help_text="What the browser calls itself.")


class TermsShape(serializers.Serializer):
    version = serializers.IntegerField(help_text="Which version is in force.")
    published_at = serializers.DateTimeField(help_text="Since when.")
    text = serializers.CharField(help_text="In your language where there is one, else in English.")
    agreed_at = serializers.DateTimeField(
        allow_null=True, help_text="When you agreed to this version. Only you and staff see it."
    )


class Agreement(serializers.Serializer):
    version = serializers.IntegerField(
        min_value=0, max_value=2_147_483_647, help_text="The version that you have read."
    )


class TokenShape(serializers.Serializer):
    id = serializers.CharField(source="public_id", help_text="Names the token; it is no secret.")
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


class NewTokenShape(TokenShape):
    token = serializers.CharField(help_text="The key itself. It is shown only now: keep it.")


class TokenForm(serializers.Serializer):
    name = serializers.CharField(max_length=60, help_text="What it is for, in your words.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES),
        min_length=1,
        max_length=len(SCOPES),
        help_text="What it may do; at most what this request may do.",
    )
    expires_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        help_text="When it shall end by itself; null: never. A token makes none that outlives it.",
    )

    def validate_expires_at(self, at: datetime | None) -> datetime | None:
        if at is not None and at <= moment.now():
            raise serializers.ValidationError(
                _("This time is past. Choose one to come."), code="in_the_past"
            )
        return at


class TrailEventShape(serializers.Serializer):
    kind = serializers.ChoiceField(SecurityEvent.Kind.values, help_text="What happened.")
    at = serializers.DateTimeField(help_text="When.")
    address = serializers.CharField(
        allow_null=True, help_text="The network address it came from, where there was one."
    )
    about = serializers.CharField(
        allow_blank=True, help_text="The name of a token or an app; why staff did it."
    )
    by_staff = serializers.BooleanField(
        source="is_by_staff", help_text="Whether staff of this site did it."
    )


class TrailQuery(serializers.Serializer):
    before = serializers.DateTimeField(
        required=False, help_text="Only what came before: the `at` of the last one you have."
    )
    limit = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_EVENTS,
        default=100,
        help_text="At most so many.",
    )

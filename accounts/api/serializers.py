"""What the API of accounts takes and answers, as shapes: a view is in the file of its matter."""

import zoneinfo
from datetime import datetime

from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import HOLIDAYS_A_YEAR, LANGUAGES, Relation, SecurityEvent
from accounts.services import SCOPES
from oriflamme_site.rest import sent, serializers, told

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
    sessions = told.number("Browsers and apps that are signed in.")
    tokens = told.number("API tokens that nobody has revoked.")
    apps = told.number("Apps of others that may act for you.")
    feeds = told.number("Secret addresses of feeds and calendars.")
    webhooks = told.number("Addresses of programs that are told.")
    devices = told.number("Phones and computers that are told by push.")


class ConnectedAppShape(serializers.Serializer):
    client_id = told.text("Names the app.")
    name = told.text("What its maker calls it.")
    made_by = told.text("The handle of its maker.", allow_null=True)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), help_text="What it may do for you."
    )


class BotShape(serializers.Serializer):
    handle = told.text("Its handle; public.")
    name = told.text("Its shown name; public.", allow_blank=True)
    owner = told.text("You, who answer for it; public.", source="owner.handle")
    created_at = told.moment("When it was made.")


class BotLimitsShape(serializers.Serializer):
    bots = told.number("Bots that one person may have.")
    tables = told.number("Tables that one bot may sit at.")
    reads = told.number("What one bot may ask in a minute.")
    writes = told.number("What one bot may change in a minute.")


class BotsShape(serializers.Serializer):
    bots = BotShape(many=True, help_text="Yours, by handle.")
    limits = BotLimitsShape(help_text="Of bots, whosever they are.")


class BotForm(serializers.Serializer):
    handle = serializers.RegexField(HANDLE, help_text="Its handle; public.")
    name = sent.text("Its shown name; public.", 40, allow_blank=True)


class HolidayShape(serializers.Serializer):
    first_day = serializers.DateField(help_text="The first day, in your time zone.")
    last_day = serializers.DateField(help_text="The last day; it is included.")


class HolidayYearShape(serializers.Serializer):
    year = told.number("Which year.")
    taken = told.number("Days that your holidays take of it.")
    left = told.number("Days that you may still take.")


class HolidaysShape(serializers.Serializer):
    holidays = HolidayShape(many=True, help_text="Yours, earliest first. Only you see them.")
    years = HolidayYearShape(
        many=True, help_text=f"This year and the next: {HOLIDAYS_A_YEAR} days each."
    )


class DeletionShape(serializers.Serializer):
    asked_at = told.moment(
        "When you asked for it; until the letter's link is confirmed.",
        source="deletion_asked_at",
        allow_null=True,
    )
    due_at = told.moment(
        "When it will be done. Until then you can call it off.",
        source="deletion_due_at",
        allow_null=True,
    )


class DeletionConfirmation(serializers.Serializer):
    key = sent.text("The last part of the link in the letter.", 200, required=True)


class MeShape(serializers.Serializer):
    handle = told.text("How others name you; public.")
    name = told.text(_NAME, allow_blank=True)
    email = serializers.EmailField(allow_null=True, help_text="Only you see it.")
    email_is_verified = told.flag(
        "Whether letters come, and rated seats are open to you. Only you see it."
    )
    mail_refused = told.flag(
        "Whether your address has refused our mail, so that nothing but codes goes "
        "there. Only you see it."
    )
    language = serializers.ChoiceField(LANGUAGES, help_text=_LANGUAGE)
    time_zone = told.text(f"{_TIME_ZONE}.")
    languages_read = serializers.ListField(
        child=serializers.ChoiceField(LANGUAGES), help_text=_READ
    )
    about = told.text(_ABOUT, allow_blank=True)
    picture_seed = told.text(_PICTURE, allow_blank=True)
    quiet_from = serializers.RegexField(CLOCK, allow_null=True, help_text=_QUIET_FROM)
    quiet_until = serializers.RegexField(CLOCK, allow_null=True, help_text=_QUIET_UNTIL)
    plays_weekends = told.flag(_WEEKENDS)
    is_bot = told.flag("Whether a program plays under this handle; public.")
    created_at = told.moment("Since when you are here. Only you see it.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), help_text="What this very request may do."
    )


class PersonShape(serializers.Serializer):
    handle = told.text("How others name them.")
    name = told.text("What they are shown as.")
    bot = told.flag("Whether a program plays under this handle.")
    owner = told.text("Of a bot: the handle of the person who answers for it.", allow_null=True)


class PublicShape(PersonShape):
    languages_read = serializers.ListField(
        child=serializers.ChoiceField(LANGUAGES),
        help_text="In which languages others may write to them.",
    )
    about = told.text("A few words about them.", allow_blank=True)
    picture = told.text("The address of their coat of arms, SVG.")
    url = told.text("Their page.")


class PeoplePage(serializers.Serializer):
    items = PersonShape(many=True, help_text="By handle.")
    next = told.text(
        "Send it as `cursor` for the next page; null: this is the last.", allow_null=True
    )


class PeopleQuery(serializers.Serializer):
    search = sent.text("Letters of the handle or the shown name.", 40, required=True, min_length=2)
    cursor = serializers.RegexField(HANDLE, required=False, help_text="`next` of the page before.")
    limit = sent.number("How many on a page.", 1, 100, default=50)


class ProfileChange(serializers.Serializer):
    name = sent.text(_NAME, 40, allow_blank=True)
    language = sent.choice(LANGUAGES, _LANGUAGE)
    time_zone = sent.text(f"{_TIME_ZONE}.", 64)
    languages_read = sent.several(serializers.ChoiceField(LANGUAGES), _READ, most=len(LANGUAGES))
    about = sent.text(_ABOUT, 300, allow_blank=True)
    picture_seed = sent.text(_PICTURE, 24, allow_blank=True)
    quiet_from = serializers.RegexField(
        CLOCK, required=False, allow_null=True, help_text=_QUIET_FROM
    )
    quiet_until = serializers.RegexField(
        CLOCK, required=False, allow_null=True, help_text=_QUIET_UNTIL
    )
    plays_weekends = sent.flag(_WEEKENDS)

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
    handle = told.text("Who.", source="other.handle")
    name = told.text("Their shown name.", source="other.shown_name")
    is_bot = told.flag("Whether a program plays under this handle.", source="other.is_bot")
    since = told.moment("Since when.")


class RelationsQuery(serializers.Serializer):
    kind = sent.choice(Relation.Kind.values, "Only these; without it, all.")


class SessionShape(serializers.Serializer):
    id = told.text("Names the session; it is no secret.")
    is_current = told.flag("Whether this request came with it.")
    created_at = told.moment("When you signed in.")
    last_seen_at = told.moment("When it was last used.")
    address = told.text("The network address it came from.")
    program = told.text("What the browser calls itself.", allow_blank=True)


class TermsShape(serializers.Serializer):
    version = told.number("Which version is in force.")
    published_at = told.moment("Since when.")
    text = told.text("In your language where there is one, else in English.")
    agreed_at = told.moment(
        "When you agreed to this version. Only you and staff see it.", allow_null=True
    )


class Agreement(serializers.Serializer):
    version = sent.number("The version that you have read.", 0, 2_147_483_647, required=True)


class TokenShape(serializers.Serializer):
    id = told.text("Names the token; it is no secret.", source="public_id")
    name = told.text("What you called it.")
    hint = told.text("Its first letters, to recognise it.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), help_text="What it may do."
    )
    created_at = told.moment("When it was made.")
    last_used_at = told.moment("When it was last used, to about five minutes.", allow_null=True)
    expires_at = told.moment("When it ends by itself.", allow_null=True)


class NewTokenShape(TokenShape):
    token = told.text("The key itself. It is shown only now: keep it.")


class TokenForm(serializers.Serializer):
    name = sent.text("What it is for, in your words.", 60, required=True)
    scopes = sent.several(
        serializers.ChoiceField(SCOPES),
        "What it may do; at most what this request may do.",
        1,
        len(SCOPES),
        required=True,
    )
    expires_at = sent.moment(
        "When it shall end by itself; null: never. A token makes none that outlives it.",
        allow_null=True,
    )

    def validate_expires_at(self, at: datetime | None) -> datetime | None:
        if at is not None and at <= moment.now():
            raise serializers.ValidationError(
                _("This time is past. Choose one to come."), code="in_the_past"
            )
        return at


class TrailEventShape(serializers.Serializer):
    kind = serializers.ChoiceField(SecurityEvent.Kind.values, help_text="What happened.")
    at = told.moment("When.")
    address = told.text("The network address it came from, where there was one.", allow_null=True)
    about = told.text("The name of a token or an app; why staff did it.", allow_blank=True)
    by_staff = told.flag("Whether staff of this site did it.", source="is_by_staff")


class TrailQuery(serializers.Serializer):
    before = sent.moment("Only what came before: the `at` of the last one you have.")
    limit = sent.number("At most so many.", 1, MOST_EVENTS, default=100)

"""Who is here, handles, profiles, holidays."""

import re
import zoneinfo
from collections.abc import Mapping, Sequence
from datetime import date, time, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts import moment, rooms
from accounts.lookalikes import clean_name, is_reserved, skeleton, speaks_for_the_site
from accounts.models import HOLIDAYS_A_YEAR, Holiday, KeptHandle, Profile, User
from accounts.services.trail import Kind, note

# How long a given-up handle is kept from others, so that nobody is taken for somebody else.
HANDLE_KEPT = timedelta(days=180)
HANDLE_CHANGES = timedelta(days=30)
# So begin the handles of guests, and nobody else's.
GUEST_HANDLE = "guest-"


def visible_people() -> QuerySet[User]:
    """Whoever has not verified an address is not here yet; whoever is erased is not any more."""
    known = User.objects.filter(email_is_verified=True) | User.objects.filter(is_bot=True)
    return known.filter(erased_at=None)


def find_visible(handle: str, *also: str) -> User | None:
    """`also`: what is read along."""
    return visible_people().select_related(*also).filter(handle__iexact=handle).first()


def called_with(letters: str) -> QuerySet[User]:
    """Whose handle or shown name has these letters. Fewer than three together are too few for the
    index, which then knows what begins with them; a sign alone is nobody's name."""
    if not re.search(r"[^\W_]", letters):
        return User.objects.none()
    how = "icontains" if re.search(r"[^\W_]{3}", letters) else "istartswith"
    named = Q((f"handle__{how}", letters)) | Q((f"name__{how}", letters))
    return visible_people().filter(named)


def search_people(letters: str, *, after: str, limit: int) -> tuple[list[User], bool]:
    """A page of who is called so, and whether there are more."""
    found = called_with(letters).select_related("owner").order_by(Lower("handle"))
    if after:
        found = found.alias(by=Lower("handle")).filter(by__gt=after.lower())
    page = list(found[: limit + 1])
    return page[:limit], len(page) > limit


def handle_is_free(handle: str, *, for_person: User | None = None) -> bool:
    """Whether nobody else has this handle or one that looks like it, or has given it up a short
    while ago."""
    if handle.lower().startswith(GUEST_HANDLE) or is_reserved(handle):
        return False
    others = User.objects.filter(Q(handle__iexact=handle) | Q(skeleton=skeleton(handle)))
    kept = KeptHandle.objects.filter(digest__in=digests_of_handle(handle), until__gt=moment.now())
    if for_person is not None and for_person.pk:
        others = others.exclude(pk=for_person.pk)
        kept = kept.exclude(person=for_person)
    return not others.exists() and not kept.exists()


@transaction.atomic
def change_handle(*, person: User, handle: str) -> None:
    """Take another handle; the old one is kept from others for a while. ValidationError if not."""
    person = User.objects.select_for_update().get(pk=person.pk)
    if handle == person.handle:
        return
    lately = moment.now() - HANDLE_CHANGES
    given_up = KeptHandle.objects.filter(person=person, until__gt=lately + HANDLE_KEPT)
    only_letters = handle.lower() == person.handle.lower()
    if given_up.exists() and not only_letters:
        raise ValidationError(_("You have changed your handle lately. Wait a month."), "too_soon")
    take_handle(person, handle)
    note(person=person, kind=Kind.HANDLE_CHANGED)
    rooms.tell(person=person, letter="accounts/letters/handle_changed", handle=handle)


def take_handle(person: User, handle: str) -> None:
    if not handle_is_free(handle, for_person=person):
        raise ValidationError(_("This handle is taken. Choose another."), code="taken")
    keep_handle(person.handle, person=person)
    person.handle = handle
    person.full_clean(exclude=["password"])
    person.save(update_fields=["handle"])


def keep_handle(handle: str, *, person: User, lasts: timedelta = HANDLE_KEPT) -> None:
    """Keep a handle from everybody but this person for a while."""
    KeptHandle.objects.update_or_create(
        digest=digest_of_handle(handle),
        defaults={"person": person, "until": moment.now() + lasts},
    )


def digest_of_handle(handle: str) -> bytes:
    return digests_of_handle(handle)[0]


def digests_of_handle(handle: str) -> list[bytes]:
    """By what it looks like, and as it was spelled before looks were compared; by the key of the
    site, and by those before it: what was kept then is kept still."""
    # Keyed, so that a dump of the database does not tell which handles these were.
    return [
        salted_hmac("kept handle", text, secret=key, algorithm="sha256").digest()
        for text in (skeleton(handle), handle.lower())
        for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]


def check_name(name: str, *, person: User | None = None) -> str:
    """A shown name without what nobody sees. ValidationError if it looks like the site's own, or
    like the handle of somebody else."""
    name = clean_name(name)
    if speaks_for_the_site(name):
        raise ValidationError(
            {"name": _("Others could take you for the people who run this site. Choose another.")}
        )
    looking_so = User.objects.filter(skeleton=skeleton(name)).exclude(skeleton="")
    if person is not None:
        looking_so = looking_so.exclude(pk=person.pk)
    if looking_so.exists():
        raise ValidationError(
            {"name": _("Somebody else has this as their handle, or one like it. Choose another.")}
        )
    return name


def profile_of(person: User) -> Profile:
    return Profile.objects.get_or_create(user=person)[0]


def read_profile(person: User) -> Profile:
    """To look at: makes no row where there is none."""
    return Profile.objects.filter(user=person).first() or Profile(user=person)


def today_of(person: User) -> date:
    return moment.now().astimezone(zoneinfo.ZoneInfo(person.time_zone)).date()


@transaction.atomic
def change_profile(
    *,
    user: User,
    name: str | None = None,
    language: str | None = None,
    time_zone: str | None = None,
    **fields: object,
) -> User:
    """Change what is given and leave the rest. ValidationError names the field."""
    if name is not None and name != user.name:
        name = check_name(name, person=user)
    mine = {"name": name, "language": language, "time_zone": time_zone}
    changed = {key: value for key, value in mine.items() if value is not None}
    if time_zone is not None and time_zone not in zoneinfo.available_timezones():
        raise ValidationError({"time_zone": _("There is no time zone of this name.")})
    hold_hours(user, {**changed, **fields})
    for key, wanted in changed.items():
        setattr(user, key, wanted)
    if changed:
        user.clean_fields(exclude=[f.name for f in User._meta.fields if f.name not in changed])
        user.save(update_fields=list(changed))
    if fields:
        profile = profile_of(user)
        for key, value in fields.items():
            Profile._meta.get_field(key)  # FieldDoesNotExist: nobody else's columns
            setattr(profile, key, value)
        profile.full_clean()
        profile.save(update_fields=list(fields))
    return user


# As long as new hours do not count where one sits already.
HOURS_WAIT = timedelta(days=1)


def hold_hours(person: User, wanted: Mapping[str, object]) -> None:
    """If these fields change somebody's hours: keep those that count for a day to come. What
    changes again within that day begins to count with the first."""
    profile = profile_of(User.objects.get(pk=person.pk))
    counts = {
        "time_zone": profile.user.time_zone,
        "quiet_from": profile.quiet_from,
        "quiet_until": profile.quiet_until,
        "plays_weekends": profile.plays_weekends,
    }
    now, changed_at = moment.now(), profile.hours_changed_at
    is_held = changed_at is not None and changed_at <= now < changed_at + HOURS_WAIT
    if is_held or all(wanted.get(name, value) == value for name, value in counts.items()):
        return
    profile.hours_before = [
        one.isoformat() if isinstance(one, time) else one for one in counts.values()
    ]
    profile.hours_changed_at = now
    profile.save(update_fields=["hours_before", "hours_changed_at"])


@transaction.atomic
def add_holiday(*, person: User, first_day: date, last_day: date) -> Holiday:
    """Days on which the person's clock rests: to come, and within the year's allowance."""
    User.objects.select_for_update().get(pk=person.pk)  # two at once must not both fit
    today = today_of(person)
    if last_day < first_day:
        raise ValidationError(_("The last day is before the first."), code="turned_round")
    if first_day <= today:
        raise ValidationError(_("Holidays begin tomorrow at the earliest."), code="too_late")
    if (last_day - today).days > 366:
        raise ValidationError(_("Holidays can be taken for a year ahead."), code="too_far")
    mine = Holiday.objects.filter(person=person)
    if mine.filter(first_day__lte=last_day, last_day__gte=first_day).exists():
        raise ValidationError(_("You have holidays on some of these days already."), code="twice")
    wanted = Holiday(person=person, first_day=first_day, last_day=last_day)
    for year in {first_day.year, last_day.year}:
        if days_in_year([*mine, wanted], year) > HOLIDAYS_A_YEAR:
            raise ValidationError(
                _("That is more than %(days)d days of holidays in %(year)d."),
                code="too_many",
                params={"days": HOLIDAYS_A_YEAR, "year": year},
            )
    wanted.save()
    rooms.holidays_changed(person)
    return wanted


@transaction.atomic
def end_holiday(*, person: User, pk: int) -> bool:
    """Give back holidays that have not begun, or end those that have today."""
    today = today_of(person)
    mine = Holiday.objects.filter(person=person, pk=pk)
    changed = bool(mine.filter(first_day__gt=today).delete()[0]) or bool(
        mine.filter(first_day__lte=today, last_day__gt=today).update(last_day=today)
    )
    if changed:
        rooms.holidays_changed(person)
    return changed


def days_in_year(holidays: Sequence[Holiday], year: int) -> int:
    first, last = date(year, 1, 1), date(year, 12, 31)
    return sum(
        max(0, (min(holiday.last_day, last) - max(holiday.first_day, first)).days + 1)
        for holiday in holidays
    )

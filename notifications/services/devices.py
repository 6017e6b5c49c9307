"""Phones and computers: turned on by their browser, and taken off the list."""

import re

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.lookalikes import clean_name
from accounts.models import Profile, User
from accounts.services.people import profile_of
from notifications.channels import outgoing, push
from notifications.channels.push.encrypting import is_point, read64
from notifications.models import Device
from notifications.models.devices import device_key

MOST_DEVICES = 10
LONGEST_ENDPOINT = 1000
_BASE64URL = re.compile("[A-Za-z0-9_-]+")


@transaction.atomic
def add_device(
    *, person: User, endpoint: str, p256dh: str, auth: str, name: str = ""
) -> tuple[Device, bool]:
    """Tell this browser from now on; and whether it is new. The same subscription is kept once;
    that of a browser in which somebody else signed in before becomes this person's.

    ValidationError names the field that cannot be so.
    """
    if not settings.PUSH_KEY:
        raise ValidationError(
            _("This site sends no push messages: it has no key for them."), code="push_off"
        )
    if person.is_guest:
        raise ValidationError(_("Sign up first, then name devices."), code="guest")
    _check(endpoint, p256dh, auth)
    User.objects.select_for_update(no_key=True).get(pk=person.pk)  # for the count
    keys = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth}
    known = Device.objects.select_for_update().filter(key=device_key(endpoint)).first()
    mine = Device.objects.filter(person=person).count()
    if known is not None and known.person_id == person.pk:
        Device.objects.filter(pk=known.pk).update(**keys, failures=0, rests_until=None)
        return known, False
    if known is not None and (known.p256dh, known.auth) != (p256dh, auth):
        # Who has seen an address has not yet the browser.
        raise ValidationError({"endpoint": _("This is the address of another device.")})
    if mine >= MOST_DEVICES:
        raise ValidationError(
            _("You have %(most)d devices, and that is the most. Remove one first."),
            code="too_many",
            params={"most": MOST_DEVICES},
        )
    if known is not None:
        known.delete()
    if not mine:
        _want_push(person)
    made, is_new = Device.objects.get_or_create(
        key=device_key(endpoint), defaults={"person": person, "name": clean_name(name), **keys}
    )
    if not is_new:  # somebody else's, in this very moment
        raise ValidationError({"endpoint": _("This is the address of another device.")})
    return made, True


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    wrong = {}
    try:
        if len(endpoint) > LONGEST_ENDPOINT:
            raise outgoing.Forbidden("it is too long")
        outgoing.read(endpoint)
    except outgoing.Forbidden:
        wrong["endpoint"] = _("This is no address that we can send to.")
    if not _is_key(p256dh, 65) or not is_point(read64(p256dh)):
        wrong["p256dh"] = _("This is no browser's public key.")
    if not _is_key(auth, 16):
        wrong["auth"] = _("This must be 16 bytes, in base64url without padding.")
    if wrong:
        raise ValidationError(wrong)


def _is_key(text: str, length: int) -> bool:
    try:
        return bool(_BASE64URL.fullmatch(text)) and len(read64(text)) == length
    except ValueError:
        return False


def _want_push(person: User) -> None:
    """Whoever has chosen ways before there was this one, or said nothing of it, says so by naming
    their first device; what is not told at all stays so."""
    profile_of(person)
    profile = Profile.objects.select_for_update().get(user=person)
    wishes = profile.wishes
    own = push.CHANNEL.name
    if any(own in wish["channels"] for wish in wishes.values()):
        return
    profile.wishes = {
        kind: {
            **wish,
            "channels": [*wish["channels"], push.CHANNEL.name] if wish["channels"] else [],
        }
        for kind, wish in wishes.items()
    }
    profile.save(update_fields=["wishes"])


def devices_of(person: User) -> list[Device]:
    return list(Device.objects.filter(person=person))


def remove_device(*, person: User, key: str) -> bool:
    """Whether it was one of theirs."""
    return bool(Device.objects.filter(person=person, key=key).delete()[0])

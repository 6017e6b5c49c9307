"""What people say about how they want to be told."""

from collections.abc import Iterable
from datetime import time

from django.db import transaction

from accounts import moment
from accounts.models import Profile, User
from accounts.notification_wishes import Wish
from accounts.services.people import hold_hours, profile_of
from accounts.services.trail import Kind as Happened
from accounts.services.trail import note
from notifications import channels, registry
from notifications.channels import email
from notifications.models import Delivery
from notifications.services.wanting import wants_of


@transaction.atomic
def change_wishes(
    *,
    person: User,
    wishes: dict[str, object],
    quiet_from: time | None,
    quiet_until: time | None,
) -> Profile:
    """All of it at once. ValidationError says what is wrong. What is held back already follows
    the new wishes."""
    profile = _locked(person)
    hold_hours(person, {"quiet_from": quiet_from, "quiet_until": quiet_until})
    profile.refresh_from_db()
    profile.wishes, profile.quiet_from, profile.quiet_until = wishes, quiet_from, quiet_until
    profile.full_clean()
    profile.save(update_fields=["wishes", "quiet_from", "quiet_until"])
    _hold_anew(person)
    return profile


@transaction.atomic
def stop_mail(*, person: User, kinds: Iterable[str]) -> None:
    """No more mail of these kinds; other channels stay."""
    profile = _locked(person)
    wants = wants_of(person)
    for kind in registry.kinds_to_choose():
        if kind.name in set(kinds):
            wish: Wish = {**wants.wish(kind)}
            wish["channels"] = [one for one in wish["channels"] if one != email.CHANNEL.name]
            profile.wishes[kind.name] = wish
    profile.save(update_fields=["wishes"])


@transaction.atomic
def stop_after_complaint(*, person: User, kind: str) -> None:
    """To their mail provider our letter was a nuisance: it was the last of its kind."""
    note(person=person, kind=Happened.LETTERS_STOPPED, about=kind)
    stop_mail(person=person, kinds=[kind])


def _locked(person: User) -> Profile:
    profile_of(person)
    return Profile.objects.select_for_update().get(user=person)


def _hold_anew(person: User) -> None:
    now = moment.now()
    wants = wants_of(person)
    held = list(
        Delivery.objects.select_for_update(of=("self",))
        .filter(person=person, state=Delivery.State.HELD, tries=0)
        .select_related("notification")
    )
    # They are not to wait for each other.
    Delivery.objects.filter(pk__in=[one.pk for one in held]).update(due_at=now)
    for one in held:
        one.due_at = channels.find(one.channel).held_until(one.notification, wants, now)
    Delivery.objects.bulk_update(held, ["due_at"])

"""Webhooks: making and changing them, and looking at what they were told."""

import secrets
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment, rooms
from accounts.lookalikes import clean_name
from accounts.models import User
from accounts.secret import Secret
from notifications import registry
from notifications.channels import outgoing
from notifications.channels.webhook import formats
from notifications.kinds import Ping
from notifications.models import Delivery, Hook
from notifications.sealing import seal
from notifications.services import waking
from notifications.services.writing import enqueue_for

MOST_HOOKS = 20
LOGGED = 50
LONGEST_URL = 500


@transaction.atomic
def make_hook(
    *,
    person: User,
    url: str,
    hook_format: str = Hook.Format.GENERIC,
    name: str = "",
    types: Sequence[str] = (),
    with_view: bool = False,
    subject: str = "",
) -> tuple[Hook, Secret[str] | None]:
    """A new webhook and its secret, which is shown this once; chats check none and have none.

    With `subject` it is told of that alone. ValidationError names the field that cannot be so.
    Whose it is gets a letter.
    """
    if person.is_guest:
        raise ValidationError(_("Sign up first, then make webhooks."), code="guest")
    User.objects.select_for_update(no_key=True).get(pk=person.pk)  # for the count
    if Hook.objects.filter(person=person).count() >= MOST_HOOKS:
        raise ValidationError(
            _("You have %(most)d webhooks, and that is the most. Remove one first."),
            code="too_many",
            params={"most": MOST_HOOKS},
        )
    secret = _new_secret() if hook_format == Hook.Format.GENERIC else None
    hook = Hook.objects.create(
        person=person,
        subject=subject,
        name=clean_name(name),
        format=hook_format,
        types=_checked_types(types, subject),
        # A chat is read by others.
        with_view=with_view and hook_format == Hook.Format.GENERIC and not subject,
        sealed_url=seal(Secret(url)),
        host=_checked_host(url, hook_format),
        sealed_secret=seal(secret) if secret else "",
    )
    rooms.tell(
        person=person.owner or person,
        letter="notifications/letters/hook_made",
        host=hook.host,
        of=person.handle,
    )
    return hook, secret


def _checked_host(url: str, hook_format: str) -> str:
    try:
        if len(url) > LONGEST_URL:
            raise outgoing.Forbidden("it is too long")
        target = outgoing.read(url)
    except outgoing.Forbidden as error:
        raise ValidationError({"url": _why_not(str(error))}) from error
    if missing := formats.what_is_missing(hook_format, url):
        raise ValidationError({"url": missing})
    return target.host[:255]


def _why_not(reason: str) -> str:
    said = {
        "it must begin with https://": _("It must begin with https://."),
        "it leads into an inner network": _("It leads into an inner network, not to the internet."),
        "it is too long": _("It is too long."),
    }
    return said.get(reason) or _("This is no address that we can send to: check how it is written.")


def _checked_types(types: Sequence[str], subject: str) -> list[str]:
    known = registry.types(of=subject.partition(" ")[0])
    unknown = set(types) - set(known)
    if unknown:
        said = {"types": ", ".join(sorted(unknown)), "known": ", ".join(known)}
        wrong = _("There is no such event: %(types)s. Choose of these: %(known)s.") % said
        raise ValidationError({"types": wrong})
    return sorted(set(types))


def _new_secret() -> Secret[str]:
    return Secret("whsec_" + b64encode(secrets.token_bytes(24)).decode())


def hooks_of(person: User) -> list[Hook]:
    return list(Hook.objects.filter(person=person).order_by("pk"))


def find_hook(person: User, key: str) -> Hook | None:
    """One's own, or one of a bot that one owns."""
    hook = Hook.objects.select_related("person").filter(key=key).first()
    mine = hook is not None and person.pk in {hook.person_id, hook.person.owner_id}
    return hook if mine else None


@transaction.atomic
def change_hook(*, hook: Hook, **wishes: Any) -> Hook:
    """`name`, `types`, `with_view`, and `paused`: going on forgets past failures."""
    if "types" in wishes:
        hook.types = _checked_types(wishes["types"], hook.subject)
    if "name" in wishes:
        hook.name = wishes["name"]
    if "with_view" in wishes:
        hook.with_view = (
            wishes["with_view"] and hook.format == Hook.Format.GENERIC and not hook.subject
        )
    hook.save(update_fields=["name", "types", "with_view"])
    if wishes.get("paused") is True and hook.is_active:
        hook.state = Hook.State.PAUSED
        hook.save(update_fields=["state"])
    if wishes.get("paused") is False and not hook.is_active:
        hook.state = Hook.State.ACTIVE
        hook.failures, hook.failing_since, hook.rests_until = 0, None, None
        hook.save(update_fields=["state", "failures", "failing_since", "rests_until"])
    return hook


def rotate_secret(*, hook: Hook) -> Secret[str]:
    """A new secret, shown this once. For a day the one before it signs as well."""
    if not hook.sealed_secret:
        raise ValidationError(_("A chat checks no signature, so this webhook has no secret."))
    secret = _new_secret()
    hook.sealed_old_secret = hook.sealed_secret
    hook.old_secret_until = moment.now() + Hook.OLD_SECRET_LASTS
    hook.sealed_secret = seal(secret)
    hook.save(update_fields=["sealed_secret", "sealed_old_secret", "old_secret_until"])
    return secret


def remove_hook(*, hook: Hook) -> None:
    """With its log, and with what it has not been told yet."""
    hook.delete()


def ping(*, hook: Hook) -> Delivery:
    """Something harmless to see whether it arrives. Until it has, there is one and no more: this
    must be no tool for calling strangers at will."""
    _must_work(hook)
    waiting = hook.deliveries.filter(state=Delivery.State.QUEUED, notification__kind=Ping.name)
    if (before := waiting.select_related("notification").first()) is not None:
        return before
    told = enqueue_for(
        hook=hook,
        kind=Ping.name,
        subject=hook.subject,
        dedupe_key=f"ping {hook.pk} {secrets.token_hex(8)}",
    )
    assert told is not None
    return told.deliveries.get()


def deliveries_of(hook: Hook) -> list[Delivery]:
    """What it was told lately and is yet to be told, newest first."""
    rows = hook.deliveries.select_related("notification").order_by("-pk")
    return list(rows[:LOGGED])


def deliver_again(*, hook: Hook, message_id: str) -> Delivery | None:
    """Send once more what was sent or given up, under the same id; None if there is none. What
    is no longer true is not sent again."""
    _must_work(hook)
    delivery = hook.deliveries.filter(message_id=message_id).first()
    if delivery is None:
        return None
    reset = hook.deliveries.filter(pk=delivery.pk).exclude(state=Delivery.State.QUEUED)
    if reset.update(
        state=Delivery.State.QUEUED, due_at=moment.now(), tries=0, last_error="", done_at=None
    ):
        transaction.on_commit(lambda: waking.wake_by(delivery.channel, delivery.pk))
    delivery.refresh_from_db()
    return delivery


def _must_work(hook: Hook) -> None:
    if not hook.is_active:
        raise ValidationError(_("This webhook is paused. Let it go on first."), code="paused")

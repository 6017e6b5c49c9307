"""Addresses that refuse our mail: marked, so that nobody is written to in vain, and tried again
when their person says so."""

import secrets
from datetime import timedelta

import structlog
from django.db import transaction

from accounts import moment
from accounts.models import User
from accounts.secret import Address
from notifications.kinds import TestMail
from notifications.models import MailTrouble
from notifications.services.writing import enqueue

log = structlog.get_logger("oriflamme.post")

# A full box or a server that is down for so many days is as good as none. A day without counts
# as mended once it is so long ago.
DAYS, GAP = 3, timedelta(days=7)


def refuses_mail(person: User) -> bool:
    """Whether the person's own address takes no mail any more."""
    return MailTrouble.objects.filter(
        person=person, address=person.email or "", refused_at__isnull=False
    ).exists()


def note_refusal(person: User, address: Address | None, said: str) -> None:
    """It came back for good, or was never taken. Of another address than the person's own, one
    that is being verified or given up, nothing is kept."""
    if not address or address.lower() != person.email:
        return
    MailTrouble.objects.update_or_create(
        person=person,
        defaults={"address": address.lower(), "refused_at": moment.now(), "said": said[:200]},
    )
    log.warning("address refuses mail", person=person.pk)


@transaction.atomic
def note_delay(person: User, said: str) -> None:
    """It came back for now. On several days within a short time that is a refusal."""
    address = person.email
    if not address:
        return
    today = moment.now().date()
    trouble, _ = MailTrouble.objects.select_for_update().get_or_create(
        person=person, defaults={"address": address}
    )
    goes_on = (
        trouble.address == address
        and trouble.last_day is not None
        and today - trouble.last_day <= GAP
    )
    if goes_on and trouble.last_day == today:
        return
    trouble.days = trouble.days + 1 if goes_on else 1
    trouble.address, trouble.last_day, trouble.said = address, today, said[:200]
    trouble.save()
    if trouble.days >= DAYS:
        note_refusal(person, address, said)


@transaction.atomic
def try_again(person: User) -> bool:
    """The person says that their address works again; a letter goes there to show it."""
    if not MailTrouble.objects.filter(person=person).delete()[0]:
        return False
    enqueue(person=person, kind=TestMail.name, dedupe_key=f"{TestMail.name} {secrets.token_hex(8)}")
    return True

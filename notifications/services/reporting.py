"""What became of a letter after it was sent, as the other side tells it."""

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import moment
from accounts.secret import address
from notifications.channels import email
from notifications.models import Delivery
from notifications.returning import Origin
from notifications.services import lanes
from notifications.services.addresses import note_delay, note_refusal, refuses_mail
from notifications.services.wishing import stop_after_complaint

log = structlog.get_logger("oriflamme.post")

# Refused for good, but not because nobody is there: a full box, too large a mail, a policy.
_NOT_THE_ADDRESS = ("5.2.2", "5.2.3", "5.3.4", "5.6.", "5.7.")


def find_by_origin(origin: Origin) -> tuple[Delivery | None, bool]:
    """The letter, and whether it went to the address that its person has now."""
    found = _mails().filter(pk=origin.delivery).first()
    return found, found is not None and origin.went_to(address(found.person.email or ""))


def find_by_recipient(recipient: str, message_id: str) -> Delivery | None:
    """For a report that names no letter of ours: the one of this Message-ID, else the last that
    went to this address."""
    mine = _mails().filter(person__email=recipient.lower())
    ids = [message_id, f"<{message_id.strip('<>')}>"]
    last = mine.filter(state=Delivery.State.SENT).order_by("-pk")
    return mine.filter(message_id__in=ids).first() or last.first()


def _mails() -> QuerySet[Delivery]:
    return Delivery.objects.filter(channel=email.CHANNEL.name).select_related("person")


def means_nobody_there(status: str) -> bool:
    """Whether an enhanced status code (RFC 3463) says that the address is of no use."""
    return status.startswith("5.") and not status.startswith(_NOT_THE_ADDRESS)


@transaction.atomic
def note_return(delivery: Delivery, *, said: str, for_good: bool, to_own: bool = True) -> None:
    """It came back: for good, or for now. A letter that comes back for now stays sent."""
    person = delivery.person
    if to_own and for_good:
        note_refusal(person, person.email, said)
    elif to_own:
        note_delay(person, said)
    is_bounced = for_good or (to_own and refuses_mail(person))
    changed = {"state": Delivery.State.BOUNCED, "done_at": moment.now()} if is_bounced else {}
    _whole_letter(delivery).update(last_error=said, **changed)
    if is_bounced and person.email:
        lanes.count(person.email, "returned")
    log.info("letter came back", id=delivery.pk, for_good=for_good)


@transaction.atomic
def note_complaint(delivery: Delivery) -> None:
    """Somebody called it spam: letters of its kind end, where they can be ended."""
    kinds = {one.notification.kind for one in _whole_letter(delivery)}
    for kind in sorted(kinds):
        stop_after_complaint(person=delivery.person, kind=kind)
    if delivery.person.email:
        lanes.count(delivery.person.email, "complaints")
    log.warning("letter called spam", id=delivery.pk, kinds=sorted(kinds))


def _whole_letter(delivery: Delivery) -> QuerySet[Delivery]:
    """All that shared it. A fast answer may come before we have noted that it is out."""
    is_out = Q(state=Delivery.State.SENT) | Q(state__in=Delivery.OPEN, tries__gt=0)
    return Delivery.objects.filter(
        is_out, person=delivery.person_id, message_id=delivery.message_id
    ).select_related("notification")

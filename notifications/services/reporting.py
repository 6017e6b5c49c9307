"""What became of a letter after it was sent, as the other side tells it."""

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from notifications.models import Delivery
from notifications.returning import Origin
from notifications.services.addresses import note_delay, note_refusal, refuses_mail
from notifications.services.wishing import stop_after_complaint

log = structlog.get_logger("oriflamme.post")


@transaction.atomic
def note_return(origin: Origin, *, said: str, for_good: bool) -> None:
    """It came back: for good, or for now. A letter that comes back for now stays sent."""
    delivery = _find(origin)
    if delivery is None:
        return
    person = delivery.person
    is_own = origin.went_to(str(person.email))
    if is_own and for_good:
        note_refusal(person, "", said)
    elif is_own:
        note_delay(person, "", said)
    is_bounced = for_good or (is_own and refuses_mail(person))
    changed = {"state": Delivery.State.BOUNCED, "done_at": timezone.now()} if is_bounced else {}
    _whole_letter(delivery).update(last_error=said, **changed)
    log.info("letter came back", id=delivery.pk, for_good=for_good)


@transaction.atomic
def note_complaint(origin: Origin) -> None:
    """Somebody called it spam: letters of its kind end, where they can be ended."""
    delivery = _find(origin)
    if delivery is None:
        return
    kinds = {one.notification.kind for one in _whole_letter(delivery)}
    for kind in sorted(kinds):
        stop_after_complaint(person=delivery.person, kind=kind)
    log.warning("letter called spam", id=delivery.pk, kinds=sorted(kinds))


def _find(origin: Origin) -> Delivery | None:
    return (
        Delivery.objects.filter(pk=origin.delivery, channel="email")
        .select_related("person")
        .first()
    )


def _whole_letter(delivery: Delivery) -> QuerySet[Delivery]:
    """All that shared it. A fast answer may come before we have noted that it is out."""
    is_out = Q(state=Delivery.State.SENT) | Q(state__in=Delivery.OPEN, tries__gt=0)
    return Delivery.objects.filter(
        is_out, person=delivery.person_id, message_id=delivery.message_id
    ).select_related("notification")

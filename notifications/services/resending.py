"""Sending again what did not arrive."""

from django.db import transaction

from accounts import moment
from notifications import registry
from notifications.models import Delivery
from notifications.services import waking
from notifications.services.writing import new_message_id

State = Delivery.State
NOT_ARRIVED = (State.FAILED, State.BOUNCED, State.SUPPRESSED)


def can_go_again(delivery: Delivery) -> bool:
    """What held a code or a link has forgotten it."""
    name = delivery.notification.kind
    is_whole = registry.is_known(name) and not registry.find(name).forgets
    return delivery.state in NOT_ARRIVED and is_whole


def send_again(delivery: Delivery) -> bool:
    """Queue it as if it were new. Whether it is still true is asked as always; a refused address
    has to be tried again first."""
    if not can_go_again(delivery):
        return False
    with transaction.atomic():
        queued = Delivery.objects.filter(pk=delivery.pk, state__in=NOT_ARRIVED).update(
            state=State.QUEUED,
            due_at=moment.now(),
            lane="",
            tries=0,
            done_at=None,
            last_error="",
            taken_by=None,
            # The earlier one may have been seen by programs that drop a second copy.
            message_id=new_message_id(),
        )
        if queued:
            transaction.on_commit(lambda: waking.wake_by(delivery.channel, delivery.pk))
    return bool(queued)

"""Webhooks of people, and doing at once what workers would."""

from typing import Any

from django.utils import timezone

from accounts.models import User
from notifications import services
from notifications.models import Delivery, Hook
from tests.notifications.receiver import Receiver


def hook_for(person: User, there: Receiver, **wishes: Any) -> tuple[Hook, str]:
    """A webhook, and its secret as its owner was shown it; "" of a chat's."""
    hook, secret = services.make_hook(person=person, url=there.url, **wishes)
    return hook, "" if secret is None else secret.reveal()


def work_hooks() -> int:
    """Deliver what is due to webhooks and devices; how many arrived."""
    due = [*services.due_deliveries("hooks"), *services.due_deliveries("devices")]
    return sum(services.deliver(pk) for pk in due)


def all_is_due() -> None:
    """As if all pauses were over."""
    Hook.objects.update(rests_until=None)
    Delivery.objects.filter(state="queued").update(due_at=timezone.now())

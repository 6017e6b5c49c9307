"""Webhooks of people, and doing at once what workers would."""

from typing import Any

from django.utils import timezone

from accounts.models import User
from notifications import services
from notifications.models import Delivery, Hook
from tests.notifications.receiver import Receiver


def hook_for(person: User, there: Receiver, **wishes: Any) -> tuple[Hook, str]:
    return services.make_hook(person=person, url=there.url, **wishes)


def work_hooks() -> int:
    """Deliver what is due to webhooks; how many arrived."""
    return sum(services.deliver(pk) for pk in services.due_deliveries(to_hooks=True))


def all_is_due() -> None:
    """As if all pauses were over."""
    Hook.objects.update(rests_until=None)
    Delivery.objects.filter(state="queued").update(due_at=timezone.now())

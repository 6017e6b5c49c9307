"""How a webhook fares: what it answered, when it rests, and when we give it up."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Now

from accounts import moment, rooms
from notifications.models import Hook

# Both: a quiet address must not be given up for one bad hour, nor a busy one for one bad minute.
GIVEN_UP_AFTER, AND_FAILURES = timedelta(days=3), 20


def succeeded(hook: Hook, *, rest: timedelta | None = None) -> None:
    now = moment.now()
    Hook.objects.filter(pk=hook.pk).update(
        last_success_at=now,
        failures=0,
        failing_since=None,
        rests_until=now + rest if rest else None,
    )


def failed(hook: Hook, *, rest: timedelta | None = None) -> None:
    now = moment.now()
    Hook.objects.filter(pk=hook.pk).update(
        last_failure_at=now,
        failures=F("failures") + 1,
        failing_since=Coalesce(F("failing_since"), now),
        rests_until=now + rest if rest else None,
    )
    if Hook.objects.filter(
        pk=hook.pk, failures__gte=AND_FAILURES, failing_since__lte=now - GIVEN_UP_AFTER
    ).exists():
        stop(hook, why="silent")


@transaction.atomic
def stop(hook: Hook, *, why: str) -> None:
    """Pause it ourselves and tell whose it is, once."""
    stopped = Hook.objects.filter(pk=hook.pk, state=Hook.State.ACTIVE).update(
        state=Hook.State.STOPPED, last_failure_at=Now()
    )
    if stopped:
        rooms.tell(
            person=hook.person.owner or hook.person,
            letter="notifications/letters/hook_stopped",
            host=hook.host,
            of=hook.person.handle,
            is_gone=why == "gone",
        )

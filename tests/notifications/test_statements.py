"""What looking for due letters costs: the same, however many kinds of them there are."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from notifications import registry, services, tasks
from notifications.models import Delivery
from tests.notifications.conftest import Turns

pytestmark = pytest.mark.django_db


def statements(act: Callable[[], None]) -> int:
    with CaptureQueriesContext(connection) as caught:
        act()
    return len(caught)


def test_the_sweep_asks_as_often_for_all_kinds_as_for_none(
    alice: User, turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []
    monkeypatch.setattr(services, "wake_again", lambda pks, _queue: found.extend(pks))
    nothing = statements(tasks.sweep)
    kinds = registry.kinds()
    assert len(kinds) > 15
    for kind in kinds:
        # Kinds about a table ask for it where they say how long they wait.
        services.enqueue(
            person=alice, kind=kind.name, subject="a", dedupe_key=kind.name,
            game="gone", name="a", seq=0,
        )  # fmt: skip
    Delivery.objects.update(state="queued", due_at=timezone.now() - timedelta(hours=1))
    assert statements(tasks.sweep) == nothing == 4  # lanes, and each of three queues
    letters = sum(kind.is_letter() for kind in kinds)
    assert len(found) == Delivery.objects.count() >= letters

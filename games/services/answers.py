"""The same request twice is answered twice and done once."""

from collections.abc import Callable

from django.db import transaction

from accounts.models import User
from games import errors
from games.models import IdempotentAnswer

Answer = tuple[int, bytes]  # HTTP status and body


def answer_once(*, person: User, key: str, digest: bytes, act: Callable[[], Answer]) -> Answer:
    """What `act` answers, or what it answered when this key came first.

    `digest` is of the whole request: the same key with another raises KeyReused. A second request
    that arrives while the first is being worked on waits for its answer. `act` must turn refusals
    into answers itself; if it raises, nothing is remembered.
    """
    with transaction.atomic():
        mine = IdempotentAnswer(person=person, key=key, digest=digest)
        # Waits for whoever has inserted the same key and not committed yet.
        IdempotentAnswer.objects.bulk_create([mine], ignore_conflicts=True)
        row = IdempotentAnswer.objects.select_for_update().get(person=person, key=key)
        if bytes(row.digest) != digest:
            raise errors.KeyReused
        if row.status is not None:
            return row.status, bytes(row.body)
        with transaction.atomic():
            status, body = act()
        row.status, row.body = status, body
        row.save(update_fields=["status", "body"])
        return status, body

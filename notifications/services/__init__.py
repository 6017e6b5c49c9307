"""Write to the outbox, and empty it."""

from notifications.services.delivering import deliver, due_deliveries
from notifications.services.hooking import (
    change_hook,
    deliver_again,
    deliveries_of,
    find_hook,
    hooks_of,
    make_hook,
    ping,
    remove_hook,
    rotate_secret,
)
from notifications.services.waking import wake_for_hook
from notifications.services.writing import enqueue, reword

__all__ = [
    "change_hook",
    "deliver",
    "deliver_again",
    "deliveries_of",
    "due_deliveries",
    "enqueue",
    "find_hook",
    "hooks_of",
    "make_hook",
    "ping",
    "remove_hook",
    "reword",
    "rotate_secret",
    "wake_for_hook",
]

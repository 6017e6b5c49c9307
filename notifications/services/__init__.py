"""Write to the outbox, and empty it."""

from notifications.services.delivering import deliver, due_deliveries
from notifications.services.feeding import (
    end_feeds,
    feed_token,
    find_by_feed,
    renew_feeds,
    told_lately,
)
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
from notifications.services.waking import ask, wake_for_hook
from notifications.services.writing import enqueue, enqueue_for, reword

__all__ = [
    "ask",
    "change_hook",
    "deliver",
    "deliver_again",
    "deliveries_of",
    "due_deliveries",
    "end_feeds",
    "enqueue",
    "enqueue_for",
    "feed_token",
    "find_by_feed",
    "find_hook",
    "hooks_of",
    "make_hook",
    "ping",
    "remove_hook",
    "renew_feeds",
    "reword",
    "rotate_secret",
    "told_lately",
    "wake_for_hook",
]

"""Write to the outbox, empty it, and hear what became of it."""

from notifications.services.addresses import refuses_mail, try_again
from notifications.services.delivering import deliver, due_deliveries
from notifications.services.forgetting import forget_old
from notifications.services.resending import send_again
from notifications.services.wishing import change_wishes, stop_mail
from notifications.services.writing import enqueue, reword

__all__ = [
    "change_wishes",
    "deliver",
    "due_deliveries",
    "enqueue",
    "forget_old",
    "refuses_mail",
    "reword",
    "send_again",
    "stop_mail",
    "try_again",
]

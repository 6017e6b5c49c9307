"""Write to the outbox, and empty it."""

from notifications.services.delivering import deliver, due_deliveries
from notifications.services.waking import ask
from notifications.services.writing import enqueue, reword

__all__ = ["ask", "deliver", "due_deliveries", "enqueue", "reword"]

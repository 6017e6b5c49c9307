"""Write to the outbox, and empty it."""

from notifications.services.delivering import deliver, due_deliveries
from notifications.services.writing import enqueue, reword

__all__ = ["deliver", "due_deliveries", "enqueue", "reword"]

"""What people are to be told, as PostgreSQL keeps it."""

from notifications.models.outbox import Delivery, Notification

__all__ = ["Delivery", "Notification"]

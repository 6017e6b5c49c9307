"""What people are to be told, as PostgreSQL keeps it."""

from notifications.models.hooks import Hook
from notifications.models.outbox import Delivery, Notification

__all__ = ["Delivery", "Hook", "Notification"]

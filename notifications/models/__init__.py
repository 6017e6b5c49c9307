"""What people are to be told, as PostgreSQL keeps it."""

from notifications.models.addresses import MailTrouble
from notifications.models.outbox import Delivery, Notification

__all__ = ["Delivery", "MailTrouble", "Notification"]

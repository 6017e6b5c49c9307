"""What people are to be told, as PostgreSQL keeps it."""

from notifications.models.addresses import MailTrouble
from notifications.models.devices import Device
from notifications.models.feeds import FeedAddress
from notifications.models.hooks import Hook
from notifications.models.kept import KeptMail
from notifications.models.lanes import MailDay, MailLane
from notifications.models.outbox import Delivery, Notification

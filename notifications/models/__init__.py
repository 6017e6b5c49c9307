"""What people are to be told, as PostgreSQL keeps it, and where.

Services of this room write them; nobody else asks for rows. A notification is written in the
transaction of its cause, and addresses of hooks and devices are sealed or of use to nobody else.
"""

from notifications.models.addresses import MailTrouble
from notifications.models.devices import Device
from notifications.models.feeds import FeedAddress
from notifications.models.hooks import Hook
from notifications.models.kept import KeptMail, TakenMail
from notifications.models.lanes import MailDay, MailLane
from notifications.models.outbox import Delivery, Notification
from notifications.models.reports import MailReport

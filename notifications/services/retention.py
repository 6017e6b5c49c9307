"""Letting go of what was told long ago.

The dedupe keys go too. None comes back to life: every cause that writes one happens once, in the
transaction of the write, or is looked for by a sweep that looks back a day at most.
"""

import time
from datetime import timedelta

from django.db.models import F

from accounts import moment
from accounts.models import User
from accounts.retention import delete_old
from notifications.models import (
    KeptMail,
    MailDay,
    MailLane,
    MailReport,
    MailTrouble,
    Notification,
    TakenMail,
)
from notifications.services.lanes import domain_of

KEPT = timedelta(days=90)
# So few at once that nobody waits for their locks, and for so many seconds of an hour: a busy day's
# million is gone within a day.
AT_ONCE, LONGEST = 1000, 25.0


def forget_domain(person: User) -> None:
    """Of a domain at which nobody else has an address its name may be theirs."""
    domain = domain_of(person.email) if person.email else ""
    others = User.objects.filter(email__iendswith=f"@{domain}").exclude(pk=person.pk)
    if domain and not others.exists():
        MailLane.objects.filter(domain=domain).delete()
        MailDay.objects.filter(domain=domain).delete()


def forget_old() -> int:
    """Rows are written in the order of time, so the oldest lie at the beginning of the table: no
    index is needed to find them, and none to find that there are none."""
    limit = moment.now() - KEPT
    gone, until = 0, time.monotonic() + LONGEST
    while time.monotonic() < until:
        oldest = Notification.objects.order_by("pk").values_list("pk", "created_at")[:AT_ONCE]
        old = [pk for pk, created_at in oldest if created_at < limit]
        Notification.objects.filter(pk__in=old).delete()
        gone += len(old)
        if len(old) < AT_ONCE:
            break
    KeptMail.objects.filter(at__lt=limit).delete()
    delete_old(TakenMail._meta.db_table, "at < %s", [limit])
    MailReport.objects.filter(received_at__lt=limit).delete()
    MailDay.objects.filter(day__lt=limit.date()).delete()
    # One without letters, which nobody has written to for a day, is as new.
    MailLane.objects.filter(wakes_at=None, free_at__lt=moment.now() - timedelta(days=1)).delete()
    # What was said of an address that is not the person's any more.
    MailTrouble.objects.exclude(address=F("person__email")).delete()
    return gone

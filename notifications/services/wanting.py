"""Whether and when a person wants to be told of something."""

from dataclasses import dataclass
from datetime import datetime, time

from django.conf import settings
from django.db.models import Exists, OuterRef, Value

from accounts.models import User
from accounts.notification_wishes import DEFAULT, Wish, wish_for
from notifications import hours
from notifications.models import Device, MailTrouble
from notifications.registry import Kind


@dataclass(frozen=True, slots=True)
class Wants:
    person: User
    wishes: dict[str, object]
    quiet_from: time | None = None
    quiet_until: time | None = None
    has_device: bool = False
    # Their own address takes no mail of ours any more.
    refuses_mail: bool = False

    def wish(self, kind: Kind | type[Kind]) -> Wish:
        return wish_for(self.wishes, kind.name) if kind.obeys_wishes else DEFAULT

    def end_of_quiet(self, now: datetime) -> datetime | None:
        zone = self.person.time_zone
        return hours.end_of_quiet(now, zone, self.quiet_from, self.quiet_until)


def wants_of(person: User) -> Wants:
    own = User.objects.filter(pk=person.pk)
    devices = Device.objects.filter(person=OuterRef("pk"))
    troubles = MailTrouble.objects.filter(
        person=OuterRef("pk"), address=OuterRef("email"), refused_at__isnull=False
    )
    asked = own.annotate(
        told_by_push=Exists(devices) & Value(bool(settings.PUSH_KEY)), refuses=Exists(troubles)
    )
    wishes, *rest = asked.values_list(
        *("profile__wishes", "profile__quiet_from", "profile__quiet_until"),
        *("told_by_push", "refuses"),
    ).get()
    return Wants(person, wishes or {}, *rest)

"""Whether and when a person wants to be told of something."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Any

from django.conf import settings
from django.db import connection

from accounts.models import User
from accounts.notification_wishes import DEFAULT, Wish, wish_for
from notifications import hours
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
    # Of their own, not of one table.
    has_hook: bool = False

    def wish(self, kind: Kind | type[Kind]) -> Wish:
        return wish_for(self.wishes, kind.name) if kind.obeys_wishes else DEFAULT

    def end_of_quiet(self, now: datetime) -> datetime | None:
        zone = self.person.time_zone
        return hours.end_of_quiet(now, zone, self.quiet_from, self.quiet_until)


# Asked for whatever is promised, and once more before each letter: a row of the user u and their
# profile p.
COLUMNS = """
    p.wishes, p.quiet_from, p.quiet_until,
    %(pushes)s AND EXISTS (SELECT FROM notifications_device d WHERE d.person_id = u.id),
    EXISTS (SELECT FROM notifications_mailtrouble t
        WHERE t.person_id = u.id AND t.address = u.email AND t.refused_at IS NOT NULL),
    EXISTS (SELECT FROM notifications_hook h
        WHERE h.person_id = u.id AND h.state = 'active' AND h.subject = '')"""
_WANTS = f"""
SELECT {COLUMNS}
FROM accounts_user u LEFT JOIN accounts_profile p ON p.user_id = u.id
WHERE u.id = %(person)s"""  # noqa: S608  made of constants


def wants_of(person: User) -> Wants:
    with connection.cursor() as cursor:
        cursor.execute(_WANTS, parameters(person))
        row = cursor.fetchone()
    if row is None:
        raise User.DoesNotExist
    return read(person, row)


def parameters(person: User) -> dict[str, int | str | datetime]:
    return {"person": person.pk, "pushes": bool(settings.PUSH_KEY)}


def read(person: User, row: Sequence[Any]) -> Wants:
    """Of COLUMNS."""
    wishes, *rest = row
    return Wants(person, json.loads(wishes) if wishes else {}, *rest)

"""What an operator watches, in two queries."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from games import engine
from games.models import position
from games.models.rows import fetch_one
from notifications.services import outbox_waits

# Of letters only the newest are looked at: there is no index for what failed, and a day of a busy
# site is less than that many.
_NUMBERS = """
SELECT
    (SELECT count(*) FROM games_game WHERE status = 'running'),
    (SELECT count(*) FROM games_game WHERE status = 'gathering'),
    (SELECT count(*) FROM games_game WHERE deadline < now() - interval '1 minute'
        AND NOT EXISTS (SELECT FROM games_standstill
            WHERE settled_to IS NOT NULL AND since <= now() AND (until IS NULL OR until > now()))),
    (SELECT count(*) FROM games_game
        WHERE status = 'running' AND rules_version <> ALL(%(versions)s)
        OR key = ANY(%(damaged)s)),
    (SELECT count(*) FROM tournaments_tournament WHERE status = 'running'),
    (SELECT count(*) FROM tournaments_tournament WHERE status NOT IN ('over', 'cancelled')
        AND paused_at IS NULL AND due_at < now() - interval '5 minutes'
        AND NOT EXISTS (SELECT FROM games_standstill
            WHERE settled_to IS NOT NULL AND since <= now() AND (until IS NULL OR until > now()))),
    (SELECT count(*) FROM games_standstill WHERE until IS NULL),
    (SELECT extract(epoch FROM now() - max(at))::int FROM games_heartbeat),
    (SELECT count(*) FROM notifications_delivery
        WHERE id > (SELECT coalesce(max(id), 0) - 20000 FROM notifications_delivery)
        AND state = 'failed' AND done_at > now() - interval '1 day'),
    (SELECT count(*) FROM notifications_delivery
        WHERE id > (SELECT coalesce(max(id), 0) - 20000 FROM notifications_delivery)
        AND state = 'bounced' AND done_at > now() - interval '1 day'),
    (SELECT count(*) FROM accounts_user
        WHERE NOT is_bot AND email_is_verified AND created_at > now() - interval '1 day'),
    (SELECT count(*) FROM accounts_user
        WHERE NOT is_bot AND email_is_verified AND created_at > now() - interval '7 days'),
    (SELECT count(*) FROM care_report WHERE state <> 'decided'),
    (SELECT extract(epoch FROM now() - min(at))::int FROM care_report WHERE state <> 'decided'),
    (SELECT count(*) FROM care_appeal WHERE answered_at IS NULL),
    (SELECT extract(epoch FROM now() - max(reaches_to))::int FROM care_backuptrial
        WHERE faults = '')"""


class Number(NamedTuple):
    name: str
    words: object
    value: int
    # Seconds rather than a count.
    is_time: bool = False
    # Above that somebody should look.
    most: int | None = None

    @property
    def is_bad(self) -> bool:
        return self.most is not None and self.value > self.most

    @property
    def said(self) -> str:
        if not self.is_time:
            return str(self.value)
        minutes, seconds = divmod(self.value, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}"


_ALL: list[tuple[str, object, bool, int | None]] = [
    ("running", _("tables running"), False, None),
    ("gathering", _("tables that gather"), False, None),
    ("late", _("deadlines past and not handled"), False, 0),
    ("unreadable", _("games that cannot be read"), False, 0),
    ("tournaments", _("tournaments under way"), False, None),
    ("stuck", _("tournaments that should have gone on"), False, 0),
    ("stopped", _("the clocks stand still"), False, 0),
    ("heartbeat", _("since the sweep of the clocks ran"), True, 120),
    ("due", _("letters due"), False, 100),
    ("due_age", _("the oldest letter waits"), True, 300),
    ("failed", _("letters failed in a day"), False, 0),
    ("bounced", _("letters that came back in a day"), False, 20),
    ("new_today", _("people new in a day"), False, None),
    ("new_in_week", _("people new in a week"), False, None),
    ("reports", _("reports to decide"), False, 20),
    ("report_age", _("the oldest report waits"), True, 3 * 86400),
    ("appeals", _("appeals to answer"), False, 5),
    # Left out where no trial was ever made: the operator has another way, or none.
    ("backup_age", _("the last backup that was tried"), True, 36 * 3600),
]

_DUE = [name for name, *_rest in _ALL].index("due")


def numbers() -> list[Number]:
    row = list(
        fetch_one(_NUMBERS, {"versions": [*engine.VERSIONS], "damaged": position.found_damaged()})
    )
    # Since they were promised: each try moves the time of the next one on.
    outbox = outbox_waits()
    row[_DUE:_DUE] = [
        sum(channel.letters for channel in outbox),
        max((channel.oldest for channel in outbox), default=0),
    ]
    return [
        Number(name, words, value or 0, is_time, most)
        for (name, words, is_time, most), value in zip(_ALL, row, strict=True)
        if value is not None or name != "backup_age"
    ]

"""Each domain that is written to has a lane: so many letters a second, and a rest for all of them
while its mail server takes none, in which one a minute tries. No other domain waits for it.

A letter passes by one statement, which also counts it. What cannot pass waits in the lane and
costs nothing until the lane lets it go: then a sweep finds it like everything that is due.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Value
from django.db.models.functions import Coalesce, Greatest, Least
from django.utils.translation import gettext_noop

from accounts import moment
from accounts.secret import Address
from notifications.channels import Away, PutOff, Refused, Waiting
from notifications.models import Delivery, MailDay, MailLane

log = structlog.get_logger("oriflamme.post")

PROBES = timedelta(minutes=1)
# A server that says so of itself (421) rests at once; one that puts single letters off, after so
# many in a row, as one of them may be to blame.
MOST_NOES = 3
# After so long without a letter as many more may go at once.
BURST = timedelta(seconds=10)
# Of a lane that rests a few are let go at once: some are no longer true, and one passes.
TRYING = 5
# Should a lane be lost, its letters are looked at after so long.
LOOKED_AT = timedelta(days=1)
# Waiting longer nobody is served by it.
LONGEST = timedelta(days=2)
# Tries say whose turn it is to try; more tell nothing.
MOST_TRIES = 3
# The row of our own mail server, through which all letters go.
OURS = "*"

WAITS = gettext_noop("Its mail server takes no letters from us just now; we go on trying.")

# The first letter after a rest, or one of so many a second. What tries is not counted.
_GO = """
WITH lane AS (
    INSERT INTO notifications_maillane AS lane (domain, free_at, said, noes)
    VALUES (%(domain)s, %(earliest)s + %(gap)s * interval '1 s', '', 0)
    ON CONFLICT (domain) DO UPDATE SET free_at = CASE
        WHEN lane.since IS NOT NULL THEN %(probe_at)s
        ELSE greatest(lane.free_at, %(earliest)s) + %(gap)s * interval '1 s' END
    WHERE lane.free_at <= %(now)s
    RETURNING domain, since IS NOT NULL AS rests, noes),
counted AS (
    INSERT INTO notifications_mailday AS today (domain, day, letters)
    SELECT domain, (%(now)s AT TIME ZONE 'UTC')::date, 1 FROM lane WHERE NOT rests
    ON CONFLICT (day, domain) DO UPDATE SET letters = today.letters + 1)
SELECT rests OR noes > 0,
    EXISTS (SELECT FROM notifications_maillane WHERE domain = '*' AND since IS NOT NULL)
FROM lane"""


@contextmanager
def through(address: Address) -> Iterator[None]:
    """Around the sending of one letter: raises Waiting where its lane is closed, or closes now."""
    domain = domain_of(address)
    in_trouble = _pass(domain)
    try:
        yield
    except PutOff as no:
        if _note_no(domain, no):
            raise Waiting(str(no), lane=domain, is_tried=True) from no
        raise
    except Away as failure:
        _note_away(failure)
        raise
    except Refused:
        for lane in in_trouble:
            _note_yes(lane)  # it looks at letters again
        raise
    for lane in in_trouble:
        _note_yes(lane)


def domain_of(address: Address) -> str:
    return address.reveal().rpartition("@")[2].strip(" >").lower()


def _pass(domain: str) -> list[str]:
    """Of which lanes there is something to forget if the letter is taken."""
    now = moment.now()
    facts = {
        "domain": domain,
        "now": now,
        "probe_at": now + PROBES,
        "earliest": now - BURST,
        "gap": 1 / settings.MAIL_RATE,
    }
    with connection.cursor() as cursor:
        cursor.execute(_GO, facts)
        row = cursor.fetchone()
    if row is None:
        raise Waiting(WAITS, lane=domain)
    return [lane for lane, has_trouble in zip((domain, OURS), row, strict=True) if has_trouble]


def _note_away(failure: Away) -> None:
    """No letter passes our own mail server, as far as anybody knows. Who began to wait goes on."""
    now, said = moment.now(), str(failure)[:200]
    ours, is_new = MailLane.objects.get_or_create(
        domain=OURS, defaults={"free_at": now, "since": now, "said": said}
    )
    if not is_new:
        MailLane.objects.filter(pk=ours.pk).update(since=Coalesce("since", Value(now)), said=said)


def away_for() -> float:
    """For how many seconds our own mail server has taken nothing that was tried."""
    since = MailLane.objects.filter(domain=OURS).values_list("since", flat=True).first()
    return (moment.now() - since).total_seconds() if since else 0.0


def _note_no(domain: str, no: PutOff) -> bool:
    """Whether the whole lane rests now."""
    now = moment.now()
    lane = MailLane.objects.filter(domain=domain)
    lane.update(noes=Least(F("noes") + 1, 1000), said=str(no)[:200])
    if not no.at_once and not lane.filter(noes__gte=MOST_NOES).exists():
        return False
    began = lane.filter(since=None).exists()
    lane.update(since=Coalesce("since", Value(now)), free_at=Greatest("free_at", now + PROBES))
    if began:
        log.warning("a domain takes no letters", domain=domain)
    return True


def _note_yes(domain: str) -> None:
    now = moment.now()
    lane = MailLane.objects.filter(domain=domain)
    rested = lane.filter(since__isnull=False).update(free_at=now)
    lane.update(since=None, noes=0, said="")
    lane.filter(wakes_at__isnull=False).update(wakes_at=now)
    if rested:
        log.warning("a domain takes letters again", domain=domain)


def count(address: Address, what: str) -> None:
    """`returned` or `complaints`: told by its mail server later, on the day on which it is told."""
    today = {"domain": domain_of(address), "day": moment.now().date()}
    MailDay.objects.update_or_create(
        **today, defaults={what: F(what) + 1}, create_defaults={what: 1}
    )


def wait_in(lane: str, letter: list[Delivery], waiting: Waiting) -> None:
    """Until the lane lets it go."""
    now = moment.now()
    with transaction.atomic():
        # First the lane, then its letters: so does who lets them go.
        MailLane.objects.filter(domain=lane).update(wakes_at=Coalesce("wakes_at", "free_at"))
        pks = [one.pk for one in letter]
        rows = Delivery.objects.filter(pk__in=pks, state__in=Delivery.OPEN).order_by("pk")
        held = [row.pk for row in rows.select_for_update()]
        # A letter that was not tried has had no try.
        tries = Least("tries", MOST_TRIES) if waiting.is_tried else Greatest(F("tries") - 1, 0)
        Delivery.objects.filter(pk__in=held).update(
            lane=lane, due_at=now + LOOKED_AT, tries=tries, last_error=str(waiting)
        )


def let_go() -> None:
    """What lanes let go is due. Costs what is let go, however much waits."""
    now = moment.now()
    for lane in MailLane.objects.filter(wakes_at__lte=now):
        _let_go(lane.domain)


@transaction.atomic
def _let_go(domain: str) -> None:
    now = moment.now()
    lanes = MailLane.objects.select_for_update(skip_locked=True)
    lane = lanes.filter(domain=domain, wakes_at__lte=now).first()
    if lane is None:
        return
    count = TRYING if lane.since else max(TRYING, int(settings.MAIL_RATE * BURST.total_seconds()))
    waiting = Delivery.objects.filter(lane__gt="", lane=domain, state__in=Delivery.OPEN)
    chosen = list(waiting.order_by("tries", "pk")[:count])
    # What shares a letter comes along.
    ids = {one.message_id for one in chosen if one.state == Delivery.State.HELD}
    pks = [one.pk for one in chosen]
    if ids:
        pks = sorted({*pks, *waiting.filter(message_id__in=ids).values_list("pk", flat=True)})
    rows = Delivery.objects.filter(pk__in=pks).order_by("pk").select_for_update()
    Delivery.objects.filter(pk__in=[row.pk for row in rows]).update(lane="", due_at=now)
    if len(chosen) < count:
        lane.wakes_at = None
    else:
        lane.wakes_at = max(now, lane.free_at) if lane.since is None else now + PROBES
    lane.save(update_fields=["wakes_at"])

"""Emptying the outbox: a letter at a time, by one of any number of workers."""

import time
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import datetime, timedelta
from itertools import accumulate
from typing import NamedTuple

import structlog
from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext_noop
from structlog.contextvars import bound_contextvars

from accounts import moment, spans
from notifications import channels
from notifications.channels import Later, NobodyThere, Refused, Waiting
from notifications.models import Delivery, Notification
from notifications.registry import Kind
from notifications.services import lanes
from notifications.services.addresses import note_refusal
from notifications.services.wanting import Wants, wants_of
from notifications.services.writing import new_message_id

log = structlog.get_logger("oriflamme.post")

# Longer than a sending can take: time-outs and the limit of a task end it well before. All workers
# go by one clock, so none takes what another has in hand for abandoned.
CLAIM = timedelta(minutes=2)
# A server that is down at midnight is found again by breakfast, without being hammered.
PAUSES = [
    timedelta(seconds=s) for s in (10, 30, 60, 300, 900, 1800, 3600, 7200, 14400, 28800, 28800)
]
URGENT_PAUSE = timedelta(seconds=60)
SWEEP_AT_ONCE = 500
MOST_TOGETHER = 40
# For so many seconds a task goes on beginning letters: its limit must not end it amid one.
LONG = 15.0

# Why a delivery was not sent; said in the person's language where they look at it.
SWITCHED_OFF = gettext_noop("You have switched these letters off.")

State = Delivery.State


def due_deliveries(queue: str = "soon") -> list[int]:
    """What should have gone out by now by this queue, oldest first, at most a batch: each is
    counted apart, because what goes nowhere in one must not hold up another."""
    due = Delivery.objects.filter(state__in=Delivery.OPEN, due_at__lte=moment.now())
    rows = due.filter(channel__in=channels.names_by(queue)).order_by("due_at")
    return list(rows.values_list("pk", flat=True)[:SWEEP_AT_ONCE])


# Each try has moved the time of the next one on, and with it goes how long it has been owed.
_WAITS = """
SELECT channel, count(*), extract(epoch FROM clock_timestamp() - min(owed_since))::int,
    count(*) FILTER (WHERE tries > 0),
    coalesce(extract(epoch FROM clock_timestamp() - min(owed_since)
        FILTER (WHERE tries = 0 AND lane = '')), 0)::int
FROM (SELECT channel, tries, lane,
        due_at - interval '1 second' * CASE WHEN lane > '' THEN %s
            ELSE (%s::int[])[least(tries, %s) + 1] END AS owed_since
    FROM notifications_delivery WHERE state IN ('queued', 'held')) open
WHERE owed_since < clock_timestamp() GROUP BY channel ORDER BY channel"""


class Waits(NamedTuple):
    """What a channel owes: how much, for how many seconds at most, what was tried in vain, and for
    how long nobody has had a hand free for the oldest that may go."""

    channel: str
    letters: int
    oldest: int
    tried: int
    untried: int


def outbox_waits() -> list[Waits]:
    """What should be out by now, by channel, since it was first due."""
    moved_on = [0, *accumulate(int(pause.total_seconds()) for pause in PAUSES)]
    with connection.cursor() as cursor:
        cursor.execute(_WAITS, [int(lanes.LOOKED_AT.total_seconds()), moved_on, len(PAUSES)])
        return [Waits(*row) for row in cursor.fetchall()]


def deliver(delivery_pk: int) -> bool:
    """Send one delivery, with those that share its letter, if it is due and nobody else has it
    in hand. True if a letter went out."""
    now = moment.now()
    claimed = _claim(delivery_pk, now) or _claim_together(delivery_pk, now)
    if not claimed:
        return False
    # Whose letter it is in the log: whoever has caused it, and not the sweep that found it.
    trace = claimed[0].notification.trace
    kind, channel = claimed[0].notification.kind, claimed[0].channel
    with (
        bound_contextvars(trace=trace) if trace else nullcontext(),
        spans.span("letter", kind=kind, channel=channel),
    ):
        return _send(_sift(claimed, now))


def deliver_all(delivery_pks: Sequence[int]) -> None:
    """One after the other. What is left where the mail server is slow a sweep finds."""
    until = time.monotonic() + LONG
    for pk in delivery_pks:
        if time.monotonic() < until:
            deliver(pk)


def _send(letter: list[Delivery]) -> bool:
    if not letter:
        return False
    said: str | None = None
    try:
        if len(letter) == 1:
            said = channels.find(letter[0].channel).deliver(letter[0])
        else:
            channels.find(letter[0].channel).deliver_together(letter)
    except Refused as refused:
        if isinstance(refused, NobodyThere):
            told = letter[0].notification
            lanes.count(told.to, "returned")
            note_refusal(told.person, told.to, str(refused))
        _finish(letter, State.FAILED, error=str(refused))
    except Waiting as waiting:
        _wait(letter, waiting)
    except Later as failure:
        _postpone(letter, failure)
    except Exception as fault:
        _set_aside(letter, fault, shared=len(letter) > 1)
    else:
        _finish(letter, State.SENT, error=said or "")
        return True
    return False


# Exactly one of any number of workers changes this row. Beside it: whether something of its person
# is held, which the letter may take along.
_CLAIM = """
UPDATE notifications_delivery d SET due_at = %(until)s, tries = tries + 1
WHERE d.id = %(id)s AND d.due_at <= %(now)s
    AND (d.state = 'queued'
        OR d.state = 'held' AND d.channel <> ALL(string_to_array(%(shared)s, ' ')))
RETURNING EXISTS (SELECT FROM notifications_delivery h
    WHERE h.person_id = d.person_id AND h.state = 'held')"""


def _claim(pk: int, now: datetime) -> list[Delivery]:
    """Mails alone go together; what is held of them `_claim_together` claims."""
    shared = " ".join(channels.shared_names())
    facts: dict[str, int | str | datetime] = {
        "id": pk,
        "now": now,
        "until": now + CLAIM,
        "shared": shared,
    }
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, facts)
        row = cursor.fetchone()
    if row is None:
        return []
    (lead,), (has_company,) = _read([pk]), row
    return _with_company(lead, now) if has_company else [lead]


def _with_company(lead: Delivery, now: datetime) -> list[Delivery]:
    """With what waits for a letter that tells it as well. From then on they are held together,
    under one Message-ID, like others that share a letter."""
    kinds = lead.notification.what.takes_along
    if not kinds or lead.tries > 1 or lead.channel not in channels.shared_names():
        return [lead]
    waiting = Delivery.objects.filter(
        person=lead.person_id,
        channel=lead.channel,
        state=State.HELD,
        tries=0,
        notification__kind__in=kinds,
        notification__subject=lead.notification.subject,
    )
    with transaction.atomic():
        others = list(waiting.select_for_update(of=("self",), skip_locked=True).order_by("pk"))
        if not others:
            return [lead]
        pks = [lead.pk, *(one.pk for one in others)]
        Delivery.objects.filter(pk__in=pks).update(
            state=State.HELD, due_at=now + CLAIM, tries=1, message_id=lead.message_id
        )
    return _read(pks)


def _claim_together(pk: int, now: datetime) -> list[Delivery]:
    """What was held back goes in one letter with all that was held back and is due. Once tried
    they stay together, under one Message-ID, and nothing new joins: after a crash nobody knows
    whether that letter is out."""
    free = Delivery.objects.filter(
        state=State.HELD, due_at__lte=now, channel__in=channels.shared_names()
    )
    lead = free.filter(pk=pk).first()
    if lead is None:
        return []
    free = free.filter(person=lead.person_id, channel=lead.channel)
    free = free.filter(message_id=lead.message_id) if lead.tries else free.filter(tries=0)
    with transaction.atomic():
        # In one order, so that two workers wait for each other's lock and not in a ring; who
        # comes second finds nothing due.
        rows = list(free.select_for_update().order_by("pk")[:MOST_TOGETHER])
        pks = [row.pk for row in rows]
        Delivery.objects.filter(pk__in=pks).update(
            due_at=now + CLAIM, tries=F("tries") + 1, message_id=rows[0].message_id if rows else ""
        )
    return _read(pks)


def _read(pks: list[int]) -> list[Delivery]:
    rows = Delivery.objects.filter(pk__in=pks).select_related("notification__person", "hook")
    return list(rows.order_by("pk"))


def _sift(claimed: list[Delivery], now: datetime) -> list[Delivery]:
    """What is still to be told, and may be told at this hour. They are all one person's."""
    wants = wants_of(claimed[0].notification.person)
    letter = []
    for one in claimed:
        try:
            if _is_to_go(one, wants, now):
                letter.append(one)
        except Exception as fault:
            _set_aside([one], fault, shared=len(claimed) > 1)
    return letter


def _is_to_go(delivery: Delivery, wants: Wants, now: datetime) -> bool:
    notification = delivery.notification
    kind = notification.what
    if not kind.is_still_true():
        _finish([delivery], State.OUTDATED)
        return False
    if not channels.find(delivery.channel).asks_again:
        return True
    if why := _why_not(delivery, kind, wants):
        _finish([delivery], State.SUPPRESSED, error=why)
        return False
    quiet = wants.end_of_quiet(now) if kind.obeys_wishes else None
    if quiet:
        _hold(delivery, until=quiet)
    return quiet is None


def _why_not(delivery: Delivery, kind: Kind, wants: Wants) -> str:
    """What has changed since it was promised."""
    if delivery.channel not in wants.wish(kind)["channels"]:
        return SWITCHED_OFF
    return channels.find(delivery.channel).why_not(delivery, wants)


def _hold(delivery: Delivery, *, until: datetime) -> None:
    # At its first try nothing of it is out yet: it may still join others, or part from them.
    untried = {"tries": 0, "message_id": new_message_id()} if delivery.tries == 1 else {}
    Delivery.objects.filter(pk=delivery.pk).update(state=State.HELD, due_at=until, **untried)


def _change(letter: list[Delivery], **fields: object) -> None:
    """In one order, like whoever claims several: two then wait for each other's lock, not in a
    ring. What has come back before we knew that it was out stays so."""
    rows = Delivery.objects.filter(pk__in=[one.pk for one in letter], state__in=Delivery.OPEN)
    if len(letter) == 1:
        rows.update(**fields)
        return
    with transaction.atomic():
        pks = [row.pk for row in rows.select_for_update().only("pk").order_by("pk")]
        Delivery.objects.filter(pk__in=pks).update(**fields)


def _wait(letter: list[Delivery], waiting: Waiting) -> None:
    if letter[0].notification.created_at < moment.now() - lanes.LONGEST:
        _finish(letter, State.FAILED, error=str(waiting))
    else:
        lanes.wait_in(waiting.lane, letter, waiting)


def _finish(letter: list[Delivery], state: Delivery.State, *, error: str = "") -> None:
    _change(letter, state=state, done_at=moment.now(), last_error=error)
    told = [one.notification for one in letter if one.notification.what.forgets]
    if told:
        Notification.objects.filter(pk__in=[one.pk for one in told]).update(context={})
    for one in letter:
        log.info(
            "delivery",
            id=one.pk,
            kind=one.notification.kind,
            state=str(state),
            tries=one.tries,
            together=len(letter),
        )


def _postpone(letter: list[Delivery], failure: Exception) -> None:
    error = str(failure)
    tries = letter[0].tries
    if tries > len(PAUSES):
        _finish(letter, State.FAILED, error=error)
        return
    pause = (failure.pause if isinstance(failure, Later) else None) or PAUSES[tries - 1]
    if letter[0].notification.what.is_urgent:
        pause = min(pause, URGENT_PAUSE)
    _change(letter, due_at=moment.now() + pause, last_error=error)
    # What the server said stays in the row: it names the address, and a log keeps that too long.
    log.warning(
        "delivery postponed",
        id=letter[0].pk,
        tries=tries,
        error=type(failure.__cause__ or failure).__name__,
    )


def _set_aside(letter: list[Delivery], fault: Exception, *, shared: bool) -> None:
    """A fault of ours in one of them must hold up neither the others nor the sweep: what was to
    share a letter, of which nothing is out, goes by itself."""
    log.exception("delivery failed", id=letter[0].pk, kind=letter[0].notification.kind)
    if not shared:
        _postpone(letter, fault)
        return
    for one in letter:
        Delivery.objects.filter(pk=one.pk).update(
            state=State.QUEUED, due_at=moment.now(), tries=0, message_id=new_message_id()
        )

"""Mail that comes in: every way in ends here.

Other rooms connect what they make of it; this one knows how it arrives.
"""

import asyncio
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import DatabaseError, InterfaceError, close_old_connections
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

from notifications import returned, returning
from notifications.models import TakenMail
from notifications.services.keeping import keep_aside, note_taken

log = structlog.get_logger("oriflamme.post")

# A photo of 5 MB, as mail carries it, beside an answer; what is larger is refused unread.
LARGEST = 10_000_000
# A sender that says nothing for so long is hung up on.
PATIENCE = 60.0
LONGEST_ADDRESS, MOST_ADDRESSES = 320, 100
# Anybody may write there: a report with one of our letters in it.
LARGEST_REPORT = 500_000


class NotNow(Exception):
    """A mail that may come again later: nothing was kept of it."""


# What passes by itself. Redis and the broker carry no more than wake-ups, and may be away.
AWAY = (DatabaseError, InterfaceError, OSError, RedisError, BrokerError, NotNow)


class Receive(Protocol):
    def __call__(self, raw: bytes, *, recipients: Iterable[str] = ()) -> TakenMail.CameTo: ...


_connected: list[tuple[Receive, Callable[[str], bool]]] = []


def connect(receive: Receive, *, is_ours: Callable[[str], bool]) -> None:
    """`receive` takes a mail; `is_ours` tells whether an address can be one of those it awaits."""
    _connected[:] = [(receive, is_ours)]


def take_in(raw: bytes, *, recipients: Iterable[str] = ()) -> None:
    """Hand a mail on, and write down what came of it. If this raises, a service was away, or too
    much came that leads to nothing: nothing was kept of it and it may come again. A mail over
    which we fall is kept aside, for it would fell us each time."""
    recipients = tuple(recipients)
    try:
        came_to = _hand_on(raw, recipients)
    except AWAY:
        raise
    except Exception as fault:
        log.exception("mail kept aside")
        came_to = TakenMail.CameTo.KEPT
        if not keep_aside(raw, recipients, fault):
            raise NotNow from fault
    if not note_taken(raw, came_to):
        raise NotNow


def _hand_on(raw: bytes, recipients: tuple[str, ...]) -> TakenMail.CameTo:
    about_ours = returned.take_in(raw, recipients=recipients)
    if about_ours is not None:
        return TakenMail.CameTo.REPORT if about_ours else TakenMail.CameTo.NO_REPORT
    (receive, _is_ours) = _connected[0]
    return receive(raw, recipients=recipients)


def is_awaited(address: str) -> bool:
    (_receive, is_ours) = _connected[0]
    return returning.is_ours(address) or is_ours(address)


# Enough for answers typed by people, with a connection to the database each.
HANDS = 2
_threads = ThreadPoolExecutor(HANDS, thread_name_prefix="inbound")
Busy = Callable[[object], AbstractContextManager[None]]


class Listener:
    """aiosmtpd's handler: takes what is ours, and relays nothing for anybody. `busy` is told of
    each mail while a hand is at it."""

    def __init__(self, busy: Busy) -> None:
        self._busy = busy

    async def handle_RCPT(  # noqa: N802
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        options: list[str],
    ) -> str:
        if len(address) > LONGEST_ADDRESS or not is_awaited(address):
            return "550 5.1.1 Nobody has this address here"
        if len(envelope.rcpt_tos) == MOST_ADDRESSES:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """250 only once all that follows from the mail is committed; else the sender keeps it."""
        assert isinstance(envelope.content, bytes)
        if len(envelope.content) > LARGEST_REPORT and all(
            map(returning.is_for_staff, envelope.rcpt_tos)
        ):
            return "552 5.3.4 Too large for a report"
        # As whoever delivers writes it down (RFC 5321, 4.4): what nobody may answer says so there.
        is_bounce = envelope.mail_from in {"", "<>"}
        raw = (b"Return-Path: <>\r\n" if is_bounce else b"") + envelope.content
        try:
            await asyncio.get_running_loop().run_in_executor(
                _threads, self._take_in_and_let_go, raw, envelope.rcpt_tos
            )
        except NotNow as why:
            log.info("mail for later", why=type(why).__name__)
            return "451 4.7.0 Too much mail that plays nothing, try again later"
        except Exception:
            log.exception("mail not taken in, its sender will try again")
            return "451 4.3.0 Try again later"
        return "250 2.0.0 Taken in"

    def _take_in_and_let_go(self, raw: bytes, recipients: list[str]) -> None:
        close_old_connections()
        try:
            with self._busy(threading.get_ident()):
                take_in(raw, recipients=recipients)
        finally:
            close_old_connections()


def server(*, is_lmtp: bool = False, busy: Busy = lambda _work: nullcontext()) -> SMTP:
    """One conversation with a sending server."""
    kind = LMTP if is_lmtp else SMTP
    return kind(
        Listener(busy), data_size_limit=LARGEST, timeout=PATIENCE, ident="Oriflamme by post"
    )

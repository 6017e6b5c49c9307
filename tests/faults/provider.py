"""A mail provider with moods: it takes mail, is slow, hangs up after taking it, or is not there."""

import asyncio
import time
from dataclasses import dataclass
from email import message_from_bytes, policy

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from oriflamme_site.local.ground import free_port


@dataclass(frozen=True, slots=True)
class Arrival:
    message_id: str
    at: float


class Provider:
    """Keeps what it was given even where it never said so: that is what makes a double."""

    def __init__(self) -> None:
        self.port = free_port()
        self.arrivals: list[Arrival] = []
        self.seconds_to_take = 0.0
        # Of so many mails one is taken without a word: the connection ends before the 250.
        self.hangs_up_on_every = 0
        # Domains whose letters are put off, and when somebody tried.
        self.busy: set[str] = set()
        self.tried: list[float] = []
        self._controller: Controller | None = None

    async def handle_RCPT(  # noqa: N802
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        options: list[str],
    ) -> str:
        if address.rpartition("@")[2] in self.busy:
            self.tried.append(time.time())
            return "421 4.3.2 Too busy"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        head = message_from_bytes(envelope.content[:4000], policy=policy.default)
        self.arrivals.append(Arrival(str(head["Message-ID"]).strip(), time.time()))
        await asyncio.sleep(self.seconds_to_take)
        if self.hangs_up_on_every and len(self.arrivals) % self.hangs_up_on_every == 0:
            assert server.transport is not None
            server.transport.abort()
        return "250 kept"

    def open(self) -> None:
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    @property
    def thread(self) -> int | None:
        """The system's number of it."""
        running = self._controller and self._controller._thread
        return running.native_id if running else None

    def close(self) -> None:
        if self._controller:
            self._controller.stop()
            self._controller = None

"""Connections to the mail server are kept and used again: a worker's thread has one of its own.

A letter goes out at most once in one try. A kept connection may have died unnoticed, so what the
server has not begun to take is handed over once more by a new one; from the moment the letter's
text is on its way nobody knows what became of it, and the outbox decides.
"""

import contextlib
import os
import smtplib
import socket
import threading
import time

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends import smtp
from django.core.mail.message import sanitize_address

from notifications.channels.email import signing

# Servers close what says nothing for minutes, and some take a hundred letters and no more.
MOST_IDLE, ASKED_AFTER, MOST_LETTERS = 60.0, 2.0, 90

Server = smtplib.SMTP


class _Kept(threading.local):
    server: Server | None = None
    # Of which process and for which server, since when idle, and how many letters it has taken.
    process = 0
    whose: tuple[object, ...] = ()
    idle_since = 0.0
    letters = 0


_kept = _Kept()


class _DiedUnused(Exception):
    """Before the server took anything of this letter."""

    def __init__(self, why: Exception) -> None:
        super().__init__(str(why))
        self.why = why


class EmailBackend(smtp.EmailBackend):
    """Django's, whose connection outlives it."""

    connection: Server | None
    _is_kept: bool = False
    _letters: int = 0

    def open(self) -> bool | None:
        if self.connection:
            return False
        self.connection = self._found()
        self._is_kept = self.connection is not None
        self._letters = _kept.letters if self._is_kept else 0
        return True if self._is_kept else self._begin()

    def _begin(self) -> bool | None:
        begun = super().open()
        if self.connection is not None and self.connection.sock is not None:
            _notice_its_end(self.connection.sock)
        return begun

    def close(self) -> None:
        """Keep it; what is broken has been given up before."""
        server, self.connection = self.connection, None
        if server is None or server.sock is None:
            return
        if self._letters >= MOST_LETTERS:
            _end(server)
            return
        _kept.server, _kept.process, _kept.whose = server, os.getpid(), self._whose()
        _kept.idle_since, _kept.letters = time.monotonic(), self._letters

    def _whose(self) -> tuple[object, ...]:
        return (self.host, self.port, self.username, self.use_tls, self.use_ssl)

    def _found(self) -> Server | None:
        server, _kept.server = _kept.server, None
        if server is None:
            return None
        if _kept.process != os.getpid():
            server.close()  # the parent's: not a word to its server
            return None
        idle = time.monotonic() - _kept.idle_since
        if idle > MOST_IDLE or _kept.whose != self._whose():
            _end(server)
            return None
        return server if idle < ASKED_AFTER or _answers(server) else None

    def _send(self, email_message: EmailMessage) -> bool:
        if not email_message.recipients():
            return False
        try:
            self._hand_over(email_message)
        except _DiedUnused as died:
            self._give_up()
            if not self._is_kept:
                raise died.why from died
            self._is_kept = False
            self._begin()
            return self._send(email_message)
        except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused):
            # Said no to one letter; the next is another's.
            _reset(self.connection)
            raise
        except Exception:
            self._give_up()
            raise
        self._letters += 1
        return True

    def _hand_over(self, mail: EmailMessage) -> None:
        server = self.connection
        assert server is not None
        encoding = mail.encoding or "utf-8"
        # Django's messages know it.
        content = signing.signed(mail.message().as_bytes(linesep="\r\n"))  # type: ignore[call-arg]
        sender = sanitize_address(mail.from_email, encoding)
        try:
            server.ehlo_or_helo_if_needed()
            size = [f"size={len(content)}"] if server.does_esmtp and server.has_extn("size") else []
            code, said = server.mail(sender, size)
            if code == 421:  # it has had enough of this connection
                raise smtplib.SMTPServerDisconnected(f"421 {said!r}")
            refused = {}
            if code == 250:
                for recipient in mail.recipients():
                    answer = server.rcpt(sanitize_address(recipient, encoding))
                    if answer[0] not in {250, 251}:
                        refused[recipient] = answer
        except (smtplib.SMTPServerDisconnected, OSError) as lost:
            raise _DiedUnused(lost) from lost
        if code != 250:
            raise smtplib.SMTPSenderRefused(code, said, sender)
        if refused:  # a letter has one reader
            raise smtplib.SMTPRecipientsRefused(refused)
        code, said = server.data(content)
        if code != 250:
            raise smtplib.SMTPDataError(code, said)

    def _give_up(self) -> None:
        server, self.connection = self.connection, None
        if server is not None:
            server.close()


def forget() -> None:
    """End the connection of this thread, as when the settings have changed."""
    server, _kept.server = _kept.server, None
    if server is not None:
        _end(server)


def _notice_its_end(sock: socket.socket) -> None:
    """A server that has gone without a word while its connection was kept shall not cost the next
    letter a whole time-out. What is on its way has as long as any answer."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in settings.SOCKET_OPTIONS.items():
        sock.setsockopt(socket.IPPROTO_TCP, option, value)
    if patience := getattr(socket, "TCP_USER_TIMEOUT", None):
        sock.setsockopt(socket.IPPROTO_TCP, patience, settings.EMAIL_TIMEOUT * 1000)


def _answers(server: Server) -> bool:
    with contextlib.suppress(smtplib.SMTPException, OSError):
        if server.noop()[0] == 250:
            return True
    server.close()
    return False


def _reset(server: Server | None) -> None:
    with contextlib.suppress(smtplib.SMTPException, OSError):
        if server is not None and server.sock is not None:
            server.rset()


def _end(server: Server) -> None:
    with contextlib.suppress(smtplib.SMTPException, OSError):
        server.quit()
    server.close()

"""One connection to the mail server does for many letters, and none goes out twice."""

import contextlib
import os
import smtplib
import socket
import socketserver
import threading
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.mail import EmailMessage

from notifications.channels.email import keeping
from tests import bounded
from tests.pace import PATIENCE


class Server(socketserver.ThreadingTCPServer):
    """Speaks as much SMTP as it takes, and has its moods by the number of the connection."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.connections = 0
        self.taken: list[bytes] = []
        self.said: list[str] = []
        # After how many letters a connection is closed in silence, or says 421 to the next.
        self.closes_after = 0
        self.has_enough_after = 0
        self.has_had_enough = False
        # Takes the text of the so manieth letter and hangs up without a word.
        self.swallows = 0

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class Talk(socketserver.StreamRequestHandler):
    server: Server

    def handle(self) -> None:
        self.server.connections += 1
        letters = 0
        self._say("220 here")
        bound = bounded()
        while next(bound) and (line := self.rfile.readline().decode().strip()):
            verb = line.split()[0].upper()
            self.server.said.append(verb)
            if verb == "EHLO":
                self._say("250 here")
            elif verb == "MAIL" and (
                self.server.has_had_enough or (letters and letters == self.server.has_enough_after)
            ):
                self._say("421 enough of you")
                return
            elif verb == "RCPT" and "nobody" in line:
                self._say("550 5.1.1 nobody of that name")
            elif verb == "DATA":
                self._say("354 go on")
                content = b""
                inner = bounded()
                while next(inner) and (part := self.rfile.readline()) not in {b".\r\n", b""}:
                    content += part
                self.server.taken.append(content)
                letters += 1
                if len(self.server.taken) == self.server.swallows:
                    return
                self._say("250 kept")
                if letters == self.server.closes_after:
                    return
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as standing:
        threading.Thread(target=standing.serve_forever, args=(0.01,), daemon=True).start()
        yield standing
        keeping.forget()
        standing.shutdown()


def send(server: Server, to: str = "ann@example.test") -> None:
    line = keeping.EmailBackend(host="127.0.0.1", port=server.port, username="", timeout=PATIENCE)
    EmailMessage("hello", "text", "post@site.test", [to], connection=line).send()


def test_many_letters_share_one_connection(server: Server) -> None:
    for _ in range(5):
        send(server)
    assert (server.connections, len(server.taken)) == (1, 5)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux' own")
def test_a_server_that_goes_without_a_word_is_noticed(server: Server) -> None:
    send(server)
    kept = keeping._kept.server
    assert kept is not None
    assert kept.sock is not None
    assert kept.sock.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    assert kept.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 3
    # No sooner than it is given up anyway: what is on its way would be sent again.
    patience = kept.sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert patience == settings.EMAIL_TIMEOUT * 1000


@pytest.mark.parametrize("mood", ["closes_after", "has_enough_after"])
def test_a_connection_that_died_is_made_anew_and_nothing_goes_twice(
    server: Server, mood: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    setattr(server, mood, 2)
    for _ in range(5):
        send(server)
    assert (server.connections, len(server.taken)) == (3, 5)


def test_who_turns_a_new_connection_away_is_not_asked_again_at_once(server: Server) -> None:
    server.has_had_enough = True
    with pytest.raises(smtplib.SMTPServerDisconnected, match="421"):
        send(server)
    assert (server.connections, len(server.taken)) == (1, 0)


def test_a_letter_that_was_swallowed_is_not_handed_over_again(server: Server) -> None:
    """Nobody knows whether it is out: the outbox tries again later, under the same Message-ID."""
    server.swallows = 2
    send(server)
    with pytest.raises(OSError, match="closed"):
        send(server)
    assert len(server.taken) == 2
    send(server)
    assert (server.connections, len(server.taken)) == (2, 3)


def test_a_no_to_one_letter_is_not_held_against_the_next(server: Server) -> None:
    send(server)
    with pytest.raises(Exception, match="nobody of that name"):
        send(server, "nobody@example.test")
    assert server.said[-1] == "RSET"
    send(server)
    assert (server.connections, len(server.taken)) == (1, 2)


def test_who_was_idle_is_asked_whether_it_still_answers(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "ASKED_AFTER", 0.0)
    send(server)
    send(server)
    assert "NOOP" in server.said
    assert server.connections == 1
    monkeypatch.setattr(keeping, "MOST_IDLE", 0.0)
    send(server)
    assert server.connections == 2


def test_a_connection_takes_so_many_letters_and_no_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_LETTERS", 2)
    for _ in range(5):
        send(server)
    assert server.connections == 3


def test_a_child_process_does_not_speak_on_its_parents_connection(server: Server) -> None:
    send(server)
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            send(server)
            os._exit(0)
        os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    send(server)
    assert (server.connections, len(server.taken)) == (2, 3)


def test_threads_have_connections_of_their_own(server: Server) -> None:
    send(server)
    other = threading.Thread(target=send, args=(server,))
    other.start()
    other.join(PATIENCE)
    send(server)
    assert (server.connections, len(server.taken)) == (2, 3)

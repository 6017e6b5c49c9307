"""A way to a server that a test can cut and mend."""

import contextlib
import socket
import threading

from tests import bounded


class Relay:
    """Passes on what comes to a port of this machine, in both directions."""

    def __init__(self, to: tuple[str, int], port: int) -> None:
        self.to, self.port = to, port
        self._open: set[socket.socket] = set()
        self._listening: socket.socket | None = None

    def __enter__(self) -> "Relay":
        self.let_through()
        return self

    def __exit__(self, *_: object) -> None:
        self.hang_up()

    def let_through(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def hang_up(self) -> None:
        """Nobody listens any more, and whoever was connected is cut off."""
        if self._listening:
            # Closing alone does not wake who waits in accept.
            with contextlib.suppress(OSError):
                self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _accept(self, listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            bound = bounded(1_000_000)
            while True:
                next(bound)
                here, _address = listening.accept()
                there = socket.create_connection(self.to)
                # Noted before it is looked whether all was cut meanwhile: nothing slips through.
                self._open |= {here, there}
                if listening.fileno() < 0:
                    here.close()
                    there.close()
                    return
                for ways in ((here, there), (there, here)):
                    threading.Thread(target=self._pass_on, args=ways, daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            bound = bounded(1_000_000)
            while next(bound) and (said := one.recv(65536)):
                other.sendall(said)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)
        self._open.discard(one)
        one.close()

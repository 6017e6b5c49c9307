"""A mail server that delivers nothing: it keeps each message as a file.

Run as `python -m oriflamme_site.local.mailcatcher PORT DIRECTORY`.
"""

import asyncio
import os
import secrets
import signal
import sys
import time
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session

LARGEST = 30 * 1024 * 1024


class Keep:
    def __init__(self, directory: Path) -> None:
        self.directory = directory

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Write beside and rename, so that nobody ever reads half a message."""
        # The name sorts by time of arrival and says nothing of the content.
        name = f"{time.time_ns():020d}-{secrets.token_hex(4)}"
        half = self.directory / f".{name}"
        to = ", ".join(envelope.rcpt_tos)
        head = f"X-Envelope-From: {envelope.mail_from}\r\nX-Envelope-To: {to}\r\n"
        assert isinstance(envelope.content, bytes)
        half.write_bytes(head.encode() + envelope.content)
        half.rename(self.directory / f"{name}.eml")
        return "250 kept"


async def serve(port: int, directory: Path) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: SMTP(Keep(directory), data_size_limit=LARGEST, enable_SMTPUTF8=True),
        "127.0.0.1",
        port,
    )
    stopped = asyncio.Event()
    for sent in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sent, stopped.set)
    print(f"keeps mail in {directory}", flush=True)  # noqa: T201  this is its log
    await stopped.wait()
    server.close()


if __name__ == "__main__":
    os.umask(0o077)
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2])))

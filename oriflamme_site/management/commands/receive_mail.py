import asyncio
import os
import signal
import sys
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from notifications import inbound
from oriflamme_site import watchdog


class Command(BaseCommand):
    # They would load every page, which nobody asks of this process; the site itself runs them.
    requires_system_checks = ()
    help = "Take in a mail from standard input, or listen for mail by SMTP or LMTP."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--listen", metavar="HOST:PORT", help="listen instead of reading one")
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP instead of SMTP")
        parser.add_argument(
            "recipients", nargs="*", help="addresses of the envelope, where the pipe knows them"
        )

    def handle(
        self,
        *args: object,
        listen: str | None,
        lmtp: bool,
        recipients: list[str],
        **options: object,
    ) -> None:
        if listen is None:
            try:
                inbound.take_in(sys.stdin.buffer.read(inbound.LARGEST + 1), recipients=recipients)
            except inbound.AWAY as why:
                raise CommandError(
                    "Not now. Hand this mail on again later.", returncode=os.EX_TEMPFAIL
                ) from why
            return
        host, _, port = listen.rpartition(":")
        if not host or not port.isdecimal():
            raise CommandError("--listen wants an address and a port, like 127.0.0.1:2525.")
        asyncio.run(_listen(host.strip("[]"), int(port), lmtp))


async def _listen(host: str, port: int, is_lmtp: bool) -> None:
    loop = asyncio.get_running_loop()
    hands = watchdog.Hands(inbound.HANDS)
    watchdog.watch(loop, hands.all_hang)
    listening = await loop.create_server(
        lambda: inbound.server(is_lmtp=is_lmtp, busy=hands.busy), host, port
    )
    stopped = asyncio.Event()
    for sent in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sent, stopped.set)
    inbound.log.info("listening for mail", host=host, port=port)
    await stopped.wait()
    listening.close()

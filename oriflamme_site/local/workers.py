"""Worker, beat, clock, callers and mail listener of one machine, from one image of the code in
memory: each that loaded it anew would cost 50 MB more. Run by the launcher.

Run as `python -m oriflamme_site.local.workers SCHEDULE MAIL_PORT`.
"""

import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from django.core.management import execute_from_command_line

from oriflamme_site import commands
from oriflamme_site.celery import app


def main(schedule: str, mail_port: str) -> int:
    app.loader.import_default_modules()
    # A child's collector would write to every page it shares with its parent, and so copy it.
    gc.collect()
    gc.freeze()
    children = [
        _fork("worker", app.start, commands.small_worker(schedule)),
        _fork("clock", app.start, commands.small_clock()),
        _fork("devices", app.start, commands.caller("devices")),
        _fork("hooks", app.start, commands.caller("hooks")),
        _fork("post", execute_from_command_line, commands.post("127.0.0.1", int(mail_port))),
    ]

    def stop(*_: object) -> None:
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    # One that ends by itself takes the others with it: the launcher starts all again.
    ended, status = os.wait()
    children.remove(ended)
    stop()
    for child in children:
        os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _fork(part: str, run: Callable[[list[str]], object], argv: list[str]) -> int:
    child = os.fork()
    if child:
        return child
    os.environ["PART"] = part
    run(argv[1:])
    sys.exit()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

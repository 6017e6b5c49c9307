"""`make play`: start everything, watch it, stop it in good order."""

import contextlib
import json
import os
import secrets
import signal
import socket
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from oriflamme_site import commands
from oriflamme_site.local.children import Child, Guard, stop
from oriflamme_site.local.ground import (
    check_database,
    check_port,
    check_redis,
    free_port,
    localhost_leads_to,
    lock,
    own_addresses,
)
from oriflamme_site.local.postgres import Postgres
from oriflamme_site.local.problems import Problem
from oriflamme_site.local.terminal import Terminal
from oriflamme_site.local.valkey import Valkey

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent
DATABASE = "oriflamme"
START_WITHIN = 90.0
STOP_WITHIN = 5.0
# A part that dies is started again, but not for ever.
RESTARTS = 5
RESTARTS_WITHIN = 60.0


class Stopped(Exception):
    """Somebody asked the launcher to stop."""


class Launcher:
    def __init__(self, *, host: str, port: int, data_dir: Path, terminal: Terminal) -> None:
        self.host = host
        self.port = port
        self.dir = data_dir
        self.terminal = terminal
        self.starters: dict[str, Callable[[], Child]] = {}
        self.children: dict[str, Child] = {}
        self.deaths: dict[str, list[float]] = {}

    def run(self) -> None:
        os.umask(0o077)  # whatever we and our children write is its owner's alone
        self.dir.mkdir(parents=True, exist_ok=True)
        self.dir.chmod(0o711)  # PostgreSQL may have to pass through as another user
        (self.dir / "ready.json").unlink(missing_ok=True)
        check_port(self.host, self.port)
        self.guard = Guard()
        try:
            database_url, redis_url = self._addresses()
            env = self._environment(database_url, redis_url)
            self._mail_catcher(env)
            self._application(env)
            self._services()
            self._prepare(env)
            self._wait_until_ready()
            self._announce(env)
            self._watch()
        finally:
            # From here on a second Ctrl-C must not leave anything half stopped.
            for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(sent, signal.SIG_IGN)
            (self.dir / "ready.json").unlink(missing_ok=True)
            self._stop()
            self.guard.dismiss()

    # --- starting ----------------------------------------------------------------------

    def _addresses(self) -> tuple[str, str]:
        """Where PostgreSQL and Redis are, or will be: those given, or our own."""
        password = self._secret("service-password")
        self.postgres: Postgres | None = None
        self.valkey: Valkey | None = None
        database_url = os.environ.get("DATABASE_URL", "")
        if database_url:
            check_database(database_url)
        else:
            self.postgres = Postgres(self.dir / "postgres", port=free_port(), password=password)
            database_url = self.postgres.url(DATABASE)
        redis_url = os.environ.get("REDIS_URL", "")
        if redis_url:
            check_redis(redis_url)
        else:
            self.valkey = Valkey(self.dir / "valkey", port=free_port(), password=password)
            redis_url = self.valkey.url
        return database_url, redis_url

    def _services(self) -> None:
        postgres, valkey = self.postgres, self.valkey
        if valkey:
            self._start("valkey", lambda: valkey.start(self.terminal.line))
        if postgres:
            self._start("postgres", lambda: postgres.start(self.terminal.line))
            postgres.wait(self.children["postgres"])
            postgres.ensure_database(DATABASE)
        if valkey:
            valkey.wait(self.children["valkey"])

    def _environment(self, database_url: str, redis_url: str) -> dict[str, str]:
        run = self.dir / "run"
        run.mkdir(exist_ok=True)
        run.chmod(0o700)
        self.smtp_port, self.answer_port = free_port(), free_port()
        hosts = {"localhost", "127.0.0.1", "[::1]", self.host, socket.gethostname()}
        if self.host in {"0.0.0.0", "::"}:  # noqa: S104  asked for by HOST
            # Any page whose name leads here could ask in this machine's name otherwise.
            hosts = (hosts - {self.host}) | own_addresses()
        hosts |= {name for name in os.environ.get("ALLOWED_HOSTS", "").split(",") if name}
        here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        numeric = f"[{here}]" if ":" in here else here
        self.readiness = f"http://{numeric}:{self.port}/readyz"
        # A passkey belongs to a name, and a number is none; both are served.
        shown = "localhost" if localhost_leads_to(here, self.port) else numeric
        return {
            # The admin of the demo comes in by password; whoever wants it otherwise says so.
            "STAFF_SECOND_FACTOR": "no",
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "oriflamme_site.settings",
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "LOCAL_DIR": str(self.dir),
            "READY_DIR": str(run),
            "SECRET_KEY": self._secret("secret-key"),
            # Any 32 bytes are a key.
            "PUSH_KEY": self._secret("push-key", length=32),
            "ALLOWED_HOSTS": ",".join(sorted(hosts)),
            "SITE_URL": f"http://{shown}:{self.port}",
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "EMAIL_URL": f"smtp://127.0.0.1:{self.smtp_port}",
            "MAIL_FROM": "Oriflamme by post <post@oriflamme.test>",
        }

    def _mail_catcher(self, env: dict[str, str]) -> None:
        module = "oriflamme_site.local.mailcatcher"
        argv = ["python", "-m", module, str(self.smtp_port), str(self.dir / "mail")]
        self._start_ours("mail", argv, env)

    def _application(self, env: dict[str, str]) -> None:
        """All parts load their code while the services start and the database is prepared. Web
        and post wait to be asked, and nobody knows their addresses yet; worker and clock wait
        for a file."""
        run = self.dir / "run"
        for said in ("worker", "clock", "beat", "prepared"):
            (run / said).unlink(missing_ok=True)
        counted = run / "metrics"
        counted.mkdir(exist_ok=True)
        for old in counted.glob("*.db"):
            old.unlink()
        told = [str(run / "beat-schedule"), str(self.answer_port)]
        workers = ["python", "-m", "oriflamme_site.local.workers", *told]
        self._start_ours("worker", workers, env | {"WAIT_FOR": str(run / "prepared")})
        web = commands.small_web(self.host, self.port)
        self._start_ours("web", web, env | {"PROMETHEUS_MULTIPROC_DIR": str(counted)})

    def _prepare(self, env: dict[str, str]) -> None:
        """Migrate and fill; nothing works on the database by itself before that is done."""
        self._start_ours("prepare", ["python", "-m", "oriflamme_site.local.prepare"], env)
        code = self.children["prepare"].process.wait()
        del self.starters["prepare"], self.children["prepare"]
        if code:
            raise Problem("The database could not be brought up to date; the lines above say why.")
        (self.dir / "run" / "prepared").touch()

    def _start_ours(self, name: str, argv: list[str], env: dict[str, str]) -> None:
        full = [str(BIN / argv[0]), *argv[1:]]
        if argv[1] == "manage.py":  # wherever the launcher was started
            full[1] = str(ROOT / argv[1])
        named = env | {"PART": name}
        self._start(name, lambda: Child(name, full, env=named, log=self.terminal.line))

    def _start(self, name: str, starter: Callable[[], Child]) -> None:
        self.starters[name] = starter
        self.children[name] = starter()
        self.guard.add(self.children[name])

    def _wait_until_ready(self) -> None:
        until = time.monotonic() + START_WITHIN
        waiting = {"web", "worker", "clock", "beat", "mail", "post"}
        while waiting:
            for name, child in self.children.items():
                if not child.is_running:
                    raise Problem(f"The {name} ended while starting; its own lines say why.")
            for name in sorted(waiting):
                if self._is_ready(name):
                    waiting.discard(name)
            if time.monotonic() > until:
                raise Problem(f"Not ready after {START_WITHIN:.0f} s: {', '.join(waiting)}.")
            time.sleep(0.05)

    def _is_ready(self, name: str) -> bool:
        if name == "web":
            try:
                with urllib.request.urlopen(self.readiness, timeout=5) as answer:  # noqa: S310
                    return bool(answer.status == 200)
            except OSError:
                return False
        ports = {"mail": self.smtp_port, "post": self.answer_port}
        if name in ports:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", ports[name]), 1).close()
                return True
            return False
        return (self.dir / "run" / name).exists()

    def _announce(self, env: dict[str, str]) -> None:
        site = env["SITE_URL"]
        keys = self.dir / "demo.json"
        ready: dict[str, object] = {
            "pid": os.getpid(),
            "site": f"{site}/",
            "api": f"{site}/api/v1/",
            "api_docs": f"{site}/api/v1/docs",
            "mailbox": f"{site}/mailbox/",
            "admin": f"{site}/admin/",
            "database_url": env["DATABASE_URL"],
            "redis_url": env["REDIS_URL"],
            "smtp": f"127.0.0.1:{self.smtp_port}",
            "answers": f"smtp://127.0.0.1:{self.answer_port}",
            "data_dir": str(self.dir),
            "people": json.loads(keys.read_text()) if keys.exists() else [],
        }
        self.terminal.ready(ready)
        half = self.dir / "ready.json.new"
        with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            json.dump(ready, out, indent=1)
        half.rename(self.dir / "ready.json")

    # --- running and stopping ------------------------------------------------------------

    def _watch(self) -> None:
        while True:
            for name, child in list(self.children.items()):
                if not child.is_running:
                    self._start_again(name, child)
            time.sleep(0.2)

    def _start_again(self, name: str, child: Child) -> None:
        now = time.monotonic()
        recent = [at for at in self.deaths.get(name, []) if at > now - RESTARTS_WITHIN]
        self.deaths[name] = [*recent, now]
        if len(recent) >= RESTARTS:
            raise Problem(f"The {name} keeps ending; its own lines say why.")
        code = child.process.returncode
        self.terminal.say(f"The {name} ended (code {code}) and is started again.")
        child.end(by=now)  # what is left of its family
        self._start(name, self.starters[name])

    def _stop(self) -> None:
        """First what uses the services, then the services."""
        used = {"postgres", "valkey", "mail"}
        first = [child for name, child in self.children.items() if name not in used]
        last = [child for name, child in self.children.items() if name in used]
        stop(first, within=STOP_WITHIN)
        stop(last, within=STOP_WITHIN)

    def _secret(self, name: str, *, length: int = 48) -> str:
        """A random secret that stays the same as long as the directory does."""
        file = self.dir / name
        if not file.exists():
            with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
                out.write(secrets.token_urlsafe(length))
        return file.read_text()


def main() -> int:
    terminal = Terminal(form=os.environ.get("LOG_FORMAT", "text"))

    def asked_to_stop(_signal: int, _frame: object) -> None:
        raise Stopped

    for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sent, asked_to_stop)
    try:
        port = os.environ.get("PORT") or "8000"
        if not port.isdecimal() or not 0 < int(port) < 65536:
            raise Problem(f"PORT must be a number from 1 to 65535, not {port!r}.")
        data_dir = Path(os.environ.get("DATA_DIR") or ROOT / ".oriflamme").absolute()
        lock(data_dir)
        Launcher(
            host=os.environ.get("HOST") or "127.0.0.1",
            port=int(port),
            data_dir=data_dir,
            terminal=terminal,
        ).run()
    except Stopped:
        terminal.say("Stopped.")
        return 0
    except Problem as problem:
        print(problem, file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

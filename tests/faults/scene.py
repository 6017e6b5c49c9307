"""Everything that runs in production, as processes that can be killed one by one."""

import contextlib
import os
import random
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from oriflamme_site import commands
from oriflamme_site.local.children import Child, Guard, stop
from oriflamme_site.local.ground import free_port
from oriflamme_site.local.valkey import Valkey
from tests.faults.provider import Provider
from tests.tables import DATABASE, copy_of_kept

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent


class Scene:
    """PostgreSQL with fsync, Valkey, a mail provider, workers and beats; the settings to use them.

    Make it before Django reads its settings, from the main thread.
    """

    def __init__(self, room: Path) -> None:
        self._room = room
        self._guard = Guard()
        self._children: list[Child] = []
        self.complaints: list[str] = []
        self.provider = Provider()
        self._env = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "oriflamme_site.settings",
            "LOCAL_DIR": str(room),
            "SECRET_KEY": secrets.token_urlsafe(50),
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_URL": "http://127.0.0.1",
            "EMAIL_URL": f"smtp://127.0.0.1:{self.provider.port}",
            "MAIL_FROM": "Oriflamme by post <post@oriflamme.test>",
            "OPERATOR_MAIL": "operator@oriflamme.test",
            "LOG_LEVEL": "WARNING",
        }
        # Before the tables, which are made with these settings where nobody has made them yet.
        os.environ.update(self._env | {"DATABASE_WITHOUT_POOL": "1"})
        self._postgres = copy_of_kept(room / "postgres", durable=True)
        self._valkey = Valkey(room / "valkey", port=free_port(), password="fault")
        self._database = self._keep(self._postgres.start(self._listen))
        self._redis = self._keep(self._valkey.start(self._listen))
        self._postgres.wait(self._database)
        self._valkey.wait(self._redis)
        where = {"DATABASE_URL": self._postgres.url(DATABASE), "REDIS_URL": self._valkey.url}
        self._env |= where
        os.environ.update(where)

    # --- parts that come and go ---------------------------------------------------------------

    def start_worker(self, **env: str) -> Child:
        argv = commands.worker()
        return self._keep(self._child("worker", argv, **env))

    def start_thinker(self) -> Child:
        return self._keep(self._child("thinker", commands.thinker()))

    def start_clock(self, **env: str) -> Child:
        return self._keep(self._child("clock", commands.clock(), **env))

    def by_a_wrong_clock(self, hours: float) -> dict[str, str]:
        """What a part is started with whose machine's clock is so far off."""
        wrong = self._room / f"{hours:+g}h"
        wrong.mkdir(exist_ok=True)
        # Read by each Python that finds it.
        (wrong / "sitecustomize.py").write_text(
            "import datetime, time_machine\n"
            "now = datetime.datetime.now(datetime.UTC)\n"
            f"time_machine.travel(now + datetime.timedelta(hours={hours})).start()\n"
        )
        return {"PYTHONPATH": f"{wrong}:{ROOT}"}

    def start_beat(self, name: str = "beat") -> Child:
        return self._keep(self._child(name, commands.beat(str(self._room / name))))

    def start_web(
        self, port: int, around: tuple[str, ...] = (), *, workers: int = 1, **env: str
    ) -> Child:
        name, *words = commands.small_web("127.0.0.1", port)
        words[words.index("--workers") + 1] = str(workers)
        argv = [*around, str(BIN / name), *words]
        return self._keep(Child("web", argv, env=self._env | env, log=self._listen))

    def start_post(self, port: int) -> Child:
        return self._keep(self._child("post", commands.post("127.0.0.1", port)))

    def start_beside(self, name: str, argv: list[str]) -> Child:
        """What is not ours: a monitor."""
        return self._keep(Child(name, argv, env=self._env, log=self._listen))

    def freeze(self, child: Child, *, thaw: bool = False) -> None:
        os.killpg(child.process.pid, signal.SIGCONT if thaw else signal.SIGSTOP)

    def stop(self, child: Child) -> None:
        """In good order."""
        stop([child], within=20)

    def stop_redis(self) -> None:
        stop([self._redis], within=20)

    def start_redis(self) -> None:
        self._redis = self._keep(self._valkey.start(self._listen))
        self._valkey.wait(self._redis)

    def restart_postgres(self) -> None:
        """As an operator's upgrade does it: everybody is cut off."""
        stop([self._database], within=20)
        self._database = self._keep(self._postgres.start(self._listen))
        self._postgres.wait(self._database)

    def empty_and_kill_redis(self) -> None:
        """All it knew is gone, and nobody was told."""
        os.kill(self._redis.process.pid, signal.SIGKILL)
        self._redis.process.wait()
        shutil.rmtree(self._room / "valkey")
        self.start_redis()

    def kill_a_hand(self, worker: Child, rng: random.Random) -> bool:
        """-9 for one of the processes that do a worker's tasks. It forks another."""
        hands = _children_of(worker.process.pid)
        if not hands:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(hands), signal.SIGKILL)
            return True
        return False

    def kill_oldest_hand(self, child: Child) -> bool:
        """The same for the one of them that has lived longest."""
        hands = _children_of(child.process.pid)  # in the order of their birth
        if not hands:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(hands[0], signal.SIGKILL)
        return True

    def processes(self) -> dict[str, list[Path]]:
        """Where /proc tells of each part and of all that it has forked."""
        return {
            child.name: [Path(f"/proc/{pid}/stat") for pid in _descent(child.process.pid)]
            for child in self._children
            if child.process.poll() is None
        }

    def kill(self, child: Child) -> None:
        """-9 for a part and all it has forked."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.process.pid, signal.SIGKILL)
        child.process.wait()

    def end(self) -> None:
        stop([c for c in self._children if c not in (self._database, self._redis)], within=5)
        self.provider.close()
        stop([self._database, self._redis], within=5)
        self._guard.dismiss()

    def _child(self, name: str, argv: list[str], **env: str) -> Child:
        return Child(name, [BIN / argv[0], *argv[1:]], env=self._env | env, log=self._listen)

    def _keep(self, child: Child) -> Child:
        self._children.append(child)
        self._guard.add(child)
        return child

    def _listen(self, part: str, line: str) -> None:
        self.complaints.append(f"{part}: {line}")


def _children_of(pid: int) -> list[int]:
    try:
        listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(child) for child in listed.split()]


def _descent(pid: int) -> list[int]:
    return [pid, *(one for child in _children_of(pid) for one in _descent(child))]


@contextlib.contextmanager
def scene() -> Iterator[Scene]:
    room = Path(tempfile.mkdtemp(prefix="oriflamme-faults-"))
    room.chmod(0o711)
    try:
        made = Scene(room)
        try:
            yield made
        finally:
            made.end()
    finally:
        shutil.rmtree(room, ignore_errors=True)


def wait_until(what: str, is_so, *, seconds: float) -> None:  # type: ignore[no-untyped-def]
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if is_so():
            return
        time.sleep(0.1)
    raise TimeoutError(f"{what}: not within {seconds:g} s")

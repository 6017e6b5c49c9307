"""docker-compose.yml in a real engine: it starts, plays, writes, scales, rolls, heals and is backed
up.

    python -m tests.containers [--rate 20] [--rolls 1] [--keep]         (make containers)

Asks for a Docker engine with compose, as root or in its group, on this machine, and for the images
that the file names; where no registry is in reach, `tests/containers/images.sh` makes stand-ins of
Debian's packages. It works on a copy of this checkout, under a name of its own, and takes away what
it has made. Says what is missing and exits with 2; exits with 1 if something is not as promised.
"""

import argparse
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import requests
import yaml

from oriflamme_site.local.ground import free_port
from tests import bounded

ROOT = Path(__file__).parents[2]
FILE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
PROJECT = "oriflamme-trial"
PARTS = ("web", "worker", "clock", "thinker", "devices", "hooks", "post", "beat")
PATIENCE = 600


class Engine:
    def __init__(self, room: Path) -> None:
        self.room = room
        self.port, self.answers = free_port(), free_port()
        password, self.secret = secrets.token_hex(12), secrets.token_urlsafe(50)
        self.password = password
        text = (ROOT / ".env.example").read_text()
        for name, value in {
            "SECRET_KEY": self.secret,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_URL": "https://127.0.0.1",
            "POSTGRES_PASSWORD": password,
            "DATABASE_URL": f"postgres://oriflamme:{password}@postgres:5432/oriflamme",
        }.items():
            text = re.sub(rf"(?m)^{name}=.*$", f"{name}={value}", text)
        # All write to one domain here, and come from one address.
        text += "\nMAIL_RATE=1000\nAPI_LIMIT_ADDRESS=1000000\n"
        text += "API_LIMIT_READS=1000000\nAPI_LIMIT_WRITES=1000000\n"
        text += f"WEB_ADDRESS=127.0.0.1:{self.port}\nANSWER_ADDRESS=127.0.0.1:{self.answers}\n"
        (room / ".env").write_text(text)
        self.env = {**os.environ, "COMPOSE_PROJECT_NAME": PROJECT, "DOCKER_BUILDKIT": "0"}

    def run(self, *words: str, check: bool = True) -> str:
        done = subprocess.run(
            words, cwd=self.room, env=self.env, check=False, capture_output=True, text=True
        )
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(words)}: {done.stdout[-2000:]}{done.stderr[-3000:]}")
        return done.stdout

    def compose(self, *words: str) -> str:
        return self.run("docker", "compose", *words)

    def containers(self, part: str) -> list[str]:
        return self.compose("ps", "-q", part).split()

    def facts(self, container: str) -> dict:  # type: ignore[type-arg]
        found: dict = json.loads(self.run("docker", "inspect", container))[0]  # type: ignore[type-arg]
        return found

    def health(self, container: str) -> str:
        state = self.facts(container)["State"]
        return str(state.get("Health", {}).get("Status", state["Status"]))

    def address(self, part: str) -> str:
        (network,) = self.facts(self.containers(part)[0])["NetworkSettings"]["Networks"].values()
        return str(network["IPAddress"])

    def processes(self, container: str) -> list[int]:
        """Its numbers on this machine, the first process first."""
        told = self.run("docker", "top", container, "-o", "pid").split()[1:]
        return sorted(map(int, told))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rate", type=float, default=20, help="moves a second while it rolls")
    parser.add_argument("--rolls", type=int, default=1, help="how often it rolls")
    parser.add_argument("--keep", action="store_true", help="leave it running")
    chosen = parser.parse_args()
    if missing := _missing():
        print(missing)
        return 2
    room = Path(tempfile.mkdtemp(prefix="oriflamme-containers-"))
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (room / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, room / name)
    engine = Engine(room)
    # In the place of the proxy that ends TLS.
    told = requests.sessions.default_headers()
    told["X-Forwarded-Proto"] = "https"
    requests.sessions.default_headers = told.copy  # type: ignore[attr-defined]
    try:
        return _try(engine, chosen.rate, chosen.rolls)
    finally:
        if chosen.keep:
            print(f"left running: cd {room}; export COMPOSE_PROJECT_NAME={PROJECT}")
        else:
            engine.compose("--profile", "backup", "down", "--volumes", "--timeout", "5")
            shutil.rmtree(room)


def _missing() -> str:
    if not shutil.which("docker"):
        return "Missing: the docker command, and an engine (apt: docker.io, docker-compose)."
    for words, what in {
        ("info",): "an engine that answers (dockerd, as root), or DOCKER_HOST",
        ("compose", "version"): "compose (apt: docker-compose, of Debian 13 or later)",
    }.items():
        if subprocess.run(["docker", *words], check=False, capture_output=True).returncode:
            return f"Missing: {what}."
    images = {service["image"] for service in FILE["services"].values()} - {"oriflamme-by-post"}
    for image in sorted(images | {"python:3.13-slim"}):
        known = ["docker", "image", "inspect", image], ["docker", "pull", "--quiet", image]
        if all(subprocess.run(how, check=False, capture_output=True).returncode for how in known):
            return (
                f"Missing: the image {image}, and no registry has it (tests/containers/images.sh)."
            )
    return ""


# --- what is promised ---------------------------------------------------------------------------


def _try(engine: Engine, rate: float, rolls: int) -> int:
    faults: list[str] = []

    def tell(what: str, act: Callable[[], str]) -> None:
        began = time.monotonic()
        try:
            said = act()
        except Exception as error:  # whatever it is, the rest is tried all the same
            said = f"NOT SO: {error!r}"
            faults.append(what)
        took, busy = time.monotonic() - began, os.getloadavg()[0]
        print(f"{what:<44}{took:>6.0f} s, load {busy:.0f}  {said}", flush=True)

    tell("the image is built", lambda: engine.compose("build", "web") and "")
    tell("everything starts and is well", lambda: _start(engine))
    if faults:
        return 1
    _stand_beside(engine)
    tell("a game is played, by API and by mail", lambda: _play(engine))
    tell("logs have an end", lambda: _logs(engine))
    tell("--scale web=3 worker=2", lambda: _scale(engine))
    tell("all webs stand still for four seconds", lambda: _stall(engine, rate))
    for at in range(rolls):
        tell(f"deploy/roll.sh under {rate:g} moves a second", lambda at=at: _roll(engine, rate, at))
    for part in ("worker", "beat", "post", "web"):
        tell(
            f"{part} killed (-9): the engine begins it again", lambda part=part: _kill(engine, part)
        )
    healer = subprocess.Popen(["sh", "deploy/heal.sh"], cwd=engine.room, env=engine.env)
    for part in ("worker", "clock", "beat", "post", "web"):
        tell(f"{part} frozen: seen, and begun again", lambda part=part: _freeze(engine, part))
    healer.terminate()
    tell("everything stops within its time", lambda: _stop(engine))
    tell("backup, trial of it, back to a moment", lambda: _back_up(engine))
    print("NOT as promised: " + ", ".join(faults) if faults else "as promised")
    return int(bool(faults))


def _until(what: str, is_so: Callable[[], object], seconds: float = PATIENCE) -> float:
    began = time.monotonic()
    while not is_so():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"{what}: not within {seconds:g} s")
        time.sleep(1)
    return time.monotonic() - began


def _are_well(engine: Engine, *parts: str) -> bool:
    each = {part: engine.containers(part) for part in parts or PARTS}
    return all(each.values()) and all(
        engine.health(one) == "healthy" for found in each.values() for one in found
    )


def _start(engine: Engine) -> str:
    engine.compose("up", "-d")
    _until("all parts are well", lambda: _are_well(engine))
    assert requests.get(f"http://127.0.0.1:{engine.port}/readyz", timeout=10).ok
    page = requests.get(f"http://127.0.0.1:{engine.port}/", timeout=10)
    assert page.ok, page.status_code
    users = {
        part: engine.run("docker", "exec", engine.containers(part)[0], "id", "-un").strip()
        for part in PARTS
    }
    assert set(users.values()) == {"oriflamme"}, users
    return "no part runs as root"


def _stand_beside(engine: Engine) -> None:
    """This process makes people and tables in the site's database, as its shell would."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "oriflamme_site.settings",
        "SECRET_KEY": engine.secret,
        "ALLOWED_HOSTS": "127.0.0.1",
        "DATABASE_URL": f"postgres://oriflamme:{engine.password}@{engine.address('postgres')}:5432/oriflamme",
        "DATABASE_WITHOUT_POOL": "1",
        "REDIS_URL": f"redis://{engine.address('redis')}:6379/0",
        "EMAIL_URL": "smtp://127.0.0.1:9",
        "MAIL_FROM": "post@oriflamme.example.org",
        "LOG_LEVEL": "ERROR",
        "SITE_URL": "https://127.0.0.1",
    }
    import django

    django.setup()
    from tests.cluster import load

    load.URL = f"http://127.0.0.1:{engine.port}/api/v1/games/{{key}}"
    load.POST = ("127.0.0.1", engine.answers)
    load.WITHIN = 20.0


def _mails(engine: Engine) -> list[dict]:  # type: ignore[type-arg]
    told = requests.get(
        f"http://{engine.address('mailpit')}:8025/api/v1/messages?limit=10000", timeout=10
    )
    found: list[dict] = told.json()["messages"]  # type: ignore[type-arg]
    return found


def _play(engine: Engine) -> str:
    from email import message_from_string, policy

    from tests.cluster.load import Load, make_tables

    (by_api, by_mail) = make_tables(2, verified=True, people=8, first=9000)
    load = Load([by_api], [], per_second=50, sink=("127.0.0.1", free_port()))
    bound = bounded()
    while next(bound) and load._one(requests.Session(), by_api):
        pass
    assert by_api.at == len(by_api.future), load.seen.wrong
    # The other one's first three decisions are answers to its letters.
    answered: set[str] = set()
    for seat, move in by_mail.future[:3]:
        address, before = by_mail.addresses[seat], by_mail.at

        def its_letter(address: str = address) -> list[str]:
            return [
                one["ID"]
                for one in _mails(engine)
                if any(to["Address"] == address for to in one["To"]) and one["ID"] not in answered
            ]

        _until("its letter", its_letter, 60)
        number = its_letter()[0]
        answered.add(number)
        url = f"http://{engine.address('mailpit')}:8025/api/v1/message/{number}/raw"
        letter = message_from_string(requests.get(url, timeout=10).text, policy=policy.default)
        load._send(address, letter, move)  # type: ignore[arg-type]

        def has_moved(before: int = before) -> bool:
            load._look(by_mail)
            return by_mail.at > before

        _until("the answer is played", has_moved, 60)
    return (
        f"{by_api.at} moves by API to its end, {by_mail.at} by mail; {len(_mails(engine))} letters"
    )


def _logs(engine: Engine) -> str:
    found = {}
    for one in engine.compose("ps", "-q").split():
        facts = engine.facts(one)
        found[facts["Name"]] = facts["HostConfig"]["LogConfig"]["Config"]
    bad = [name for name, config in found.items() if config != {"max-size": "10m", "max-file": "5"}]
    assert not bad, bad
    return f"{len(found)} containers, 50 MB each at most"


def _scale(engine: Engine) -> str:
    engine.compose("up", "-d", "--scale", "web=3", "--scale", "worker=2")
    _until("all are well", lambda: _are_well(engine))
    assert len(engine.containers("web")) == 3
    time.sleep(3)  # the door looks each second
    for _ in range(60):
        answer = requests.get(f"http://127.0.0.1:{engine.port}/", timeout=10)
        assert answer.ok, answer.status_code
    took = [
        engine.run("sh", "-c", f"docker logs {one} 2>&1").count('"event": "answered"')
        for one in engine.containers("web")
    ]
    assert all(took), took
    return f"requests were shared out as {' + '.join(map(str, took))}"


def _roll(engine: Engine, rate: float, at: int) -> str:
    before = set(engine.containers("web"))
    said = _meanwhile(engine, rate, 160 + 60 * at, lambda: engine.run("sh", "deploy/roll.sh"))
    after = set(engine.containers("web"))
    assert len(after) == len(before), (before, after)
    assert not after & before, "an old one is there still"
    return said


def _stall(engine: Engine, rate: float) -> str:
    """As a host does that is busy with something else."""

    def stand_still() -> None:
        time.sleep(3)
        every = [one for web in engine.containers("web") for one in engine.processes(web)[1:]]
        for process in every:
            os.kill(process, signal.SIGSTOP)
        time.sleep(4)
        for process in every:
            os.kill(process, signal.SIGCONT)
        time.sleep(8)

    return _meanwhile(engine, rate, 100, stand_still)


def _meanwhile(engine: Engine, rate: float, first: int, act: Callable[[], object]) -> str:
    """People play while something is done, and nobody's request may fail."""
    from tests.cluster.load import Load, make_tables
    from tests.faults.rolling import Follower, _compare

    tables = make_tables(int(20 + 8 * rate), verified=False, people=60, first=first)
    playing = Load(tables, [], per_second=rate, sink=("127.0.0.1", free_port()))
    followed = tables[:20]
    heard = [Follower(engine.port, table) for table in followed]
    for stream in heard:
        stream.start()
    _until("the streams' first word", lambda: all(stream.last for stream in heard), 60)
    for one in playing._threads:
        one.start()
    began = time.monotonic()
    try:
        act()
    finally:
        took = time.monotonic() - began
        playing.stop()
    time.sleep(2)
    for stream in heard:
        stream.ends = True
    lost, doubled = _compare(tables)
    missing = sum(
        len(set(table.told) - stream.told) for table, stream in zip(followed, heard, strict=True)
    )
    waits = sorted(playing.seen.waits)
    said = (
        f"{len(waits)} moves in {took:.0f} s, p95 {waits[int(0.95 * len(waits))]:.2f} s, longest "
        f"{waits[-1]:.2f} s; failed {playing.seen.refused} {dict(playing.seen.why)}, refused "
        f"{len(playing.seen.wrong)}, lost {lost}, doubled {doubled}; {len(heard)} streams were "
        f"cut {sum(stream.cuts for stream in heard)} times and missed {missing} of "
        f"{sum(len(table.told) for table in followed)}"
    )
    assert not any((playing.seen.refused, playing.seen.wrong, lost, doubled, missing)), said
    return said


def _kill(engine: Engine, part: str) -> str:
    one = engine.containers(part)[0]
    before = engine.facts(one)
    os.kill(engine.processes(one)[1], signal.SIGKILL)  # the first is the engine's own init
    took = _until("begun again", lambda: engine.facts(one)["RestartCount"] > before["RestartCount"])
    well = _until("well again", lambda: _are_well(engine, part))
    return f"begun again after {took:.0f} s, well after {took + well:.0f}"


def _freeze(engine: Engine, part: str) -> str:
    one = engine.containers(part)[0]
    for process in engine.processes(one)[1:]:
        os.kill(process, signal.SIGSTOP)
    began = engine.facts(one)["State"]["StartedAt"]
    seen = _until("seen", lambda: engine.health(one) == "unhealthy")
    healed = _until("begun again", lambda: engine.facts(one)["State"]["StartedAt"] != began)
    well = _until("well again", lambda: _are_well(engine, part))
    return f"unhealthy after {seen:.0f} s, begun again {healed:.0f} later, well {well:.0f} later"


def _stop(engine: Engine) -> str:
    every = engine.compose("ps", "-q").split()
    began = time.monotonic()
    engine.compose("stop")
    took = time.monotonic() - began
    ended = {engine.facts(one)["Name"]: engine.facts(one)["State"]["ExitCode"] for one in every}
    engine.compose("start")
    _until("all are well", lambda: _are_well(engine))
    _find_the_database_again(engine)
    assert 137 not in ended.values(), ended  # had to be killed
    return f"stopped in {took:.0f} s, none had to be killed"


def _find_the_database_again(engine: Engine) -> None:
    """What was stopped may have got another address, and what was open to it is not any more."""
    from django.conf import settings
    from django.db import connection

    connection.close()
    address = engine.address("postgres")
    settings.DATABASES["default"]["HOST"] = connection.settings_dict["HOST"] = address


def _back_up(engine: Engine) -> str:
    from django.utils import timezone

    from games.models import Game
    from games.moderation.models import BackupTrial

    engine.compose("--profile", "backup", "up", "-d")
    _until("a trial is noted", BackupTrial.objects.exists)
    trial = BackupTrial.objects.latest("pk")
    assert not trial.faults, trial.faults
    moment = timezone.now()
    told = engine.compose(
        "exec", "backup", "/backup.sh", "restore", "/backup/back", f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    )
    assert "holds" in told
    assert trial.games <= Game.objects.exclude(state=None).count()
    return f"{trial.games} games of the restored one are whole; {told.strip()}"


if __name__ == "__main__":
    sys.exit(main())

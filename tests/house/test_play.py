"""`make play`: one command starts everything, and nothing is left when it stops."""

import contextlib
import email
import email.policy
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from oriflamme_site.local.ground import free_port
from tests.house.playing import CLEAN, ROOT, Play, alive, refused
from tests.notifications.pushing import Browser as PushBrowser
from tests.notifications.receiver import receiving
from tests.pace import PATIENCE, within

LINUX = sys.platform == "linux"
# About so long each, with the installation that most of them share.
pytestmark = pytest.mark.long(5)


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    """One installation for the tests that only look at it."""
    running = Play(tmp_path_factory.mktemp("play") / "an empty place")
    yield running.wait()
    running.end()


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Play]:
    """Another, which has sent the demo's letters and was asked nothing yet: it is weighed, and then
    killed."""
    running = Play(tmp_path_factory.mktemp("fresh") / "data", has_tables=True)
    yield running.wait()
    running.end()


def test_everything_that_is_announced_answers(play: Play) -> None:
    assert "Hide your cards" in play.get("/")
    for path in ("/healthz", "/readyz", "/api/v1/docs", "/api/v1/schema", "/admin/login/"):
        assert play.get(path), path
    assert "Unofficial" not in play.get("/static/oriflamme/site.css")
    for name in ("site", "api", "api_docs", "mailbox", "admin"):
        assert play.ready[name].startswith(f"http://localhost:{play.port}/")


def welcomes(play: Play) -> list[Message]:
    """The letters of the outbox's simplest kind, by their receivers' languages."""
    mails = [
        email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
        for file in (play.data_dir / "mail").glob("*.eml")
    ]
    words = ("Welcome", "Вітаємо", "Добро", "Benvenuto")
    return [mail for mail in mails if str(mail["Subject"]).strip().startswith(words)]


def test_a_mail_goes_through_outbox_worker_and_smtp_into_the_mailbox(play: Play) -> None:
    people = sorted(person["email"] for person in play.ready["people"])
    until = time.monotonic() + PATIENCE
    while sorted(str(mail["To"]) for mail in welcomes(play)) != people:
        assert time.monotonic() < until, "a welcome is missing"
        time.sleep(0.2)
    kept = sorted((play.data_dir / "mail").glob("*.eml"))
    ids = [email.message_from_bytes(file.read_bytes())["Message-ID"] for file in kept]
    assert len(set(ids)) == len(ids)
    assert "Benvenuto a Oriflamme per posta" in play.get("/mailbox/?to=carla")
    one = kept[0].stem
    assert "Message-ID" in play.get(f"/mailbox/{one}/")
    assert "Message-ID" in play.get(f"/mailbox/{one}/raw")


def test_a_phone_is_told_through_outbox_worker_and_push_service(play: Play) -> None:
    """A move is made; the next one's phone hears of it at its service on this machine."""
    people = play.ready["people"]
    with receiving() as service:
        phones = [PushBrowser(service) for _ in people]
        for person, phone in zip(people, phones, strict=True):
            play.ask("POST", "me/devices", person, phone.subscription)
        # Bots and people take turns; who has just moved and is asked on is not told.
        until = time.monotonic() + PATIENCE
        while not service.received:
            assert time.monotonic() < until, "nobody was told"
            move_on(play)
            time.sleep(0.5)
        said = next(phone.messages[0].said for phone in phones if phone.messages)
    assert said["url"].startswith(play.ready["site"])


def move_on(play: Play) -> None:
    """Whoever of the demo is asked makes their first move."""
    for person in play.ready["people"]:
        for turn in play.ask("GET", "me/turns", person)[:1]:
            view = play.ask("GET", f"games/{turn['id']}", person)
            move = {"seq": view["seq"], "moves": [view["question"]["moves"][0]["move"]]}
            play.ask("POST", f"games/{turn['id']}/moves", person, move)
            return


def test_everything_written_lies_in_the_data_dir_and_secrets_are_private(play: Play) -> None:
    for name in ("ready.json", "demo.json", "push-key", "secret-key", "service-password", "lock"):
        assert stat.S_IMODE((play.data_dir / name).stat().st_mode) == 0o600, name
    for one in play.data_dir.rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # a part has put another in its place
            if not one.is_symlink():
                assert stat.S_IMODE(one.lstat().st_mode) & 0o077 == 0, one
    shown = play.family()
    password = (play.data_dir / "service-password").read_text()
    assert not [args for args in shown.values() if password in args]


@pytest.mark.skipif(not LINUX, reason="memory is read from Linux' /proc")
def test_idle_it_needs_less_than_640_mb(fresh: Play) -> None:
    weighed = _weighed(fresh)
    print(f"idle: {weighed} MB")
    assert min(weighed) > 50


def _weighed(fresh: Play) -> list[int]:
    until = time.monotonic() + PATIENCE
    while len(welcomes(fresh)) < len(fresh.ready["people"]):
        assert time.monotonic() < until, "a welcome is missing"
        time.sleep(0.2)
    # It is idle when it has come to rest: three times in a row.
    weighed: list[int] = []
    until = time.monotonic() + PATIENCE
    while len(weighed) < 3 or max(weighed[-3:]) >= 640:
        assert time.monotonic() < until, f"never below 640 MB for three seconds: {weighed}"
        time.sleep(1)
        weighed.append(megabytes(fresh.family()))
    return weighed


def megabytes(family: Iterable[int]) -> int:
    """What these processes hold, each shared page once."""
    total = 0
    for pid in family:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total // 1024


@pytest.mark.skipif(not LINUX, reason="only Linux tells children of their parent's death")
def test_nothing_survives_a_killed_launcher_and_the_next_start_works(fresh: Play) -> None:
    family = fresh.family()
    assert len(family) > 8
    os.kill(fresh.ready["pid"], signal.SIGKILL)
    # At once: the new launcher waits until the old one's guard has cleaned up.
    again = Play(fresh.data_dir, port=fresh.port)
    until = time.monotonic() + PATIENCE
    while alive(family) and time.monotonic() < until:
        time.sleep(0.1)
    assert alive(family) == {}
    try:
        time.sleep(0.5)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            with contextlib.suppress(FileNotFoundError, json.JSONDecodeError):
                again.ready = json.loads((fresh.data_dir / "ready.json").read_text())
                if again.ready["pid"] != fresh.ready["pid"]:
                    break
            time.sleep(0.1)
        assert again.get("/healthz") == "ok\n"
    finally:
        again.end()


def test_a_bot_that_thinks_answers(play: Play) -> None:
    token = play.ready["people"][0]["token"]

    def ask(path: str, body: dict[str, object] | None = None) -> dict[str, Any]:
        request = urllib.request.Request(
            play.ready["api"] + path,
            data=json.dumps(body).encode() if body else None,
            headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            read: dict[str, Any] = json.load(answer)
            return read

    table = ask("practice", {"set": "oriflamme", "seats": 3, "bot": "wren"})
    until = time.monotonic() + PATIENCE
    for _ in range(2):  # whoever began, bots have moved by the second time
        while (view := ask(f"games/{table['id']}"))["question"]["moves"] is None:
            assert time.monotonic() < until, "nobody thinks"
            time.sleep(0.1)
        moves = [view["question"]["moves"][0]["move"]]
        ask(f"games/{table['id']}/moves", {"seq": view["seq"], "moves": moves})
    assert view["seq"] >= 3


def test_a_second_start_on_the_same_directory_says_so(play: Play) -> None:
    code, said = refused(play.data_dir)
    assert code != 0
    assert said.startswith("Oriflamme by post already runs on")
    assert str(play.ready["pid"]) in said
    assert play.get("/healthz") == "ok\n"
    assert (play.data_dir / "ready.json").exists()


def test_a_busy_port_says_so_and_touches_nothing(play: Play, tmp_path: Path) -> None:
    code, said = refused(tmp_path / "other", PORT=str(play.port))
    assert code != 0
    assert said.startswith(f"Port {play.port} on 127.0.0.1 cannot be used")
    assert not (tmp_path / "other" / "postgres").exists()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"DATABASE_URL": "postgres://u:p@127.0.0.1:9/x"}, "DATABASE_URL cannot be reached"),
        ({"REDIS_URL": "redis://127.0.0.1:9/0"}, "REDIS_URL cannot be reached"),
        ({"PORT": "http"}, "PORT must be a number"),
        ({"DATA_DIR": "/proc/nowhere"}, "DATA_DIR /proc/nowhere cannot be written"),
    ],
)
def test_what_cannot_work_is_one_sentence(
    tmp_path: Path, changed: dict[str, str], says: str
) -> None:
    code, said = refused(tmp_path / "data", **changed)
    assert code != 0
    assert says in said
    assert len(said.splitlines()) == 1


def test_a_too_old_python_is_one_sentence(tmp_path: Path) -> None:
    """Any Python will do: it only has to believe that it is old."""
    old = tmp_path / "old.py"
    script = ROOT / "requirements/install.py"
    old.write_text(
        "import runpy, sys\n"
        "sys.version_info = (3, 10, 13, 'final', 0)\n"
        f"sys.argv = [{str(script)!r}, 'play']\n"
        f"runpy.run_path({str(script)!r}, run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, old], capture_output=True, text=True, env=CLEAN, check=False
    )
    assert done.returncode != 0
    assert "needs Python 3.11 or newer" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("which", [0, 2], ids=["all", "clock"])
def test_a_worker_that_is_killed_is_started_again(play: Play, which: int) -> None:
    """With those that share its code: they were forked from one, which comes first."""

    def sharing() -> list[int]:
        return [p for p, args in play.family().items() if "local.workers" in args]

    before = sharing()
    os.kill(before[which], signal.SIGKILL)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        again = sharing()
        if len(again) == len(before) and not {*again} & {*before}:
            return
        time.sleep(0.2)
    raise AssertionError("no new worker")


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_a_service_that_is_killed_comes_back_and_the_site_with_it(play: Play, name: str) -> None:
    marks = {"postgres": "/bin/postgres -D", "valkey": "valkey-server"}
    victim = next(p for p, args in play.family().items() if marks[name] in args)
    os.kill(victim, signal.SIGKILL)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            if '"ready": true' in play.get("/readyz"):
                running = [p for p, args in play.family().items() if marks[name] in args]
                if running and victim not in running:
                    break
        time.sleep(0.2)
    else:
        raise AssertionError(f"no new {name}")
    before = len(list((play.data_dir / "mail").glob("*.eml")))
    _send_test_mail(play)
    until = time.monotonic() + PATIENCE
    while len(list((play.data_dir / "mail").glob("*.eml"))) == before:
        assert time.monotonic() < until, "the worker did not come back"
        time.sleep(0.2)


def _send_test_mail(play: Play) -> None:
    """As the operator would, with the settings of this installation."""
    env = CLEAN | {
        "LOCAL_DIR": str(play.data_dir),
        "SECRET_KEY": (play.data_dir / "secret-key").read_text(),
        "ALLOWED_HOSTS": "127.0.0.1",
        "SITE_URL": play.ready["site"],
        "DATABASE_URL": play.ready["database_url"],
        "REDIS_URL": play.ready["redis_url"],
        "EMAIL_URL": f"smtp://{play.ready['smtp']}",
        "MAIL_FROM": "post@oriflamme.test",
    }
    subprocess.run(
        [sys.executable, "manage.py", "send_test_mail", "alice"], cwd=ROOT, env=env, check=True
    )


def test_ctrl_c_stops_all_with_streams_open_and_the_next_start_finds_the_same_data(
    tmp_path: Path,
) -> None:
    first = Play(tmp_path / "data", has_tables=True, LOG_FORMAT="json").wait()
    first.get("/")
    family = first.family()
    hanging = socket.create_connection(("127.0.0.1", first.port), 10)
    token = first.ready["people"][0]["token"]
    hanging.sendall(
        b"GET /api/v1/me/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
        + f"Authorization: Bearer {token}\r\n\r\n".encode()
    )
    assert hanging.recv(1000).startswith(b"HTTP/1.1 200")  # an event stream, and it stays open
    began = time.monotonic()
    with within(10):
        first.interrupt()
        output = first.said()
    took = time.monotonic() - began
    hanging.close()
    assert first.process.returncode == 0, output
    assert alive(family) == {}
    assert not (tmp_path / "data" / "ready.json").exists()
    lines = [json.loads(line) for line in output.splitlines() if not line.startswith("make")]
    assert {line["part"] for line in lines} > {"web", "worker", "postgres", "play"}

    again = Play(tmp_path / "data").wait()
    print(f"ready {first.seconds:.1f} s, again {again.seconds:.1f} s, stopped {took:.1f} s")
    try:
        assert again.ready["people"] == first.ready["people"]
        assert len(welcomes(again)) <= len(first.ready["people"])
    finally:
        printed = again.end()
    for person in again.ready["people"]:
        assert person["token"] in printed
        assert person["password"] in printed
    for part in ("postgres", "worker"):
        assert f"{part:>8} | " in printed


@pytest.mark.skipif(
    not LINUX or os.getuid() != 0, reason="only root can become somebody else to try it"
)
def test_an_ordinary_user_can_start_it_too(tmp_path: Path) -> None:
    nobody = 65534
    try:
        reach = subprocess.run(
            [sys.executable, "-c", f"import sys; assert sys.base_prefix == {sys.base_prefix!r}"],
            cwd="/",
            user=nobody,
            group=nobody,
            env=CLEAN,
            capture_output=True,
            check=False,
        ).returncode
    except PermissionError:
        reach = 1
    if reach:
        pytest.skip("an ordinary user cannot read this Python")
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    os.chown(data_dir, nobody, nobody)
    for above in data_dir.parents:
        if above.stat().st_uid == os.getuid() and str(above).startswith("/tmp/"):
            above.chmod(0o755)
    done = subprocess.run(
        ["timeout", "-s", "INT", "15", sys.executable, "-m", "oriflamme_site.local"],
        cwd=ROOT,
        user=nobody,
        group=nobody,
        env=CLEAN | {"DATA_DIR": str(data_dir), "PORT": str(free_port()), "HOME": str(data_dir)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "is up" in done.stdout, done.stdout + done.stderr

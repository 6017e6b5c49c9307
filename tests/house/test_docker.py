"""Where no engine runs the files are held against the schema, the code and each other; in one they
are tried by `make containers`."""

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

from oriflamme_site import commands, pulses
from tests.pace import PATIENCE

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
HAPROXY = (ROOT / "deploy/haproxy.cfg").read_text()
CHECKER = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def test_the_compose_file_fits_the_published_schema() -> None:
    checker = ROOT / ".venv/bin/check-jsonschema"
    done = subprocess.run(
        [checker, "--builtin-schema", "vendor.compose-spec", ROOT / "docker-compose.yml"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("service", "argv"),
    [
        ("worker", commands.worker()),
        ("thinker", commands.thinker()),
        ("clock", commands.clock()),
        ("devices", commands.caller("devices")),
        ("hooks", commands.caller("hooks")),
        ("beat", commands.beat("/tmp/beat-schedule")),
        ("post", commands.post("0.0.0.0", 2525)),
    ],
)
def test_compose_starts_the_parts_as_the_launcher_does(service: str, argv: list[str]) -> None:
    assert COMPOSE["services"][service]["command"] == argv


def test_the_image_starts_the_web_part_as_the_launcher_does() -> None:
    command = DOCKERFILE[DOCKERFILE.index('CMD ["granian"') :]
    assert re.findall(r'"([^"]+)"', command) == commands.web("0.0.0.0", 8000)
    assert "command" not in COMPOSE["services"]["web"]


def test_the_image_runs_as_nobody_special_and_watches_itself() -> None:
    last_stage = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER oriflamme$", last_stage, re.M)
    assert "HEALTHCHECK" in last_stage


def test_what_is_installed_is_pinned_and_runs_nothing_while_it_is() -> None:
    installer = (ROOT / "requirements" / "install.py").read_text()
    for text in (DOCKERFILE, installer.replace('", "', " ")):
        assert "--require-hashes --only-binary :all: --no-deps" in text


def test_the_image_gets_every_room() -> None:
    rooms = {p.parent.name for p in ROOT.glob("*/__init__.py")} - {"tests"}
    for room in rooms:
        assert f"COPY {room} {room}\n" in DOCKERFILE
        assert f"!{room}\n" in (ROOT / ".dockerignore").read_text()


def test_every_service_is_there_and_waits_for_what_it_needs() -> None:
    services = COMPOSE["services"]
    parts = {"web", "worker", "thinker", "clock", "devices", "hooks", "beat", "post"}
    assert set(services) >= parts | {"postgres", "redis", "mailpit"}
    for part in sorted(parts):
        needs = services[part]["depends_on"]
        assert needs["migrate"]["condition"] == "service_completed_successfully"
        assert services[part]["env_file"] == ".env"


def test_the_example_environment_reaches_the_services_of_the_compose_file() -> None:
    example = dict(
        line.split("=", 1)
        for line in (ROOT / ".env.example").read_text().splitlines()
        if "=" in line and not line.startswith("#")
    )
    for name in ("DATABASE_URL", "REDIS_URL", "EMAIL_URL"):
        host = re.search(r"(?:@|//)([a-z]+):\d+", example[name])
        assert host
        assert host[1] in COMPOSE["services"]
    assert example["POSTGRES_PASSWORD"] in example["DATABASE_URL"]


def test_what_may_be_many_takes_no_port_or_name_of_the_host() -> None:
    """`--scale web=3`: only the door in front has an address outside."""
    services = COMPOSE["services"]
    for part in ("web", "worker", "clock", "thinker", "devices", "hooks"):
        assert not {"ports", "container_name"} & services[part].keys()
    (template,) = re.findall(r"server-template web \d+ (\w+):(\d+) (.*)", HAPROXY)
    assert template[:2] == ("web", "8000")
    assert "bind :8000" in HAPROXY
    assert services["door"]["ports"] == ["${WEB_ADDRESS:-127.0.0.1:8000}:8000"]


@pytest.mark.skipif(not CHECKER, reason="HAProxy is not installed (apt: haproxy)")
def test_the_door_of_the_web_is_understood_by_haproxy() -> None:
    file = ROOT / "deploy/haproxy.cfg"
    done = subprocess.run([str(CHECKER), "-c", "-f", file], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_new_web_is_sent_nothing_before_it_has_answered_the_door() -> None:
    """It was: of 2,326 moves while three were renewed three were cut. Older doors do not know the
    word, and are not told it."""
    lines = [line.strip() for line in HAPROXY.splitlines()]
    told = lines.index("default-server init-state down")
    assert lines[told - 1 : told + 2 : 2] == [".if version_atleast(3.1)", ".endif"]
    (servers,) = (n for n, line in enumerate(lines) if line.startswith("server-template web"))
    assert lines.index("backend web") < told < servers  # which is said of those that follow


def test_a_web_that_is_only_slow_is_not_taken_for_dead() -> None:
    """It was, after a second without an answer: all three at once on a busy machine, and what they
    had begun was cut. `make containers` lets all of them stand still for four seconds."""
    (seconds,) = re.findall(r"(?m)^    timeout check (\d+)s$", HAPROXY)
    assert int(seconds) > 4


def test_each_part_is_looked_at_itself_and_its_log_has_an_end() -> None:
    services = COMPOSE["services"]
    for part in ("worker", "clock", "thinker", "devices", "hooks", "beat"):
        assert services[part]["environment"] == {"PART": part, "READY_DIR": "/tmp"}
        assert "find /tmp/$$PART -mmin -1" in services[part]["healthcheck"]["test"][1]
    assert services["post"]["healthcheck"].get("test")
    for name, service in services.items():
        assert service["logging"]["options"]["max-size"], name


@pytest.mark.parametrize("part", ["worker", "clock", "thinker", "devices", "hooks"])
def test_a_worker_touches_the_file_by_which_its_container_is_called_well(
    part: str, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    argv = COMPOSE["services"][part]["command"]
    name = argv[argv.index("--hostname") + 1] if "--hostname" in argv else "celery@%h"
    settings.READY_DIR = str(tmp_path)
    monkeypatch.setattr("oriflamme_site.present.say", lambda _part: None)
    pulses._say(pulses._part_of(name))
    assert (tmp_path / part).exists()


def test_the_backup_may_write_where_it_is_put() -> None:
    """A new volume is root's where nothing lies below it in the image: there was no backup."""
    services = COMPOSE["services"]
    place = services["backup-place"]
    user = services["backup"]["user"]
    asked = f"su -s /bin/sh {user} -c 'test -w /backup' || chown {user} /backup"
    assert place["entrypoint"] == ["sh", "-c", asked]
    assert place["volumes"][0] in services["backup"]["volumes"]
    assert services["backup"]["depends_on"]["backup-place"] == {
        "condition": "service_completed_successfully"
    }


def test_what_may_be_begun_anew_at_any_time_is_and_nothing_else() -> None:
    healed = {
        name
        for name, one in COMPOSE["services"].items()
        if "oriflamme.heal" in one.get("labels", {})
    }
    assert healed >= {"web", "worker", "clock", "thinker", "devices", "hooks", "post", "beat"}
    assert not healed & {"postgres", "redis", "backup", "door", "mailpit"}
    script = (ROOT / "deploy/heal.sh").read_text()
    assert "label=oriflamme.heal" in script
    assert f"COMPOSE_PROJECT_NAME:-{COMPOSE['name']}" in script


def test_one_part_that_never_becomes_well_keeps_no_other_from_it(tmp_path: Path) -> None:
    """The first of two stays unwell; the other is begun anew all the same."""
    fake = tmp_path / "docker"
    fake.write_text(
        "#!/bin/sh\n"
        'case "$1" in ps) echo stays; echo heals;; inspect) echo unhealthy;;\n'
        f'restart) echo "$4" >> {tmp_path}/begun;; esac\n'
    )
    (tmp_path / "sleep").write_text("#!/bin/sh\n")
    for one in tmp_path.iterdir():
        one.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    with subprocess.Popen(
        ["/bin/sh", str(ROOT / "deploy/heal.sh")],
        env={"PATH": path},
        stdout=subprocess.DEVNULL,
    ) as healing:
        begun: set[str] = set()
        until = time.monotonic() + PATIENCE
        while begun < {"stays", "heals"} and time.monotonic() < until:
            time.sleep(0.1)
            told = tmp_path / "begun"
            begun = set(told.read_text().split()) if told.exists() else begun
        healing.kill()
    assert begun == {"stays", "heals"}


def test_where_no_file_can_be_written_a_part_works_on(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.READY_DIR = "/proc/nowhere"
    said: list[str] = []
    monkeypatch.setattr(pulses.present, "say", said.append)
    pulses._say("worker")
    assert said == ["worker"]


def test_a_task_may_end_before_its_container_does() -> None:
    seconds = int(COMPOSE["services"]["worker"]["stop_grace_period"].rstrip("s"))
    assert seconds > settings.CELERY_TASK_TIME_LIMIT

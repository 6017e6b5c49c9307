"""No engine runs here, so the files are held against the schema, the code and each other."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from oriflamme_site import commands

ROOT = Path(__file__).parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
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
    assert "--require-hashes" in DOCKERFILE


def test_the_image_gets_every_room() -> None:
    rooms = {p.parent.name for p in ROOT.glob("*/__init__.py")} - {"tests"}
    for room in rooms:
        assert f"COPY {room} {room}\n" in DOCKERFILE
        assert f"!{room}\n" in (ROOT / ".dockerignore").read_text()


def test_every_service_is_there_and_waits_for_what_it_needs() -> None:
    services = COMPOSE["services"]
    parts = {"web", "worker", "thinker", "clock", "beat", "post"}
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

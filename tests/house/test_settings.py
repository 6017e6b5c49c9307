"""Production is the default, and fails loudly."""

import ast
import os
import random
import re
import secrets
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RANDOM = secrets.token_urlsafe(50)
GOOD = {
    "SECRET_KEY": RANDOM,
    "ALLOWED_HOSTS": "oriflamme.example.org",
    "DATABASE_URL": "postgres://u:p@localhost/none",
    "REDIS_URL": "redis://localhost",
    "EMAIL_URL": "smtp://localhost",
    "MAIL_FROM": "post@oriflamme.example.org",
}


# Tells whether it shows secrets, and how often all that was loaded was looked through for garbage.
BEGIN = """
import django, gc
django.setup()
from django.conf import settings
print(settings.DEBUG, gc.get_stats()[2]["collections"])
"""


def start(**changed: str | None) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "oriflamme_site.settings"}
    env |= {name: value for name, value in {**GOOD, **changed}.items() if value is not None}
    return subprocess.run(
        [sys.executable, "-c", BEGIN],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_documented_minimum_starts() -> None:
    done = start()
    assert done.returncode == 0, done.stderr
    assert done.stdout == "False 0\n"


@pytest.mark.parametrize("name", GOOD)
def test_a_missing_setting_stops_the_start_and_is_named(name: str) -> None:
    done = start(**{name: None})
    assert done.returncode != 0
    assert name in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"SECRET_KEY": "short"}, "shorter than 50"),
        ({"SECRET_KEY": "change-me-" * 6}, "token_urlsafe(50))' makes one"),
        ({"SECRET_KEY": f"change_me {RANDOM}"}, "must be random"),
        ({"SECRET_KEY": f"django-insecure-{RANDOM}"}, "must be random"),
        ({"SECRET_KEY": "x" * 60}, "must be random"),
        ({"SECRET_KEY": "0123456789abcdef" * 4}, "must be random"),
        ({"SECRET_KEY_FALLBACKS": "change-me-" * 6}, "must be random"),
        ({"DATABASE_URL": "postgres://oriflamme:change-me@postgres/db"}, "DATABASE_URL still has"),
        ({"METRICS_TOKEN": "change-me"}, "METRICS_TOKEN still has"),
        ({"DEBUG": "true"}, "DEBUG shows secrets"),
        ({"SITE_URL": "http://oriflamme.example.org"}, "must begin with https://"),
        ({"ARENA_AT": "fri 18:00", "ARENA_BY": "erin"}, "fri 18:00 Europe/Kyiv"),
        ({"ARENA_AT": "fri 18:00 Europe/Kyiv"}, "Set both, or none"),
    ],
)
def test_a_dangerous_setting_stops_the_start_and_says_why(
    changed: dict[str, str], says: str
) -> None:
    done = start(**changed)
    assert done.returncode != 0
    assert says in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("letters", ["0123456789", "0123456789abcdef"])
def test_a_random_key_of_few_letters_is_taken(letters: str) -> None:
    assert start(SECRET_KEY="".join(random.choices(letters, k=64))).returncode == 0


def the_check(*before: str, **env: str) -> subprocess.CompletedProcess[str]:
    argv = [*before, sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    return subprocess.run(
        argv, cwd=ROOT, env=os.environ | env, capture_output=True, text=True, check=False
    )


def test_the_check_before_a_deployment_refuses_the_examples_secret() -> None:
    example = dict(
        line.split("=", 1)
        for line in (ROOT / ".env.example").read_text().splitlines()
        if "=" in line and not line.startswith("#")
    )
    done = the_check(**example)
    assert done.returncode != 0
    assert "SECRET_KEY" in done.stderr.splitlines()[-1]


def test_the_checks_of_the_house_run_under_the_example_with_secrets_of_their_own() -> None:
    done = the_check(sys.executable, "requirements/with_env.py", ".env.example")
    assert done.returncode == 0, done.stderr


def test_debug_is_allowed_on_ones_own_machine() -> None:
    assert start(DEBUG="true", ALLOWED_HOSTS="localhost,127.0.0.1").returncode == 0


def variables_read(file: Path) -> set[str]:
    """Names given to env.str("…"), env("…"), environ.get("…") and environ["…"]."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and node.args:
            called, first = ast.unparse(node.func), node.args[0]
            if re.fullmatch(r"(env(\.\w+)?|os\.environ\.get)", called) and isinstance(
                first, ast.Constant
            ):
                names.add(str(first.value))
    return names


def test_the_table_of_variables_and_the_settings_agree() -> None:
    text = (ROOT / "docs/operations.md").read_text()
    table = set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.M))
    elsewhere = {
        "LEAVING": "oriflamme_site/asgi.py",
        "OTEL_EXPORTER_OTLP_ENDPOINT": "accounts/spans.py",
        "WEB_THREADS": "oriflamme_site/asgi.py",
    }
    assert table == variables_read(ROOT / "oriflamme_site/settings.py") | {*elsewhere}
    for name, file in elsewhere.items():
        assert name in variables_read(ROOT / file)


def test_the_launchers_variables_are_documented() -> None:
    text = (ROOT / "docs/operations.md").read_text()
    for name in variables_read(ROOT / "oriflamme_site/local/__main__.py"):
        assert f"`{name}`" in text


def test_the_example_environment_names_only_what_exists() -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    named = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    known = variables_read(ROOT / "oriflamme_site/settings.py")
    assert named - known == {"POSTGRES_PASSWORD"}  # read by docker-compose.yml
    assert set(GOOD) <= named

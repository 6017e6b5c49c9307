"""Schemathesis over the whole schema with all its checks: no fault, no undocumented answer.

FUZZ_SECONDS=600 in the environment makes it a long run.
"""

import os
import subprocess
from pathlib import Path

import pytest

from accounts.models import User
from games.tournaments.services import advance
from oriflamme_site.local.__main__ import BIN, ROOT
from tests.api.conftest import ApiClient, ClientOf, SeatParty
from tests.api.live import Site

# A minute alone; five beside other tests on a full machine.
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.long(50),
    pytest.mark.timeout(1800),
]

SECONDS = os.environ.get("FUZZ_SECONDS", "")
# Every constraint of the schema once, for a player; a few random cases for the others.
THOROUGH = ("--phases", "examples,coverage")
LIGHT = ("--phases", "examples,fuzzing", "--max-examples", "3")
# The same ones each time, so that what fails once fails again.
SAME = ("--seed", "1")
LONG = ("--phases", "examples,coverage,fuzzing", "--max-time", SECONDS)


def fuzz(site: Site, client: ApiClient, room: Path, how: tuple[str, ...], **ids: str) -> None:
    signed_in = [part for item in client.headers.items() for part in ("-H", ": ".join(item))]
    ran = subprocess.run(
        [
            *(str(BIN / "st"), "--config-file", str(ROOT / "tests/api/schemathesis.toml")),
            *("run", str(ROOT / "docs/openapi.yaml"), "--url", site.url, "--checks", "all"),
            *("--request-timeout", "20", "--warnings", "off", "--continue-on-failure"),
            *(LONG if SECONDS else (*how, *SAME)),
            *signed_in,
        ],
        env=os.environ
        | {"SCHEMATHESIS_HOOKS": "tests.api.fuzz_hooks", "PYTHONPATH": str(ROOT)}
        | {f"FUZZ_{name.upper()}": value for name, value in ids.items()},
        cwd=room,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-20_000:] + ran.stderr[-2000:]
    still = client.get("me").status_code
    assert still == (200 if client.headers else 401), "the key did not live through the run"


def test_as_a_player(site: Site, party: SeatParty, tmp_path: Path) -> None:
    table = party(4, talk="full", set="mixed")
    table.play_on(10)
    fuzz(site, table.decider, tmp_path, THOROUGH, key=table.key)


def test_as_a_stranger(site: Site, party: SeatParty, tmp_path: Path) -> None:
    table = party(3)
    fuzz(site, ApiClient(), tmp_path, LIGHT, key=table.key)


def test_as_staff_at_a_table_that_gathers(site: Site, client_of: ClientOf, tmp_path: Path) -> None:
    staff = User.objects.create_user("carol", "carol@example.test", "a-long-secret", is_staff=True)
    asked = {"name": "Fuzz", "set": "ablaze", "seats": 5, "join": "link", "start": "creator"}
    game = client_of("alice").post("games", asked).json()
    carol = client_of(staff)
    carol.post(f"games/{game['id']}/seats", {"token": game["link"]})
    fuzz(site, carol, tmp_path, LIGHT, key=game["id"], token=game["link"])


def test_as_an_organiser_who_plays(site: Site, client_of: ClientOf, tmp_path: Path) -> None:
    staff = User.objects.create_user("carol", "carol@example.test", "a-long-secret", is_staff=True)
    carol = client_of(staff)
    stage = {"format": "swiss", "sets": ["oriflamme"], "rounds": 2}
    asked = {"title": "Fuzz", "capacity": 9, "stages": [stage], "confirms": "never"}
    key = carol.post("tournaments", {**asked, "late_until": 2}).json()["id"]
    for client in (carol, client_of("alice"), client_of("bob")):
        assert client.post(f"tournaments/{key}/entries").status_code == 201
    carol.post(f"tournaments/{key}/steps", {"step": "start"})
    advance(key=key)
    only = ("--include-path-regex", "/tournaments", "--phases", "examples,coverage,fuzzing")
    fuzz(site, carol, tmp_path, (*only, "--max-examples", "10"), key=key)

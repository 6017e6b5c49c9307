"""The pages about the API are true: the tour runs, the bot plays, the tables say what is."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import get_resolver

from games.models import Feed
from oriflamme_site.local.__main__ import ROOT
from oriflamme_site.rest import problems
from tests.api.conftest import ClientOf, SeatParty
from tests.api.live import Site

TOUR = (ROOT / "docs" / "api.md").read_text()
FAIR_PLAY = (ROOT / "docs" / "fair-play.md").read_text()
BLOCK = re.compile(r"^```sh\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)
END = "--- end of block ---"


def key(client_of: ClientOf, who: str) -> str:
    return client_of(who).headers["Authorization"].removeprefix("Bearer ")


@pytest.mark.django_db(transaction=True)
def test_the_tour_runs_from_top_to_bottom(
    site: Site, client_of: ClientOf, party: SeatParty, tmp_path: Path
) -> None:
    blocks = BLOCK.findall(TOUR)
    assert len(blocks) > 8
    (checker,) = re.findall(r"^```python\n(.*?)^```", FAIR_PLAY, re.MULTILINE | re.DOTALL)
    (tmp_path / "check.py").write_text(checker)
    script = "set -eu -o pipefail\n" + f"\necho '{END}'\n".join(code for code, _ in blocks)
    ran = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=os.environ
        | {"SITE": site.url, "ALICE": key(client_of, "alice"), "BOB": key(client_of, "bob")},
        capture_output=True,
        text=True,
        check=False,
    )
    said = ran.stdout.split(f"{END}\n")
    assert ran.returncode == 0, (ran.stdout, ran.stderr)
    for (code, promised), came in zip(blocks, said, strict=True):
        assert came == promised, code


def test_every_problem_is_listed_with_its_status() -> None:
    get_resolver().url_patterns  # noqa: B018  each room tells its kinds when its addresses are loaded
    listed = dict(re.findall(r"^\| `([a-z_]+)` \| (\d{3}) \|", TOUR, re.MULTILINE))
    assert listed == {kind.code: str(kind.status) for kind in problems.kinds()}


def test_the_limits_are_those_of_the_settings() -> None:
    for who, limit in (
        ("a person, reading", settings.API_LIMITS["reads"]),
        ("a person, changing something", settings.API_LIMITS["writes"]),
        ("an address without a token", settings.API_LIMITS["address"]),
    ):
        assert f"| {who} | {limit} |" in TOUR


def test_the_kinds_of_event_are_listed() -> None:
    for kind in Feed.Kind.values:
        assert f"`{kind}`" in TOUR

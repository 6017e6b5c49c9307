"""What a table weighs over the wire, late in a game of five, when it weighs most: served as in
production, static files collected, named by their content and compressed."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Game
from tests import bounded
from tests.api.live import database_url, live_site
from tests.games.conftest import OpenTable, decider, move_on, position
from tests.house.playing import ROOT

FIRST, LATER = 120_000, 25_000
# Of other people's pages.
ELSEWHERE = ("admin", "rest_framework", "drf_spectacular_sidecar", "unfold")
PRODUCTION = {
    "LOCAL_DIR": "",
    "SITE_URL": "https://127.0.0.1",
    "BEHIND_PROXY": "true",
    "ALLOWED_HOSTS": "127.0.0.1",
}
# What the proxy before it says, and what every browser takes.
ASKS = {"X-Forwarded-Proto": "https", "Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def production(transactional_db: None, tmp_path: Path) -> Iterator[httpx.Client]:
    env = PRODUCTION | {"STATIC_ROOT": str(tmp_path / "static")}
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(
        [*command, *(word for app in ELSEWHERE for word in ("--ignore", app))],
        cwd=ROOT,
        env=os.environ | env | {"DATABASE_URL": database_url()},
        check=True,
    )
    with (
        live_site(tmp_path / "web.log", **env) as site,
        httpx.Client(base_url=site.url, headers=ASKS) as client,
    ):
        yield client


def late(game: Game) -> User:
    """Who decides in the last round."""
    bound = bounded()
    while next(bound) and position(game).round < 6:
        move_on(game)
    return decider(game)


def weight(answer: httpx.Response) -> int:
    assert answer.status_code == 200, answer.url
    names = sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
    return answer.num_bytes_downloaded + names + len("HTTP/1.1 200 OK\r\n\r\n")


def test_a_table_page_is_light(production: httpx.Client, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol", "dave", "erin", set="alliance")
    signed_in = Client()
    signed_in.force_login(late(game))
    cookie = signed_in.cookies[settings.SESSION_COOKIE_NAME]
    page = production.get(f"/games/{game.key}", headers={"Cookie": f"{cookie.key}={cookie.value}"})
    named = re.findall(r'<(?:link|script|img|use)[^>]* (?:href|src)="([^"#]+)', page.text)
    parts = [production.get(address) for address in dict.fromkeys(named)]
    assert len(parts) >= 8
    first = weight(page) + sum(map(weight, parts))
    kept = [one for one in parts if "immutable" in one.headers.get("Cache-Control", "")]
    later = first - sum(map(weight, kept))
    slots, here = len(position(game).row), weight(page)
    print(
        f"a table of five in round 6 with {slots} slots: {here} bytes by itself, {first} with all "
        f"{len(parts)} parts at the first visit, {later} later"
    )
    assert 'id="play"' in page.text
    assert first <= FIRST
    assert later <= LATER

"""A page of another site: its visitor allows it what it asks, sees their turns there, and plays."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from oauth2_provider.models import Application
from playwright.sync_api import expect

from games.models import Game
from oriflamme_site.local.__main__ import ROOT
from tests.api.live import Site
from tests.browser.conftest import Arrive
from tests.conftest import Cast
from tests.games.conftest import OpenTable, decider

pytestmark = pytest.mark.django_db(transaction=True)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_said: object) -> None:
        pass


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Another site, where the page and the client lie."""
    subprocess.run([sys.executable, str(ROOT / "clients" / "generate.py")], check=True)
    shutil.copy(ROOT / "docs" / "web-client.html", tmp_path)
    shutil.copytree(ROOT / "clients" / "typescript" / "src", tmp_path / "oriflamme-client")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/web-client.html"
    server.shutdown()


def test_a_page_of_another_site_signs_in_lists_turns_and_plays(
    arrive: Arrive, site: Site, elsewhere: str, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob")
    who = decider(game)
    app = Application.objects.create(
        name="My turns",
        user=person("erin"),
        client_type="public",
        authorization_grant_type="authorization-code",
        redirect_uris=elsewhere,
    )
    page = arrive(who)
    page.goto(f"{elsewhere}?site={site.url}&client={app.client_id}")
    page.get_by_role("button", name="Sign in").click()
    page.locator('[name="allow"]').click()
    expect(page.locator("#said")).to_have_text(f"{who.handle}: 1 waiting")
    expect(page.get_by_role("heading", name=game.name)).to_be_visible()
    page.locator("#turns button").first.click()
    expect(page.locator("#said")).to_have_text(f"{who.handle}: 0 waiting")
    assert Game.objects.get(pk=game.pk).seq == 1

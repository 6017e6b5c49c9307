"""A passkey made and used in a real browser, at the address that `make play` prints."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.accounts.chromium import PROGRAM, Chromium
from tests.house.playing import Play

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="this machine has no Chromium")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    running = Play(tmp_path / "play", has_tables=True)
    yield running.wait()
    running.end()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Chromium]:
    opened = Chromium(tmp_path / "profile")
    yield opened
    opened.end()


def test_alice_makes_a_passkey_and_comes_in_with_it_alone(play: Play, browser: Chromium) -> None:
    site, alice = play.ready["site"].rstrip("/"), play.ready["people"][0]
    browser.open(f"{site}/account/login/")
    browser.fill(login=alice["handle"], password=alice["password"])
    browser.press("main form button[type=submit], main form button:not([type])")
    browser.open(f"{site}/account/2fa/webauthn/add/")
    assert "password" in browser.text()  # who adds a key says it once more
    browser.fill(password=alice["password"])
    browser.press("main form button[type=submit], main form button:not([type])")
    browser.fill(name="phone")
    browser.run("document.querySelector('[name=passwordless]').checked = true")
    browser.press("#mfa_webauthn_add")
    browser.tell("Network.clearBrowserCookies")
    browser.open(f"{site}/account/login/")
    browser.press("#passkey_login")
    browser.until("location.pathname == '/'")
    assert f"signed in as {alice['handle']}" in browser.text()

"""What a table weighs over the wire, late in a game of five, when it weighs most."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.games.conftest import OpenTable, decider, move_on

FIRST, LATER = 120_000, 25_000


def test_a_table_page_is_light(arrive: Arrive, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol", "dave", "erin", set="alliance")
    while True:
        move_on(game)
        game.refresh_from_db()
        who = decider(game)
        if '"round": 6' in (game.state or "") or game.seq > 70:
            break
    page = arrive(who)
    first, later = (_bytes_of(page, f"/games/{game.key}") for _ in range(2))
    print(f"a table page over the wire: {first} bytes, later {later}")
    assert first <= FIRST
    assert later <= LATER


def _bytes_of(page: Page, address: str) -> int:
    net = page.context.new_cdp_session(page)
    sizes: list[int] = []
    net.send("Network.enable")
    net.on("Network.loadingFinished", lambda said: sizes.append(_size(said)))
    page.goto(address, wait_until="load")
    page.wait_for_timeout(300)
    net.detach()
    return sum(sizes)


def _size(said: dict[str, Any]) -> int:
    return int(said["encodedDataLength"])

"""Tables and standings within pages of other sites: what a stranger sees, and nothing to press."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Game
from tests.games.conftest import OpenTable, move_on

pytestmark = pytest.mark.django_db
BrowserOf = Callable[[str], Client]
LETS_BE_FRAMED = "frame-ancestors *"


def shown(path: str, client: Client | None = None, status: int = 200) -> Any:
    answer = (client or Client()).get(path, secure=True)
    assert answer.status_code == status
    return answer


def test_a_table_may_be_framed_as_a_stranger_sees_it_whoever_looks(
    open_table: OpenTable, browser: BrowserOf
) -> None:
    game = open_table("alice", "bob", "carol", name="<b>Friday</b>")
    move_on(game, 5)
    path = f"/games/{game.key}/embed"
    page, mine = shown(path), shown(path, browser("alice"))
    assert page.content == mine.content
    assert not page.cookies
    text = page.content.decode()
    assert "&lt;b&gt;Friday&lt;/b&gt;" in text
    assert "alice" in text
    assert not [
        part for part in ("<script", "<form", "csrf", 'http-equiv="refresh"') if part in text
    ]
    policy = page["Content-Security-Policy"]
    assert LETS_BE_FRAMED in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert "X-Frame-Options" not in page
    assert "public" in page["Cache-Control"]


def test_no_other_page_may_be_framed(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    for path in (f"/games/{game.key}", "/", "/data"):
        page = shown(path)
        assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
        assert page["X-Frame-Options"] == "DENY"


def test_what_is_not_for_everybody_looks_like_what_is_not_there(
    open_table: OpenTable, browser: BrowserOf
) -> None:
    game = open_table("alice", "bob", "carol")
    Game.objects.filter(pk=game.pk).update(spectators=False)
    hidden = shown(f"/games/{game.key}/embed", browser("alice"), 404)
    nowhere = shown(f"/games/{'2' * 16}/embed", status=404)
    assert hidden.content == nowhere.content
    assert LETS_BE_FRAMED in hidden["Content-Security-Policy"]


def test_anonymous_players_are_called_by_their_colours(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol", anonymous=True)
    text = shown(f"/games/{game.key}/embed").content.decode()
    assert not [name for name in ("alice", "bob", "carol") if name in text]

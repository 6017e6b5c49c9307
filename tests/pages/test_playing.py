"""A game is played on pages: looked at, chosen, checked, sent."""

import random
import re
from collections.abc import Callable
from html import unescape

import pytest

from games import engine
from games.models import Move
from tests.games.conftest import OpenTable, decider, position
from tests.pages.conftest import Browser, text_of

pytestmark = pytest.mark.django_db


def choices(page: str) -> list[str]:
    moves = page.partition('id="moves"')[2]
    return [unescape(move) for move in re.findall(r'name="move" value="([^"]+)"', moves)]


@pytest.mark.parametrize("set_", ["oriflamme", "ablaze", "alliance"])
def test_a_whole_game_is_played_on_pages(
    open_table: OpenTable, browser: Callable[[str], Browser], set_: str
) -> None:
    rng = random.Random(4)
    game = open_table("alice", "bob", "carol", set=set_)
    here = f"/games/{game.key}"
    for _ in range(400):
        game.refresh_from_db()
        if game.status == "over":
            break
        at = browser(decider(game).handle)
        offered = choices(text_of(at.get(here)))
        assert sorted(offered) == sorted(engine.legal_moves(position(game)))
        move = rng.choice(offered)
        checked = at.get(here, {"move": move})
        assert "You are about to send" in text_of(checked)
        sent = at.post(here, {"seq": game.seq, "move": move})
        assert sent.status_code == 303, text_of(sent)
        assert at.get(sent["Location"]).status_code == 200
    assert game.status == "over"
    doors = set(Move.objects.filter(game=game, seat__isnull=False).values_list("door", flat=True))
    assert doors == {"page"}
    over = text_of(browser("alice").get(here))
    assert game.commitment in over
    assert bytes(game.seed).hex() in over

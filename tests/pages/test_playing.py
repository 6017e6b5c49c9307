"""A game is played on pages: looked at, chosen, sent."""

import random
import re
from collections.abc import Callable

import pytest

from games import engine
from games.models import Move
from tests.games.conftest import OpenTable, decider, position
from tests.pages.conftest import Browser, offered, text_of

pytestmark = pytest.mark.django_db

# What is chosen in the row, as it is read aloud; and each choice of the question's own box.
_CHOSEN_IN_ROW = re.compile(
    r'type="radio" name="(\w+)" id="(m|p-on|f|s|n)-\d+"[^>]*? aria-label="([^"]+)"'
)
_OPTION = re.compile(r'name="move" value="([^"]+)"[^>]*><span><b>.*?</b><small>(.*?)</small>')


@pytest.mark.parametrize("set_", engine.SETS)
def test_a_whole_game_is_played_on_pages(
    open_table: OpenTable, browser: Callable[[str], Browser], set_: str
) -> None:
    rng, kinds = random.Random(4), set[str]()
    game = open_table("alice", "bob", "carol", set=set_)
    here = f"/games/{game.key}"
    for _ in range(400):
        game.refresh_from_db()
        if game.status == "over":
            break
        at = browser(decider(game).handle)
        page = text_of(at.get(here))
        # Nothing is chosen for anybody but the Twin, where it is the only card that can come in.
        chosen = re.findall(r"<(?:input|option)[^>]* (?:checked|selected)[^>]*>", page)
        assert all('value="twin"' in one for one in chosen)
        # Each is called by its slot, its owner and its card, and says what it brings.
        for _name, _sort, called in _CHOSEN_IN_ROW.findall(page):
            assert re.match(r"\d+\. (you|alice|bob|carol): \w+", called), called
        brings = dict(_OPTION.findall(page))
        assert all(brings.values())
        assert "wait" not in brings or re.search(r"\d tokens? will lie on it", brings["wait"])
        kinds |= {*(sort for _name, sort, _called in _CHOSEN_IN_ROW.findall(page)), *brings}
        choices = offered(page)
        assert sorted(choices) == sorted(engine.legal_moves(position(game)))
        _move, fields = rng.choice(sorted(choices.items()))
        sent = at.post(here, {"seq": game.seq, **fields})
        assert sent.status_code == 303, text_of(sent)
        assert at.get(sent["Location"]).status_code == 200
    assert game.status == "over"
    assert kinds >= {"p-on", "wait", "reveal"}
    doors = set(Move.objects.filter(game=game, seat__isnull=False).values_list("door", flat=True))
    assert doors == {"page"}
    assert f'href="{here}/deal"' in text_of(browser("alice").get(here))
    over = text_of(browser("alice").get(f"{here}/deal"))
    assert game.commitment in over
    assert game.seed.reveal().hex() in over

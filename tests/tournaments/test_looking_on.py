"""An organiser looks on at a table of their tournament as everybody does who does not sit there."""

import random
import re

import pytest

from accounts.models import User
from games.models import Game
from tests.games.conftest import move_on
from tests.pages.conftest import text_of
from tests.tournaments.browsing import At, begun, read
from tests.tournaments.conftest import Announce

pytestmark = pytest.mark.django_db


def _table(announce: Announce, **wishes: str) -> tuple[str, Game]:
    cup = begun(announce, **wishes)
    game = Game.objects.get(name__contains=cup.title)
    move_on(game, 40, random.Random(1))
    return f"/tournaments/{cup.key}/desk", game


def test_the_desk_leads_to_the_table_as_spectators_see_it(
    announce: Announce, organiser: User, browser: At
) -> None:
    desk, game = _table(announce)
    here = f"/games/{game.key}"
    assert f'href="{here}"' in read(browser("erin"), desk)
    seen = text_of(browser("erin").get(here))
    assert seen == text_of(browser("frank").get(here))
    assert not re.search(r'type="radio"|id="send"|class="hand|class="(card )?peek|class="eye', seen)
    assert "Fallen so far" in seen or "No card has fallen yet" in seen


def test_no_desk_leads_to_a_table_that_its_players_alone_may_see(
    announce: Announce, organiser: User, browser: At
) -> None:
    desk, game = _table(announce, visibility="link")
    assert browser("erin").get(f"/games/{game.key}").status_code == 404
    assert game.key not in read(browser("erin"), desk)

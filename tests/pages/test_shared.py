"""What a link brings along: a picture of what everybody may see, and of nothing else."""

import io
import re
from collections.abc import Callable

import pytest
from PIL import Image

from accounts.models import User
from tests.games.conftest import OpenTable, move_on, play_out
from tests.pages.conftest import Browser, text_of

pytestmark = pytest.mark.django_db


def picture_of(page: str) -> str:
    found = re.findall(r'<meta property="og:image" content="https://testserver(/[^"]+)"', page)
    assert len(found) == 1
    return str(found[0])


def test_a_table_and_its_result_have_pictures_of_their_own(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 6)
    seen = []
    for _ in range(2):
        path = picture_of(text_of(Browser().get(f"/games/{game.key}")))
        assert path == f"/games/{game.key}/share.png"
        answer = Browser().get(path)
        assert set(answer["Cache-Control"].split(", ")) == {"public", "max-age=600"}
        image = Image.open(io.BytesIO(answer.content))
        assert image.size == (1200, 630)
        assert len(answer.content) < 120_000
        seen.append(answer.content)
        play_out(game)
    assert seen[0] != seen[1]


def test_what_is_private_has_the_site_s_picture(open_table: OpenTable) -> None:
    guest = Browser()
    practice = guest.post("/try")["Location"].partition("?")[0]
    general = picture_of(text_of(Browser().get("/")))
    assert general.startswith("/static/oriflamme/share")
    assert picture_of(text_of(guest.get(practice))) == general
    for path in (f"{practice}/share.png", f"/games/{'2' * 16}/share.png"):
        answer = guest.get(path)
        assert (answer.status_code, answer["Location"]) == (302, general)


def test_a_tournament_has_a_picture(person: Callable[[str], User]) -> None:
    answer = Browser().get(f"/tournaments/{'2' * 16}/share.png")
    assert answer.status_code == 302

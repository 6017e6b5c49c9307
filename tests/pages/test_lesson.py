"""The first game: its course follows from the moves alone, and nobody's database keeps it."""

import re
from urllib.parse import urlencode

import pytest

from tests.pages.conftest import Browser, offered, text_of

pytestmark = pytest.mark.django_db

HERE = "/first-game"


def test_every_choice_of_the_lesson_leads_on_to_its_end() -> None:
    """Not only what is lit: the first and the last of what can be chosen, too."""
    for pick in (0, -1):
        done: list[str] = []
        for _ in range(30):
            page = text_of(Browser().get(f"{HERE}?{urlencode({'done': done}, doseq=True)}"))
            moves = list(offered(page))
            assert re.findall(r'name="done" value="([^"]+)"', page) == (done if moves else [])
            if not moves:
                break
            assert "lit-" in page
            done.append(moves[pick])
        assert len(done) >= 5
        assert "Now a real game" in page


def test_moves_that_cannot_be_are_left_out() -> None:
    page = text_of(Browser().get(f"{HERE}?done=place+soldier+end&done=dance&done=reveal&card=x"))
    assert re.findall(r'name="done" value="([^"]+)"', page) == ["place soldier end"]
    assert (
        Browser().get(f"{HERE}?{urlencode({'done': ['wait'] * 500}, doseq=True)}").status_code
        == 200
    )

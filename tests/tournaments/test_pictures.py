"""What a link to a tournament brings along, a round and a bracket as pictures to pass on: of what
everybody may see."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from games.tournaments.pages import sharing
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd, end_round

pytestmark = pytest.mark.django_db
Begun = Callable[..., Tournament]
KNOCKOUT = {"format": "knockout", "sets": ["oriflamme"], "through": 2}


@pytest.fixture
def begun(announce: Announce) -> Begun:
    def make(people: int, **wishes: object) -> Tournament:
        cup = announce(capacity=people, start="full", **wishes)
        for person in crowd(people):
            tournaments.enter_tournament(key=cup.key, person=person)
        tournaments.advance(key=cup.key)
        return cup

    return make


def png(path: str) -> Image.Image:
    answer = Client().get(path, secure=True)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    return Image.open(BytesIO(answer.content))


def test_a_link_brings_the_tournament_and_at_its_end_the_podium(begun: Begun) -> None:
    cup = begun(8, stages=[SWISS | {"rounds": 1}])
    here = f"/tournaments/{cup.key}"
    page = Client().get(here, secure=True).content.decode()
    assert f'property="og:image" content="https://testserver{here}/share.png"' in page
    before = png(f"{here}/share.png")
    assert before.size == (1200, 630)
    end_round(cup)
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    assert cup.status == "over"
    podium = png(f"{here}/share.png")
    assert podium.size == before.size
    assert podium.tobytes() != before.tobytes()


def test_a_round_is_a_picture_that_changes_with_its_results(begun: Begun) -> None:
    cup = begun(8, stages=[SWISS])
    path = f"/tournaments/{cup.key}/rounds/1.png"
    drawn = png(path)
    assert drawn.width > 600
    end_round(cup)
    tournaments.advance(key=cup.key)
    assert png(path).tobytes() != drawn.tobytes()


def test_the_tables_of_a_round_begin_level(begun: Begun) -> None:
    """Two in the first columns, one in the others: that is no bracket."""
    drawn = png(f"/tournaments/{begun(23, stages=[SWISS], seats=4).key}/rounds/1.png").convert("L")
    tops = [
        next(y for y in range(110, drawn.height) if drawn.getpixel((left, y)) > 200)
        for left in range(36 + 132, drawn.width - 36, 264 + 28)
    ]
    assert len(tops) == 4
    assert len({*tops}) == 1


def test_a_bracket_grows_to_the_right(begun: Begun) -> None:
    cup = begun(12, stages=[KNOCKOUT])
    path = f"/tournaments/{cup.key}/bracket.png"
    first = png(path)
    end_round(cup)
    tournaments.advance(key=cup.key)
    assert png(path).width > first.width


@pytest.mark.parametrize("path", ["rounds/1.png", "rounds/9.png", "bracket.png"])
def test_what_is_not_for_everybody_is_in_no_picture(begun: Begun, path: str) -> None:
    cup = begun(8, stages=[KNOCKOUT], visibility="link")
    answer = Client().get(f"/tournaments/{cup.key}/{path}", secure=True)
    assert (answer.status_code, answer["Location"][:7]) == (302, "/static")


def test_a_bracket_of_hundreds_begins_where_it_fits(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "_MOST_TABLES", 2)
    cup = begun(12, stages=[KNOCKOUT])  # at three tables
    path = f"/tournaments/{cup.key}/bracket.png"
    assert Client().get(path, secure=True).status_code == 302
    end_round(cup)
    tournaments.advance(key=cup.key)
    assert png(path).width < 400  # one column

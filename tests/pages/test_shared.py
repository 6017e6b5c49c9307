"""What a link brings along: a picture of what everybody may see, and of nothing else."""

import io
import re
from collections.abc import Callable

import pytest
from django.db import transaction
from PIL import Image

from accounts.models import User
from games import services
from games.models import FormerPlayer, Game
from games.services import absence
from tests.conftest import Cast
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


def test_a_moment_of_a_game_that_is_over_has_a_picture_of_its_own(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 6)
    now = Browser().get(f"/games/{game.key}/share.png").content
    assert Browser().get(f"/games/{game.key}/share.png?at=3").content == now  # nothing of the past
    play_out(game)
    pictures = set()
    for at in (12, 20):
        path = picture_of(text_of(Browser().get(f"/games/{game.key}?at={at}")))
        assert path == f"/games/{game.key}/share.png?at={at}"
        pictures.add(Browser().get(path).content)
    pictures.add(Browser().get(f"/games/{game.key}/share.png").content)
    assert len(pictures) == 3


def test_what_is_private_has_the_site_s_picture(open_table: OpenTable) -> None:
    guest = Browser()
    practice = guest.post("/try")["Location"].partition("?")[0]
    general = picture_of(text_of(Browser().get("/")))
    assert general.startswith("/static/oriflamme/share")
    assert picture_of(text_of(guest.get(practice))) == general
    for path in (f"{practice}/share.png", f"/games/{'2' * 16}/share.png"):
        answer = guest.get(path)
        assert (answer.status_code, answer["Location"]) == (302, general)


def test_a_game_against_bots_is_shown_to_others_once_its_player_says_so(
    browser: Callable[[str], Browser], alice: User
) -> None:
    game = services.practise(person=alice, set="oriflamme", seats=2)
    here, at = f"/games/{game.key}", browser("alice")
    assert at.post(f"{here}/show").status_code == 403  # while it runs
    for _ in range(100):
        services.bots_answer(game_key=game.key)
        game.refresh_from_db()
        if game.status == "over":
            break
        move_on(game)
    assert Browser().get(here).status_code == 302
    assert "Let others see it" in text_of(at.get(here))
    assert browser("bob").post(f"{here}/show").status_code == 404
    assert at.post(f"{here}/show")["Location"] == here
    assert "Let others see it" not in text_of(at.get(here))
    assert picture_of(text_of(Browser().get(here))) == f"{here}/share.png"


def test_what_somebody_has_played_before_is_shown_by_nobody_else(
    person: Cast, browser: Callable[[str], Browser]
) -> None:
    """Whoever gave their seat away was told as well that nobody looks on."""
    game = services.practise(person=person("alice"), set="oriflamme", seats=3)
    chair = game.chairs.get(person=person("alice"))
    with transaction.atomic():
        absence.pass_on(game, chair, person("bob"))
    Game.objects.filter(pk=game.pk).update(status="over")
    assert browser("bob").post(f"/games/{game.key}/show").status_code == 403
    FormerPlayer.objects.all().delete()
    Game.objects.filter(pk=game.pk).update(tournament="cup")
    assert browser("bob").post(f"/games/{game.key}/show").status_code == 403


def test_a_game_with_others_stays_as_it_was_agreed_on(
    open_table: OpenTable, browser: Callable[[str], Browser]
) -> None:
    game = open_table("alice", "bob", "carol", spectators=False)
    play_out(game)
    assert browser("alice").post(f"/games/{game.key}/show").status_code == 403
    assert Browser().get(f"/games/{game.key}").status_code == 302


def test_a_tournament_that_is_not_there_has_the_site_s_picture() -> None:
    answer = Browser().get(f"/tournaments/{'2' * 16}/share.png")
    assert answer.status_code == 302

"""Browsers draw their own part in the deal, and hold the site to what they saw."""

from playwright.sync_api import Page

from games import services
from games.models import Game, Seat
from tests.browser.conftest import Arrive
from tests.conftest import Cast


def sit_down(page: Page, here: str) -> None:
    page.goto(here)
    with page.expect_navigation():
        page.get_by_role("button", name="Take a seat").tap()


def test_browsers_contribute_and_note_it_and_without_scripts_the_site_draws(
    arrive: Arrive, person: Cast
) -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    game = services.create_game(person=alice, name="Fair", set="oriflamme", seats=3)
    here = f"/games/{game.key}"
    opener, second = arrive(alice), arrive(bob)
    with opener.expect_response("**/contribute"):
        opener.goto(here)
    sit_down(second, here)
    sit_down(arrive(carol, java_script_enabled=False), here)
    drawn = dict(Seat.objects.filter(game=game).values_list("person__handle", "contribution"))
    assert {name: own is not None for name, own in drawn.items()} == {
        "alice": True,
        "bob": True,
        "carol": False,
    }
    assert drawn["alice"] != drawn["bob"]
    for page in (opener, second):
        page.goto(f"{here}/deal")
        page.locator("#as-noted").wait_for()
        assert not page.locator("#not-as-noted").is_visible()
        assert page.get_by_text("the site drew").count() == 1
    Game.objects.filter(pk=game.pk).update(commitment=f"sha256:{'0' * 64}")
    second.goto(f"{here}/deal")
    second.locator("#not-as-noted").wait_for()

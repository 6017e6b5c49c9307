"""In ten seconds: from the first page to the first decision of one's own."""

from games.models import Game, Move
from tests.browser.conftest import Arrive
from tests.pace import within

MOST_TAPS = 2
MOST_SECONDS = 10


def test_a_visitor_decides_after_two_taps(arrive: Arrive) -> None:
    page = arrive()
    page.goto("/")
    taps = 0
    with within(MOST_SECONDS):
        page.get_by_role("button", name="Play now").tap()
        taps += 1
        page.locator(".hand label").first.tap()
        taps += 1
        page.locator(".drop label").first.wait_for()  # the first decision, to be made
    assert taps <= MOST_TAPS
    assert page.locator("#play").get_by_text("nobody else sees").count() == 1
    page.locator(".drop label").first.tap()
    before = Game.objects.get().seq
    page.locator("#send").tap()
    # No worker runs here: the bots have answered all the same.
    page.locator(f"#table:not([data-seq='{before}'])").wait_for()
    page.locator("#play").wait_for()
    game = Game.objects.get()
    assert game.seq > before
    mine = game.chairs.exclude(person=None).get().number
    own = Move.objects.filter(game=game, seat=mine).latest("seq")
    # Whoever places last may be asked for the first card to open: then nobody moved in between.
    if Move.objects.filter(game=game, seq__gt=own.seq, seat__isnull=False).exists():
        page.locator("#news li").first.wait_for(state="attached")


def test_without_scripts_it_is_as_short(arrive: Arrive) -> None:
    page = arrive(java_script_enabled=False)
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    page.locator(".hand label").first.tap()
    page.locator(".drop label").first.tap()
    page.locator("#send").tap()
    page.locator(".slot").first.wait_for()

"""The first quarter of an hour: whoever follows what is lit has played a game after three rounds,
and sits at a real table after one more touch."""

import random
import re
from statistics import median

from playwright.sync_api import Page

from games import bots, engine, selectors, services
from games.models import Game
from tests import bounded
from tests.browser.conftest import Arrive
from tests.games.conftest import position
from tests.pace import within

MOST_TAPS = 40
MOST_WORDS = 60
MOST_SECONDS = 20
MOST_FIELDS = 4
# Words that can be seen: of elements in the window that are not made for ears alone.
WORDS = """() => {
    const seen = one => one.checkVisibility({opacityProperty: true, visibilityProperty: true})
        && !one.closest('.vh, [popover]:not(:popover-open)');
    const within = range => [...range.getClientRects()].some(box => box.width > 1 && box.height > 1
        && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words = [];
    while (walker.nextNode()) {
        const range = document.createRange();
        range.selectNode(walker.currentNode);
        if (seen(walker.currentNode.parentElement) && within(range))
            words.push(...walker.currentNode.data.match(/\\p{L}[^\\s]*/gu) ?? []);
    }
    return words;
}"""


def lit(page: Page) -> list[str]:
    classes = page.locator("#table").get_attribute("class") or ""
    return [f"#{one}" for one in re.findall(r"lit-([a-z]-\S+)", classes)]


def follow(page: Page) -> int:
    """Touch what is lit, and send it: how many touches that takes."""
    wanted = lit(page)
    for at, what in enumerate(wanted):
        label = page.locator(f"label:has(> {what})")
        label.tap(position={"x": 12, "y": 40} if what.startswith("#c-") and at == 0 else None)
    with page.expect_navigation():
        page.locator("#send").tap()
    return len(wanted) + 1


def play_out_against_bots(game: Game) -> None:
    person = game.chairs.exclude(person=None).get().person
    assert person is not None
    rng = random.Random(1)
    bound = bounded()
    while next(bound) and game.status == "running":
        seat = engine.to_move(position(game))
        move = bots.choose(bots.STAND_IN, engine.view(position(game), seat), rng)
        services.play_and_let_answer(game_key=game.key, person=person, seq=game.seq, moves=[move])
        game.refresh_from_db()


def test_a_visitor_who_follows_what_is_lit_has_played(arrive: Arrive) -> None:
    page = arrive()
    with within(MOST_SECONDS):
        page.goto("/")
        page.get_by_role("link", name="Your first game").first.tap()
        page.locator("#play").wait_for()
        words, taps = [len(page.evaluate(WORDS))], 1 + follow(page)
    for _ in range(20):
        if not lit(page):
            break
        words.append(len(page.evaluate(WORDS)))
        taps += follow(page)
    page.get_by_role("button", name="Now a real game").wait_for()
    print(f"{len(words)} decisions, {taps} taps; words {sorted(words)}, median {median(words)}")
    assert len(words) >= 6
    assert taps + 1 <= MOST_TAPS
    assert median(words) <= MOST_WORDS
    assert not Game.objects.exists()  # it is nobody's game
    page.get_by_role("button", name="Now a real game").tap()
    page.locator("#play").wait_for()
    game = Game.objects.get()
    assert game.status == "running"
    # The end of a real one: another begins by one touch.
    page.goto("/about")  # the table would lead to its end by itself, just then
    play_out_against_bots(game)
    page.goto(f"/games/{game.key}")
    page.get_by_role("button", name="Play again").tap()
    page.locator("#table").wait_for()
    assert Game.objects.exclude(pk=game.pk).get().status == "running"


def test_from_the_feast_one_plays_stronger_ones_and_keeps_the_seat(arrive: Arrive) -> None:
    page = arrive()
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    page.locator("#play").wait_for()
    game = Game.objects.get()
    page.goto("/about")
    play_out_against_bots(game)
    page.goto(f"/games/{game.key}")
    page.get_by_role("button", name="Against stronger ones").tap()
    page.locator("#table").wait_for()
    after = Game.objects.exclude(pk=game.pk).get()
    weak, strong = (
        set(one.chairs.exclude(bot="").values_list("bot", flat=True)) for one in (game, after)
    )
    assert not weak & strong
    for one in (game, after):  # of one kind, and each a person of its own
        guest = one.chairs.exclude(person=None).get().person
        seats = selectors.find_game(one.key, guest).view("en")["seats"]
        assert len({seat["player"]["name"] for seat in seats}) == len(seats)
    page.goto(f"/games/{game.key}")
    page.get_by_role("link", name="Keep my seat").tap()
    fields = page.locator("main input:visible")
    assert fields.count() <= MOST_FIELDS
    for name, value in (("email", "nora@example.test"), ("username", "nora")):
        page.locator(f"input[name={name}]").fill(value)
    page.locator("input[name=password1]").fill("violet anvil under the orchard")
    page.get_by_role("button", name="Sign up").tap()
    page.wait_for_url(lambda url: not url.endswith("/account/keep"))
    kept = game.chairs.exclude(person=None).select_related("person").get().person
    assert kept is not None
    assert kept.handle == "nora"  # whose address is confirmed by a code, as everybody's


def test_the_lesson_shows_what_came_of_a_move_step_by_step(arrive: Arrive) -> None:
    page = arrive(step_by_step=True)
    # Its clock stands still: else all has been shown before a busy machine has touched anything.
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto("/first-game?done=place+soldier+end")
    page.locator(".ask.step h1").wait_for()
    page.get_by_role("button", name="To the present").tap()
    page.locator("#play").wait_for()
    assert page.locator(".ask.step").count() == 0


def test_without_scripts_it_is_the_same_lesson(arrive: Arrive) -> None:
    page = arrive(java_script_enabled=False)
    page.goto("/first-game")
    for _ in range(3):
        follow(page)
    assert page.locator(".slot").count() >= 2

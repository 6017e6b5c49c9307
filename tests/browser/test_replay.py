"""A game that is over, stepped through in the browser: nothing is asked for per step."""

from statistics import median

from playwright.sync_api import Page

from games import engine
from tests import bounded
from tests.browser.conftest import Arrive
from tests.conftest import Cast
from tests.games.conftest import OpenTable, play_out, position
from tests.pace import slowness

MOST_FOR_A_STEP = 50  # ms
LEAST_STEPS = 20
# How long each of the next steps takes until it is in the page.
TIMES = """async count => {
    const next = document.querySelector('#replay [data-go="1"]');
    const took = [];
    for (let n = 0; n < count; n += 1) {
        const before = performance.now();
        next.click();
        await document.activeViewTransition?.updateCallbackDone;
        took.push(performance.now() - before);
    }
    return took;
}"""


def test_the_replay_asks_for_nothing_per_step(
    arrive: Arrive, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", set="ablaze")
    play_out(game, 2)
    page = arrive(person("alice"), reduced_motion="reduce")
    page.goto(f"/games/{game.key}?at=0")
    page.locator("#replay [data-go=play]").wait_for()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/games/" in one.url else None)
    slower = slowness()
    took = page.evaluate(TIMES, 60)
    print(f"a step takes {median(took):.1f} ms, the longest {max(took):.1f}")
    assert median(took) <= MOST_FOR_A_STEP * max(slower, slowness())
    assert page.locator("#says").inner_text()
    assert page.locator("#replay .slot").count() > 3
    assert not asked
    # The address leads to this moment, as this chair sees it.
    page.get_by_role("link", name="bob").click()
    page.locator('.see [data-chair="1"][aria-current]').wait_for()
    moment, row = page.url, page.locator("#replay ol.row").inner_text()
    page.goto("/learn")
    page.goto(moment)
    page.locator("#replay [data-go=play]").wait_for()
    assert page.locator("#replay ol.row").inner_text() == row
    page.keyboard.press("End")
    assert page.locator("#replay output span").inner_text() == str(game.seq)


def test_the_last_frame_is_the_row_that_the_server_draws(
    arrive: Arrive, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", set="alliance")
    play_out(game, 4)
    with_scripts, without = (
        arrive(person("alice"), java_script_enabled=scripts) for scripts in (True, False)
    )
    for address in (
        f"/games/{game.key}?at={at}&chair={chair}" for at in (9, 33) for chair in "012"
    ):
        with_scripts.goto(address)
        with_scripts.locator("#replay [data-go=play]").wait_for()
        lying = with_scripts.locator("#replay ol.row .card:not(.pile .card)").count()
        without.goto(address)
        assert lying == _in_replay(without.content()).count('<span class="card'), address


def test_whoever_played_it_to_its_end_sees_the_last_moves_before_the_feast(
    arrive: Arrive, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    play_out(game, 3)
    page = arrive(person("alice"), step_by_step=True)
    page.goto(f"/games/{game.key}?after={game.seq - 2}")
    page.locator("#replay [data-go=play][aria-pressed=true]").wait_for()
    assert page.locator(".feast").is_hidden()
    page.locator("[data-go=last]").click()
    page.locator(".feast").wait_for()
    assert page.locator("#replay output span").inner_text() == str(game.seq)


# Whether all that moves by itself has come to its end; and the least that a result has said.
OVER = "() => document.getAnimations().every(one => one.playState === 'finished')"
LEAST = """() => {
    const note = all => all.filter(({target}) => target.matches?.(".result strong")).forEach(
        ({target}) => least = Math.min(least, target.textContent));
    window.least = Infinity;
    new MutationObserver(note).observe(document, {subtree: true, childList: true});
}"""


def test_at_the_end_the_row_turns_over_and_influence_is_counted_up(
    arrive: Arrive, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    play_out(game, 3)
    shut = sum(not place["top"]["open"] for place in engine.view(position(game), None)["row"])
    scores = sorted(game.result["scores"], reverse=True)
    assert shut
    assert scores[-1]
    for motion in ("no-preference", "reduce"):
        page = arrive(person("alice"), reduced_motion=motion)
        page.add_init_script(f"({LEAST})()")
        page.goto(f"/games/{game.key}")
        page.locator("#replay [data-go=play]").wait_for()
        page.wait_for_function(OVER)
        page.wait_for_timeout(50)  # the numbers follow with the next picture
        assert page.locator(".result strong").all_inner_texts() == [str(one) for one in scores]
        assert (page.evaluate("least") == 0) is (motion == "no-preference")
        assert page.locator(".feast .was").count() == shut
        assert not page.locator(".feast .was:visible").count()
        assert not page.locator(".feast .card.shut:visible").count()
        assert page.locator(".feast .won").is_visible()
        assert page.get_by_role("button", name="Share").is_visible()


WHERE = """() => [
    document.querySelector("#replay output span").textContent,
    document.querySelector("#says").textContent, location.search]"""


def swipe(page: Page, right: int, down: int = 0) -> None:
    """A finger from the middle of the row, as the browser's own touches."""
    box = page.locator("#replay .mat").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    for sort, part in (("touchStart", 0.0), ("touchMove", 0.5), ("touchMove", 1.0)):
        at = [{"x": x + right * part, "y": y + down * part}]
        finger.send("Input.dispatchTouchEvent", {"type": sort, "touchPoints": at})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(50)


def test_the_replay_goes_by_finger_by_keys_and_by_itself(
    arrive: Arrive, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", set="ablaze")
    play_out(game, 2)
    page = arrive(person("alice"), is_mobile=True)
    page.goto(f"/games/{game.key}?at=8#steps-title")
    play = page.locator("#replay [data-go=play]")
    play.wait_for()
    page.locator("#replay .mat").scroll_into_view_if_needed()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    begun = page.evaluate(WHERE)
    swipe(page, -120)
    assert page.evaluate(WHERE) != begun
    swipe(page, 120)
    assert page.evaluate(WHERE) == begun
    swipe(page, 0, down=-80)  # that scrolls
    assert page.evaluate(WHERE) == begun
    page.keyboard.press("Home")
    assert page.evaluate(WHERE)[0] == "0"
    page.keyboard.press("End")
    assert page.evaluate(WHERE)[0] == str(game.seq)
    play.tap()  # from the deal on again
    page.wait_for_function(f"() => ({WHERE})()[0] !== '{game.seq}' && ({WHERE})()[0] > 1")
    page.keyboard.press("Home")
    page.locator("#replay [data-go=play][aria-pressed=false]").wait_for()
    assert page.evaluate(WHERE)[0] == "0"


def test_a_swipe_over_an_opened_stack_leads_nowhere(
    arrive: Arrive, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", set="ablaze")
    play_out(game, 2)
    page = arrive(person("alice"), is_mobile=True)
    page.goto(f"/games/{game.key}?at={game.seq}#steps-title")
    page.locator("#replay [data-go=play]").wait_for()
    bound = bounded()
    while next(bound) and not page.locator("#replay .slot > .pile").count():
        page.keyboard.press("ArrowLeft")
    begun = page.evaluate(WHERE)
    page.locator("#replay .slot > .pile").first.evaluate("""pile => {
        pile.showPopover();
        for (const [sort, clientX] of [["pointerdown", 80], ["pointerup", 200]])
            pile.dispatchEvent(new PointerEvent(sort, {bubbles: true, clientX}));
    }""")
    assert page.evaluate(WHERE) == begun


def test_what_is_shared_is_the_moment_that_is_looked_at(
    arrive: Arrive, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    play_out(game, 3)
    page = arrive(person("alice"))
    page.add_init_script("navigator.share = async what => { window.shared = what; }")
    page.goto(f"/games/{game.key}?at=9")
    page.locator("#replay [data-go=play]").wait_for()
    page.get_by_role("button", name="Share").tap()
    shared = page.evaluate("window.shared")
    assert shared["url"].endswith(f"/games/{game.key}?at=9")
    stranger = arrive()
    stranger.goto(shared["url"])
    stranger.locator("#replay [data-go=play]").wait_for()
    assert stranger.locator("#replay output span").inner_text() == "9"


def _in_replay(page: str) -> str:
    return page.partition('id="replay"')[2].partition('<form method="get"')[0]

"""When the net is bad: nothing is sent twice, and nothing that was typed is lost."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from games import engine, services
from games.models import Game, Message, Move
from tests import bounded
from tests.api.live import Site, live_site
from tests.browser.conftest import Arrive, choose
from tests.conftest import Cast
from tests.games.conftest import OpenTable, decider, move_on, position


@pytest.fixture
def game(open_table: OpenTable) -> Game:
    return open_table("alice", "bob", "carol")


def choose_one(page: Page, game: Game) -> None:
    page.goto(f"/games/{game.key}")
    choose(page, engine.legal_moves(position(game))[0])


def sent(game: Game) -> int:
    return Move.objects.filter(game=game, seat__isnull=False).count()


def test_a_double_tap_sends_once(arrive: Arrive, game: Game) -> None:
    page = arrive(decider(game))
    choose_one(page, game)
    page.evaluate("const b = document.querySelector('#send'); b.click(); b.click();")
    page.locator('#table[data-seq="1"]').wait_for()
    assert sent(game) == 1


def test_what_is_sent_again_after_a_lost_answer_counts_once(arrive: Arrive, game: Game) -> None:
    """The move arrives, its answer does not; the page says so, and the button is pressed again."""
    page = arrive(decider(game))
    choose_one(page, game)

    def lose_the_answer(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch(max_redirects=0)
            route.abort()
        else:
            route.continue_()

    here = f"**/games/{game.key}*"
    page.route(here, lose_the_answer)
    page.locator("#send").tap()
    page.locator("#unsent").wait_for()
    assert sent(game) == 1
    page.unroute(here)
    if page.locator("#send").is_visible():
        page.locator("#send").tap()
    page.locator('#table[data-seq="1"]').wait_for()
    assert sent(game) == 1


def test_what_happens_between_the_page_and_its_stream_is_shown(
    arrive: Arrive, game: Game, person: Cast
) -> None:
    page = arrive(next(one for one in map(person, ("alice", "bob")) if one != decider(game)))
    held: list[Route] = []
    page.route("**/events*", lambda route: held.append(route))  # noqa: PLW0108  playwright marks it
    page.goto(f"/games/{game.key}")
    bound = bounded()
    while next(bound) and not held:
        page.wait_for_timeout(20)
    move_on(game)
    held.pop().continue_()
    page.locator('#table[data-seq="1"]').wait_for()


def test_a_stale_tab_and_the_back_button_send_nothing(arrive: Arrive, game: Game) -> None:
    page = arrive(decider(game))
    page.goto("/")
    choose_one(page, game)
    other = page.context.new_page()
    choose_one(other, game)
    other.locator("#send").tap()
    other.locator('#table[data-seq="1"]').wait_for()
    page.locator("#changed").wait_for()  # the other tab does not take the choice away
    page.locator("#send").tap()
    page.locator('#table[data-seq="1"]').wait_for()
    assert sent(game) == 1
    page.go_back()
    page.locator("#table").wait_for(state="detached")
    page.go_forward()
    page.locator('#table[data-seq="1"]').wait_for()
    assert page.locator("#send").count() == 0
    assert sent(game) == 1


def test_others_moves_appear_and_leave_what_is_typed(
    arrive: Arrive, game: Game, person: Cast
) -> None:
    waits = next(one for one in ("alice", "bob", "carol") if person(one) != decider(game))
    page = arrive(person(waits))
    page.goto(f"/games/{game.key}")
    page.locator(".last").tap()
    page.locator("#say").fill("I was just about to")
    page.keyboard.press("Escape")
    move_on(game)
    page.locator('#table[data-seq="1"]').wait_for()
    assert page.locator("#say").input_value() == "I was just about to"
    page.locator(".last").tap()
    page.locator("#say").focus()
    move_on(game)
    page.locator("#changed, #table[data-seq='2']").first.wait_for()
    assert page.locator("#say").input_value() == "I was just about to"
    page.reload()
    assert page.locator("#say").input_value() == "I was just about to"
    page.locator(".last").tap()
    page.get_by_role("button", name="Say it").tap()
    page.locator("ul.talk").get_by_text("I was just about to").wait_for(state="attached")
    assert page.locator("#say").input_value() == ""
    assert Message.objects.count() == 1


def test_a_restarted_server_is_found_again(
    arrive: Arrive, game: Game, person: Cast, tmp_path: Path, site: Site
) -> None:
    """The stream is cut and said to be; then moves made meanwhile appear."""
    waits = next(one for one in ("alice", "bob", "carol") if person(one) != decider(game))
    page = arrive(person(waits))
    with live_site(tmp_path / "first.log") as first:
        port = int(first.url.rpartition(":")[2])
        page.context.add_cookies(
            [one | {"url": first.url} for one in _session(page, site)]  # type: ignore[list-item]
        )
        page.goto(f"{first.url}/games/{game.key}")
        page.locator(".last").tap()
        page.locator("#say").fill("Still here")
        page.keyboard.press("Escape")
    page.locator("#cut").wait_for()
    who = decider(game)
    services.play(
        game_key=game.key,
        person=who,
        seq=game.seq,
        moves=[engine.legal_moves(position(game))[0]],
        door="api",
    )
    with live_site(tmp_path / "second.log", port=port):
        page.locator('#table[data-seq="1"]').wait_for()
        page.locator("#cut").wait_for(state="hidden")
        assert page.locator("#say").input_value() == "Still here"


def _session(page: Page, site: Site) -> list[dict[str, str]]:
    return [{"name": one["name"], "value": one["value"]} for one in page.context.cookies(site.url)]


def test_a_slow_net_shows_that_something_is_under_way(arrive: Arrive, game: Game) -> None:
    page = arrive(decider(game))
    choose_one(page, game)
    slow = page.context.new_cdp_session(page)
    slow.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 800, "downloadThroughput": 50_000, "uploadThroughput": 9_000},
    )
    page.locator("#send").tap()
    page.locator("#send:disabled").wait_for()
    page.locator('#table[data-seq="1"]').wait_for()
    assert sent(game) == 1

"""What is seldom on a table is on one screen as well: a position for each, recorded by its wish.

A sample of them is looked at; `ORIFLAMME_LONG=1 pytest -s tests/browser/test_positions.py` looks at
all and says how long the slowest touch took (Event Timing, half a second after it).
"""

import os
import random
from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page

from accounts.models import User
from games import engine, services
from games.engine.types import CardInRow
from games.models import Game, Move
from games.services.absence import count_absent
from tests import bounded
from tests.api.live import Site
from tests.browser.conftest import Arrive
from tests.browser.opening import Eyes
from tests.browser.test_one_screen import HIDDEN, LANGUAGES, MOST_NODES, PEOPLE, SCREENS, WEIGHS
from tests.browser.test_tidy import UNTIDY
from tests.browser.world import Shown, enter, key_of
from tests.conftest import Cast
from tests.games.conftest import OpenTable, decider, position

LONG = "ORIFLAMME_LONG" in os.environ
SLOWEST = 100  # ms, from a touch to the next picture
TOUCH = """() => new Promise(done => {
    let slowest = 0;
    new PerformanceObserver(all => all.getEntries().forEach(one => {
        slowest = Math.max(slowest, one.duration);
    })).observe({type: "event", durationThreshold: 16, buffered: true});
    setTimeout(() => done(slowest), 500);
})"""

Seen = Callable[[engine.View], bool]
Then = Callable[[Game, User], User | None]


class Wish(NamedTuple):
    """`comes`: what whoever decides sees; `then`: what happens, and whose eyes it is seen by."""

    set: str
    comes: Seen
    seats: int = 4
    anonymous: bool = False
    then: Then | None = None
    sample: bool = False
    spread: bool = False  # nobody covers or turns a card over before


def asks(kind: str) -> Seen:
    return lambda view: view["question"] is not None and view["question"]["kind"] == kind


def in_row(what: Callable[[CardInRow], object]) -> Seen:
    return lambda view: any(what(place["top"]) for place in view["row"])


def both(*all_of: Seen) -> Seen:
    return lambda view: all(one(view) for one in all_of)


def late(view: engine.View) -> bool:
    return view["round"] >= 4


def _paused(game: Game, person: User) -> User:
    for chair in game.chairs.select_related("person"):
        services.offer_pause(game_key=game.key, person=chair.person)
    return person


def _offered(game: Game, person: User) -> User:
    other = next(one.person for one in game.chairs.all() if one.person != person)
    services.offer_pause(game_key=game.key, person=other)
    services.offer_end(game_key=game.key, person=other)
    return person


def _resigned(game: Game, person: User) -> User:
    other = next(one.person for one in game.chairs.all() if one.person != person)
    services.resign(game_key=game.key, person=other)
    return person


def _absent(game: Game, person: User) -> User:
    chair = game.chairs.get(person=person)
    count_absent(game, chair.number, timezone.now())
    return person


def _watched(game: Game, _person: User) -> None:
    return None


POSITIONS = {
    "a stack": Wish(
        "oriflamme", both(late, lambda view: any(len(one["covered"]) > 1 for one in view["row"]))
    ),
    "tokens and verdicts": Wish("alliance", in_row(lambda top: top["tokens"] and top["verdicts"])),
    "a Judge's choice": Wish(
        "alliance", both(asks("judge"), in_row(lambda top: top["verdicts"])), seats=5, sample=True
    ),
    "a bribed card": Wish("ablaze", in_row(lambda top: top["bribed"])),
    "an extortion in sight": Wish("alliance", in_row(lambda top: top["card"] == "extortion")),
    "the Twin's place": Wish("ablaze", asks("place_twin")),
    "the Decree": Wish("oriflamme", both(late, asks("move")), seats=5, sample=True),
    "the Decree over a long row": Wish(
        "oriflamme",
        both(asks("move"), lambda view: len(view["row"]) > 16),
        seats=5,
        sample=True,
        spread=True,
    ),
    "a Judge's choice over a long row": Wish(
        "alliance", both(asks("judge"), lambda view: len(view["row"]) > 15), seats=5, spread=True
    ),
    "a known Uprising": Wish(
        "alliance", in_row(lambda top: top["card"] == "uprising" and not top["open"])
    ),
    "a pause": Wish("oriflamme", late, then=_paused),
    "offers": Wish("oriflamme", late, then=_offered, sample=True),
    "a stand-in": Wish("mixed", late, then=_resigned),
    "an absent person": Wish("oriflamme", late, then=_absent),
    "masks": Wish("mixed", late, seats=5, anonymous=True),
    "a table of two": Wish("ablaze", late, seats=2),
    # As whoever runs a tournament looks on at one of its tables.
    "a spectator": Wish("alliance", late, seats=5, then=_watched, sample=True),
}


def _sees(state: engine.State) -> engine.View | None:
    seat = engine.to_move(state)
    return None if seat is None else engine.view(state, seat)


def _come_to(game: Game, wish: Wish, rng: random.Random) -> bool:
    """Play on until it is there; whoever can bring it about does."""
    bound = bounded()
    while next(bound):
        state = position(game)
        view = _sees(state)
        if view is None:
            return False
        if wish.comes(view) and len(view["row"]) > 2:
            return True
        moves = engine.legal_moves(state)
        wanted = []
        for move in moves:
            after = state.copy()
            engine.play(after, move)
            seen = _sees(after)
            wanted += [move] if seen and wish.comes(seen) else []
        lays = [one for one in moves if one == "wait" or one.endswith((" start", " end"))]
        services.play(
            game_key=game.key,
            person=decider(game),
            seq=game.seq,
            moves=[rng.choice(wanted or (wish.spread and lays) or moves)],
            door="api",
        )
        game.refresh_from_db()
    return False


def found(wish: Wish, open_table: OpenTable, name: str) -> Game:
    rng = random.Random(name)
    bound = bounded()
    while next(bound):
        table = open_table(*PEOPLE[: wish.seats], set=wish.set, anonymous=wish.anonymous)
        if _come_to(table, wish, rng):
            return table
    raise AssertionError(name)


def _touch(page: Page) -> float:
    """The first thing that can be chosen, and what the slowest of its events took."""
    first = page.locator(".hand label, .slot.pick > label, .opt").first
    if first.count():
        first.click(position={"x": 14, "y": 30})
    return float(page.evaluate(TOUCH))


@pytest.mark.parametrize("name", [one for one, wish in POSITIONS.items() if LONG or wish.sample])
def test_what_is_seldom_is_on_one_screen_as_well(
    chromium: Browser, site: Site, open_table: OpenTable, person: Cast, name: str
) -> None:
    wish = POSITIONS[name]
    game = found(wish, open_table, name)
    who = decider(game)
    seen_by = wish.then(game, who) if wish.then else who
    session = key_of(enter(seen_by)) if seen_by else ""
    with Eyes(chromium, site) as eyes:
        for screen, (width, height) in SCREENS.items():
            eyes.page.set_viewport_size({"width": width, "height": height})
            page, wrong = eyes.open(Shown("table", f"/games/{game.key}", session))
            assert not wrong
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen
            assert page.evaluate(UNTIDY) == [], screen
            if shots := os.environ.get("SHOTS"):
                page.screenshot(path=f"{shots}/{name}-{width}.png".replace(" ", "_"))
            if page.locator("#play").count():
                hidden = page.evaluate(HIDDEN)
                print(f"{name}, {screen}: {len(position(game).row)} slots, hidden {hidden}")
                assert not hidden
            nodes, moved = page.evaluate(WEIGHS)
            assert nodes <= MOST_NODES
            assert moved == []
            if LONG:
                took = _touch(page)
                print(f"{name}, {screen}: {nodes} nodes, slowest touch {took:.0f} ms (≤ {SLOWEST})")


def test_a_stack_is_looked_through_by_touching_its_number(
    arrive: Arrive, open_table: OpenTable
) -> None:
    name = "a stack"
    game = found(POSITIONS[name], open_table, name)
    person = decider(game)
    view = engine.view(position(game), game.to_move or 0)
    heights = [1 + len(place["covered"]) for place in view["row"] if place["covered"]]
    page = arrive(person)
    page.goto(f"/games/{game.key}")
    assert page.locator(".row .cnt").count() == len(heights)
    for number, height in enumerate(heights):
        page.locator(".row .cnt").nth(number).tap()
        assert page.locator(":popover-open .card").count() == height
        page.keyboard.press("Escape")


def test_what_a_judge_does_is_chosen_first_and_then_to_which_card(
    arrive: Arrive, open_table: OpenTable
) -> None:
    name = "a Judge's choice"
    game = found(POSITIONS[name], open_table, name)
    page = arrive(decider(game))
    page.goto(f"/games/{game.key}")
    reached = page.locator(".onto.to-eliminate")
    assert reached.first.evaluate("one => getComputedStyle(one).pointerEvents") == "none"
    page.locator("label:has(> #v-eliminate)").tap()
    slot = reached.first.locator("input").get_attribute("value")
    reached.first.tap()
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/judged.png")
    page.locator("#send").tap()
    page.locator(f'#table:not([data-seq="{game.seq}"])').wait_for()
    moves = Move.objects.filter(game=game, seq__gt=game.seq).values_list("move", flat=True)
    assert moves.first() == f"eliminate {slot}"


def test_of_a_long_row_another_part_is_asked_about_by_one_touch_and_the_card_stays_lifted(
    arrive: Arrive, open_table: OpenTable
) -> None:
    name = "the Decree over a long row"
    game = found(POSITIONS[name], open_table, name)
    last = len(position(game).row)
    page = arrive(decider(game))
    page.goto(f"/games/{game.key}")
    if not page.locator('[name="lifted"][value="1"]').count():
        page.locator(".turn").first.tap()
    page.locator('label:has(> [name="lifted"][value="1"])').tap()
    assert not page.locator(f"#g-{last}").count()
    page.locator(".turn").last.focus()
    page.keyboard.press("Enter")
    page.locator(f"#g-{last}").wait_for(state="attached")
    page.wait_for_function("document.activeElement.id == 'asks'")  # comes once htmx has settled
    page.locator(f"label:has(> #g-{last})").tap()
    page.locator("#send").tap()
    page.locator(f'#table:not([data-seq="{game.seq}"])').wait_for()
    moves = Move.objects.filter(game=game, seq__gt=game.seq).values_list("move", flat=True)
    assert moves.first() == f"move 1 to {last}"


def test_offers_leave_the_hand_in_sight_in_every_language(
    chromium: Browser, site: Site, open_table: OpenTable, person: Cast
) -> None:
    name = "offers"
    game = found(POSITIONS[name], open_table, name)
    who = _offered(game, decider(game))
    session = key_of(enter(who))
    with Eyes(chromium, site) as eyes:
        for language in LANGUAGES:
            User.objects.update(language=language)
            page, _wrong = eyes.open(Shown("table", f"/games/{game.key}", session))
            if shots := os.environ.get("SHOTS"):
                page.screenshot(path=f"{shots}/offers-{language}.png")
            ask, hand = (page.locator(one).bounding_box() for one in ("#play", ".hand"))
            assert ask
            assert hand
            assert ask["y"] + ask["height"] <= hand["y"] + 1, language
            assert page.evaluate(HIDDEN) == [], language

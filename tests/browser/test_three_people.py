"""Three people at one table, each in a browser as theirs is: a phone, a keyboard, no scripts."""

import random
import time

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games.models import Game
from tests.browser.conftest import Arrive
from tests.conftest import Cast
from tests.games.conftest import OpenTable

# How often Tab is pressed from where the focus is to what is wanted; less than 0: with Shift.
_STOPS_BETWEEN = """selector => {
    const all = "a[href], button, input:not([type=hidden]), select, summary, textarea";
    const follows = (one, other) => Boolean(one.compareDocumentPosition(other) & 4);
    const wanted = document.querySelector(selector);
    const from = document.activeElement ?? document.body;
    const stops = [...document.querySelectorAll(all)].filter(one => one.checkVisibility());
    const place = stops.indexOf(wanted);
    const passed = stops.filter(one => one === from || !follows(from, one)).length;
    const before = stops.filter(one => follows(one, from)).length;
    return place >= passed ? place - passed + 1 : place - before;
}"""


class Player:
    def __init__(self, page: Page, here: str) -> None:
        self.page, self.here = page, here
        page.goto(here)

    def choices(self) -> list[str]:
        found = self.page.locator("#moves button[name=move]")
        values: list[str] = found.evaluate_all("all => all.map(one => one.value)")
        return values

    def card_of(self, move: str) -> str:
        return f'details.card:has(button[value="{move}"])'

    def choose(self, move: str) -> None:
        raise NotImplementedError

    def send(self) -> None:
        raise NotImplementedError

    def wait_for(self, seq: int) -> None:
        """Until the page shows the position of this number."""
        self.page.locator(f'#table[data-seq="{seq}"]').wait_for()


class ByTouch(Player):
    """What others have done appears by itself."""

    def choose(self, move: str) -> None:
        button = self.page.locator(f'#moves button[value="{move}"]')
        if not button.is_visible():
            self.page.locator(f"{self.card_of(move)} > summary").tap()
        button.tap()
        self.page.locator("#check").wait_for()

    def send(self) -> None:
        self.page.locator("#send").tap()


class ByKeyboard(Player):
    """No pointer at all: Tab, Enter, and where the focus is."""

    def _press(self, selector: str) -> None:
        # Once more where something else scrolls, and is a stop, or the table has just changed.
        for _ in range(5):
            stops = self.page.evaluate(_STOPS_BETWEEN, selector)
            for _ in range(abs(stops)):
                self.page.keyboard.press("Tab" if stops > 0 else "Shift+Tab")
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"the keyboard does not reach {selector}")

    def choose(self, move: str) -> None:
        button = self.page.locator(f'#moves button[value="{move}"]')
        if not button.is_visible():
            self._press(f"{self.card_of(move)} > summary")
        self._press(f'#moves button[value="{move}"]')
        self.page.locator("#check:focus").wait_for()  # where the reading goes on

    def send(self) -> None:
        self._press("#send")


class WithoutScripts(ByTouch):
    """They load the page again, and press where a finger would."""

    def wait_for(self, seq: int) -> None:
        if self.page.locator("#table").get_attribute("data-seq") != str(seq):
            self.page.goto(self.here)
        super().wait_for(seq)


def pick(rng: random.Random, offered: list[str]) -> str:
    """Stacks keep the row, and so the game, short."""
    on_own = [move for move in offered if " on " in move]
    return rng.choice(on_own or offered)


@pytest.mark.parametrize("set_", ["oriflamme", "ablaze", "alliance"])
def test_three_people_play_a_whole_game(
    arrive: Arrive, open_table: OpenTable, person: Cast, set_: str
) -> None:
    rng = random.Random(3)
    game = open_table("alice", "bob", "carol", set=set_)
    here = f"/games/{game.key}"
    at: dict[User, Player] = {
        person("alice"): ByTouch(arrive(person("alice")), here),
        person("bob"): ByKeyboard(arrive(person("bob")), here),
        person("carol"): WithoutScripts(arrive(person("carol"), java_script_enabled=False), here),
    }
    seats = {chair.number: at[chair.person] for chair in game.chairs.select_related("person")}
    for _ in range(300):
        game.refresh_from_db()
        if game.status == Game.Status.OVER:
            break
        player = seats[game.to_move]
        player.wait_for(game.seq)
        player.choose(pick(rng, player.choices()))
        player.send()
        _until_moved(game)
    assert game.status == Game.Status.OVER
    for player in at.values():
        if isinstance(player, WithoutScripts):
            player.page.goto(here)
        player.page.get_by_text("Proof of the deal").wait_for()


def _until_moved(game: Game) -> None:
    until = time.monotonic() + 10
    while Game.objects.values_list("seq", flat=True).get(pk=game.pk) == game.seq:
        assert time.monotonic() < until, "the move never came"
        time.sleep(0.01)

"""Three people at one table, each in a browser as theirs is: a phone, a keyboard, no scripts."""

import random
import time

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games import engine, services
from games.models import Game
from tests.browser.conftest import Arrive, choose, fields_on
from tests.conftest import Cast
from tests.games.conftest import OpenTable, position
from tests.pace import PATIENCE

# How often Tab is pressed from where the focus is to the nearest that is wanted; less than 0: with
# Shift. Radio buttons of one name are one stop.
_STOPS_BETWEEN = """selector => {
    const all = "a[href], button, input:not([type=hidden]), select, summary, textarea";
    const follows = (one, other) => Boolean(one.compareDocumentPosition(other) & 4);
    const from = document.activeElement ?? document.body;
    const group = one => one.type === "radio" ? one.name : null;
    const other = one => group(one) && (group(one) === group(from)
        || !one.checked && document.querySelector(`input[name="${one.name}"]:checked`));
    const stops = [...document.querySelectorAll(all)].filter(one => one !== from
        && one.checkVisibility({visibilityProperty: true}) && !other(one));
    const once = list => list.filter((one, at) => !group(one)
        || list.findIndex(other => group(other) === group(one)) === at);
    const on = once(stops.filter(one => follows(from, one)));
    const back = once(stops.filter(one => follows(one, from)).reverse());
    const [far, near] = [on, back].map(way => way.findIndex(one => one.matches(selector)) + 1);
    return far && (!near || far <= near) ? far : -near;
}"""


class Player:
    def __init__(self, page: Page, here: str) -> None:
        self.page, self.here = page, here
        page.goto(here)

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
        choose(self.page, move)

    def send(self) -> None:
        self.page.locator("#send").tap()


class ByKeyboard(Player):
    """No pointer at all: Tab, arrows, Enter, and where the focus is."""

    def _reach(self, selector: str) -> None:
        # Once more where something else scrolls, and is a stop, or the table has just changed; then
        # step by step, as the browser says which radio button of an unanswered group is the stop.
        for attempt in range(100):
            stops = self.page.evaluate(_STOPS_BETWEEN, selector) if attempt < 3 else 1
            for _ in range(abs(stops)):
                self.page.keyboard.press("Tab" if stops > 0 else "Shift+Tab")
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
        at = self.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        raise AssertionError(f"the keyboard does not reach {selector} from {at}")

    def choose(self, move: str) -> None:
        for name, value in fields_on(self.page, move):
            self._reach(f'input[name="{name}"]')
            self.page.keyboard.press("Space")
            wanted = f'input[name="{name}"][value="{value}"]:checked'
            for _ in range(30):
                if self.page.locator(wanted).count():
                    break
                self.page.keyboard.press("ArrowRight")
            assert self.page.locator(f"{wanted}:focus").count()

    def send(self) -> None:
        self._reach("#send")
        self.page.keyboard.press("Enter")


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
    """One game by hand from its first move to its last. Of the others what is new to whoever is
    asked, which is a third of it; the rest is made behind their backs, and their pages follow."""
    rng = random.Random(3)
    known: set[object] = set()
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
        state = position(game)
        move = pick(rng, engine.legal_moves(state))
        asked = asked_for(state, move)
        if set_ != "oriflamme" and asked in known:
            move_on_by(game, move)
            continue
        known.add(asked)
        player = seats[game.to_move]
        player.wait_for(game.seq)
        player.choose(move)
        player.send()
        _until_moved(game)
    assert game.status == Game.Status.OVER
    for player in at.values():
        if isinstance(player, WithoutScripts):
            player.page.goto(here)
        player.page.get_by_text("Proof of the deal").wait_for()


def asked_for(state: engine.State, move: str) -> object:
    """Who has to say what about which card, and as what."""
    seat = engine.to_move(state)
    question = engine.view(state, seat)["question"]
    verb, *rest = move.split()
    return seat, question["kind"], question["card"], question["acts_as"], verb, len(rest)


def move_on_by(game: Game, move: str) -> None:
    who = game.chairs.select_related("person").get(number=game.to_move).person
    services.play(game_key=game.key, seq=game.seq, moves=[move], person=who, door="page")


def _until_moved(game: Game) -> None:
    until = time.monotonic() + PATIENCE
    while Game.objects.values_list("seq", flat=True).get(pk=game.pk) == game.seq:
        assert time.monotonic() < until, "the move never came"
        time.sleep(0.01)

"""When the rules change, every game goes on, is shown and is proved under those it began by.

`ORIFLAMME_GAMES=1000 pytest tests/games/test_rules_for_ever.py` plays 1,000 games to the end and
leaves 200 running, in place of a few.
"""

import os
from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from games import engine, selectors
from games.engine.turn import RULES
from games.models import Game
from games.selectors.verifying import verify_games
from games.services import beginning
from oriflamme_site.rest import throttling
from tests.games.conftest import OpenTable, move_on, play_out

pytestmark = pytest.mark.django_db

OVER = int(os.environ.get("ORIFLAMME_GAMES", "12"))
RUNNING = max(4, OVER // 5)


@pytest.fixture
def raise_the_rules(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """A newer version: other sets, another pool, another heir."""

    def to_newer() -> int:
        old, newest = engine.at(engine.RULES_VERSION), engine.RULES_VERSION + 1
        heir = type(RULES[engine.RULES_VERSION]["heir"])

        class NewHeir(heir):  # type: ignore[misc, valid-type]
            since = newest

            def act(self, turn, me):  # type: ignore[no-untyped-def]
                turn.gain(7, me)

        sets = dict(old.sets)
        sets["oriflamme"] = tuple(sorted({*sets["oriflamme"], "queen"} - {"spy"}))
        pool = tuple(kind for kind in old.pool if kind != "treaty")
        monkeypatch.setitem(engine.VERSIONS, newest, type(old)(sets, pool))
        monkeypatch.setitem(RULES, newest, {**RULES[newest - 1], "heir": NewHeir()})
        monkeypatch.setattr(engine, "RULES_VERSION", newest)
        return newest

    return to_newer


@pytest.mark.timeout(3600)
@pytest.mark.long(10)
def test_games_of_older_rules_are_finished_shown_verified_and_proved_under_them(
    open_table: OpenTable, raise_the_rules: Callable[[], int], client: Client
) -> None:
    over, running = list(_tables(open_table, OVER)), list(_tables(open_table, RUNNING))
    for number, game in enumerate(over):
        play_out(game, seed=number)
    for number, game in enumerate(running):
        move_on(game, 3 + number % 15)  # no game ends with fewer than 18
    seen = {game.key: _seen(game) for game in (*over, *running)}
    texts = {game.key: selectors.record_text(key=game.key, viewer=None) for game in over}
    old = over[0].rules_version

    newest = raise_the_rules()
    assert {game.key: _seen(game) for game in (*over, *running)} == seen
    for game in over:
        assert selectors.record_text(key=game.key, viewer=None) == texts[game.key]
        throttling.forget()
        assert client.get(f"/api/v1/games/{game.key}", secure=True).status_code == 200
        assert client.get(f"/api/v1/games/{game.key}?at=5", secure=True).status_code == 200
        assert client.get(f"/games/{game.key}", secure=True).status_code == 200
        _check_proof(game, texts[game.key])
    for game in running:
        play_out(game)
        assert game.rules_version == old
        _check_proof(game, selectors.record_text(key=game.key, viewer=None))

    fresh = open_table("alice", "bob", "carol")
    assert fresh.rules_version == newest
    dealt = fresh.state.reveal()
    assert '"queen' in dealt or " queen" in dealt
    play_out(fresh)
    found = dict(verify_games())
    assert len(found) == OVER + RUNNING + 1
    assert not [faults for faults in found.values() if faults]


def test_a_table_that_gathered_under_older_rules_deals_what_its_seed_promised(
    open_table: OpenTable, raise_the_rules: Callable[[], int]
) -> None:
    promised = open_table("alice", "bob", seats=4, set="mixed")
    assert promised.status == Game.Status.GATHERING
    old = engine.RULES_VERSION
    seed = promised.seed.reveal()
    drawn = [engine.drawn(seed, place) for place in range(4)]  # nobody sent a contribution
    deck = engine.deal(set="mixed", seats=4, seed=seed, contributions=drawn).deck
    raise_the_rules()
    Game.objects.filter(pk=promised.pk).update(fill_with_bots=True)
    promised.refresh_from_db()
    beginning.begin(promised)
    assert promised.rules_version == old
    assert promised.deck == list(deck)
    assert dict(verify_games([promised.key])) == {promised.key: []}


def _tables(open_table: OpenTable, count: int) -> Iterator[Game]:
    for number in range(count):
        people = ("alice", "bob", "carol", "dave", "erin")[: 2 + number % 4]
        yield open_table(*people, set=engine.SETS[number % len(engine.SETS)])


def _seen(game: Game) -> list[object]:
    people = [None, *(seat.person for seat in game.chairs.order_by("pk").select_related("person"))]
    return [selectors.find_game(game.key, person).view("en") for person in people]


def _check_proof(game: Game, text: str) -> None:
    """As anybody does who has the record, and what was published before the game."""
    record = engine.read_record(text)
    assert record.seed is not None
    assert engine.commitment(record.seed, game.deal_scheme or 1) == game.commitment
    record.hands = record.aside = None
    assert engine.dump(engine.replay(record)) == game.state.reveal()

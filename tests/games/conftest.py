"""Tables to play at."""

import random
from collections.abc import Callable
from typing import Any, Protocol

import pytest

from accounts.models import User
from games import engine, services
from games.models import Game, Move
from games.services import telling
from tests import bounded

CAST = ("alice", "bob", "carol", "dave", "erin")


class OpenTable(Protocol):
    def __call__(self, *players: str, **wishes: Any) -> Game: ...


@pytest.fixture(autouse=True)
def _workers_are_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots move and letters go when a test says so; the broker is told nothing."""
    monkeypatch.setattr(telling, "_ask_worker", lambda *_asked, **_options: None)
    monkeypatch.setattr("notifications.services.waking.wake", lambda _pk, _queue: None)


@pytest.fixture
def open_table(person: Callable[[str], User]) -> OpenTable:
    """open_table("alice", "bob") gathers the two at a table of as many seats as players."""

    def gather(*players: str, **wishes: Any) -> Game:
        facts: dict[str, Any] = {"name": "Friday table", "set": "oriflamme", "seats": len(players)}
        creator, *others = players
        game = services.create_game(person=person(creator), **(facts | wishes))
        for other in others:
            services.join(game_key=game.key, person=person(other), token=game.link.reveal())
        game.refresh_from_db()
        return game

    return gather


def decider(game: Game) -> User:
    """Who has to decide now."""
    game.refresh_from_db()
    chair = game.chairs.select_related("person").get(number=game.to_move)
    assert chair.person is not None
    return chair.person


def position(game: Game) -> engine.State:
    game.refresh_from_db()
    assert game.state is not None
    return engine.load(game.state.reveal())


def move_on(game: Game, times: int = 1, rng: random.Random | None = None) -> None:
    """Whoever's turn it is makes a legal move, so many times."""
    rng = rng or random.Random(7)
    for _ in range(times):
        _move(game, rng)


def _move(game: Game, rng: random.Random) -> services.Played:
    """Half of the suite's games are played here, so it reads no more than it needs."""
    move = rng.choice(engine.legal_moves(position(game)))
    who = game.chairs.values_list("person", flat=True).get(number=game.to_move)
    assert who is not None
    asked = {"game_key": game.key, "seq": game.seq, "moves": [move]}
    return services.play(**asked, person=User(pk=who), door="api")


def till_another_decides(game: Game) -> User:
    """On to a closed card of somebody who has not just moved; who that is."""
    bound = bounded()
    while True:
        next(bound)
        move_on(game)
        who = decider(game)
        last = Move.objects.get(game=game, seq=game.seq)
        if position(game).phase == "events" and last.seat != game.to_move:
            return who


def play_out(game: Game, seed: int = 7) -> None:
    rng = random.Random(seed)
    bound = bounded()
    game.refresh_from_db()
    over = game.status == Game.Status.OVER
    while next(bound) and not over:
        over = _move(game, rng).table.is_over
    game.refresh_from_db()


def give_away(game: Game, seat: int) -> None:
    """All who are there are for letting somebody else take over that seat."""
    for chair in game.chairs.filter(bot="").select_related("person"):
        assert chair.person is not None
        services.offer_seat(game_key=game.key, person=chair.person, seat=seat)

"""Tables to play at."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import pytest

from accounts.models import User
from games import engine, services
from games.engine.types import known
from games.models import Game, Move
from games.models.rows import fetch_one
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


class Asked(NamedTuple):
    """Of whom a running game waits for a decision, and on which position."""

    seq: int
    state: engine.State
    seat: int
    person: int | None
    bot: str

    def play(self, game: Game, move: str) -> services.Played:
        asked = {"game_key": game.key, "seq": self.seq, "moves": [move]}
        if self.bot:
            return services.play(**asked, seat=self.seat, door="bot")
        return services.play(**asked, person=User(pk=self.person), door="api")


_ASKED = """SELECT g.seq, g.state, s.number, s.person_id, s.bot
FROM games_game g JOIN games_seat s ON s.game_id = g.id AND s.number = g.to_move
WHERE g.id = %s AND g.status = 'running'"""


def asked_in(game: Game) -> Asked | None:
    """As it is stored; None if nobody is asked. Half of the suite's games are played by this, so
    it is one question, and what has just been played tells of the next one without any."""
    row = fetch_one(_ASKED, [game.pk])
    return Asked(row[0], engine.load(row[1]), *row[2:]) if row else None


def asked_after(played: services.Played) -> Asked | None:
    chair = None if played.table.is_over else played.table.chair_at(played.table.to_move)
    if chair is None:
        return None
    return Asked(played.seq, played.state, known(chair.number), chair.person, chair.bot)


def move_on(game: Game, times: int = 1, rng: random.Random | None = None) -> None:
    """Whoever's turn it is makes a legal move, so many times. Then `game` is as it was before the
    last of them."""
    rng = rng or random.Random(7)
    asked = asked_in(game)
    for left in reversed(range(times)):
        assert asked, "the game is over"
        if not left:
            game.refresh_from_db()
        asked = asked_after(asked.play(game, rng.choice(engine.legal_moves(asked.state))))


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
    asked = asked_in(game)
    while next(bound) and asked:
        asked = asked_after(asked.play(game, rng.choice(engine.legal_moves(asked.state))))
    game.refresh_from_db()


def give_away(game: Game, seat: int) -> None:
    """All who are there are for letting somebody else take over that seat."""
    for chair in game.chairs.filter(bot="").select_related("person"):
        assert chair.person is not None
        services.offer_seat(game_key=game.key, person=chair.person, seat=seat)

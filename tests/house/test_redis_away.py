"""Redis holds nothing that a move needs: without it a move is as good, and as fast."""

import asyncio
import json
import random
import socket
import time
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.core.cache import caches

from accounts.models import User
from accounts.services import SCOPES, create_api_token
from games import services
from games.models import Game
from oriflamme_site.local.ground import free_port
from tests.api.live import Site, live_site
from tests.games.conftest import _workers_are_asleep
from tests.pace import PATIENCE

__all__ = ["_workers_are_asleep"]
pytestmark = pytest.mark.django_db(transaction=True)
MOVES = 60
# A busy machine may hold up the slowest of one alone; whoever waited would wait each time.
TRIES = 4


class Mover:
    """Plays a game by API, as whoever decides, and keeps what each move took."""

    def __init__(self, site: Site, game: Game, tokens: dict[int, str]) -> None:
        self.site, self.game, self.tokens = site, game, tokens
        self.rng = random.Random(1)
        self.took: list[float] = []

    def ask(self, path: str, token: str, body: object = None) -> Any:
        request = urllib.request.Request(
            f"{self.site.url}/api/v1/games/{self.game.key}{path}",
            json.dumps(body).encode() if body else None,
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def move(self) -> None:
        self.game.refresh_from_db()
        if self.game.to_move is None:
            return
        person = self.game.chairs.get(number=self.game.to_move).person
        assert person is not None
        view = self.ask("", self.tokens[person.pk])
        move = self.rng.choice(view["question"]["moves"])["move"]
        began = time.monotonic()
        self.ask("/moves", self.tokens[person.pk], {"seq": view["seq"], "moves": [move]})
        self.took.append(time.monotonic() - began)


def test_a_move_waits_for_no_redis(tmp_path: Path, person: Callable[[str], User]) -> None:
    people = [person("alice"), person("bob")]
    tokens = {
        one.pk: create_api_token(user=one, name="it", scopes=SCOPES)[1].reveal() for one in people
    }

    def table() -> Game:
        game = services.create_game(person=people[0], name="Friday", set="oriflamme", seats=2)
        services.join(game_key=game.key, person=people[1])
        return game

    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    with (
        live_site(tmp_path / "one.log") as one,
        live_site(tmp_path / "two.log", REDIS_URL=nowhere) as two,
    ):
        for _again in range(TRIES):
            there, away = Mover(one, table(), tokens), Mover(two, table(), tokens)
            for _ in range(MOVES):  # in turn: what else this machine does slows both down
                there.move()
                away.move()
            if all(wait_alike(there, away, rank) for rank in (0.5, 0.95)):
                return
    pytest.fail("in none of these games")


def wait_alike(there: Mover, away: Mover, rank: float) -> bool:
    """The first finds out, and one in some seconds looks again."""
    usual, without = (quantile(mover.took, rank) for mover in (there, away))
    print(f"{rank}: {1000 * usual:.1f} ms with Redis, {1000 * without:.1f} ms without")
    return without < 1.5 * usual + 0.05


def given_to(connection: socket.socket) -> tuple[int, int]:
    return (
        connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE),
        connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT),
    )


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux' own")
def test_a_host_that_has_gone_without_a_word_is_noticed_by_every_connection() -> None:
    """Who listens for wake-ups sends nothing, and would wait for two hours."""
    from games.services import telling
    from oriflamme_site import gauges, health
    from oriflamme_site.celery import app
    from oriflamme_site.rest import throttling

    def socket_of(client: redis.Redis) -> socket.socket:
        taken = client.connection_pool.get_connection()
        found: socket.socket = taken._get_socket()
        client.connection_pool.release(taken)
        return found

    ours = [telling._redis(), throttling._redis, gauges.client, health.broker]
    ours.append(caches["default"]._cache.get_client())
    with app.connection_for_write() as broker:
        ours.append(broker.default_channel.client)
        assert {given_to(socket_of(one)) for one in ours} == {(3, 3000)}


def test_so_is_one_of_who_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.api.streams import hub

    asked: list[dict[str, Any]] = []

    def from_url(url: str, **how: Any) -> None:
        asked.append(how)
        raise asyncio.CancelledError

    monkeypatch.setattr(hub.redis.asyncio.Redis, "from_url", from_url)
    # In a thread without a loop: a test in a browser may have left one in this.
    with ThreadPoolExecutor() as thread, pytest.raises(asyncio.CancelledError):
        thread.submit(lambda: asyncio.run(hub.Hub()._listen())).result()
    assert (
        asked[0]["socket_keepalive_options"] == settings.REDIS_SOCKETS["socket_keepalive_options"]
    )


def quantile(took: list[float], rank: float) -> float:
    return sorted(took)[int(rank * len(took))]

"""Clients of the API: each of the cast with a token, and a stranger without one."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import SCOPES, create_api_token
from oriflamme_site.rest import throttling
from tests.api.live import Site, live_site
from tests.conftest import Cast


class ApiClient:
    """A program of somebody's. Paths are below /api/v1/."""

    def __init__(self, token: str = "", *, raise_faults: bool = True, **headers: str) -> None:
        self.client = Client(raise_request_exception=raise_faults)
        self.headers = {**({"Authorization": f"Bearer {token}"} if token else {}), **headers}

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(
            method,
            f"/api/v1/{path}",
            **({"data": _json(body), "content_type": "application/json"} if sent else {}),
            secure=True,
            headers={**self.headers, **named},
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, {} if body is None else body, **headers)

    def patch(self, path: str, body: Any) -> Any:
        return self.ask("PATCH", path, body)

    def delete(self, path: str) -> Any:
        return self.ask("DELETE", path)


def _json(body: Any) -> bytes:
    import orjson

    return body if isinstance(body, bytes) else orjson.dumps(body)


ClientOf = Callable[..., ApiClient]


@pytest.fixture
def client_of(person: Cast) -> ClientOf:
    """client_of("alice") is a program with a token of Alice's."""

    def make(who: str | User, scopes: tuple[str, ...] = SCOPES, **headers: str) -> ApiClient:
        user = person(who) if isinstance(who, str) else who
        _, hidden_token = create_api_token(user=user, name="test", scopes=scopes)
        token = hidden_token.reveal()
        return ApiClient(token, **headers)

    return make


@pytest.fixture
def stranger(db: None) -> ApiClient:
    return ApiClient()


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    throttling.forget()


PASSING = re.compile(rb'"request_id":"[^"]*"|"instance":"[^"]*"')


def lasting(answer: Any) -> bytes:
    """The bytes of a problem but for what names the request itself."""
    return PASSING.sub(b"", answer.content)


@pytest.fixture(scope="session")
def running_site(django_db_setup: None, tmp_path_factory: Any) -> Iterator[Site]:
    with live_site(tmp_path_factory.mktemp("site") / "web.log") as running:
        yield running


@pytest.fixture
def site(transactional_db: None, running_site: Site) -> Site:
    """A server process on the test's own database; it stays for all tests of this process."""
    return running_site


CAST = ("alice", "bob", "carol", "dave", "erin")


class Party:
    """A table with its players' clients, by seat once the game runs."""

    def __init__(self, key: str, clients: list[ApiClient]) -> None:
        self.key = key
        self.clients = clients
        self.at: dict[int, ApiClient] = {}
        for client in clients:
            seat = self.view(client)["you"]
            if seat is not None:
                self.at[seat] = client

    def view(self, client: ApiClient) -> Any:
        return client.get(f"games/{self.key}").json()

    @property
    def decider(self) -> ApiClient:
        return self.at[self.view(self.clients[0])["question"]["seat"]]

    def others(self) -> list[ApiClient]:
        decider = self.decider
        return [client for client in self.clients if client is not decider]

    def move(self, rng: random.Random) -> Any:
        """Whoever's turn it is makes one of their legal moves; what they are answered."""
        client = self.decider
        view = self.view(client)
        move = rng.choice(view["question"]["moves"])["move"]
        answer = client.post(f"games/{self.key}/moves", {"seq": view["seq"], "moves": [move]})
        assert answer.status_code == 200, answer.content
        return answer.json()

    def play_on(self, moves: int = 10_000, rng: random.Random | None = None) -> None:
        rng = rng or random.Random(7)
        for _ in range(moves):
            if self.view(self.clients[0])["status"] != "running":
                return
            self.move(rng)


class SeatParty(Protocol):
    def __call__(self, seats: int = 3, **wishes: Any) -> Party: ...


@pytest.fixture
def party(client_of: ClientOf, monkeypatch: pytest.MonkeyPatch) -> SeatParty:
    """party(4, set="ablaze"): a running game of the cast, opened and joined over HTTP."""
    monkeypatch.setattr("games.services.telling._ask_worker", lambda *_asked, **_options: None)
    monkeypatch.setattr("notifications.services.waking.wake", lambda _pk, _queue: None)

    def gather(seats: int = 3, **wishes: Any) -> Party:
        clients = [client_of(name) for name in CAST[:seats]]
        asked = {"name": "Friday table", "set": "oriflamme", "seats": seats, **wishes}
        game = clients[0].post("games", asked)
        assert game.status_code == 201, game.content
        for other in clients[1:]:
            joined = other.post(
                f"games/{game.json()['id']}/seats",
                {"token": game.json()["link"] or ""} if game.json()["join"] == "link" else {},
            )
            assert joined.status_code == 201, joined.content
        return Party(game.json()["id"], clients)

    return gather

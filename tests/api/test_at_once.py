"""The same request many times at once, over HTTP, at a site with several threads."""

import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from games.models import Feed, Game, Move
from tests.api.conftest import SeatParty
from tests.api.live import Site
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 50


def at_once(site: Site, path: str, headers: dict[str, str], body: object) -> list[httpx.Response]:
    ready = threading.Barrier(MANY)

    def send(_number: int) -> httpx.Response:
        with httpx.Client(
            base_url=f"{site.url}/api/v1/", headers=headers, timeout=PATIENCE
        ) as client:
            ready.wait(PATIENCE)
            return client.post(path, json=body)

    with ThreadPoolExecutor(MANY) as threads:
        return list(threads.map(send, range(MANY)))


@pytest.mark.parametrize("with_key", [False, True])
def test_fifty_equal_moves_are_one(site: Site, party: SeatParty, *, with_key: bool) -> None:
    table = party(3)
    move = table.decider.get(f"games/{table.key}").json()["question"]["moves"][0]["move"]
    headers = {**table.decider.headers, **({"Idempotency-Key": "once"} if with_key else {})}
    answers = at_once(site, f"games/{table.key}/moves", headers, {"seq": 0, "moves": [move]})
    said = sorted(one.status_code for one in answers)
    game = Game.objects.get(key=table.key)
    assert (game.seq, Move.objects.filter(game=game, seq__gt=0).count()) == (1, 1)
    assert Feed.objects.filter(game=game, kind="moved").count() == 1
    if with_key:
        assert said == [200] * MANY
        assert len({one.content for one in answers}) == 1
    else:
        assert said == [200] + [409] * (MANY - 1)
        assert {one.json()["code"] for one in answers if one.status_code == 409} == {"stale"}
        assert all(one.json()["view"]["seq"] == 1 for one in answers if one.status_code == 409)

"""Many tables by one request: once for each key, and everything that is wrong named at once."""

import pytest

from accounts.models import User
from games.models import Game
from notifications.models import Notification
from tests.api.conftest import ClientOf

pytestmark = pytest.mark.django_db

TABLES = {
    "set": "alliance",
    "tables": [
        {"name": "Club, table 1", "players": ["bob", "carol", "dave"]},
        {"name": "Club, table 2", "players": ["bob", "carol", "erin"]},
    ],
}


@pytest.fixture(autouse=True)
def _cast(client_of: ClientOf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("notifications.services.waking.wake", lambda _pk, _queue: None)
    for handle in ("bob", "carol", "dave", "erin"):
        client_of(handle)


def test_one_key_opens_them_once(client_of: ClientOf) -> None:
    alice = client_of("alice")
    first, again = (alice.post("games/tables", TABLES, Idempotency_Key="round-1") for _ in "12")
    assert (first.status_code, again.content) == (201, first.content)
    assert [one["name"] for one in first.json()] == ["Club, table 1", "Club, table 2"]
    assert {(one["creator"], one["start"], one["you"]) for one in first.json()} == {
        ("alice", "asked", None)
    }
    assert Game.objects.count() == 2
    assert Notification.objects.filter(kind="invitation").count() == 6


def test_who_is_asked_takes_a_seat_by_the_api_and_the_host_closes(client_of: ClientOf) -> None:
    alice, bob = client_of("alice"), client_of("bob")
    keys = [one["id"] for one in alice.post("games/tables", TABLES).json()]
    asked = bob.get("games?list=invited").json()["items"]
    assert {one["id"] for one in asked} == set(keys)
    assert bob.post(f"games/{keys[0]}/seats").status_code == 201
    assert alice.get(f"games/{keys[0]}/invitations").status_code == 200
    answer = alice.post(f"games/{keys[1]}/cancel")
    assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
    waits = alice.get("games?list=opened").json()["items"]
    assert [(one["id"], one["seats_taken"]) for one in waits] == [(keys[0], 1)]


def test_every_bad_row_is_named(client_of: ClientOf) -> None:
    bad = [
        {"name": "1", "players": ["bob", "nobody", "carol"]},
        {"name": "2", "players": ["bob", "carol", "dave"]},
        {"name": "3", "players": ["erin", "ERIN", "bob"]},
    ]
    refused = client_of("alice").post("games/tables", TABLES | {"tables": bad})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_tables")
    fields = [one["field"] for one in refused.json()["errors"]]
    assert fields == ["tables.0.players.1", "tables.2.players.1"]
    bad = [{"players": ["bob"]}, {"name": "2", "players": ["bob", "carol"], "seat": 3}]
    refused = client_of("alice").post("games/tables", {"tables": bad})
    fields = [one["field"] for one in refused.json()["errors"]]
    assert sorted(fields) == ["set", "tables.0.name", "tables.0.players", "tables.1.seat"]
    assert not Game.objects.exists()


def test_a_poll_sees_at_once_that_the_host_is_called_otherwise(client_of: ClientOf) -> None:
    (key, _) = [one["id"] for one in client_of("alice").post("games/tables", TABLES).json()]
    bob = client_of("bob")
    tag = bob.get(f"games/{key}")["ETag"]
    assert bob.get(f"games/{key}", If_None_Match=tag).status_code == 304
    User.objects.filter(handle="alice").update(handle="alicia")
    now = bob.get(f"games/{key}", If_None_Match=tag)
    assert (now.status_code, now.json()["creator"]) == (200, "alicia")

"""Your profile and your tokens."""

import pytest

from accounts.models import User
from accounts.services import bots
from tests.api.conftest import ApiClient, ClientOf

pytestmark = pytest.mark.django_db


def test_only_what_is_sent_changes(client_of: ClientOf, alice: User) -> None:
    client = client_of(alice)
    client.patch("me", {"time_zone": "Europe/Kyiv"})
    answer = client.patch("me", {"name": "Al"})
    assert (answer.json()["name"], answer.json()["time_zone"]) == ("Al", "Europe/Kyiv")
    alice.refresh_from_db()
    assert (alice.name, alice.language) == ("Al", "en")


@pytest.mark.parametrize(
    ("sent", "field", "code", "status"),
    [
        ({"time_zone": "Mars/Olympus"}, "time_zone", "unknown_time_zone", 422),
        ({"language": "tlh"}, "language", "invalid_choice", 400),
        ({"name": 7}, "name", "wrong_kind", 400),
        ({"name": "x" * 41}, "name", "max_length", 400),
        ({"name": "a\x00b"}, "name", "null_characters_not_allowed", 422),
        ({"is_staff": True}, "is_staff", "unknown", 400),
        ({"handle": "queen"}, "handle", "unknown", 400),
    ],
)
def test_what_is_wrong_is_named_by_field(
    client_of: ClientOf, sent: dict[str, object], field: str, code: str, status: int
) -> None:
    answer = client_of("alice").patch("me", sent)
    assert answer.status_code == status
    assert [(e["field"], e["code"]) for e in answer.json()["errors"]] == [(field, code)]


def test_a_new_token_works_and_is_shown_once(client_of: ClientOf) -> None:
    client = client_of("alice")
    made = client.post("me/tokens", {"name": "bot", "scopes": ["read"]})
    assert made.status_code == 201
    token = made.json()["token"]
    assert ApiClient(token).get("me").json()["scopes"] == ["read"]
    listed = client.get("me/tokens")
    assert {t["name"] for t in listed.json()} == {"bot", "test"}
    assert token.encode() not in listed.content


def test_a_token_cannot_make_a_stronger_one(client_of: ClientOf) -> None:
    weak = client_of("alice", scopes=("account",))
    answer = weak.post("me/tokens", {"name": "more", "scopes": ["account", "play"]})
    assert answer.json()["errors"][0]["code"] == "not_yours"


def test_a_revoked_token_ends_at_once(client_of: ClientOf) -> None:
    client = client_of("alice")
    made = client.post("me/tokens", {"name": "bot", "scopes": ["read"]}).json()
    assert client.delete(f"me/tokens/{made['id']}").status_code == 204
    assert ApiClient(made["token"]).get("me").status_code == 401
    assert client.delete(f"me/tokens/{made['id']}").status_code == 404


def test_nobody_revokes_the_token_of_another(client_of: ClientOf) -> None:
    alice = client_of("alice")
    made = alice.post("me/tokens", {"name": "bot", "scopes": ["read"]}).json()
    assert client_of("mallory").delete(f"me/tokens/{made['id']}").status_code == 404
    assert ApiClient(made["token"]).get("me").status_code == 200


def test_a_bots_tokens_are_made_by_its_owner(client_of: ClientOf, alice: User) -> None:
    robin = client_of(bots.make_bot(owner=alice, handle="robin"))
    answer = robin.post("me/tokens", {"name": "more", "scopes": ["read"]})
    assert (answer.status_code, answer.json()["code"]) == (403, "owners_to_make")
    assert robin.get("me").json()["is_bot"] is True

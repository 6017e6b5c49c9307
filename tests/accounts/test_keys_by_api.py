"""Keys, bots and apps by API: who may make what, and that no key makes a stronger one."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application

from accounts.models import ApiToken, User
from accounts.services import create_api_token
from tests.accounts.conftest import Post
from tests.accounts.keys import find_by_key
from tests.accounts.signed_in import SignedIn
from tests.accounts.test_rights import api_key, app_key
from tests.api.conftest import ApiClient

pytestmark = pytest.mark.django_db
WANTED = {"name": "x", "scopes": ["read"]}


@pytest.fixture
def program(alice: User) -> ApiClient:
    return ApiClient(api_key(alice, ["read", "account"]))


@pytest.fixture
def robin(program: ApiClient) -> User:
    assert program.post("me/bots", {"handle": "robin", "name": "Robin"}).status_code == 201
    return User.objects.get(handle="robin")


# --- Who may make keys -------------------------------------------------------------------


def test_a_session_makes_a_key_once_it_is_sure(alice: User, post: Post) -> None:
    page = SignedIn(alice)
    refused = page.ask("POST", "me/tokens", WANTED)
    assert (refused.status_code, refused.json()["code"]) == (403, "reauthenticate")
    made = page.say_password_again().ask("POST", "me/tokens", WANTED)
    assert made.status_code == 201
    assert find_by_key(made.json()["token"]) == (alice, {"read"})
    assert made.json()["token"] not in post.last("alice@example.test", "API token").body


@pytest.mark.parametrize("path", ["me/tokens", "me/bots/robin/tokens"])
def test_a_key_hands_on_neither_rights_it_lacks_nor_a_longer_life(
    alice: User, robin: User, path: str
) -> None:
    ends = timezone.now() + timedelta(days=7)
    _, hidden_key = create_api_token(
        user=alice, name="x", scopes=["read", "account"], expires_at=ends
    )
    key = hidden_key.reveal()
    program = ApiClient(key)

    def asked(scope: str, at: Any) -> Any:
        answer = program.post(path, {"name": "y", "scopes": [scope], "expires_at": at})
        if answer.status_code == 201:
            return None
        return [(error["field"], error["code"]) for error in answer.json()["errors"]]

    assert asked("read", None) == [("expires_at", "outlives")]
    assert asked("read", (ends + timedelta(seconds=1)).isoformat()) == [("expires_at", "outlives")]
    assert asked("play", ends.isoformat()) == [("scopes", "not_yours")]
    assert asked("read", ends.isoformat()) is None


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "me/tokens", WANTED),
        ("POST", "me/bots", {"handle": "marian"}),
        ("POST", "me/bots/robin/tokens", WANTED),
        ("DELETE", "me/bots/robin", None),
    ],
)
def test_an_app_of_others_makes_nothing_that_would_outlive_it(
    alice: User, robin: User, method: str, path: str, body: Any
) -> None:
    answer = ApiClient(app_key(alice, ["read", "account"])).ask(method, path, body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_for_apps")
    assert not ApiToken.objects.filter(user=robin).exists()
    assert not User.objects.filter(handle="marian").exists()


# --- Bots --------------------------------------------------------------------------------


def test_alice_lists_her_bots_and_what_they_may(program: ApiClient, robin: User) -> None:
    told = program.get("me/bots").json()
    assert [(bot["handle"], bot["name"], bot["owner"]) for bot in told["bots"]] == [
        ("robin", "Robin", "alice")
    ]
    assert told["limits"] == {
        "bots": 5,
        "tables": 20,
        "reads": settings.API_LIMITS["bot_reads"],
        "writes": settings.API_LIMITS["bot_writes"],
    }


def test_a_bots_key_is_made_listed_and_ended(program: ApiClient, robin: User) -> None:
    made = program.post("me/bots/robin/tokens", WANTED).json()
    assert find_by_key(made["token"]) == (robin, {"read"})
    (listed,) = program.get("me/bots/robin/tokens").json()
    assert listed["id"] == made["id"]
    assert "token" not in listed
    assert program.delete(f"me/bots/robin/tokens/{made['id']}").status_code == 204
    assert find_by_key(made["token"]) is None


def test_a_retired_bot_is_gone_with_its_keys(program: ApiClient, robin: User) -> None:
    key = program.post("me/bots/robin/tokens", WANTED).json()["token"]
    assert program.delete("me/bots/robin").status_code == 204
    assert find_by_key(key) is None
    assert program.get("me/bots").json()["bots"] == []
    assert program.delete("me/bots/robin").status_code == 404


def test_a_handle_that_is_taken_is_told_at_its_field(program: ApiClient, mallory: User) -> None:
    answer = program.post("me/bots", {"handle": "mallory"})
    assert answer.status_code == 422
    assert [(e["field"], e["code"]) for e in answer.json()["errors"]] == [("handle", "taken")]


def test_a_bot_has_no_bots(program: ApiClient, robin: User) -> None:
    answer = ApiClient(api_key(robin, ["account"])).post("me/bots", {"handle": "marian"})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "unverified")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("DELETE", "me/bots/robin", None),
        ("GET", "me/bots/robin/tokens", None),
        ("POST", "me/bots/robin/tokens", WANTED),
        ("DELETE", "me/bots/robin/tokens/{id}", None),
    ],
)
def test_nobody_reaches_the_bots_of_others(
    program: ApiClient, robin: User, mallory: User, method: str, path: str, body: Any
) -> None:
    made = program.post("me/bots/robin/tokens", WANTED).json()
    theirs = ApiClient(api_key(mallory, ["read", "account"]))
    assert theirs.ask(method, path.format(id=made["id"]), body).status_code == 404
    assert find_by_key(made["token"]) == (robin, {"read"})


# --- Apps --------------------------------------------------------------------------------


def test_a_connected_app_is_listed_and_disconnected(program: ApiClient, alice: User) -> None:
    key = app_key(alice, ["read", "play"])
    app = Application.objects.get()
    assert program.get("me/apps").json() == [
        {
            "client_id": app.client_id,
            "name": "app",
            "made_by": "alice",
            "scopes": ["read", "play"],
        }
    ]
    assert program.delete(f"me/apps/{app.client_id}").status_code == 204
    assert find_by_key(key) is None
    assert not AccessToken.objects.exists()
    assert program.delete(f"me/apps/{app.client_id}").status_code == 404


def test_nobody_disconnects_the_apps_of_others(alice: User, mallory: User) -> None:
    key = app_key(alice, ["read"])
    theirs = ApiClient(api_key(mallory, ["account"]))
    assert theirs.get("me/apps").json() == []
    path = f"me/apps/{Application.objects.get().client_id}"
    assert theirs.delete(path).status_code == 404
    assert find_by_key(key)

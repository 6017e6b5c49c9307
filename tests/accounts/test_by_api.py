"""The same by API: allauth's headless endpoints, in their own documented schema."""

from typing import Any

import pytest
from allauth.headless.spec.internal.schema import get_schema
from django.test import Client, TestCase

from accounts.models import User
from accounts.services import SCOPES, create_api_token
from tests import address_of
from tests.accounts.conftest import PASSWORD, Post

ROOT = "/api/v1/auth"
# Part of the schema, but of no use here: no phones, no sign-in by other sites.
ELSEWHERE = ("/phone", "/providers", "/provider/", "/socialaccount")


class App:
    """A phone's app: no cookies, a session token in a header."""

    def __init__(self) -> None:
        self.token = ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        named = {"X-Session-Token": self.token} if self.token else {}
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer = Client().generic(
                method,
                f"{ROOT}/app/v1/{path}",
                _json(body),
                content_type="application/json",
                secure=True,
                headers={**named, **headers},
            )
        said = answer.json() if answer.content else {}
        self.token = said.get("meta", {}).get("session_token") or self.token
        return answer


def _json(body: Any) -> bytes:
    import orjson

    return b"" if body is None else orjson.dumps(body)


@pytest.fixture
def app(db: None) -> App:
    return App()


def test_erin_signs_up_and_verifies(app: App, post: Post) -> None:
    said = {"email": "erin@example.test", "username": "erin", "password": PASSWORD}
    assert app.ask("POST", "auth/signup", said).status_code == 401  # a step is still to come
    code = post.code("erin@example.test")
    assert app.ask("POST", "auth/email/verify", {"key": code}).status_code == 200
    assert app.ask("GET", "auth/session").json()["meta"]["is_authenticated"]
    assert User.objects.get(handle="erin").email_is_verified


def test_alice_comes_in_by_password_and_by_code(alice: User, post: Post) -> None:
    by_password, by_code = App(), App()
    said = {"username": "alice", "password": "a-long-secret"}
    assert by_password.ask("POST", "auth/login", said).status_code == 200
    by_code.ask("POST", "auth/code/request", {"email": address_of(alice)})
    code = post.code("alice@example.test")
    assert by_code.ask("POST", "auth/code/confirm", {"code": code}).status_code == 200


def test_a_forgotten_password_is_reset(app: App, alice: User, post: Post) -> None:
    app.ask("POST", "auth/password/request", {"email": address_of(alice)})
    said = {"key": post.code("alice@example.test"), "password": PASSWORD}
    app.ask("POST", "auth/password/reset", said)
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)


def test_a_guessable_password_is_refused_here_too(app: App) -> None:
    said = {"email": "erin@example.test", "username": "erin", "password": "password12345"}
    answer = app.ask("POST", "auth/signup", said)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["param"] == "password"


def test_alice_lists_and_ends_her_sessions(alice: User) -> None:
    here, there = App(), App()
    for one in (here, there):
        one.ask("POST", "auth/login", {"username": "alice", "password": "a-long-secret"})
    sessions = here.ask("GET", "auth/sessions").json()["data"]
    other = next(session["id"] for session in sessions if not session["is_current"])
    here.ask("DELETE", "auth/sessions", {"sessions": [other]})
    assert there.ask("GET", "auth/session").status_code in {401, 410}
    assert here.ask("GET", "auth/session").status_code == 200


def test_the_schema_is_served(client: Client, db: None) -> None:
    told = client.get(f"{ROOT}/openapi.json", secure=True).json()
    assert told["openapi"].startswith("3.")
    assert "/api/v1/auth/{client}/v1/auth/login" in told["paths"]


def of_the_account() -> list[tuple[str, str]]:
    """Each documented endpoint about an account, made of the schema itself."""
    return sorted(
        (method.upper(), path.rpartition("/v1/")[2])
        for path, item in get_schema()["paths"].items()
        if "/v1/account/" in path and not any(word in path for word in ELSEWHERE)
        for method in item
        if method != "parameters"
    )


def test_the_schema_knows_endpoints_of_the_account() -> None:
    paths = {path for _, path in of_the_account()}
    assert {"account/email", "account/password/change", "account/authenticators/totp"} <= paths


@pytest.mark.parametrize(("method", "path"), of_the_account())
def test_the_security_of_an_account_is_for_its_person_signed_in(
    alice: User, method: str, path: str
) -> None:
    """Neither a stranger nor a key with every scope comes near it."""
    _, hidden_key = create_api_token(user=alice, name="all", scopes=SCOPES)
    key = hidden_key.reveal()
    stranger, program = App(), App()
    # Whoever signs up may still change the address there; without a sign-up that is a conflict.
    refused = {409} if (method, path) == ("POST", "account/email") else {401}
    assert stranger.ask(method, path, {}).status_code in refused
    answer = program.ask(method, path, {}, Authorization=f"Bearer {key}")
    assert answer.status_code in refused

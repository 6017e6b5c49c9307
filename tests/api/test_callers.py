"""Who may call: tokens, scopes, sessions – and what those hear who may not."""

from datetime import timedelta

import httpx
import pytest
from django.test import Client
from django.utils import timezone

from accounts import tokens
from accounts.models import ApiToken, User
from accounts.services import create_api_token
from tests.api.conftest import ApiClient, ClientOf
from tests.api.live import Site
from tests.conftest import Cast
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db


def test_a_token_says_who_calls(client_of: ClientOf) -> None:
    me = client_of("alice", scopes=("read", "play")).get("me").json()
    assert (me["handle"], me["scopes"]) == ("alice", ["read", "play"])


def test_a_stranger_is_told_how_to_say_who_he_is(stranger: ApiClient) -> None:
    answer = stranger.get("me")
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in")
    assert answer["WWW-Authenticate"] == 'Bearer realm="api"'
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("kind", ["mistyped", "unknown", "revoked", "expired", "of the banned"])
def test_every_bad_token_is_told_the_same(alice: User, kind: str) -> None:
    _, hidden_token = create_api_token(user=alice, name="old")
    token = hidden_token.reveal()
    if kind == "mistyped":
        token = token[:-1] + ("a" if token[-1] != "a" else "b")
    elif kind == "unknown":
        token = tokens.make()
    elif kind == "revoked":
        ApiToken.objects.update(revoked_at=timezone.now())
    elif kind == "expired":
        ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    else:
        User.objects.update(is_active=False)
    answer = ApiClient(token).get("me")
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert 'error="invalid_token"' in answer["WWW-Authenticate"]


def test_another_scheme_is_no_token(alice: User) -> None:
    assert ApiClient().get("me", Authorization="Basic YTpi").json()["code"] == "bad_token"


def test_a_bad_token_is_not_taken_for_a_stranger(stranger: ApiClient) -> None:
    """Else a program would go on for months without noticing that its key has ended."""
    assert stranger.get("problems").status_code == 200
    assert ApiClient("ofl_nonsense").get("problems").status_code == 401


def test_a_missing_scope_is_named(client_of: ClientOf) -> None:
    answer = client_of("alice", scopes=("read",)).patch("me", {"name": "Al"})
    assert (answer.status_code, answer.json()["code"]) == (403, "missing_scope")
    assert answer.json()["scope"] == "account"


def test_use_is_noted_without_writing_at_each_request(client_of: ClientOf) -> None:
    client = client_of("alice")
    client.get("me")
    first = ApiToken.objects.get().last_used_at
    assert first is not None
    client.get("me")
    assert ApiToken.objects.get().last_used_at == first


def test_a_signed_in_browser_reads_with_its_cookie(person: Cast) -> None:
    browser = Client()
    browser.force_login(person("alice"))
    assert browser.get("/api/v1/me", secure=True).json()["handle"] == "alice"


def test_a_signed_in_browser_changes_nothing_without_the_csrf_token(person: Cast) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(person("alice"))
    asked = {"content_type": "application/json", "secure": True}
    answer = browser.patch("/api/v1/me", b'{"name":"Mallory was here"}', **asked)
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert person("alice").name == ""


def test_a_signed_in_browser_changes_with_the_csrf_token(person: Cast) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(person("alice"))
    token = "a" * 32
    browser.cookies["csrftoken"] = token
    answer = browser.patch(
        "/api/v1/me",
        b'{"name":"Al"}',
        content_type="application/json",
        secure=True,
        headers={"X-CSRFToken": token, "Referer": "https://testserver/"},
    )
    assert answer.status_code == 200, answer.content


def test_a_web_page_of_others_may_use_a_token_and_no_cookie(client_of: ClientOf) -> None:
    answer = client_of("alice").get("me", Origin="https://elsewhere.example")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert "etag" in answer["Access-Control-Expose-Headers"]


def test_a_preflight_names_what_may_be_sent(stranger: ApiClient) -> None:
    answer = stranger.ask(
        "OPTIONS",
        "me",
        Origin="https://elsewhere.example",
        Access_Control_Request_Method="PATCH",
        Access_Control_Request_Headers="authorization,idempotency-key",
    )
    allowed = answer["Access-Control-Allow-Headers"]
    assert "authorization" in allowed
    assert "idempotency-key" in allowed


@pytest.mark.django_db(transaction=True)
def test_who_has_neither_cookie_nor_key_signs_in_at_the_running_site(
    site: Site, person: Cast
) -> None:
    person("alice")
    said = {"username": "alice", "password": "a-long-secret"}
    answer = httpx.post(f"{site.url}/api/v1/auth/app/v1/auth/login", json=said, timeout=PATIENCE)
    assert answer.status_code == 200, answer.text
    assert answer.json()["meta"]["session_token"]


def test_pages_outside_the_api_answer_no_other_origin(client: Client) -> None:
    answer = client.get("/about", secure=True, headers={"Origin": "https://elsewhere.example"})
    assert "Access-Control-Allow-Origin" not in answer

"""The whole OAuth dance, with a client library of others."""

import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from django.db import connection
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator

from accounts.models import User
from accounts.services import programs
from tests.accounts.conftest import Browser, Post
from tests.accounts.keys import find_by_key
from tests.accounts.wire import through_django
from tests.conftest import Cast

BACK = "https://client.example/back"


@pytest.fixture
def app(person: Cast) -> Application:
    made, _secret = programs.register_app(
        owner=person("bob"),
        name="Pocket Oriflamme",
        redirect_uris=BACK,
        is_confidential=False,
        is_device=False,
    )
    return made


class ClientProgram:
    """Somebody's app, with Authlib; its requests go through our own WSGI-less test client."""

    def __init__(self, app: Application, scope: str = "read play") -> None:
        self.session = OAuth2Session(
            app.client_id,
            redirect_uri=BACK,
            scope=scope,
            token_endpoint_auth_method="none",
            code_challenge_method="S256",
        )
        through_django(self.session)
        self.verifier = generate_token(48)
        self.sent_back = ""

    def discover(self) -> dict[str, Any]:
        found: dict[str, Any] = self.session.get(
            "https://testserver/.well-known/oauth-authorization-server", withhold_token=True
        ).json()
        return found

    def ask(self, browser: Browser, *, allow: bool = True, **more: str) -> str:
        """Send the person to us; where they are sent back to."""
        url, self.state = self.session.create_authorization_url(
            self.discover()["authorization_endpoint"], code_verifier=self.verifier, **more
        )
        browser.get(url.removeprefix("https://testserver"))
        hidden = dict(
            re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', browser.text)
        )
        hidden.pop("csrfmiddlewaretoken", None)
        browser.send(follow=False, **hidden, **({"allow": "Authorize"} if allow else {}))
        self.sent_back = str(browser.page.get("Location", ""))
        return self.sent_back

    def fetch(self, **more: Any) -> dict[str, Any]:
        token: dict[str, Any] = self.session.fetch_token(
            self.discover()["token_endpoint"],
            authorization_response=self.sent_back,
            code_verifier=self.verifier,
            state=self.state,
            **more,
        )
        return token

    def refresh(self, refresh_token: str) -> dict[str, Any]:
        return self.post("token_endpoint", grant_type="refresh_token", refresh_token=refresh_token)

    def post(self, endpoint: str, **data: str) -> dict[str, Any]:
        answer = self.session.post(
            self.discover()[endpoint],
            data={"client_id": self.session.client_id, **data},
            withhold_token=True,
        )
        return answer.json() if answer.content else {}  # type: ignore[no-any-return]


@pytest.fixture
def client_program(app: Application) -> ClientProgram:
    return ClientProgram(app)


def test_the_whole_dance(
    browser: Browser, alice: User, client_program: ClientProgram, post: Post
) -> None:
    back = client_program.ask(browser.sign_in(alice))
    assert back.startswith(BACK)
    assert parse_qs(urlsplit(back).query)["iss"] == ["https://testserver"]
    token = client_program.fetch()
    assert find_by_key(token["access_token"]) == (alice, {"read", "play"})
    assert token["expires_in"] == 3600
    assert "Pocket Oriflamme" in post.last("alice@example.test", "app may act").body


def test_the_page_of_consent_says_in_plain_words_what_the_app_may(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    browser.sign_in(alice)
    client_program.ask(browser)
    url = client_program.session.create_authorization_url(
        "/oauth/authorize/", code_verifier=client_program.verifier
    )[0]
    page = browser.get(f"{url}&approval_prompt=auto").content.decode()
    assert "Pocket Oriflamme" in page
    assert "made by bob" in page
    assert "decide for you at your tables" in page
    assert "write letters" not in page
    policy = browser.page["Content-Security-Policy"]
    assert "form-action 'self' https://client.example;" in policy


def test_no_is_no(browser: Browser, alice: User, client_program: ClientProgram) -> None:
    back = client_program.ask(browser.sign_in(alice), allow=False)
    assert parse_qs(urlsplit(back).query)["error"] == ["access_denied"]
    assert not Grant.objects.exists()


def test_a_code_is_good_once(browser: Browser, alice: User, client_program: ClientProgram) -> None:
    client_program.ask(browser.sign_in(alice))
    client_program.fetch()
    with pytest.raises(OAuthError, match="invalid_grant"):
        client_program.fetch()


def test_a_code_is_of_no_use_without_its_verifier(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    client_program.verifier = generate_token(48)
    with pytest.raises(OAuthError, match="invalid_grant"):
        client_program.fetch()


def test_a_code_lasts_a_minute(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    with (
        time_machine.travel(timezone.now() + timedelta(seconds=61)),
        pytest.raises(OAuthError, match="invalid_grant"),
    ):
        client_program.fetch()
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"code_challenge": "", "code_challenge_method": ""},
        {"code_challenge_method": "plain"},
        {"response_type": "token"},
        {"redirect_uri": "https://evil.example/back"},
        {"scope": "read everything"},
    ],
)
def test_other_ways_of_asking_are_refused(
    browser: Browser, alice: User, app: Application, wrong: dict[str, str]
) -> None:
    asked = {
        "client_id": app.client_id,
        "response_type": "code",
        "redirect_uri": BACK,
        "scope": "read",
        "code_challenge": create_s256_code_challenge(generate_token(48)),
        "code_challenge_method": "S256",
        **wrong,
    }
    browser.sign_in(alice)
    answer = browser.client.get(
        "/oauth/authorize/", {k: v for k, v in asked.items() if v}, secure=True
    )
    assert not Grant.objects.exists()
    assert answer.status_code == 400 or "error=" in answer["Location"]
    assert "evil" not in answer.get("Location", "")


@pytest.mark.parametrize("grant", ["password", "client_credentials"])
def test_passwords_and_clients_alone_get_nothing(alice: User, app: Application, grant: str) -> None:
    Application.objects.update(authorization_grant_type=grant.replace("_", "-"))
    answer = Client().post(
        "/oauth/token/",
        {
            "grant_type": grant,
            "client_id": app.client_id,
            "username": "alice",
            "password": "a-long-secret",
        },
        secure=True,
    )
    assert answer.status_code in {400, 401}
    assert not AccessToken.objects.exists()


def test_a_refresh_turns_the_tokens_over(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    first = client_program.fetch()
    second = client_program.refresh(first["refresh_token"])
    assert find_by_key(second["access_token"]) == (alice, {"read", "play"})
    assert find_by_key(first["access_token"]) is None
    assert second["refresh_token"] != first["refresh_token"]


def test_an_old_refresh_token_ends_the_whole_family(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    """Whoever comes second with it, thief or owner: neither goes on."""
    client_program.ask(browser.sign_in(alice))
    first = client_program.fetch()
    second = client_program.refresh(first["refresh_token"])
    assert client_program.refresh(first["refresh_token"])["error"] == "invalid_grant"
    assert client_program.refresh(second["refresh_token"])["error"] == "invalid_grant"
    assert find_by_key(second["access_token"]) is None


def test_tokens_are_stored_as_digests(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    token = client_program.fetch()
    stored = str([*AccessToken.objects.values(), *RefreshToken.objects.values()])
    assert token["access_token"] not in stored
    assert token["refresh_token"] not in stored


def test_alice_takes_the_rights_back(
    browser: Browser, alice: User, app: Application, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    token = client_program.fetch()
    assert "Pocket Oriflamme" in browser.get("/account/connected").content.decode()
    browser.send("/account/connected", revoke=str(app.pk))
    assert find_by_key(token["access_token"]) is None
    assert client_program.refresh(token["refresh_token"])["error"] == "invalid_grant"
    assert "No app may act" in browser.text


def test_the_app_gives_its_rights_back(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    token = client_program.fetch()
    client_program.post("revocation_endpoint", token=token["refresh_token"])
    assert find_by_key(token["access_token"]) is None


def test_a_suspended_person_has_no_programs(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    token = client_program.fetch()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert find_by_key(token["access_token"]) is None
    assert "error" in client_program.refresh(token["refresh_token"])


def test_an_access_token_ends_after_an_hour(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    token = client_program.fetch()
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert find_by_key(token["access_token"]) is None


def test_discovery_tells_what_there_is(client_program: ClientProgram) -> None:
    told = client_program.discover()
    assert told["issuer"] == "https://testserver"
    assert told["response_types_supported"] == ["code"]
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert "password" not in told["grant_types_supported"]
    assert set(told["scopes_supported"]) == {"read", "play", "talk", "organise", "account"}
    for name in ("authorization_endpoint", "token_endpoint", "revocation_endpoint"):
        assert told[name].startswith("https://testserver/oauth/")


@pytest.mark.parametrize("alphabet", ["", ";charset=UTF-8"])
def test_a_terminal_asks_by_a_code_on_another_device(
    browser: Browser, alice: User, alphabet: str
) -> None:
    app, _ = programs.register_app(
        owner=alice, name="tty", redirect_uris="", is_confidential=False, is_device=True
    )
    terminal = ClientProgram(app, "read")
    begins = terminal.discover()["device_authorization_endpoint"]
    begun = (
        Client()
        .post(
            begins.removeprefix("https://testserver"),
            f"client_id={app.client_id}&scope=read",
            content_type=f"application/x-www-form-urlencoded{alphabet}",
            secure=True,
        )
        .json()
    )
    assert begun["verification_uri"] == "https://testserver/oauth/device/"
    polling = {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        "device_code": begun["device_code"],
    }
    assert terminal.post("token_endpoint", **polling)["error"] == "authorization_pending"
    browser.sign_in(alice).send("/oauth/device/", user_code=begun["user_code"])
    assert "see your games" in browser.text
    browser.send(action="accept")
    assert "can go on" in browser.text
    with time_machine.travel(timezone.now() + timedelta(seconds=10)):
        token = terminal.post("token_endpoint", **polling)
    assert find_by_key(token["access_token"]) == (alice, {"read"})
    with time_machine.travel(timezone.now() + timedelta(seconds=20)):
        assert "error" in terminal.post("token_endpoint", **polling)


def test_a_device_that_sends_no_code_is_told_so(client_program: ClientProgram) -> None:
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    assert client_program.post("token_endpoint", grant_type=grant)["error"] == "invalid_request"


def test_a_code_that_is_used_twice_takes_back_all_that_it_gave(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    first = client_program.fetch()
    second = client_program.refresh(first["refresh_token"])
    assert find_by_key(second["access_token"])
    with pytest.raises(OAuthError):
        client_program.fetch()
    assert find_by_key(first["access_token"]) is None
    assert find_by_key(second["access_token"]) is None
    assert "error" in client_program.refresh(second["refresh_token"])


@pytest.mark.django_db(transaction=True)
def test_a_code_used_twice_at_the_same_instant_leaves_no_two_grants(
    browser: Browser,
    alice: User,
    client_program: ClientProgram,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent_back = client_program.ask(browser.sign_in(alice))
    redeeming = {
        "grant_type": "authorization_code",
        "client_id": client_program.session.client_id,
        "code": parse_qs(urlsplit(sent_back).query)["code"][0],
        "redirect_uri": BACK,
        "code_verifier": client_program.verifier,
    }
    together, validates = Barrier(2, timeout=1), OAuth2Validator.validate_code

    def both_find_it(*args: Any, **kwargs: Any) -> bool:
        is_good = bool(validates(*args, **kwargs))
        with suppress(BrokenBarrierError):
            together.wait()
        return is_good

    monkeypatch.setattr(OAuth2Validator, "validate_code", both_find_it)

    def redeem(_thread: int) -> tuple[int, dict[str, Any]]:
        try:
            answer = Client().post("/oauth/token/", redeeming, secure=True)
            return answer.status_code, answer.json()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        (good, keys), (bad, refusal) = sorted(threads.map(redeem, range(2)), key=lambda one: one[0])
    assert (good, bad, refusal["error"]) == (200, 400, "invalid_grant")
    # One of the two is a thief, and nobody knows which.
    assert find_by_key(keys["access_token"]) is None
    assert not AccessToken.objects.exists()
    assert not RefreshToken.objects.exists()


def test_a_code_that_never_was_takes_nothing_back(
    browser: Browser, alice: User, client_program: ClientProgram
) -> None:
    client_program.ask(browser.sign_in(alice))
    token = client_program.fetch()
    client_program.sent_back = client_program.sent_back.replace("code=", "code=x")
    with pytest.raises(OAuthError):
        client_program.fetch()
    assert find_by_key(token["access_token"])

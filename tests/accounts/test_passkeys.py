"""Signing in with nothing but a passkey."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.utils import user_pk_to_url_str
from fido2.utils import websafe_decode, websafe_encode

from accounts.models import Profile, SecurityEvent, User
from tests.accounts.conftest import Browser
from tests.accounts.passkey import Passkey


def options_on(browser: Browser) -> Any:
    found = re.search(r'<script id="js_data" type="application/json">(.*?)</script>', browser.text)
    assert found
    return json.loads(found.group(1))["creation_options"]


def options_for_signing_in(browser: Browser) -> Any:
    answer = browser.client.get(
        "/account/2fa/webauthn/login/", secure=True, headers={"Accept": "application/json"}
    )
    return answer.json()["request_options"]


@pytest.fixture
def passkey(browser: Browser, alice: User) -> Passkey:
    browser.sign_in(alice)
    browser.get("/account/2fa/webauthn/add/")
    made = Passkey()
    browser.send(name="phone", passwordless="on", credential=made.create(options_on(browser)))
    browser.client.logout()
    return made


def sign_in(browser: Browser, credential: str) -> None:
    browser.get("/account/login/")
    browser.page.request["PATH_INFO"] = "/account/2fa/webauthn/login/"
    browser.send(credential=credential)


def test_alice_comes_in_with_her_passkey_alone(browser: Browser, passkey: Passkey) -> None:
    sign_in(browser, passkey.sign(options_for_signing_in(browser)))
    assert browser.is_in()
    kinds = SecurityEvent.objects.values_list("kind", flat=True)
    assert {"second factor added", "signed in"} <= set(kinds)


def test_an_answer_is_good_for_its_challenge_alone(browser: Browser, passkey: Passkey) -> None:
    old = passkey.sign(options_for_signing_in(browser))
    options_for_signing_in(browser)
    sign_in(browser, old)
    assert not browser.is_in()


def test_an_answer_made_on_a_false_site_is_refused(browser: Browser, passkey: Passkey) -> None:
    passkey.origin = "https://testserver.example"
    sign_in(browser, passkey.sign(options_for_signing_in(browser)))
    assert not browser.is_in()


def test_another_key_is_refused(browser: Browser, passkey: Passkey) -> None:
    false = Passkey()
    false.id, false.user_handle = passkey.id, passkey.user_handle
    sign_in(browser, false.sign(options_for_signing_in(browser)))
    assert not browser.is_in()


def test_a_key_that_counts_backwards_is_a_copy_and_is_refused(
    browser: Browser, passkey: Passkey
) -> None:
    passkey.count = 40
    sign_in(browser, passkey.sign(options_for_signing_in(browser)))
    assert browser.is_in()
    browser.client.logout()
    for count in (39, 0):  # it says one more each time: 40 again, and 1
        passkey.count = count
        sign_in(browser, passkey.sign(options_for_signing_in(browser)))
        assert not browser.is_in()
    passkey.count = 41
    sign_in(browser, passkey.sign(options_for_signing_in(browser)))
    assert browser.is_in()


def test_a_key_does_not_tell_the_number_of_its_account(passkey: Passkey, alice: User) -> None:
    handle = websafe_decode(passkey.user_handle)
    assert len(handle) == 16
    assert handle == Profile.objects.get(user=alice).passkey_handle.bytes  # type: ignore[union-attr]


def test_a_key_made_when_keys_told_it_still_opens(
    browser: Browser, passkey: Passkey, alice: User
) -> None:
    passkey.user_handle = websafe_encode(user_pk_to_url_str(alice).encode())
    sign_in(browser, passkey.sign(options_for_signing_in(browser)))
    assert browser.is_in()


def numeric_challenge(said: dict[str, Any]) -> None:
    client = {"type": "webauthn.get", "challenge": 5, "origin": "https://testserver"}
    said["response"]["clientDataJSON"] = websafe_encode(json.dumps(client).encode())


def nested(said: dict[str, Any]) -> None:
    said["response"] = [said["response"]]


def no_handle(said: dict[str, Any]) -> None:
    said["response"]["userHandle"] = None


def numbers(said: dict[str, Any]) -> None:
    said["response"] = dict.fromkeys(said["response"], 7)


@pytest.mark.parametrize("break_it", [numeric_challenge, nested, no_handle, numbers, dict.clear])
def test_what_is_no_answer_of_a_passkey_is_refused(
    browser: Browser, passkey: Passkey, break_it: Callable[[dict[str, Any]], None]
) -> None:
    said = json.loads(passkey.sign(options_for_signing_in(browser)))
    break_it(said)
    sign_in(browser, json.dumps(said))
    assert browser.page.status_code == 200
    assert not browser.is_in()


@pytest.mark.parametrize("challenge", [5, None, [], {}, "é"])
def test_nor_does_a_registration_of_another_shape_break_anything(
    browser: Browser, alice: User, challenge: object
) -> None:
    browser.sign_in(alice)
    browser.get("/account/2fa/webauthn/add/")
    said = json.loads(Passkey().create(options_on(browser)))
    client = {"type": "webauthn.create", "challenge": challenge, "origin": "https://testserver"}
    said["response"]["clientDataJSON"] = websafe_encode(json.dumps(client).encode())
    browser.send(name="phone", credential=json.dumps(said))
    assert browser.page.status_code == 200
    assert not alice.authenticator_set.exists()

"""Signing in with nothing but a passkey."""

import json
import re
from typing import Any

import pytest

from accounts.models import SecurityEvent, User
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

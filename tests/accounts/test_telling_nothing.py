"""Nobody learns from us whether an address is known, nor keeps anybody else out by trying."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import KeptHandle, User
from accounts.services import people
from notifications.models import Notification
from tests.accounts.conftest import PASSWORD, Browser, Post

KNOWN, UNKNOWN = "alice@example.test", "zelda@example.test"
Fields = dict[str, str]
FORMS: dict[str, tuple[str, Callable[[str], Fields]]] = {
    "sign-up": (
        "/account/signup/",
        lambda address: {"email": address, "username": "zelda", "password1": PASSWORD},
    ),
    "sign-in": ("/account/login/", lambda address: {"login": address, "password": "not this"}),
    "code": ("/account/login/code/", lambda address: {"email": address}),
    "reset": ("/account/password/reset/", lambda address: {"email": address}),
}


def go(browser: Browser, way: str, address: str) -> None:
    path, fields = FORMS[way]
    browser.send(path, **fields(address))


HEADLESS = {
    "sign-up": ("signup", {"email": "%", "username": "zelda", "password": PASSWORD}),
    "sign-in": ("login", {"email": "%", "password": "not this"}),
    "code": ("code/request", {"email": "%"}),
    "reset": ("password/request", {"email": "%"}),
}
PASSING = re.compile(r'value="[A-Za-z0-9]{64}"|[a-z]+@example\.test')


@pytest.mark.parametrize("way", FORMS)
def test_pages_say_the_same_of_known_and_unknown_addresses(alice: User, way: str) -> None:
    said = []
    for address in (KNOWN, UNKNOWN):
        browser = Browser()
        go(browser, way, address)
        said.append((browser.at, PASSING.sub("", browser.text)))
        KeptHandle.objects.all().delete()  # the second try must not meet the first one's handle
    assert said[0] == said[1]


@pytest.mark.parametrize("way", HEADLESS)
def test_the_api_says_the_same_of_known_and_unknown_addresses(alice: User, way: str) -> None:
    path, body = HEADLESS[way]
    said = []
    for address, handle in ((KNOWN, "zelda"), (UNKNOWN, "zelda2")):
        sent = {key: address if value == "%" else value for key, value in body.items()}
        if "username" in sent:
            sent["username"] = handle
        answer = Client().post(
            f"/api/v1/auth/app/v1/auth/{path}", sent, content_type="application/json", secure=True
        )
        text = re.sub(r'"session_token": "[^"]+"', "", answer.content.decode())
        said.append((answer.status_code, PASSING.sub("", text)))
    assert said[0] == said[1]


def test_an_address_that_nobody_gave_gets_no_mail(browser: Browser, post: Post) -> None:
    go(browser, "code", UNKNOWN)
    go(browser, "reset", UNKNOWN)
    assert post.come() == []


def test_who_signs_up_a_second_time_is_told_by_mail_alone(
    browser: Browser, alice: User, post: Post
) -> None:
    go(browser, "sign-up", KNOWN)
    assert "already" in post.last(KNOWN).subject
    assert User.objects.count() == 1


def test_the_handle_of_a_vain_signing_up_does_not_stay_free(browser: Browser, alice: User) -> None:
    """Else whoever tries it again would learn that no account was made."""
    go(browser, "sign-up", KNOWN)
    assert not people.handle_is_free("zelda")


@pytest.mark.parametrize("address", [KNOWN, UNKNOWN])
def test_the_password_of_a_signing_up_opens_nothing_before_the_code(
    browser: Browser, alice: User, address: str
) -> None:
    """Else coming in with it would tell that an account was made."""
    go(browser, "sign-up", address)
    other = Browser()
    other.send("/account/login/", login="zelda", password=PASSWORD)
    assert (other.is_in(), other.at) == (False, "/account/login/")
    assert "Handle, address or password is not right." in other.text


# --- Throttles ---------------------------------------------------------------------------


def fail(browser: Browser, times: int, address: str = "127.0.0.1") -> None:
    browser.client.defaults["REMOTE_ADDR"] = address
    for _ in range(times):
        browser.send("/account/login/", login="alice", password="guess")


def test_whoever_guesses_is_stopped(browser: Browser, alice: User) -> None:
    fail(browser, 6)
    assert "Too many failed" in browser.text
    assert not browser.sign_in(alice).is_in()


def test_whoever_guesses_does_not_keep_alice_out(browser: Browser, alice: User) -> None:
    mallory = Browser()
    fail(mallory, 12, "203.0.113.9")
    browser.client.defaults["REMOTE_ADDR"] = "198.51.100.7"
    assert browser.sign_in(alice).is_in()


def test_nobody_fills_a_mailbox_with_codes_nor_keeps_them_from_their_owner(
    browser: Browser, alice: User, post: Post
) -> None:
    for minute in range(3):
        with time_machine.travel(timezone.now() + timedelta(minutes=2 * minute)):
            for _ in range(6):
                mallory = Browser()
                mallory.client.defaults["REMOTE_ADDR"] = "203.0.113.9"
                go(mallory, "code", KNOWN)
    assert Notification.objects.filter(subject="account/email/login_code").count() == 10
    browser.client.defaults["REMOTE_ADDR"] = "198.51.100.7"
    go(browser, "code", KNOWN)
    browser.send(code=post.code(KNOWN))
    assert browser.is_in()


def test_without_redis_people_still_come_in(
    browser: Browser, alice: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:9"}
    settings.CACHES = {"default": away}
    assert browser.sign_in(alice).is_in()


def test_the_device_codes_of_others_are_not_guessed(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    answers = []
    for guess in range(11):
        browser.send("/oauth/device/", user_code=f"GUESS{guess}")
        answers.append(browser.page.status_code)
    assert answers[:10] == [200] * 10
    assert answers[10] == 429

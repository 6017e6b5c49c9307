"""Signing up: nobody is here before their address is verified."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts.models import SecurityEvent, User
from accounts.services import leaving
from notifications.models import Notification
from notifications.services import enqueue
from oriflamme_site import identity
from tests.accounts.conftest import PASSWORD, Browser, Post
from tests.conftest import Cast


def sign_up(
    browser: Browser, handle: str = "erin", email: str = "erin@example.test", **fields: str
) -> None:
    said = {"email": email, "username": handle, "password1": PASSWORD, **fields}
    browser.send("/account/signup/", **said)


def test_erin_signs_up_verifies_and_is_in(browser: Browser, post: Post) -> None:
    sign_up(browser)
    assert not browser.is_in()
    browser.send(code=post.code("erin@example.test"))
    assert browser.is_in()
    erin = User.objects.get(handle="erin")
    assert (erin.email, erin.email_is_verified) == ("erin@example.test", True)
    assert browser.at == "/account/"


def test_a_password_is_kept_as_argon2(browser: Browser, settings: Any) -> None:
    settings.PASSWORD_HASHERS = identity.PASSWORD_HASHERS  # other tests take a faster one
    sign_up(browser)
    assert User.objects.get(handle="erin").password.startswith("argon2$argon2id$")


def test_nothing_but_the_code_goes_to_an_address_before_it_is_verified(
    browser: Browser, post: Post
) -> None:
    sign_up(browser)
    erin = User.objects.get(handle="erin")
    enqueue(person=erin, kind="welcome", dedupe_key="welcome erin")
    assert len(post.come()) == 1
    assert not erin.is_reachable


def test_a_wrong_code_three_times_ends_it(browser: Browser, post: Post) -> None:
    sign_up(browser)
    code = post.code("erin@example.test")
    for _ in range(3):
        browser.send(code="AAAA-AAAA")
    browser.get("/account/confirm-email/")
    browser.send("/account/login/", code=code)
    assert not browser.is_in()
    assert not User.objects.get(handle="erin").email_is_verified


def test_a_code_does_not_outlive_its_quarter_of_an_hour(browser: Browser, post: Post) -> None:
    sign_up(browser)
    code = post.code("erin@example.test")
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        browser.send(code=code)
    assert not browser.is_in()


def test_the_code_is_forgotten_when_it_is_sent(browser: Browser, post: Post) -> None:
    sign_up(browser)
    assert Notification.objects.get().context != {}
    post.come()
    assert Notification.objects.get().context == {}


def test_a_code_that_could_not_be_sent_in_time_is_neither_sent_nor_kept(
    browser: Browser, post: Post
) -> None:
    sign_up(browser)
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert post.come() == []
    assert Notification.objects.get().context == {}


def test_the_letter_speaks_the_language_of_the_page(browser: Browser, post: Post) -> None:
    browser.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "uk"
    sign_up(browser)
    assert User.objects.get(handle="erin").language == "uk"
    assert "Вітаємо, erin!" in post.last("erin@example.test").body


@pytest.mark.parametrize("handle", ["alice", "ALICE", "al", "1alice", "al ice", "аліса"])
def test_a_taken_or_impossible_handle_is_refused(
    browser: Browser, person: Cast, handle: str
) -> None:
    person("alice")
    sign_up(browser, handle)
    assert "errorlist" in browser.text
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "password12345", "qwertyuiop12", "erin-erin-erin"])
def test_a_password_that_others_would_guess_is_refused(browser: Browser, password: str) -> None:
    sign_up(browser, password1=password)
    assert "errorlist" in browser.text
    assert not User.objects.exists()


def test_whoever_never_verifies_is_forgotten_and_the_handle_is_free(browser: Browser) -> None:
    sign_up(browser)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert leaving.forget_the_unverified() == 0
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        assert leaving.forget_the_unverified() == 1
    assert not User.objects.exists()
    assert not SecurityEvent.objects.exists()


def test_whoever_lost_the_page_comes_in_by_a_code(
    browser: Browser, other_browser: Browser, post: Post
) -> None:
    sign_up(browser)
    other_browser.send("/account/login/code/", email="erin@example.test")
    other_browser.send(code=post.code("erin@example.test"))
    assert other_browser.is_in()
    assert User.objects.get(handle="erin").email_is_verified


def test_no_mail_is_sent_inside_the_request(browser: Browser) -> None:
    sign_up(browser)
    assert mail.outbox == []

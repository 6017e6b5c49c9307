"""Signing in by password, by a mailed code, with a second factor; and out again."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.core.cache import cache
from django.utils import timezone

from accounts.models import SecurityEvent, User
from accounts.services.sessions import sessions_of
from tests import address_of
from tests.accounts.conftest import Browser, Post


def totp(secret: str) -> str:
    counters = list(yield_hotp_counters_from_time())
    return format_hotp_value(hotp_value(secret, counters[len(counters) // 2]))


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.test", "Alice@Example.test"])
def test_alice_comes_in_by_handle_or_address(browser: Browser, alice: User, login: str) -> None:
    assert browser.sign_in(login).is_in()


def test_signing_in_ends_where_something_waits(
    browser: Browser, other_browser: Browser, alice: User, post: Post
) -> None:
    """On the first page, and not in the settings; or where one was going."""
    assert browser.sign_in(alice).at == "/"
    other_browser.send("/account/login/code/", email=address_of(alice))
    other_browser.send(code=post.code("alice@example.test"))
    assert other_browser.at == "/"
    coming = Browser()
    coming.get("/account/holidays")
    coming.send(login="alice", password="a-long-secret")
    assert coming.at == "/account/holidays"


def test_a_wrong_password_keeps_out_and_is_in_the_trail(browser: Browser, alice: User) -> None:
    assert not browser.sign_in("alice", "not-her-secret").is_in()
    assert SecurityEvent.objects.get(person=alice).kind == "wrong password"


def test_a_person_who_comes_from_a_letter_needs_no_password(
    browser: Browser, alice: User, post: Post
) -> None:
    browser.send("/account/login/code/?next=/account/holidays", email=address_of(alice))
    browser.send(code=post.code("alice@example.test"))
    assert browser.is_in()


def test_a_code_is_good_once(
    browser: Browser, other_browser: Browser, alice: User, post: Post
) -> None:
    browser.send("/account/login/code/", email=address_of(alice))
    code = post.code("alice@example.test")
    browser.send(code=code)
    browser.send("/account/", follow=True)
    other_browser.send("/account/login/code/", email=address_of(alice))
    other_browser.send(code=code)
    assert not other_browser.is_in()


def test_a_code_belongs_to_the_browser_that_asked(
    browser: Browser, other_browser: Browser, alice: User, post: Post
) -> None:
    browser.send("/account/login/code/", email=address_of(alice))
    code = post.code("alice@example.test")
    other_browser.get("/account/login/code/confirm/")
    other_browser.send("/account/login/", code=code)
    assert not other_browser.is_in()


def test_a_suspended_person_stays_outside(browser: Browser, alice: User) -> None:
    User.objects.update(is_active=False)
    assert not browser.sign_in(alice).is_in()


def test_signing_in_takes_a_new_session(browser: Browser, alice: User) -> None:
    browser.get("/account/login/")
    browser.client.session.save()
    before = browser.client.session.session_key
    browser.sign_in(alice)
    assert browser.client.session.session_key != before


def test_a_forgotten_password_is_reset_by_a_code(
    browser: Browser, other_browser: Browser, alice: User, post: Post
) -> None:
    other_browser.sign_in(alice)
    browser.send("/account/password/reset/", email=address_of(alice))
    browser.send(code=post.code("alice@example.test"))
    browser.send(password1="harbour raven thistle 77", password2="harbour raven thistle 77")
    # Where one goes from here.
    assert re.search(r'class="button" href="/account/login/"', browser.text)
    assert Browser().sign_in(alice, "harbour raven thistle 77").is_in()
    assert not Browser().sign_in(alice, "a-long-secret").is_in()
    other_browser.get("/account/")
    assert other_browser.at == "/account/login/"  # what was open before is closed
    assert "password" in post.last("alice@example.test").subject


def test_a_changed_password_ends_the_other_sessions(
    browser: Browser, other_browser: Browser, alice: User
) -> None:
    other_browser.sign_in(alice)
    browser.sign_in(alice)
    new = "harbour raven thistle 77"
    browser.send(
        "/account/password/change/", oldpassword="a-long-secret", password1=new, password2=new
    )
    assert browser.get("/account/").request["PATH_INFO"] == "/account/"
    assert other_browser.get("/account/").request["PATH_INFO"] == "/account/login/"


# --- Second factor -----------------------------------------------------------------------


@pytest.fixture
def secret(browser: Browser, alice: User) -> str:
    """Alice has turned on an authenticator app, and is signed out."""
    browser.sign_in(alice)
    browser.get("/account/2fa/totp/activate/")
    found: str = browser.client.session["mfa.totp.secret"]
    browser.send(code=totp(found))
    assert Authenticator.objects.filter(user=alice, type="totp").exists()
    browser.client.logout()
    return found


def later(seconds: int = 90) -> Any:
    return time_machine.travel(timezone.now() + timedelta(seconds=seconds))


def test_with_a_second_factor_the_password_is_half_of_it(
    browser: Browser, alice: User, secret: str
) -> None:
    with later():
        assert not browser.sign_in(alice).is_in()
        browser.send(code="000000")
        assert not browser.is_in()
        browser.send(code=totp(secret))
        assert browser.is_in()


def test_a_code_of_the_app_is_good_once(
    browser: Browser, other_browser: Browser, alice: User, secret: str
) -> None:
    with later():
        browser.sign_in(alice)
        browser.send(code=totp(secret))
        assert browser.is_in()
        other_browser.sign_in(alice)
        other_browser.send(code=totp(secret))
        assert not other_browser.is_in()


@pytest.mark.parametrize("redis", ["there", "away"])
def test_a_code_of_the_app_is_good_once_for_all_the_time_it_is_accepted(
    browser: Browser, alice: User, secret: str, redis: str, settings: Any
) -> None:
    if redis == "away":
        away = {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:9"}
        settings.CACHES = {"default": away}
    now = timezone.now() + timedelta(seconds=90)
    with time_machine.travel(now, tick=False):
        code = totp(secret)
        browser.sign_in(alice)
        browser.send(code=code)
        assert browser.is_in()
    for seconds in (0, 25):
        if redis == "there":
            cache.clear()  # nothing in it may matter
        with time_machine.travel(now + timedelta(seconds=seconds), tick=False):
            again = Browser().sign_in(alice)
            again.send(code=code)
            assert not again.is_in()


def test_the_code_that_turned_it_on_lets_nobody_in(browser: Browser, alice: User) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        browser.sign_in(alice)
        browser.get("/account/2fa/totp/activate/")
        code = totp(browser.client.session["mfa.totp.secret"])
        browser.send(code=code)
        again = Browser().sign_in(alice)
        again.send(code=code)
        assert not again.is_in()


def test_a_mailed_code_does_not_go_round_the_second_factor(
    browser: Browser, alice: User, secret: str, post: Post
) -> None:
    browser.send("/account/login/code/", email=address_of(alice))
    browser.send(code=post.code("alice@example.test"))
    assert not browser.is_in()
    assert browser.at == "/account/2fa/authenticate/"


def test_the_database_does_not_hold_the_secret_in_clear(alice: User, secret: str) -> None:
    assert secret not in str(Authenticator.objects.get(user=alice, type="totp").data)


def test_a_recovery_code_helps_once(browser: Browser, alice: User, secret: str) -> None:
    recovery = Authenticator.objects.get(user=alice, type="recovery_codes")
    first = recovery.wrap().get_unused_codes()[0]
    browser.sign_in(alice)
    browser.send(code=first)
    assert browser.is_in()
    browser.client.logout()
    browser.sign_in(alice)
    browser.send(code=first)
    assert not browser.is_in()


def test_turning_it_on_is_told_by_mail_and_is_in_the_trail(
    alice: User, secret: str, post: Post
) -> None:
    assert post.last("alice@example.test", "An app for codes was added")
    assert SecurityEvent.objects.filter(person=alice, kind="second factor added").exists()


@pytest.mark.django_db(transaction=True)  # it happens on commit, and within the request
def test_a_changed_second_factor_ends_other_sessions_and_renews_this_one(
    browser: Browser, other_browser: Browser, alice: User
) -> None:
    other_browser.sign_in(alice)
    browser.sign_in(alice)
    browser.get("/account/2fa/totp/activate/")
    before = browser.client.session.session_key
    browser.send(code=totp(browser.client.session["mfa.totp.secret"]))
    assert browser.client.session.session_key != before
    assert browser.get("/account/").request["PATH_INFO"] == "/account/"
    assert other_browser.get("/account/").request["PATH_INFO"] == "/account/login/"


def test_signing_out_ends_the_session(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    browser.get("/account/")
    assert browser.send("/account/logout/").status_code == 200
    assert not browser.is_in()
    assert sessions_of(alice) == []


def test_what_was_sent_while_asked_again_is_kept_nowhere(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    for path in ("/account/2fa/totp/activate/", "/account/tokens"):
        answer = browser.client.post(
            path,
            {"csrfmiddlewaretoken": browser.client.cookies["csrftoken"].value, "name": "canary-5"},
            secure=True,
            headers={"Referer": "https://testserver/"},
        )
        assert answer.status_code == 302
        assert answer["Location"].startswith("/account/reauthenticate/?next=")
        kept = str(dict(browser.client.session.items()))
        assert "canary-5" not in kept
        assert browser.client.cookies["__Host-session"].value not in kept

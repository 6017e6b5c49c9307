"""Signing up: nobody is here before their address is verified."""

import secrets
from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.core import mail
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, RefreshToken

from accounts.models import ApiToken, SecurityEvent, User
from accounts.services import create_api_token, leaving
from notifications.models import Notification
from notifications.services import enqueue
from tests.accounts.conftest import PASSWORD, Browser, Post
from tests.conftest import Cast

OWN = "harbour raven thistle 77"


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
    assert browser.at == "/"


def test_a_password_is_kept_as_argon2(browser: Browser) -> None:
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
    assert Notification.objects.get().context.reveal() != {}
    post.come()
    assert Notification.objects.get().context.reveal() == {}


def test_a_code_that_could_not_be_sent_in_time_is_neither_sent_nor_kept(
    browser: Browser, post: Post
) -> None:
    sign_up(browser)
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert post.come() == []
    assert Notification.objects.get().context.reveal() == {}


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


def test_who_signs_up_with_anothers_address_has_no_way_in_when_its_owner_comes(
    browser: Browser, other_browser: Browser, post: Post
) -> None:
    sign_up(browser)  # with the address of somebody who has not heard of us yet
    person = User.objects.get(handle="erin")
    create_api_token(user=person, name="prepared")
    Authenticator.objects.create(user=person, type="recovery_codes", data={})
    for key in (AccessToken, RefreshToken):
        app = Application.objects.create(
            name="prepared", client_type="public", authorization_grant_type="authorization-code"
        )
        rest = {"expires": timezone.now() + timedelta(days=1)} if key is AccessToken else {}
        key.objects.create(user=person, token=secrets.token_hex(), application=app, **rest)
    other_browser.send("/account/login/code/", email="erin@example.test")
    other_browser.send(code=post.code("erin@example.test"))
    assert other_browser.is_in()
    assert "Choose one of your own" in other_browser.text
    assert not browser.sign_in("erin", PASSWORD).is_in()
    for rows in (ApiToken, Authenticator, AccessToken, RefreshToken):
        assert not rows.objects.filter(user=person).exists()
    other_browser.send("/account/password/set/", password1=OWN, password2=OWN)
    assert Browser().sign_in("erin", OWN).is_in()


def test_a_password_stays_where_the_code_is_typed_in_by_who_chose_it(
    browser: Browser, post: Post
) -> None:
    sign_up(browser)
    browser.send(code=post.code("erin@example.test"))
    assert "Choose one of your own" not in browser.text
    assert Browser().sign_in("erin", PASSWORD).is_in()


def test_who_resets_a_password_that_somebody_prepared_has_the_new_one_alone(
    browser: Browser, other_browser: Browser, post: Post
) -> None:
    sign_up(browser)
    other_browser.send("/account/password/reset/", email="erin@example.test")
    other_browser.send(code=post.code("erin@example.test"))
    other_browser.send(password1=OWN, password2=OWN)
    assert Browser().sign_in("erin", OWN).is_in()
    assert not Browser().sign_in("erin", PASSWORD).is_in()


def test_no_mail_is_sent_inside_the_request(browser: Browser) -> None:
    sign_up(browser)
    assert mail.outbox == []


def test_staff_who_never_verified_are_not_forgotten(person: Cast) -> None:
    """Whoever installs the site makes them, by a command."""
    sam = person("sam")
    sam.is_staff, sam.email_is_verified = True, False
    sam.save()
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        assert leaving.forget_the_unverified() == 0

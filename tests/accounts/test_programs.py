"""Programs: API tokens, bots, and apps that people register."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from oauth2_provider.models import Application

from accounts.models import ApiToken, SecurityEvent, User
from accounts.services import bots, programs
from tests.accounts.conftest import Browser, Post
from tests.accounts.keys import find_by_key
from tests.conftest import Cast

BACK = "https://client.example/back"


# --- API tokens --------------------------------------------------------------------------


def make_token(browser: Browser, **fields: Any) -> str:
    browser.send("/account/tokens", name="my bot", scopes=["read", "play"], **fields)
    found = re.search(r"<pre>(ofl_\w+)</pre>", browser.text)
    assert found, browser.text
    return found.group(1)


def test_a_token_is_shown_once_and_told_by_mail(browser: Browser, alice: User, post: Post) -> None:
    key = make_token(browser.sign_in(alice))
    assert key not in browser.get("/account/tokens").content.decode()
    letter = post.last("alice@example.test", "API token")
    assert "my bot" in letter.body
    assert key not in letter.body
    assert find_by_key(key) == (alice, {"read", "play"})


def test_a_token_ends_when_it_is_ended_and_when_it_is_over(browser: Browser, alice: User) -> None:
    key = make_token(browser.sign_in(alice), days="7")
    in_a_week = ApiToken.objects.get().expires_at
    assert timedelta(days=6) < in_a_week - timezone.now() <= timedelta(days=7)
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    assert find_by_key(key) is None
    ApiToken.objects.update(expires_at=in_a_week)
    assert find_by_key(key)
    browser.send("/account/tokens", revoke=str(ApiToken.objects.get().pk))
    assert find_by_key(key) is None


@pytest.mark.parametrize("cut", [lambda k: k[:-1], lambda k: k + "a", lambda k: k.swapcase()])
def test_a_cut_token_is_none(browser: Browser, alice: User, cut: Any) -> None:
    assert find_by_key(cut(make_token(browser.sign_in(alice)))) is None


def test_a_token_of_a_suspended_person_is_none(browser: Browser, alice: User) -> None:
    key = make_token(browser.sign_in(alice))
    User.objects.update(is_active=False)
    assert find_by_key(key) is None


def test_nobody_ends_a_token_of_somebody_else(browser: Browser, alice: User, mallory: User) -> None:
    key = make_token(browser.sign_in(alice))
    Browser().sign_in(mallory).send("/account/tokens", revoke=str(ApiToken.objects.get().pk))
    assert find_by_key(key)


def test_making_a_token_asks_for_the_password_again(browser: Browser, alice: User) -> None:
    browser.sign_in(alice).password = ""
    browser.send("/account/tokens", name="x", scopes=["read"])
    assert browser.at == "/account/reauthenticate/"
    assert not ApiToken.objects.exists()


# --- Bots --------------------------------------------------------------------------------


def test_neither_bots_nor_the_unverified_have_bots(alice: User, person: Cast) -> None:
    robin = bots.make_bot(owner=alice, handle="robin")
    bob = person("bob")
    User.objects.filter(pk=bob.pk).update(email_is_verified=False)
    User.objects.filter(pk=robin.pk).update(email_is_verified=True)
    for owner in (robin, bob):
        with pytest.raises(ValidationError, match="Verify"):
            bots.make_bot(owner=owner, handle="magpie")


def test_a_bot_is_made_marked_and_acts_by_token(browser: Browser, alice: User, post: Post) -> None:
    browser.sign_in(alice).send("/account/bots", handle="alice-bot", name="Robin")
    bot = User.objects.get(handle="alice-bot")
    assert (bot.is_bot, bot.owner, bot.email) == (True, alice, None)
    browser.send(name="runs at home", scopes=["play"])
    found = re.search(r"<pre>(ofl_\w+)</pre>", browser.text)
    assert found
    assert find_by_key(found.group(1)) == (bot, {"play"})
    assert "alice-bot" in post.last("alice@example.test", "API token").body
    assert "answered for by alice" in browser.get("/people/alice-bot").content.decode()


def test_five_bots_are_the_most_and_bots_have_none(alice: User) -> None:
    made = [bots.make_bot(owner=alice, handle=f"bot{n}") for n in range(5)]
    with pytest.raises(ValidationError, match="the most"):
        bots.make_bot(owner=alice, handle="bot6")
    with pytest.raises(ValidationError):
        bots.make_bot(owner=made[0], handle="bot7")
    bots.retire_bot(bot=made[0])
    bots.make_bot(owner=alice, handle="bot8")


def test_nobody_reaches_the_bots_of_others(browser: Browser, alice: User, mallory: User) -> None:
    bots.make_bot(owner=alice, handle="alice-bot")
    browser.sign_in(mallory).send("/account/bots/alice-bot", retire="")
    assert User.objects.get(handle="alice-bot").erased_at is None


def test_a_bot_does_not_sign_in(browser: Browser, alice: User) -> None:
    bots.make_bot(owner=alice, handle="alice-bot")
    assert not browser.sign_in("alice-bot", "").is_in()


# --- One's own apps ----------------------------------------------------------------------


def test_what_is_chosen_from_several_is_a_group_with_a_name(browser: Browser, alice: User) -> None:
    page = browser.sign_in(alice).get("/account/apps").content.decode()
    (group,) = re.findall(r"<fieldset><legend>Kind</legend>(.*?)</fieldset>", page, re.S | re.I)
    assert group.count('type="radio"') == 3
    assert not re.search(r"<p>(?:(?!</p>).)*<(div|fieldset)", page, re.S)


def test_bob_registers_an_app_and_sees_its_secret_once(browser: Browser, person: Cast) -> None:
    browser.sign_in(person("bob"))
    browser.send("/account/apps", name="Mine", kind="confidential", redirect_uris=BACK)
    found = re.search(r"<dt>client_secret</dt><dd><code>(\w+)</code>", browser.text)
    assert found
    assert found.group(1) not in browser.get("/account/apps").content.decode()
    assert found.group(1) != Application.objects.get().client_secret
    browser.send("/account/apps", remove=str(Application.objects.get().pk))
    assert not Application.objects.exists()


def test_an_app_that_is_registered_stands_in_the_trail(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    browser.send("/account/apps", name="Mine", kind="confidential", redirect_uris=BACK)
    assert "Mine" in browser.get("/account/trail").content.decode()
    assert SecurityEvent.objects.filter(person=alice, kind="app registered", about="Mine").exists()


def test_an_app_of_a_terminal_needs_no_address(browser: Browser, alice: User) -> None:
    browser.sign_in(alice).send("/account/apps", name="tty", kind="device", redirect_uris="")
    assert Application.objects.get().redirect_uris == ""


@pytest.mark.parametrize(
    "uri",
    [
        "http://client.example/",
        "https://bank.example@evil.example/",
        "javascript:alert(1)",
        "https://*.example/",
        "https://a/#b",
        "",
    ],
)
def test_an_app_cannot_send_people_just_anywhere(alice: User, uri: str) -> None:
    with pytest.raises(ValidationError):
        programs.check_redirect_uris(uri)


def test_an_app_on_ones_own_machine_may_use_plain_http() -> None:
    assert programs.check_redirect_uris("http://127.0.0.1:8080/x http://[::1]/y")

"""What opens an account beside its password; and an address that somebody else has changed."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.utils import timezone

from accounts.models import User
from accounts.services import create_api_token
from accounts.services.access import access_of
from accounts.services.bots import make_bot
from notifications.models import Device, Hook
from notifications.services import find_by_feed, make_hook, renew_feeds
from tests.accounts.conftest import Browser, Post
from tests.accounts.keys import find_by_key
from tests.accounts.signed_in import SignedIn

NEW = "violet anvil under the orchard"
NOTHING = {"tokens": 0, "apps": 0, "feeds": 0, "webhooks": 0, "devices": 0}


def reads_along(person: User) -> None:
    """A webhook that is sent every hand, and a phone that is told of every turn."""
    make_hook(person=person, url="https://hooks.example.test/x", with_view=True)
    Device.objects.create(person=person, key="x" * 16, endpoint="https://push.example.test/x")


def change_password(browser: Browser) -> None:
    browser.send(
        "/account/password/change/", oldpassword="a-long-secret", password1=NEW, password2=NEW
    )


def test_the_letter_about_a_new_password_says_what_else_is_open(
    browser: Browser, alice: User, post: Post
) -> None:
    create_api_token(user=alice, name="laptop")
    create_api_token(user=alice, name="phone")
    renew_feeds(person=alice)
    change_password(browser.sign_in(alice))
    letter = post.last("alice@example.test", "assword").body
    assert "API tokens: 2, connected apps: 0, feeds: 1, webhooks: 0, devices: 0" in letter
    assert "/account/access" in letter


@pytest.mark.parametrize("later", [timedelta(), timedelta(hours=2)])
def test_whoever_has_changed_the_password_is_shown_what_else_is_open(
    browser: Browser, alice: User, later: timedelta
) -> None:
    create_api_token(user=alice, name="laptop")
    browser.sign_in(alice)
    with time_machine.travel(timezone.now() + later, tick=False):
        change_password(browser)
        assert browser.at == "/account/access"
        assert "laptop" in browser.text


def test_one_button_ends_all_but_the_browser_that_presses_it(
    browser: Browser, other_browser: Browser, alice: User
) -> None:
    _row, hidden_key = create_api_token(user=alice, name="laptop")
    key = hidden_key.reveal()
    feed = renew_feeds(person=alice).reveal()
    reads_along(alice)
    other_browser.sign_in(alice)
    browser.sign_in(alice).get("/account/access")
    assert "laptop" in browser.text
    browser.send("/account/access")
    assert find_by_key(key) is None
    assert find_by_feed(feed) is None
    assert browser.is_in()
    assert not other_browser.is_in()
    assert access_of(alice).counts() == {"sessions": 1, **NOTHING}


def test_the_same_by_the_api(alice: User) -> None:
    here = SignedIn(alice)
    _row, hidden_key = create_api_token(user=alice, name="laptop")
    key = hidden_key.reveal()
    counts = {"sessions": 1, **NOTHING, "tokens": 1}
    assert here.ask("GET", "me/access").json() == counts
    assert here.ask("DELETE", "me/access").status_code == 204
    assert find_by_key(key) is None
    assert here.ask("GET", "me/access").json() == {**counts, "tokens": 0}


# --- A change of address, undone ----------------------------------------------------------------


def change_address(browser: Browser, post: Post, address: str) -> None:
    browser.get("/account/tokens")  # shows that it is her
    browser.send("/account/email/", action_add="", email=address)
    browser.send(code=post.code(address))


def link_in(letter: Any) -> str:
    found = re.search(r"/account/undo-address/\S+", letter.body)
    assert found, letter.body
    return found.group()


def test_whoever_reads_the_address_before_takes_the_account_back(
    browser: Browser, other_browser: Browser, alice: User, post: Post
) -> None:
    browser.sign_in(alice)
    change_address(browser, post, "thief@example.test")
    alice.refresh_from_db()
    assert alice.email == "thief@example.test"
    _row, hidden_key = create_api_token(user=alice, name="thief")
    key = hidden_key.reveal()
    link = link_in(post.last("alice@example.test"))
    other_browser.get(link)
    alice.refresh_from_db()
    assert alice.email == "thief@example.test"  # a mail program that follows links does nothing
    other_browser.send(link)
    assert "/account/password/reset/" in other_browser.text
    alice.refresh_from_db()
    assert alice.email == "alice@example.test"
    assert alice.is_reachable
    assert not alice.has_usable_password()
    assert not browser.is_in()
    assert find_by_key(key) is None
    assert other_browser.get(link).status_code == 410


def test_what_a_thief_has_left_to_read_along_ends_and_what_was_there_before_goes_on(
    browser: Browser, other_browser: Browser, alice: User, post: Post
) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=1)):
        make_hook(person=alice, url="https://own.example.test/x")
        bot = make_bot(owner=alice, handle="alicesbot")
    browser.sign_in(alice)
    change_address(browser, post, "thief@example.test")
    link = link_in(post.last("alice@example.test"))
    reads_along(alice)
    feed = renew_feeds(person=alice).reveal()
    _row, of_bot = create_api_token(user=bot, name="thief")
    other_browser.send(link)
    assert [hook.host for hook in Hook.objects.filter(person=alice)] == ["own.example.test"]
    assert not Device.objects.filter(person=alice).exists()
    assert find_by_feed(feed) is None
    assert find_by_key(of_bot.reveal()) is None


def test_a_thief_who_changes_twice_gains_nothing_by_it(
    browser: Browser, other_browser: Browser, alice: User, post: Post
) -> None:
    browser.sign_in(alice)
    change_address(browser, post, "thief@example.test")
    first = link_in(post.last("alice@example.test"))
    change_address(browser, post, "den@example.test")
    second = link_in(post.last("thief@example.test"))
    other_browser.send(first)
    assert other_browser.get(second).status_code == 410
    alice.refresh_from_db()
    assert alice.email == "alice@example.test"


def test_a_thief_who_writes_the_address_down_elsewhere_keeps_nobody_out(
    browser: Browser, other_browser: Browser, alice: User, post: Post, person: Any
) -> None:
    browser.sign_in(alice)
    change_address(browser, post, "thief@example.test")
    link = link_in(post.last("alice@example.test"))
    squatter = User.objects.create_user("squatter", "alice@example.test", "another-long-secret")
    User.objects.filter(pk=squatter.pk).update(email_is_verified=False)
    EmailAddress.objects.filter(user=squatter).update(verified=False)
    other = person("dora")
    EmailAddress.objects.create(user=other, email="Alice@example.test", verified=False)
    other_browser.send(link)
    alice.refresh_from_db()
    assert alice.email == "alice@example.test"
    assert not User.objects.filter(handle="squatter").exists()
    assert User.objects.get(handle="dora").email == "dora@example.test"


def test_after_a_week_it_stays(browser: Browser, alice: User, post: Post) -> None:
    browser.sign_in(alice)
    change_address(browser, post, "new@example.test")
    link = link_in(post.last("alice@example.test"))
    with time_machine.travel(timezone.now() + timedelta(days=7, minutes=1), tick=False):
        assert browser.client.get(link, secure=True).status_code == 410


@pytest.mark.parametrize("key", ["x", "WzEsICJhIiwgMV0:1x:y"])
def test_a_forged_link_undoes_nothing(browser: Browser, key: str) -> None:
    assert browser.get(f"/account/undo-address/{key}").status_code == 410

"""Webhooks and feeds through the pages and through the API, as people and programs use them."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import create_api_token
from accounts.services.bots import make_bot
from notifications import services
from notifications.models import Delivery, Hook
from notifications.services import hooking
from tests.accounts.conftest import PASSWORD, Browser, _quickly  # noqa: F401  fixture
from tests.notifications.hooking import all_is_due, hook_for, work_hooks
from tests.notifications.receiver import Receiver

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(alice: User) -> Browser:
    """Alice's, signed in lately."""
    alice.set_password(PASSWORD)
    alice.save()
    browser = Browser()
    browser.send("/account/login/", login="alice", password=PASSWORD)
    browser.password = PASSWORD
    return browser


class Program:
    def __init__(self, person: User, *scopes: str) -> None:
        _row, hidden_key = create_api_token(user=person, name="x", scopes=scopes, tell=False)
        key = hidden_key.reveal()
        self.headers = {"Authorization": f"Bearer {key}"}

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        answer = getattr(Client(), method)(
            f"/api/v1/{path}",
            **({} if body is None else {"data": body, "content_type": "application/json"}),
            secure=True,
            headers=self.headers,
        )
        return answer.status_code, answer.json() if answer.content else None


def test_each_event_is_called_by_words_beside_its_name(browser: Browser, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="it")
    page = browser.get("/account/hooks").content.decode()
    assert "Una partita è finita <code>game_over</code>" in page
    assert not re.search(r">\s*<code>", page[page.index("<fieldset") :]), "one without words"


# --- By API ----------------------------------------------------------------------------


def test_a_program_makes_tests_and_removes_a_webhook(alice: User, there: Receiver) -> None:
    ask = Program(alice, "account")
    status, made = ask("post", "me/hooks", {"url": there.url, "types": ["game_over"]})
    assert status == 201
    assert made["secret"].startswith("whsec_")
    assert "url" not in made
    where = f"me/hooks/{made['id']}"
    assert ask("get", "me/hooks") == (200, [{k: v for k, v in made.items() if k != "secret"}])
    status, ping = ask("post", f"{where}/ping", {})
    assert (status, ping["type"], ping["state"]) == (202, "ping", "queued")
    assert work_hooks() == 1
    assert there.received[0].is_signed_with(made["secret"])
    assert there.received[0].headers["webhook-id"] == ping["id"]
    (logged,) = ask("get", f"{where}/deliveries")[1]
    assert (logged["id"], logged["state"], logged["tries"]) == (ping["id"], "sent", 1)
    status, again = ask("post", f"{where}/deliveries/{ping['id']}/again", {})
    assert (status, again["state"]) == (202, "queued")
    assert work_hooks() == 1
    status, rotated = ask("post", f"{where}/secret", {})
    assert status == 200
    ask("post", f"{where}/ping", {})
    work_hooks()
    last = there.received[-1]
    assert last.is_signed_with(made["secret"])
    assert last.is_signed_with(rotated["secret"])
    assert ask("patch", where, {"paused": True, "name": "mine"})[1]["state"] == "paused"
    assert ask("post", f"{where}/ping", {})[1]["code"] == "hook_paused"
    assert ask("patch", where, {"paused": False})[1]["name"] == "mine"
    assert ask("delete", where) == (204, None)
    assert ask("get", where)[0] == 404


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"url": "http://example.test/"}, 422, "url"),
        ({"url": "https://10.0.0.1/"}, 422, "url"),
        ({"url": "https://example.test/", "types": ["table.moved"]}, 422, "types"),
        ({"url": "https://example.test/", "format": "fax"}, 400, "format"),
        ({}, 400, "url"),
    ],
)
def test_what_cannot_be_is_told_field_by_field(
    alice: User, body: dict[str, Any], status: int, field: str
) -> None:
    answered, problem = Program(alice, "account")("post", "me/hooks", body)
    assert answered == status
    assert [error["field"] for error in problem["errors"]] == [field]
    assert problem["errors"][0]["detail"]


def test_too_many_are_too_many(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooking, "MOST_HOOKS", 1)
    ask = Program(alice, "account")
    assert ask("post", "me/hooks", {"url": "https://example.test/"})[0] == 201
    status, problem = ask("post", "me/hooks", {"url": "https://example.test/"})
    assert (status, problem["code"]) == (409, "too_many_hooks")


def test_an_owner_and_the_bot_itself_manage_a_bots_webhook_and_nobody_else(
    alice: User, mallory: User, there: Receiver
) -> None:
    bot = make_bot(owner=alice, handle="robin")
    _, made = Program(bot, "account")("post", "me/hooks", {"url": there.url, "with_view": True})
    where = f"me/hooks/{made['id']}"
    assert Program(alice, "account")("get", where)[1]["with_view"] is True
    for method, path in (
        ("get", where),
        ("delete", where),
        ("get", f"{where}/deliveries"),
        ("post", f"{where}/secret"),
        ("post", f"{where}/ping"),
    ):
        body = {} if method == "post" else None
        assert Program(mallory, "account")(method, path, body)[0] == 404
    assert Hook.objects.count() == 1


def test_a_chat_has_no_secret_to_change(alice: User, there: Receiver) -> None:
    hook, _ = hook_for(alice, there, hook_format="discord", with_view=True)
    assert not hook.with_view
    status, problem = Program(alice, "account")("post", f"me/hooks/{hook.key}/secret", {})
    assert (status, problem["code"]) == (409, "no_secret")


def test_a_program_makes_renews_and_ends_feeds(alice: User) -> None:
    ask = Program(alice, "account")
    assert ask("get", "me/feeds") == (200, {"atom": None, "calendar": None})
    _, first = ask("post", "me/feeds", {})
    assert ask("get", "me/feeds")[1] == first
    _, second = ask("post", "me/feeds", {})
    assert first["atom"] != second["atom"]
    path = second["calendar"].removeprefix("https://testserver")
    assert Client().get(path, secure=True).status_code == 200
    assert ask("delete", "me/feeds")[0] == 204
    assert Client().get(path, secure=True).status_code == 404


# --- By pages --------------------------------------------------------------------------


def test_a_person_makes_tests_and_removes_a_webhook(browser: Browser, there: Receiver) -> None:
    browser.get("/account/")
    assert 'href="/account/hooks"' in browser.text
    browser.send(
        "/account/hooks", url=there.url, format="generic", name="My <own>", types="game_over"
    )
    assert (secret := re.search(r"whsec_[A-Za-z0-9+/]+", browser.text)) is not None
    assert "whsec_" not in browser.get("/account/hooks").content.decode()
    assert "My &lt;own&gt;" in browser.text
    where = f"/account/hooks/{Hook.objects.get().key}"
    browser.send(where, ping="")
    assert "The test is on its way." in browser.text
    assert work_hooks() == 1
    assert there.received[0].is_signed_with(secret.group())
    browser.get(where)
    delivery = Delivery.objects.get(channel="webhook")
    assert delivery.message_id in browser.text
    browser.send(where, again=delivery.message_id)
    assert work_hooks() == 1
    browser.send(where, rotate="")
    assert (other := re.search(r"whsec_[A-Za-z0-9+/]+", browser.text)) is not None
    assert other.group() != secret.group()
    browser.send(where, pause="")
    assert "paused by you" in browser.text
    assert "Send a test" not in browser.text
    browser.send(where, resume="")
    assert "Send a test" in browser.text
    browser.send(where, remove="")
    assert not Hook.objects.exists()
    assert "The webhook is removed." in browser.text


def test_a_bad_address_is_explained_beside_the_field(browser: Browser) -> None:
    browser.send("/account/hooks", url="https://192.168.1.1/", format="generic")
    assert "It leads into an inner network, not to the internet." in browser.text
    assert not Hook.objects.exists()


def test_an_owner_makes_a_webhook_for_a_bot(browser: Browser, alice: User, there: Receiver) -> None:
    bot = make_bot(owner=alice, handle="robin")
    browser.get("/account/bots/robin")
    assert 'href="/account/bots/robin/hooks"' in browser.text
    browser.send("/account/bots/robin/hooks", url=there.url, format="generic", with_view="on")
    hook = Hook.objects.get()
    assert (hook.person, hook.with_view) == (bot, True)
    browser.send(f"/account/hooks/{hook.key}", remove="")
    assert browser.at == "/account/bots/robin/hooks"


def test_nobody_opens_the_page_of_anothers_webhook(
    browser: Browser, mallory: User, there: Receiver
) -> None:
    hook, _ = hook_for(mallory, there)
    assert browser.get(f"/account/hooks/{hook.key}").status_code == 404
    make_bot(owner=mallory, handle="robin")
    browser.get("/account/bots/robin/hooks")
    assert browser.at == "/account/bots"
    stranger = Client().get(f"/account/hooks/{hook.key}", secure=True)
    assert stranger.status_code == 302


def test_a_person_makes_renews_and_ends_feeds(browser: Browser) -> None:
    browser.send("/account/feeds", renew="")
    assert (first := re.search(r"https://testserver/feeds/\S+\.ics", browser.text)) is not None
    browser.send("/account/feeds", renew="")
    assert first.group() not in browser.text
    browser.send("/account/feeds", end="")
    assert "/feeds/" not in browser.text


def test_a_log_shows_what_went_wrong(browser: Browser, alice: User, there: Receiver) -> None:
    hook, _ = hook_for(alice, there)
    services.ping(hook=hook)
    there.status = 404
    for _ in range(4):
        all_is_due()
        work_hooks()
    browser.get(f"/account/hooks/{hook.key}")
    assert "answered 404" in browser.text

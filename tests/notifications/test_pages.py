"""People see how their letters went and say how they want to be told, by page and by API."""

import re
from datetime import time, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import notification_wishes
from accounts.models import Profile, User
from notifications import registry, services
from notifications.models import Delivery, MailTrouble
from tests.accounts.conftest import Browser, _quickly, browser, other_browser  # noqa: F401
from tests.api.conftest import ApiClient, ClientOf, _fresh_counts, client_of  # noqa: F401
from tests.conftest import Cast
from tests.notifications.conftest import Turns, work
from tests.notifications.reports import returned

pytestmark = pytest.mark.django_db(transaction=True)


def came_back(alice: User, turns: Turns) -> None:
    from notifications import inbound

    turns.call(alice, "a")
    (letter,) = work()
    inbound.take_in(returned(letter), recipients=[letter.from_email])


def post_to(browser: Browser, path: str, **fields: str) -> Any:  # noqa: F811
    """Press a button of the page that is open, whose form leads elsewhere."""
    token = browser.text.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    return browser.client.post(
        path,
        {"csrfmiddlewaretoken": token, **fields},
        secure=True,
        headers={"Referer": "https://testserver/"},
    )


# --- Wishes ------------------------------------------------------------------------------


def test_alice_says_how_she_wants_to_be_told(browser: Browser, alice: User, turns: Turns) -> None:  # noqa: F811
    browser.sign_in(alice)
    page = browser.get("/account/letters").content.decode()
    assert "A game is over" in page
    assert "account, passing" not in page
    every = {
        f"{kind.name}:{field}": value
        for kind in registry.kinds_to_choose()
        for field, value in (("email", "on"), ("how", "at once"))
    }
    browser.send(
        "/account/letters",
        **every | {"your turn:how": "hours 4", "game over:how": "daily 18"},
        quiet_from="22:30",
        quiet_until="07:00",
    )
    profile = Profile.objects.get(user=alice)
    assert profile.quiet_from == time(22, 30)
    said = {
        kind: notification_wishes.wish_for(profile.wishes, kind)
        for kind in ("your turn", "game over")
    }
    assert said == {
        "your turn": {"channels": ["email"], "bundle": "hours", "hours": 4},
        "game over": {"channels": ["email"], "bundle": "daily", "hour": 18},
    }
    again = browser.get("/account/letters").content.decode()
    assert '<option value="daily 18" selected>' in again


def test_one_choice_says_how_she_is_told_of_everything(browser: Browser, alice: User) -> None:  # noqa: F811
    browser.sign_in(alice)
    assert 'value="now" checked' in browser.get("/account/letters").content.decode()
    kinds = registry.kinds_to_choose()
    assert {kind.name for kind in kinds if kind.presses} >= {"reminder", "tournament confirm"}
    for preset, usual, pressing in (
        ("now", ["email", "at once"], ["email", "at once"]),
        ("tight", ["at once"], ["email", "at once"]),
        ("day", ["email", "daily"], ["email", "at once"]),
        ("device", ["at once"], ["at once"]),
        ("off", ["at once"], ["at once"]),
    ):
        browser.send("/account/letters", preset=preset)
        wishes = Profile.objects.get(user=alice).wishes
        for kind in kinds:
            wish = wishes[kind.name]
            said = [one for one in wish["channels"] if one == "email"] + [wish["bundle"]]
            assert said == (pressing if kind.presses else usual), (preset, kind.name)
            assert ("push" in wish["channels"]) == (
                preset not in {"tight", "off"} or said[0] == "email"
            )
        assert f'value="{preset}" checked' in browser.get("/account/letters").content.decode()


def test_half_quiet_hours_are_told_and_change_nothing(browser: Browser, alice: User) -> None:  # noqa: F811
    browser.sign_in(alice)
    every = {f"{kind.name}:how": "at once" for kind in registry.kinds_to_choose()}
    browser.send("/account/letters", **every, quiet_from="22:30")
    assert "Quiet hours need both a beginning and an end." in browser.text
    assert not Profile.objects.filter(user=alice, quiet_from__isnull=False).exists()


def test_a_program_says_it_and_reads_it_back(client_of: ClientOf, alice: User) -> None:  # noqa: F811
    client = client_of(alice)
    wish = {"kind": "your turn", "channels": ["email"], "bundle": "hours", "hours": 3}
    body = {"quiet_from": "22:00", "quiet_until": "07:00", "kinds": [wish]}
    answer = client.ask("PUT", "me/wishes", body)
    assert answer.status_code == 200, answer.content
    assert answer.json() == client.get("me/wishes").json()
    kinds = {one["kind"]: one for one in answer.json()["kinds"]}
    assert kinds["your turn"] == {"title": "It is your turn", **wish}
    assert kinds["game over"]["bundle"] == "at once"
    assert "receipt" not in kinds
    assert answer.json()["quiet_until"] == "07:00"


@pytest.mark.parametrize(
    ("change", "status", "field", "code"),
    [
        ({"kind": "no such"}, 422, "kinds.0.kind", "unknown_kind"),
        ({"kind": "receipt"}, 422, "kinds.0.kind", "unknown_kind"),
        ({"bundle": "soon"}, 400, "kinds.0.bundle", "invalid_choice"),
        ({"hours": 2}, 422, "kinds.0", "unfit_bundle"),
        ({"hours": "2"}, 400, "kinds.0.hours", "wrong_kind"),
        ({"more": 2}, 400, "kinds.0.more", "unknown"),
        ({"channels": ["email", "email"]}, 422, "kinds.0", "unfit_bundle"),
    ],
)
def test_what_is_wrong_with_a_wish_is_named(
    client_of: ClientOf,  # noqa: F811
    change: dict[str, Any],
    status: int,
    field: str,
    code: str,
) -> None:
    wish = {"kind": "your turn", "channels": ["email"], "bundle": "at once", **change}
    body = {"quiet_from": None, "quiet_until": None, "kinds": [wish]}
    answer = client_of("alice").ask("PUT", "me/wishes", body)
    assert answer.status_code == status
    assert [(e["field"], e["code"]) for e in answer.json()["errors"]] == [(field, code)]


def test_quiet_hours_have_two_ends(client_of: ClientOf) -> None:  # noqa: F811
    body = {"quiet_from": "22:00", "quiet_until": None, "kinds": []}
    answer = client_of("alice").ask("PUT", "me/wishes", body)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "unfit_hours")


# --- Letters and how they went -----------------------------------------------------------


def test_alice_sees_how_each_letter_went_and_sends_one_again(
    browser: Browser,  # noqa: F811
    alice: User,
    turns: Turns,
) -> None:
    came_back(alice, turns)
    browser.sign_in(alice)
    assert "refuses our mail" in browser.get("/account/").content.decode()
    page = browser.get("/account/deliveries").content.decode()
    assert "came back" in page
    assert "550 5.1.1" in page
    (id,) = re.findall(r'name="again" value="([^"]+)"', page)
    browser.send(again=id)
    assert "Say first that it works again" in browser.text
    browser.client.post("/account/mail-again", secure=True)  # forged, from another site
    assert MailTrouble.objects.exists()
    post_to(browser, "/account/mail-again")
    assert [letter.subject for letter in work()] == ["Mail from Oriflamme by post arrives"]
    browser.send("/account/deliveries", again=id)
    assert "It goes out again" in browser.text
    assert [letter.subject for letter in work()] == ["Decide at a"]
    assert "refuses our mail" not in browser.get("/account/").content.decode()


def test_nobody_sees_or_sends_again_the_letters_of_another(
    client_of: ClientOf,  # noqa: F811
    browser: Browser,  # noqa: F811
    alice: User,
    mallory: User,
    turns: Turns,
) -> None:
    came_back(alice, turns)
    items = client_of(alice).get("me/deliveries").json()["items"]
    (mine,) = [one for one in items if one["kind"] == "a turn"]
    assert (mine["state"], mine["kind"], mine["can_go_again"]) == ("bounced", "a turn", True)
    other = client_of(mallory)
    seen = other.get("me/deliveries").json()["items"]
    assert [one["kind"] for one in seen] == ["account"]  # that she made a token
    answer = other.get(f"me/deliveries?after={mine['id']}")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_delivery_cursor")
    browser.sign_in(mallory)
    browser.get("/account/letters")
    assert post_to(browser, "/account/deliveries", again=mine["id"]).status_code == 404
    assert Delivery.objects.get(notification__kind="a turn").state == "bounced"


def test_a_program_pages_through_them(client_of: ClientOf, alice: User, turns: Turns) -> None:  # noqa: F811
    for game in "abcde":
        turns.call(alice, game)
    client = client_of(alice)
    Delivery.objects.filter(notification__kind="account").delete()
    seen: list[str] = []
    after = ""
    for _page in range(3):
        page = client.get(f"me/deliveries?limit=2{after}").json()
        seen += [one["id"] for one in page["items"]]
        after = f"&after={page['next']}"
    assert page["next"] is None
    assert len(set(seen)) == 5
    whole = client.get("me/deliveries").json()["items"]
    assert [one["id"] for one in whole] == seen
    assert not set(seen) & {str(pk) for pk in Delivery.objects.values_list("pk", flat=True)}


def test_the_api_tells_that_the_address_refuses_mail(
    client_of: ClientOf,  # noqa: F811
    alice: User,
    turns: Turns,
) -> None:
    came_back(alice, turns)
    client = client_of(alice)
    assert client.get("me").json()["mail_refused"] is True
    services.try_again(alice)
    assert client.get("me").json()["mail_refused"] is False


# --- Stopping ----------------------------------------------------------------------------


def unsubscribe(letter: Any) -> str:
    """What a mail program finds behind its own unsubscribe button (RFC 8058)."""
    head = letter.message()
    assert head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return str(head["List-Unsubscribe"]).partition("<")[2].partition(">")[0]


def press(address: str) -> Any:
    return Client(enforce_csrf_checks=True).post(
        address.removeprefix("https://testserver"),
        "List-Unsubscribe=One-Click",
        content_type="application/x-www-form-urlencoded",
        secure=True,
    )


def test_every_kind_that_can_be_switched_off_has_a_working_button(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, kind in enumerate(registry.kinds_to_choose()):
        monkeypatch.setattr(kind, "letter", lambda _self: registry.Letter("x", "x\n"))
        monkeypatch.setattr(kind, "is_still_true", lambda _self: True)
        monkeypatch.setattr(kind, "until", lambda _self: None)
        monkeypatch.setattr(kind, "waits", lambda _self: timedelta())
        services.enqueue(person=alice, kind=kind.name, dedupe_key=f"{number}")
        (letter,) = work()
        assert press(unsubscribe(letter)).status_code == 200
        services.enqueue(person=alice, kind=kind.name, dedupe_key=f"{number} again")
        assert work() == []


def test_the_button_of_a_shared_letter_stops_all_that_is_in_it(
    alice: User, turns: Turns, clock: Any
) -> None:
    daily = {"channels": ["email", "webhook"], "bundle": "daily", "hour": 18}
    Profile.objects.create(user=alice, wishes={"default": daily})
    turns.call(alice, "a")
    turns.call(alice, "b", kind="a word")
    clock.shift(24 * 3600)
    (letter,) = work()
    press(unsubscribe(letter))
    said = Profile.objects.get(user=alice).wishes
    assert said["a turn"]["channels"] == said["a word"]["channels"] == ["webhook"]


def test_who_only_looks_stops_nothing(alice: User, turns: Turns) -> None:
    turns.call(alice, "a")
    (letter,) = work()
    address = unsubscribe(letter).removeprefix("https://testserver")
    page = Client().get(address, secure=True).content.decode()
    assert "Stop mail of these kinds?" in page
    turns.call(alice, "b")
    assert len(work()) == 1
    assert Client().get(address[:-1], secure=True).status_code == 404


def test_codes_have_no_such_button(alice: User) -> None:
    services.enqueue(person=alice, kind="welcome", dedupe_key="x")
    work()
    assert mail.outbox[0].message()["List-Unsubscribe"] is None


# --- Staff -------------------------------------------------------------------------------


def test_staff_look_and_send_again_without_a_query_a_row(
    alice: User, turns: Turns, person: Cast
) -> None:
    came_back(alice, turns)
    for number in range(20):
        turns.call(alice, f"g{number}")
    staff = User.objects.create_superuser("staff", "staff@example.test", "a-long-secret")
    client = Client()
    client.force_login(staff)
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get("/admin/notifications/delivery/?q=nobody", secure=True)
    with CaptureQueriesContext(connection) as many:
        page = client.get("/admin/notifications/delivery/?q=alice", secure=True)
    assert page.content.decode().count("field-state") == 21
    assert len(many) <= len(few) + 2
    bounced = Delivery.objects.get(state="bounced")
    one = client.get(f"/admin/notifications/delivery/{bounced.pk}/change/", secure=True)
    assert "550 5.1.1" in one.content.decode()
    assert 'name="state"' not in one.content.decode()
    services.try_again(alice)
    sent = {"action": "send_again", "_selected_action": list(map(str, [bounced.pk]))}
    client.post("/admin/notifications/delivery/", sent, secure=True)
    bounced.refresh_from_db()
    assert bounced.state == "queued"

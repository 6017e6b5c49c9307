"""Devices on the list and off it, by page and by API."""

import re
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from notifications import services
from notifications.channels.push import vapid
from notifications.models import Device
from notifications.services.devices import MOST_DEVICES
from tests.accounts.conftest import Browser as Person
from tests.accounts.conftest import _quickly, browser  # noqa: F401  fixtures
from tests.accounts.signed_in import SignedIn
from tests.api.conftest import ClientOf, _fresh_counts, client_of  # noqa: F401  fixtures
from tests.conftest import Cast
from tests.house.test_settings import start
from tests.notifications.pushing import Browser, b64
from tests.notifications.receiver import Receiver

pytestmark = pytest.mark.django_db

KEY = b64(bytes(range(1, 33)))


@pytest.fixture(autouse=True)
def _set_up(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]


@pytest.fixture
def phone() -> Browser:
    """At a push service that nobody asks here."""
    return Browser(Receiver())


# --- By API ------------------------------------------------------------------------------


def test_a_program_turns_a_device_on_and_off(client_of: ClientOf, phone: Browser) -> None:  # noqa: F811
    client = client_of("alice")
    assert client.get("me/devices").json() == {"public_key": vapid.public_key(), "items": []}
    made = client.post("me/devices", phone.subscription | {"name": "phone"})
    assert made.status_code == 201, made.content
    again = client.post("me/devices", phone.subscription)
    assert (again.status_code, again.json()) == (200, made.json())
    shown = made.json()
    assert (shown["name"], shown["service"], shown["last_used_at"]) == ("phone", "127.0.0.1", None)
    assert client.get("me/devices").json()["items"] == [shown]
    assert phone.endpoint not in str(shown)
    assert client.delete(f"me/devices/{shown['id']}").status_code == 204
    assert client.delete(f"me/devices/{shown['id']}").status_code == 404


def test_a_page_does_it_with_its_session_and_its_token(alice: User, phone: Browser) -> None:
    page = SignedIn(alice)
    assert page.ask("POST", "me/devices", phone.subscription).status_code == 201
    address = f"/api/v1/me/devices/{Device.objects.get().key}"
    refused = page.client.delete(address, secure=True)  # as another site would have it
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf")


def test_nobody_sees_or_removes_the_devices_of_another(
    client_of: ClientOf,  # noqa: F811
    alice: User,
    phone: Browser,
) -> None:
    device = phone.turn_on(alice)
    mallory = client_of("mallory")
    assert mallory.get("me/devices").json()["items"] == []
    assert mallory.delete(f"me/devices/{device.key}").status_code == 404
    # Who has seen the address has not the browser.
    other = Browser(phone.service)
    stolen = {**other.subscription, "endpoint": phone.endpoint}
    refused = mallory.post("me/devices", stolen)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "endpoint")
    assert Device.objects.get().person == alice


@pytest.mark.parametrize(
    ("changed", "status", "field"),
    [
        ({"endpoint": "ftp://push.example/x"}, 422, "endpoint"),
        ({"endpoint": "https://user@push.example/x"}, 422, "endpoint"),
        ({"endpoint": "https://10.0.0.1/x"}, 422, "endpoint"),
        ({"endpoint": "https://push.example/" + "x" * 1000}, 400, "endpoint"),
        ({"keys": {"p256dh": b64(b"\4" + bytes(64)), "auth": b64(bytes(16))}}, 422, "keys.p256dh"),
        ({"keys": {"p256dh": "A!" * 87, "auth": "!" * 22}}, 422, "keys.auth"),
        ({"keys": {"p256dh": "не ключ", "auth": b64(bytes(16))}}, 422, "keys.p256dh"),
        ({"keys": {"p256dh": KEY, "auth": b64(bytes(15))}}, 422, "keys.auth"),
        ({"keys": {"p256dh": KEY}}, 400, "keys.auth"),
        ({"keys": {"p256dh": KEY, "auth": "x", "more": "x"}}, 400, "keys.more"),
        ({"name": "x" * 61}, 400, "name"),
        ({"expirationTime": None}, 400, "expirationTime"),
    ],
)
def test_what_is_wrong_with_a_subscription_is_named(
    client_of: ClientOf,  # noqa: F811
    phone: Browser,
    changed: dict[str, Any],
    status: int,
    field: str,
) -> None:
    answer = client_of("alice").post("me/devices", phone.subscription | changed)
    assert answer.status_code == status, answer.content
    assert field in [error["field"] for error in answer.json()["errors"]]
    assert not Device.objects.exists()


def test_outside_of_ones_own_machine_only_https_will_do(
    client_of: ClientOf,  # noqa: F811
    phone: Browser,
    settings: Any,
) -> None:
    settings.WEBHOOK_NETWORKS = []
    client = client_of("alice")
    assert client.post("me/devices", phone.subscription).status_code == 422
    public = {**phone.subscription, "endpoint": "https://push.example/x"}
    assert client.post("me/devices", public).status_code == 201


def test_there_is_a_most(client_of: ClientOf, alice: User, phone: Browser) -> None:  # noqa: F811
    for _ in range(MOST_DEVICES):
        Browser(phone.service).turn_on(alice)
    refused = client_of(alice).post("me/devices", phone.subscription)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_devices")
    assert Device.objects.count() == MOST_DEVICES


def test_a_site_without_a_key_says_so(
    client_of: ClientOf,  # noqa: F811
    phone: Browser,
    settings: Any,
) -> None:
    settings.PUSH_KEY = ""
    client = client_of("alice")
    assert client.get("me/devices").json()["public_key"] is None
    refused = client.post("me/devices", phone.subscription)
    assert (refused.status_code, refused.json()["code"]) == (409, "push_off")


def test_a_guest_signs_up_first(person: Cast, phone: Browser) -> None:
    guest = person("alice")
    guest.is_guest = True
    with pytest.raises(Exception, match="Sign up first"):
        phone.turn_on(guest)


# --- By hand -----------------------------------------------------------------------------


def test_alice_takes_a_device_off_without_a_script(
    browser: Person,  # noqa: F811
    alice: User,
    phone: Browser,
    person: Cast,
) -> None:
    device = phone.turn_on(alice, "<b>phone")
    foreign = Browser(phone.service).turn_on(person("bob"))
    browser.sign_in(alice)
    page = browser.get("/account/devices").content.decode()
    assert "&lt;b&gt;phone" in page
    assert f'data-key="{vapid.public_key()}"' in page
    assert "On an iPhone" in page
    assert phone.endpoint not in page
    browser.send(remove=foreign.key)
    assert Device.objects.filter(key=foreign.key).exists()
    browser.send("/account/devices", remove=device.key)
    assert "This device is told nothing any more." in browser.text
    assert services.devices_of(alice) == []


def test_the_page_of_a_site_without_a_key_says_so(
    browser: Person,  # noqa: F811
    alice: User,
    settings: Any,
) -> None:
    settings.PUSH_KEY = ""
    page = browser.sign_in(alice).get("/account/devices").content.decode()
    assert "its operator has not set them up" in page
    assert "devices.js" not in page


def test_who_is_told_by_push_is_a_choice_for_each_kind(browser: Person, alice: User) -> None:  # noqa: F811
    page = browser.sign_in(alice).get("/account/letters").content.decode()
    assert re.search(r'name="your turn:push"[^>]*checked', page)
    assert 'href="/account/devices"' in page


def test_the_worker_is_served_at_the_root_to_anybody() -> None:
    answer = Client().get("/sw.js", secure=True)
    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    text = answer.content.decode()
    assert vapid.public_key() in text
    # It keeps what is nobody's own, and asks for it as nobody.
    kept = re.findall(r'"(/[^"]+)",$', text.partition("KEPT = [")[2].partition("]")[0], re.M)
    assert all(path.startswith("/static/") for path in kept)
    assert 'OFFLINE = "/offline"' in text
    assert 'credentials: "omit"' in text
    # Translated into no language, escaped nowhere.
    assert "&" not in text.replace("&&", "")


# --- The site's key ----------------------------------------------------------------------


def test_a_key_is_made_by_a_command_and_taken_by_the_settings(
    capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    keys = set()
    for _ in range(2):
        call_command("make_push_key")
        name, _equals, key = capsys.readouterr().out.strip().partition("=")
        assert name == "PUSH_KEY"
        keys.add(key)
    assert len(keys) == 2
    settings.PUSH_KEY = key
    assert len(vapid.public_key()) == 87
    assert start(PUSH_KEY=key).returncode == 0
    refused = start(PUSH_KEY=key[:-1])
    assert "make_push_key" in refused.stderr.splitlines()[-1]

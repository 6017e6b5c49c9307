"""A device is turned on by a press, told by push, and a press on what it shows opens the table.

Chromium here has no push service, so a subscription is put in its place; all that is ours is real:
the page, the API, the outbox, the sealed message and the service worker that shows it.
"""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import LazySettings
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, Playwright, Worker

from accounts.models import User
from games import services as game_services
from games.models import Game
from notifications import services
from notifications.models import Device
from tests.accounts.chromium import WHOLE
from tests.api.live import Site
from tests.browser.conftest import Arrive, opened
from tests.games.conftest import OpenTable, decider, move_on
from tests.notifications.pushing import Browser
from tests.notifications.receiver import Receiver, receiving
from tests.pace import PATIENCE

# What the browser's own push service would do. It outlives a page, as the real one does.
PUSH_SERVICE = """
const said = %s;
const made = () => ({
  ...said,
  options: { applicationServerKey: bytes(localStorage.made) },
  toJSON: () => said,
  unsubscribe: async () => delete localStorage.made,
});
const bytes = (text) => Uint8Array.from(
  atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt()).buffer;
PushManager.prototype.getSubscription = async () => (localStorage.made ? made() : null);
PushManager.prototype.subscribe = async (wish) => {
  localStorage.made = wish.applicationServerKey;
  return made();
};
"""

NOTHING_IS_PUSHED = """async () =>
  (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) === null"""


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Chromium]:
    """The one without windows shows no notifications, and says so to pages."""
    yield from opened(playwright, WHOLE)


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiving() as there:
        there.status = 201
        yield there


@pytest.fixture
def game(open_table: OpenTable, settings: LazySettings) -> Game:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    return open_table("alice", "bob", "carol")


def turn_on(arrive: Arrive, site: Site, person: User, subscription: Browser) -> Page:
    page = arrive(person, service_workers="allow")
    page.context.grant_permissions(["notifications"], origin=site.url)
    page.add_init_script(PUSH_SERVICE % json.dumps(subscription.subscription))
    page.goto(f"{site.url}/account/devices")
    page.get_by_text("This device is not told.").wait_for()
    page.get_by_role("button", name="Tell this device", exact=True).tap()
    page.get_by_text("This device is told.").wait_for()
    return page


def deliver_push(page: Page, site: Site, message: dict[str, Any]) -> dict[str, Any]:
    """Hand it to the browser as its push service does, which tries again while the browser is not
    ready to take it; the one message that is shown then."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: found.extend(
            one["registrationId"]
            for one in said["registrations"]
            if one["scopeURL"] == f"{site.url}/" and not one["isDeleted"]
        ),
    )
    tools.send("ServiceWorker.enable")
    for _ in range(10):
        if found:
            where = {"origin": site.url, "registrationId": found[-1]}
            tools.send("ServiceWorker.deliverPushMessage", where | {"data": json.dumps(message)})
        page.wait_for_timeout(1000)
        seen = shown(page)
        if [one["body"] for one in seen] == [message["text"]]:
            tools.detach()
            return seen[0]
    raise AssertionError(f"shown at last: {shown(page)}")


def shown(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(
        """async () => (await (await navigator.serviceWorker.ready).getNotifications())
            .map(({title, body, tag, lang, data}) => ({title, body, tag, lang, data}))"""
    )
    return found


def worker_of(page: Page) -> Worker:
    (worker,) = page.context.service_workers
    return worker


def test_a_press_turns_it_on_a_push_shows_and_a_press_opens_the_table(
    arrive: Arrive, site: Site, game: Game, service: Receiver
) -> None:
    move_on(game)
    person, subscription = decider(game), Browser(service)
    page = turn_on(arrive, site, person, subscription)
    assert Device.objects.get().person == person
    game_services.call(game_key=game.key)
    (pk,) = services.due_deliveries("devices")
    assert services.deliver(pk)
    (message,) = subscription.messages
    seen = deliver_push(page, site, message.said)
    assert (seen["title"], seen["lang"]) == ("It is your turn", "en")
    assert seen["body"] == "[Friday table] Round 1 – your card to play"
    # Newer word of the same table takes its place.
    deliver_push(page, site, message.said | {"text": "Newer"})
    opened = worker_of(page).evaluate(
        """async () => {
            const asked = [];
            self.clients.openWindow = async (path) => asked.push(path);
            const [notification] = await self.registration.getNotifications();
            self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
            while (!asked.length) await new Promise((done) => setTimeout(done, 20));
            return asked;
        }"""
    )
    assert opened == [f"/games/{game.key}"]
    assert shown(page) == []
    page.goto(site.url + opened[0])
    page.locator("#asks").wait_for()


def test_a_press_turns_it_off(arrive: Arrive, site: Site, alice: User, service: Receiver) -> None:
    page = turn_on(arrive, site, alice, Browser(service))
    assert page.get_by_text("(this one)").is_visible()
    page.get_by_role("button", name="Do not tell this device").tap()
    page.get_by_text("This device is not told.").wait_for()
    assert not Device.objects.exists()
    assert page.evaluate("localStorage.made") is None


def test_nobody_is_asked_before_they_press(
    arrive: Arrive, site: Site, alice: User, service: Receiver
) -> None:
    page = arrive(alice, service_workers="allow")
    page.add_init_script(
        "Notification.requestPermission = async () => { window.asked = true; return 'default'; };"
    )
    page.goto(f"{site.url}/account/devices")
    on = page.get_by_role("button", name="Tell this device", exact=True)
    on.wait_for()
    assert page.evaluate("window.asked") is None
    # The worker is there for pages without a way to us; nothing may be pushed to it yet.
    assert page.evaluate(NOTHING_IS_PUSHED)
    on.tap()
    page.wait_for_function("window.asked")
    page.get_by_text("This device is not told.").wait_for()


def test_who_has_forbidden_it_is_told_what_to_do(arrive: Arrive, site: Site, alice: User) -> None:
    page = arrive(alice, service_workers="allow")
    page.add_init_script(
        "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });"
    )
    page.goto(f"{site.url}/account/devices")
    page.get_by_text("you have forbidden the site").wait_for()
    assert page.get_by_role("button", name="Tell this device", exact=True).is_hidden()


def test_what_the_server_refuses_is_said(
    arrive: Arrive, site: Site, alice: User, service: Receiver
) -> None:
    page = arrive(alice, service_workers="allow")
    page.context.grant_permissions(["notifications"], origin=site.url)
    broken = Browser(service)
    broken.endpoint = "https://10.0.0.1/push"
    page.add_init_script(PUSH_SERVICE % json.dumps(broken.subscription))
    page.goto(f"{site.url}/account/devices")
    page.get_by_role("button", name="Tell this device", exact=True).tap()
    page.get_by_text("This is no address that we can send to.").wait_for()


def test_without_scripts_the_page_says_what_it_is(
    arrive: Arrive, site: Site, alice: User, service: Receiver, settings: LazySettings
) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    Browser(service).turn_on(alice, "phone")
    page = arrive(alice, service_workers="allow", java_script_enabled=False)
    page.goto(f"{site.url}/account/devices")
    assert "needs JavaScript for it" in page.inner_text("main")
    page.get_by_role("button", name="Remove").tap()
    page.get_by_text("This device is told nothing any more.").wait_for()
    assert not Device.objects.exists()


def test_a_browser_that_gets_another_address_says_so_by_itself(
    arrive: Arrive, site: Site, alice: User, service: Receiver
) -> None:
    old, new = Browser(service), Browser(service)
    page = turn_on(arrive, site, alice, old)
    worker_of(page).evaluate(
        """async ([before, after]) => {
            const change = new ExtendableEvent("pushsubscriptionchange");
            change.oldSubscription = before;
            change.newSubscription = { toJSON: () => after };
            self.dispatchEvent(change);
        }""",
        [old.subscription, new.subscription],
    )
    until = time.monotonic() + PATIENCE
    while not Device.objects.filter(endpoint=new.endpoint).exists():
        assert time.monotonic() < until, list(Device.objects.values_list("endpoint"))
        page.wait_for_timeout(50)
    assert Device.objects.get().name == "Linux"

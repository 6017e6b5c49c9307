"""Guests: they play at once, and keep what they play at by signing up."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from accounts import tasks
from accounts.models import Consent, SecurityEvent, Terms, User
from accounts.services import guests
from accounts.services.people import find_visible, handle_is_free
from games.models import Game, Seat
from notifications.models import Notification
from tests.accounts.conftest import PASSWORD, Browser, Post
from tests.conftest import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _workers_are_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.telling._ask_worker", lambda *_asked, **_options: None)


def press(browser: Browser) -> int:
    """Press the one button of the first page."""
    found = re.search(r'action="/try".*?value="([^"]+)"', browser.get("/").content.decode(), re.S)
    assert found
    browser.page = browser.client.post(
        "/try",
        {"csrfmiddlewaretoken": found.group(1)},
        secure=True,
        follow=True,
        headers={"Referer": "https://testserver/"},
    )
    return int(browser.page.status_code)


def try_it(browser: Browser) -> User:
    assert press(browser) == 200
    return User.objects.filter(is_guest=True).latest("pk")


def keep(browser: Browser, email: str = "erin@example.test") -> None:
    browser.send("/account/keep", email=email, username="erin", password1=PASSWORD)


def test_one_button_and_a_visitor_sits_at_a_table_with_a_question(browser: Browser) -> None:
    guest = try_it(browser)
    seat = Seat.objects.get(person=guest)
    assert browser.at == f"/games/{seat.game.key}"
    assert seat.game.to_move == seat.number  # the bots before them have moved
    assert 'id="play"' in browser.text
    assert guest.handle.startswith("guest-")
    assert not guest.has_usable_password()
    assert guest.email is None


def test_the_button_leads_a_guest_back_to_the_table_they_play_at(browser: Browser) -> None:
    guest = try_it(browser)
    here = browser.at
    browser.get("/tables")
    again = browser.client.post("/try", secure=True, headers={"Referer": "https://testserver/"})
    assert again.status_code == 403  # no forged form either
    browser.get("/tables/new")
    browser.send("/tables/new", set="ablaze")
    assert Game.objects.count() == 1
    assert "Sign up to keep your seat" in browser.text
    assert Seat.objects.get(person=guest).game.key in here


def test_keeping_the_table_makes_the_same_person_one_like_all_others(
    browser: Browser, post: Post
) -> None:
    guest = try_it(browser)
    key = Seat.objects.get(person=guest).game.key
    keep(browser)
    guest.refresh_from_db()
    assert (guest.handle, guest.is_guest, guest.email) == ("erin", True, None)
    browser.send(code=post.code("erin@example.test"))
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email, guest.email_is_verified) == (
        False,
        "erin@example.test",
        True,
    )
    assert guest.check_password(PASSWORD)
    assert browser.is_in()
    assert Seat.objects.get(game__key=key, person=guest)
    assert SecurityEvent.objects.filter(person=guest, kind="signed up").count() == 1
    assert browser.get("/account/").status_code == 200
    assert browser.at == "/account/"


def test_keeping_tells_nobody_whether_an_address_is_known_here(
    browser: Browser, other_browser: Browser, post: Post, person: Cast
) -> None:
    alice = person("alice")
    pages = []
    for one, email in ((browser, "erin@example.test"), (other_browser, "alice@example.test")):
        guest = try_it(one)
        one.send("/account/keep", email=email, username=f"erin{guest.pk}", password1=PASSWORD)
        token = re.compile(r'value="[A-Za-z0-9]{64}"')
        said = token.sub("", one.text).replace(email, "").replace(f"erin{guest.pk}", "")
        pages.append((one.at, said))
    assert pages[0] == pages[1]
    assert "code" not in post.last("alice@example.test").subject.lower()
    alice.refresh_from_db()
    assert alice.email == "alice@example.test"


def test_a_guest_has_no_pages_about_an_account_and_is_nobody_to_others(
    browser: Browser, person: Cast
) -> None:
    guest = try_it(browser)
    for page in ("/account/", "/account/tokens", "/account/hooks", "/account/email/"):
        browser.get(page)
        assert browser.at == "/account/keep"
    assert find_visible(guest.handle) is None
    assert not handle_is_free("guest-of-honour")
    made = browser.client.post("/api/v1/me/tokens", secure=True)
    assert made.status_code == 403


def test_no_letter_goes_to_a_guest(browser: Browser, post: Post) -> None:
    guest = try_it(browser)
    assert Notification.objects.filter(person=guest).exists()  # their game has begun
    post.come()
    assert mail.outbox == []


def test_guests_who_stay_away_for_a_month_are_erased(browser: Browser) -> None:
    guest = try_it(browser)
    handle = guest.handle
    with time_machine.travel(timezone.now() + timedelta(days=20)):
        browser.get("/")  # a visit
    with time_machine.travel(timezone.now() + timedelta(days=40)):
        assert guests.let_go_of_the_idle() == 0
    with time_machine.travel(timezone.now() + timedelta(days=51)):
        tasks.let_go.apply()
        guest.refresh_from_db()
        tasks.erase.apply(args=[guest.pk])
    guest.refresh_from_db()
    assert guest.erased_at is not None
    assert handle not in (guest.handle, guest.name)
    assert not guest.is_active
    assert not guest.is_guest
    assert not Seat.objects.filter(person=guest, live=True, resigned_at=None).exists()


def test_somebody_who_kept_their_table_is_not_let_go(browser: Browser, post: Post) -> None:
    guest = try_it(browser)
    keep(browser)
    browser.send(code=post.code("erin@example.test"))
    with time_machine.travel(timezone.now() + timedelta(days=51)):
        assert guests.let_go_of_the_idle() == 0
    guest.refresh_from_db()
    assert guest.deletion_due_at is None


def test_one_address_makes_so_many_guests_and_no_more() -> None:
    answers = [press(Browser()) for _ in range(21)]
    assert answers == [200] * 20 + [429]
    assert User.objects.filter(is_guest=True).count() == 20


def test_the_button_agrees_to_the_terms_that_it_names(browser: Browser) -> None:
    terms = Terms.objects.create(version=1, texts={"en": "Be kind."})
    assert "By playing you agree" in browser.get("/").content.decode()
    guest = try_it(browser)
    assert Consent.objects.filter(person=guest, terms=terms).exists()
    assert browser.at.startswith("/games/")


def test_a_guest_who_stays_away_keeps_no_chosen_handle_from_others() -> None:
    guest = guests.welcome(language="en")
    guests.name_oneself(guest=guest, handle="queen-of-hearts", password=PASSWORD)
    tasks.let_go()
    assert not handle_is_free("queen-of-hearts")
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
        tasks.let_go()
    assert handle_is_free("queen-of-hearts")
    guest.refresh_from_db()
    assert guest.is_guest
    assert guest.handle.startswith("guest-")

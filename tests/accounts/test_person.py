"""The person: address, handle, profile, holidays."""

import hashlib
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts import coat_of_arms, notification_wishes
from accounts.models import Holiday, KeptHandle, Profile, Terms, User
from accounts.services import people
from tests.accounts.conftest import Browser, Post
from tests.games.test_races import at_once

# --- Address and handle ------------------------------------------------------------------


def test_a_changed_address_is_verified_first_and_both_are_told(
    browser: Browser, alice: User, post: Post
) -> None:
    browser.sign_in(alice)
    browser.send("/account/email/", email="new@example.test", action_add="")
    alice.refresh_from_db()
    assert alice.email == "alice@example.test"
    browser.send("/account/confirm-email/", code=post.code("new@example.test"))
    alice.refresh_from_db()
    assert (alice.email, alice.email_is_verified) == ("new@example.test", True)
    assert "new@example.test" in post.last("alice@example.test").body
    assert "new@example.test" in post.last("new@example.test").body


def test_alice_takes_another_handle_and_nobody_takes_the_old(
    browser: Browser, alice: User, post: Post
) -> None:
    browser.sign_in(alice)
    browser.send("/account/handle", handle="alicia")
    alice.refresh_from_db()
    assert alice.handle == "alicia"
    assert "alicia" in post.last("alice@example.test").body
    assert not people.handle_is_free("Alice")
    assert people.handle_is_free("alice", for_person=alice)
    with time_machine.travel(timezone.now() + people.HANDLE_KEPT):
        assert people.handle_is_free("alice")


def test_the_old_handle_is_kept_as_a_digest(alice: User) -> None:
    people.change_handle(person=alice, handle="alicia")
    assert b"alice" not in bytes(KeptHandle.objects.get().digest)


def test_a_handle_changes_once_a_month(alice: User) -> None:
    people.change_handle(person=alice, handle="alicia")
    with pytest.raises(ValidationError, match="lately"):
        people.change_handle(person=alice, handle="alisa")
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        people.change_handle(person=alice, handle="alisa")


def test_letters_may_grow_and_shrink(alice: User) -> None:
    people.change_handle(person=alice, handle="Alice")
    assert User.objects.get().handle == "Alice"


# --- Profile -----------------------------------------------------------------------------

FORM: dict[str, Any] = {
    "name": "Alice A.",
    "language": "it",
    "time_zone": "Europe/Kyiv",
    "languages_read": ["en", "it"],
    "about": "I wait.",
    "picture_seed": "heron",
    "quiet_from": "22:30",
    "quiet_until": "07:00",
}


def test_alice_fills_in_her_profile(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    browser.send("/account/profile", **FORM)
    alice.refresh_from_db()
    profile = alice.profile
    assert (alice.name, alice.language, alice.time_zone) == ("Alice A.", "it", "Europe/Kyiv")
    assert profile.languages_read == ["en", "it"]
    assert (profile.quiet_from, profile.quiet_until) == (time(22, 30), time(7, 0))
    assert not profile.plays_weekends
    assert "Il tuo account" in browser.get("/account/").content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_zone": "Europe/Atlantis"},
        {"quiet_until": ""},
        {"quiet_until": "22:30"},
        {"about": "x" * 301},
        {"languages_read": ["xx"]},
    ],
)
def test_a_wrong_field_changes_nothing(
    browser: Browser, alice: User, wrong: dict[str, Any]
) -> None:
    browser.sign_in(alice)
    browser.send("/account/profile", **{**FORM, **wrong})
    alice.refresh_from_db()
    assert alice.name == ""
    assert "errorlist" in browser.text


def test_public_is_what_the_form_says_is_public(browser: Browser, alice: User) -> None:
    people.change_profile(user=alice, name="Al", about="I wait.", languages_read=["it"])
    people.change_profile(user=alice, quiet_from=time(22), quiet_until=time(7))
    page = browser.get("/people/alice").content.decode()
    assert "I wait." in page
    for private in ("alice@example.test", "22:00", "UTC"):
        assert private not in page
    for field in Profile._meta.get_fields():
        told = getattr(field, "help_text", "")
        if field.name in {"languages_read", "about", "picture_seed"}:
            assert "Public" in told
        elif field.name == "quiet_from":
            assert "Private" in told


def test_whoever_is_not_verified_has_no_page(browser: Browser, alice: User) -> None:
    User.objects.update(email_is_verified=False)
    assert browser.get("/people/alice").status_code == 404
    assert browser.get("/people/alice/picture.svg").status_code == 404


def test_whoever_is_not_verified_yet_sees_their_own_arms(browser: Browser, alice: User) -> None:
    """They stand in the head of each page, that of the terms too."""
    Terms.objects.create(version=1, texts={"en": "Be kind."})
    User.objects.update(email_is_verified=False)
    browser.client.force_login(alice)
    own = browser.get("/people/alice/picture.svg")
    # In no cache on the way, where others would find it.
    assert (own.status_code, own["Cache-Control"]) == (200, "private, max-age=3600")
    assert browser.get("/people/nobody/picture.svg").status_code == 404


def test_the_same_word_draws_the_same_arms_for_ever() -> None:
    assert coat_of_arms.draw("heron") == coat_of_arms.draw("HERON")
    assert len({coat_of_arms.draw(f"word {n}") for n in range(300)}) > 150
    assert "heron" not in coat_of_arms.draw("heron")
    # People know each other by them: whoever changes how they are drawn redraws everybody's.
    every = "".join(coat_of_arms.draw(f"word {n}") for n in range(1000))
    assert hashlib.sha256(every.encode()).hexdigest()[:16] == "5dac470c0371faa0"


def test_the_picture_is_drawn_and_runs_nothing(browser: Browser, alice: User) -> None:
    answer = browser.get("/people/alice/picture.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer["Cache-Control"] == "public, max-age=3600"
    assert "script" not in answer.content.decode()


def test_arms_are_drawn_of_the_handle_until_another_word_is_chosen(
    browser: Browser, alice: User
) -> None:
    def shown() -> str:
        return str(browser.get("/people/alice/picture.svg").content.decode())

    assert shown() == coat_of_arms.draw("alice")
    browser.sign_in(alice)
    browser.send("/account/profile", picture_seed="heron", language="en", time_zone="UTC")
    assert shown() == coat_of_arms.draw("heron")


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {"turn": {}},
        {"turn": {"channels": ["email"], "bundle": "never"}},
        {"turn": {"channels": ["email", "email"], "bundle": "at once"}},
        {"": {"channels": [], "bundle": "at once"}},
        {"turn": {"channels": [], "bundle": "at once", "more": 1}},
        {"turn": {"channels": [], "bundle": "at once", "hours": 1}},
        {"turn": {"channels": [], "bundle": "hours"}},
        {"turn": {"channels": [], "bundle": "hours", "hours": 25}},
        {"turn": {"channels": [], "bundle": "daily", "hour": True}},
        {"turn": {"channels": [], "bundle": ["daily"]}},
    ],
)
def test_a_wish_has_one_shape(wrong: Any) -> None:
    with pytest.raises(ValidationError):
        notification_wishes.check(wrong)


# --- Holidays ----------------------------------------------------------------------------

NEXT = date(2027, 3, 1)


@pytest.fixture
def _february() -> Any:
    with time_machine.travel(datetime(2027, 2, 1, 12, tzinfo=timezone.get_fixed_timezone(0))):
        yield


@pytest.mark.usefixtures("_february")
def test_holidays_are_taken_and_given_back(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    browser.send("/account/holidays", first_day="2027-03-01", last_day="2027-03-07")
    taken = Holiday.objects.get()
    assert (taken.first_day, taken.last_day) == (NEXT, date(2027, 3, 7))
    assert "taken 7" in browser.text
    browser.send("/account/holidays", end=str(taken.pk))
    assert not Holiday.objects.exists()


@pytest.mark.usefixtures("_february")
@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (NEXT, NEXT - timedelta(days=1), "before the first"),
        (date(2027, 2, 1), NEXT, "tomorrow"),
        (NEXT, NEXT + timedelta(days=30), "more than 30"),
        (date(2028, 3, 1), date(2028, 3, 2), "year ahead"),
    ],
)
def test_holidays_that_cannot_be(alice: User, first: date, last: date, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        people.add_holiday(person=alice, first_day=first, last_day=last)


@pytest.mark.usefixtures("_february")
def test_the_allowance_is_counted_over_the_year(alice: User) -> None:
    for month in (3, 4):
        people.add_holiday(
            person=alice, first_day=date(2027, month, 1), last_day=date(2027, month, 15)
        )
    with pytest.raises(ValidationError, match="more than 30"):
        people.add_holiday(person=alice, first_day=date(2027, 5, 1), last_day=date(2027, 5, 1))
    people.add_holiday(person=alice, first_day=date(2028, 1, 1), last_day=date(2028, 1, 10))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_february")
def test_of_holidays_taken_at_the_same_moment_those_count_that_fit(alice: User) -> None:
    def take(month: int) -> None:
        days = {"first_day": date(2027, month, 1), "last_day": date(2027, month, 20)}
        people.add_holiday(person=alice, **days)

    outcomes = at_once(*[lambda month=month: take(month) for month in range(3, 11)])
    assert outcomes.count("done") == Holiday.objects.count() == 1

"""The settings show what a day would bring, by each of the five ways of being told."""

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine

from accounts.models import Profile, User
from notifications import registry
from notifications.day import day_of
from notifications.models import Notification
from notifications.selectors import last_day
from notifications.services.wanting import Wants
from tests.accounts.conftest import Browser, _quickly, browser  # noqa: F401  fixtures

TURN, REMINDER = "your turn", "reminder"


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 3, 4, hour, minute, tzinfo=UTC)


def test_each_way_makes_its_own_day() -> None:
    turn, reminder = registry.find(TURN), registry.find(REMINDER)
    person = User(handle="ann", time_zone="Europe/Kyiv")  # two hours ahead
    wants = Wants(person, {}, time(22, 30), time(7))
    day = day_of([(at(7, 10), turn), (at(17, 25), reminder), (at(21, 5), turn)], wants)
    letters = {one.preset: [letter.clock for letter in one.letters] for one in day.told}
    assert letters == {
        "now": ["07:00", "09:10", "19:25"],
        "tight": ["19:25"],
        "day": ["08:00", "19:25"],
        "device": [],
        "off": [],
    }
    notes = {one.preset: len(one.notes) for one in day.told}
    assert (notes["device"], notes["off"]) == (3, 0)
    assert day.quiet == [(0, 29.2), (93.8, 6.2)]
    assert [one.clock for one in day.happened] == ["09:10", "19:25", "23:05"]


@pytest.mark.django_db(transaction=True)
def test_the_page_draws_the_last_day_on_which_anything_came(browser: Browser, alice: User) -> None:  # noqa: F811
    browser.sign_in(alice)
    assert 'class="day"' not in browser.get("/account/letters").content.decode()
    for number, days in enumerate((2, 2, 30)):
        told = Notification.objects.create(person=alice, kind=TURN, dedupe_key=f"day {number}")
        when = datetime.now(UTC).replace(hour=10, minute=number) - timedelta(days=days)
        Notification.objects.filter(pk=told.pk).update(created_at=when)
    hours = {"quiet_from": "22:00", "quiet_until": "07:00"}
    Profile.objects.update_or_create(user=alice, defaults=hours)
    page = browser.get("/account/letters").content.decode()
    assert page.count("<circle") == 2
    assert page.count('class="dark"') == 2


@pytest.mark.django_db
def test_the_last_day_is_over_at_midnight(alice: User) -> None:
    now = datetime.now(UTC)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    before = midnight - timedelta(microseconds=1)
    for number, when in enumerate((midnight, before)):
        told = Notification.objects.create(person=alice, kind=TURN, dedupe_key=f"day {number}")
        Notification.objects.filter(pk=told.pk).update(created_at=when)
    with time_machine.travel(now):
        assert [at for at, _kind in last_day(alice)] == [before]

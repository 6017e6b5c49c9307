"""Private feeds: what waits and what happened, deadlines, and no card in them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from accounts.services import leaving
from games.models import Game
from games.wording import calendar
from notifications import services
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on, play_out

pytestmark = pytest.mark.django_db
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def fetch(person: User, name: str, **headers: str) -> Any:
    token = (services.feed_token(person) or services.renew_feeds(person=person)).reveal()
    return Client().get(f"/feeds/{token}/{name}", secure=True, headers=headers)


def titles(person: User) -> list[str | None]:
    feed = ElementTree.fromstring(fetch(person, "games.atom").content)
    return [title.text for title in feed.findall("a:entry/a:title", ATOM)]


def events(person: User) -> list[dict[str, str]]:
    """The calendar's events, read as RFC 5545 says: unfolded, a property a line."""
    raw = fetch(person, "deadlines.ics").content
    assert all(len(line) <= 75 for line in raw.split(b"\r\n"))
    assert b"\n" not in raw.replace(b"\r\n", b"")
    text = raw.decode().replace("\r\n ", "")
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:")
    assert text.endswith("END:VCALENDAR\r\n")
    found = re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", text, re.DOTALL)
    return [dict(line.split(":", 1) for line in one.split("\r\n") if line) for one in found]


def test_it_says_what_waits_and_what_happened(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    assert set(titles(who)) == {
        "[Friday table] Round 1 – your card to play",
        "[Friday table] The game begins",
    }
    play_out(game)
    first = str(titles(who)[0])
    assert first.startswith("[Friday table] The game is over: ")
    assert not any("your card" in str(title) for title in titles(who))


def test_an_atom_feed_has_what_the_standard_asks_for(open_table: OpenTable) -> None:
    who = decider(open_table("alice", "bob", "carol", name="A <b> & “c”"))
    answer = fetch(who, "games.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.content)
    assert feed.tag == f"{{{ATOM['a']}}}feed"
    for element in [feed, *feed.findall("a:entry", ATOM)]:
        for name in ("id", "title", "updated", "link"):
            assert element.find(f"a:{name}", ATOM) is not None
        stamp = element.findtext("a:updated", "", ATOM)
        assert datetime.fromisoformat(stamp).tzinfo == UTC
    ids = [one.text for one in feed.findall("a:entry/a:id", ATOM)]
    assert len(ids) == len(set(ids)) == 2
    assert "[A <b> & “c”] The game begins" in titles(who)


def test_a_deadline_is_an_event_that_ends_then(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol", name="Friday; or, Saturday – " + "щ" * 30)
    who = decider(game)
    Game.objects.update(deadline=None)
    assert events(who) == []
    Game.objects.update(deadline=datetime(2026, 12, 1, 20, 15, tzinfo=UTC))
    (event,) = events(who)
    assert event["DTEND"] == "20261201T201500Z"
    assert event["DTSTART"] == "20261201T194500Z"
    assert event["SUMMARY"].startswith("[Friday\\; or\\, Saturday – щ")
    # It warns two hours before.
    assert (event["BEGIN"], event["ACTION"]) == ("VALARM", "DISPLAY")
    assert event["TRIGGER;RELATED=END"] == "-PT2H"
    assert event["URL"] == f"https://testserver/games/{game.key}"
    move_on(game)
    bound = bounded()
    while next(bound) and decider(game) == who:
        move_on(game)
    assert events(who) == []


@pytest.mark.parametrize("language", ["en", "it", "uk", "ru"])
def test_it_speaks_its_readers_language(open_table: OpenTable, language: str) -> None:
    who = decider(open_table("alice", "bob", "carol"))
    User.objects.filter(pk=who.pk).update(language=language)
    said = str(titles(who))
    assert ("your card to play" in said) == (language == "en")


def test_nothing_new_is_answered_with_nothing(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    for name in ("games.atom", "deadlines.ics"):
        first = fetch(who, name)
        assert first["Cache-Control"] == "private, no-store"
        again = fetch(who, name, if_none_match=first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        # An hour later nothing has changed either.
        with time_machine.travel(datetime.now(UTC) + timedelta(hours=1)):
            assert fetch(who, name, if_none_match=first["ETag"]).status_code == 304
    tag = fetch(who, "games.atom")["ETag"]
    before = decider(game)
    bound = bounded()
    while next(bound) and decider(game) == before:
        move_on(game)
    after = fetch(who, "games.atom", if_none_match=tag, if_modified_since=first["Last-Modified"])
    assert after.status_code == 200


def test_an_address_ends_when_it_is_renewed_or_ended(alice: User) -> None:
    first = services.renew_feeds(person=alice).reveal()
    second = services.renew_feeds(person=alice).reveal()
    get = Client().get

    def status(token: str) -> int:
        return get(f"/feeds/{token}/games.atom", secure=True).status_code

    assert (status(first), status(second)) == (404, 200)
    forged = second[:-1] + ("0" if second[-1] != "0" else "1")
    assert (status(forged), status("0" * 64)) == (404, 404)
    services.end_feeds(person=alice)
    assert status(second) == 404


def test_the_database_alone_tells_no_address(alice: User, settings: Any) -> None:
    from notifications.models import FeedAddress

    token = services.renew_feeds(person=alice).reveal()
    assert FeedAddress.objects.get().word != token
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "y" * 60
    assert services.find_by_feed(token) == alice
    settings.SECRET_KEY_FALLBACKS = []
    assert services.find_by_feed(token) is None


def test_who_is_suspended_or_gone_has_no_feed(alice: User, mallory: User) -> None:
    token, other = (
        services.renew_feeds(person=alice).reveal(),
        services.renew_feeds(person=mallory).reveal(),
    )
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert services.find_by_feed(token) is None
    leaving.erase(person=mallory)
    assert services.find_by_feed(other) is None
    assert services.feed_token(mallory) is None


def test_lines_are_folded_between_letters() -> None:
    folded = list(calendar._folded("SUMMARY:" + "щ" * 100))
    assert all(len(one.encode()) <= 75 for one in folded)
    assert folded[0] + "".join(one[1:] for one in folded[1:]) == "SUMMARY:" + "щ" * 100

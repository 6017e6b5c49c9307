"""What concerns a person in tournaments reaches their own webhooks, stream and feed, and nobody's
else."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.api.streams.hub import Row, Watch
from games.selectors import feed_of, feed_tail
from games.selectors.feed import Cursor
from games.tournaments import services as tournaments
from notifications import services as outbox
from notifications.models import Notification
from tests.api.test_unions import validator
from tests.notifications.hooking import hook_for, work_hooks
from tests.notifications.receiver import Receiver, receiving
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd, end_round

pytestmark = pytest.mark.django_db
EVERYTHING = Cursor(0, 0, None)  # type: ignore[arg-type]  # no moment is asked for


@pytest.fixture
def there(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    with receiving() as receiver:
        yield receiver


def test_a_webhook_hears_of_entry_round_and_end(announce: Announce, there: Receiver) -> None:
    people = crowd(8)
    hook_for(people[0], there)
    hook_for(people[1], there, types=["tournament_over"])
    cup = announce(capacity=8, start="full", stages=[{**SWISS, "rounds": 1}])
    for person in people:
        tournaments.enter_tournament(key=cup.key, person=person)
    tournaments.advance(key=cup.key)
    work_hooks()
    end_round(cup)
    tournaments.advance(key=cup.key)
    work_hooks()
    came = [one.said for one in there.received]
    for one in came:
        validator("OwnEvent").validate(one)
    told = {one["type"]: one["data"] for one in came}
    assert set(told) >= {"tournament_entry", "tournament_over"}
    assert told["tournament_entry"]["state"] == "entered"
    assert told["tournament_entry"]["tournament"]["id"] == cup.key
    assert told["tournament_over"]["says"]
    assert len([one for one in came if one["type"] == "tournament_over"]) == 2


def test_every_kind_of_a_tournament_is_told_to_programs(
    announce: Announce, there: Receiver, alice: User
) -> None:
    """As its letters are: what it is about, in words and in numbers."""
    cup = announce("alice", capacity=8, stages=[SWISS])
    Notification.objects.all().delete()
    at = "2026-03-01T12:00:00+00:00"
    facts: dict[str, dict[str, str]] = {
        "confirm": {"round": "2", "until": at},
        "round": {"round": "2", "table": "3", "begins_at": at},
        "bye": {"round": "2"},
        "news": {"words": "Well played!"},
        "stage": {"through": ""},
        "over": {"place": "3", "players": "8", "podium": "1. Bob"},
        "nudge": {"game": "2" * 16},
        "desk": {"what": "late 1 2"},
        "changed": {"names": "capacity"},
    }
    for kind, more in facts.items():
        outbox.enqueue(
            person=alice,
            kind=f"tournament {kind}",
            dedupe_key=kind,
            **{"tournament": cup.key, "title": cup.title, **more},
        )
    for row in Notification.objects.select_related("person"):
        told = row.what.told(with_view=False)
        sent = {"type": told.type, "timestamp": at, "data": told.facts}
        validator("OwnEvent").validate(sent)
        more = facts[row.kind.removeprefix("tournament ")]
        for name in ("round", "table", "place"):
            assert told.facts.get(name) == (int(more[name]) if name in more else None)
        assert told.line.startswith("[Autumn cup] ")


@pytest.mark.django_db(transaction=True)
def test_streams_of_ones_own_say_that_something_there_concerns_one(
    announce: Announce, alice: User
) -> None:
    cup = announce("alice", "bob", capacity=8, stages=[SWISS])
    rows = [Row(one, None) for one in feed_tail(EVERYTHING) if one.key is None]
    alices = [row for row in rows if row.what.person == alice.pk]
    assert alices
    mine, bobs = (Watch(pk, "en", None) for pk in (alice.pk, alice.pk + 1))
    everybodys = (
        Watch(None, "en", None, tournament=cup.key),
        Watch(alice.pk, "en", None, tournament=cup.key),
        Watch(None, "en", None, of_all=True),
    )
    for row in alices:
        assert mine.concerns(row)
        assert not any(watch.concerns(row) for watch in (bobs, *everybodys))
        (said,) = mine.tell([row])
        assert (said.kind, said.data["tournament"]) == ("tournament", cup.key)  # type: ignore[index,typeddict-item]
    missed = feed_of(after=EVERYTHING, viewer=alice.pk)
    assert [one.tournament for one in missed] == [cup.key] * len(alices)


def test_a_feed_reader_finds_it(announce: Announce, alice: User) -> None:
    announce("alice", capacity=8, stages=[SWISS])
    token = outbox.renew_feeds(person=alice).reveal()
    feed = Client().get(f"/feeds/{token}/games.atom", secure=True)
    assert "[Autumn cup] Your entry: You have a place." in feed.content.decode()

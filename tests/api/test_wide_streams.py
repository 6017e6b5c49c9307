"""One stream for all public tables, and one for a tournament: what spectators see, and no more."""

import asyncio
import random
import threading
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from games import services
from games.api.streams import hub
from games.api.streams.hub import Watch
from games.models import Feed, Game
from games.selectors.feed import Cursor
from tests import run_aside
from tests.api.conftest import ApiClient, SeatParty
from tests.api.live import Site
from tests.api.test_streams import Listener

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_stranger_follows_every_public_table_and_no_other(site: Site, party: SeatParty) -> None:
    watcher = Listener(site, ApiClient(), "games/events", Accept="application/x-ndjson")
    secret, seen = party(2, join="link", spectators=False), party(2, talk="full")
    seen.clients[0].post(f"games/{seen.key}/talk", {"text": "to the table alone"})
    for table in (secret, seen):
        table.move(random.Random(1))
    events = watcher.wait_for(5)
    told = {(event["event"], event["data"].get("game")) for event in events}
    assert ("moved", seen.key) in told
    assert secret.key not in str(events)
    assert "to the table alone" not in str(events)


def test_a_tournament_tells_of_its_tables_and_of_itself(site: Site, party: SeatParty) -> None:
    table, other, cup = party(2), party(2), "2" * 16
    Game.objects.filter(key=table.key).update(tournament=cup, revision=F("revision") + 1)
    from games.tournaments.models import Tournament

    creator = Game.objects.get(key=table.key).creator
    Tournament.objects.create(
        key=cup, title="Cup", creator=creator, capacity=8, languages=["en"], tie_breaks=[]
    )
    watcher = Listener(
        site, ApiClient(), f"tournaments/{cup}/events", Accept="application/x-ndjson"
    )
    for one in (other, table):
        one.move(random.Random(1))
    services.changed_in_tournament(cup)
    services.changed_in_tournament("3" * 16)
    told = [
        (event["event"], event["data"].get("game"), event["data"].get("tournament"))
        for event in watcher.wait_for(3)
    ]
    assert told == [("here", None, None), ("moved", table.key, None), ("tournament", None, cup)]
    again = ApiClient().get(f"tournaments/{'9' * 16}/events")
    assert again.status_code == 404


def test_whoever_was_away_is_told_what_was_theirs_and_after_a_day_to_read_again(
    site: Site, party: SeatParty
) -> None:
    first = Listener(site, ApiClient(), "games/events", Accept="application/x-ndjson")
    mark = first.wait_for(1)[0]["id"]
    table = party(2)
    Feed.objects.bulk_create(
        [
            Feed(tournament="2" * 16, kind="tournament", at=timezone.now())
            for _ in range(600)  # more than are read at once
        ]
    )
    table.move(random.Random(1))
    back = Listener(
        site, ApiClient(), "games/events", Accept="application/x-ndjson", Last_Event_ID=mark
    )
    assert "moved" in {event["event"] for event in back.wait_for(5)}
    place = Cursor.read(mark)
    old = place._replace(at=timezone.now() - timedelta(days=2)).write()
    late = Listener(
        site, ApiClient(), "games/events", Accept="application/x-ndjson", Last_Event_ID=old
    )
    assert late.wait_for(1)[0]["event"] == "reset"


def test_who_was_away_from_everything_leaves_a_thread_to_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    together = threading.Barrier(2)
    met: list[bool] = []

    def catch_up(_watch: Watch, _place: Cursor, now: Cursor) -> tuple[list[hub.Row], Cursor]:
        try:
            together.wait(0.2)
        except threading.BrokenBarrierError:
            together.reset()
            met.append(False)
        else:
            met.append(True)
        return [], now

    monkeypatch.setattr(hub, "_catch_up", catch_up)

    async def three_come_back() -> None:
        here = hub.Hub()
        here.place = Cursor(9, 9, timezone.now())
        wide = [Watch(None, "en", None, of_all=True) for _ in range(3)]
        await asyncio.gather(*(here.after(watch, Cursor(1, 1, timezone.now())) for watch in wide))

    run_aside(three_come_back())
    assert met == [False] * 3

"""Event streams on a running server: nothing missed, nothing twice, each their own."""

import json
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.db import connection, transaction

from accounts.models import User
from accounts.services import create_api_token
from games import services
from games.models import Feed, Game
from games.selectors.news import is_more_coming
from tests.api.conftest import ApiClient, Party, SeatParty
from tests.api.live import Site, live_site
from tests.api.test_unions import validator
from tests.pace import PATIENCE, slowness

pytestmark = pytest.mark.django_db(transaction=True)


def settle() -> None:
    """Wait until all that has happened so far is told. Tests run beside others, whose open
    transactions hold the feed back; a stream opened meanwhile hears of what was before it."""
    until = time.monotonic() + PATIENCE
    while is_more_coming():
        assert time.monotonic() < until
        time.sleep(0.02)


class Listener:
    """One open stream, read in a thread of its own."""

    def __init__(self, site: Site, who: ApiClient, path: str, **headers: str) -> None:
        settle()
        self.events: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.ended = threading.Event()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._asked = (f"{site.url}/api/v1/{path}", {**who.headers, **named})
        self._open = threading.Event()
        self.status = 0
        threading.Thread(target=self._listen, daemon=True).start()
        assert self._open.wait(PATIENCE)

    def _listen(self) -> None:
        url, headers = self._asked
        try:
            with (
                httpx.Client(timeout=PATIENCE) as http,
                http.stream("GET", url, headers=headers) as got,
            ):
                self.status = got.status_code
                self.type = got.headers["content-type"]
                fields: dict[str, str] = {}
                for line in got.iter_lines():
                    self.raw.append(line)
                    if self.type.startswith("application/x-ndjson"):
                        if line:
                            self.events.append(json.loads(line))
                    elif line:
                        name, _, value = line.partition(": ")
                        fields[name] = value
                    else:
                        if "data" in fields:
                            self.events.append({**fields, "data": json.loads(fields["data"])})
                        fields = {}
                    if self.events:
                        self._open.set()
        except httpx.TransportError:
            pass
        finally:
            self._open.set()
            self.ended.set()

    def wait_for(self, count: int) -> list[dict[str, Any]]:
        until = time.monotonic() + PATIENCE
        while len(self.events) < count and time.monotonic() < until:
            time.sleep(0.01)
        assert len(self.events) >= count, self.events
        return self.events

    @property
    def moves(self) -> list[int]:
        return [e["data"]["seq"] for e in self.events if e["event"] == "moved"]


def test_a_move_reaches_all_who_watch_within_a_second(site: Site, party: SeatParty) -> None:
    table = party()
    listeners = [Listener(site, c, f"games/{table.key}/events") for c in table.clients]
    assert [one.events[0]["event"] for one in listeners] == ["here"] * 3
    for tries in range(1, 20):
        table.move(random.Random(tries))
        began = time.monotonic()
        for one in listeners:
            one.wait_for(1 + tries)
        if time.monotonic() - began < slowness():
            break  # before: a transaction of another test held the feed back
    else:
        pytest.fail("no move of nineteen arrived within a second")
    assert [one.moves for one in listeners] == [list(range(1, tries + 1))] * 3


def test_each_reads_what_their_seat_may_know(site: Site, party: SeatParty) -> None:
    table = party()
    decider = table.decider
    listeners = {
        client.headers["Authorization"]: Listener(site, client, f"games/{table.key}/events")
        for client in table.clients
    }
    table.move(random.Random(1))
    for client in table.clients:
        entry = listeners[client.headers["Authorization"]].wait_for(2)[1]["data"]["log"][0]
        assert (entry["events"][0]["card"] is not None) == (client is decider)
        assert (entry["move"] is not None) == (client is decider)
        assert entry == client.get(f"games/{table.key}/log?since=0").json()[0]


def test_a_stream_goes_on_where_it_was_cut(site: Site, party: SeatParty) -> None:
    table = party()
    client = table.clients[0]
    first = Listener(site, client, f"games/{table.key}/events")
    table.play_on(3)
    mark = first.wait_for(4)[2]["id"]  # the second move
    table.play_on(4)
    again = Listener(site, client, f"games/{table.key}/events", Last_Event_ID=mark)
    table.play_on(2)
    again.wait_for(1 + 7)
    assert again.moves == [3, 4, 5, 6, 7, 8, 9]
    assert again.events[0]["event"] == "here"


def test_lines_of_json_for_those_who_ask(site: Site, party: SeatParty) -> None:
    table = party()
    path = f"games/{table.key}/events"
    listener = Listener(site, table.clients[0], path, Accept="application/x-ndjson")
    table.move(random.Random(1))
    assert listener.wait_for(2)[1]["data"]["seq"] == 1
    assert listener.type == "application/x-ndjson"


def test_my_stream_tells_of_all_my_tables(site: Site, party: SeatParty) -> None:
    before = party()
    listener = Listener(site, before.clients[0], "me/events")
    outsider = Listener(site, ApiClient(_token("mallory")), "me/events")
    after = party()  # joined while the stream is open
    after.move(random.Random(1))
    before.move(random.Random(1))
    kinds = [(e["event"], e["data"]["game"]) for e in listener.wait_for(7)[1:]]
    assert ("started", after.key) in kinds
    assert ("moved", after.key) in kinds
    assert kinds[-1] == ("moved", before.key)
    assert len(outsider.events) == 1


def test_a_private_letter_reaches_its_two_alone(site: Site, party: SeatParty) -> None:
    table = party(talk="full")
    listeners = [Listener(site, table.at[n], f"games/{table.key}/events") for n in range(3)]
    said = table.at[0].post(f"games/{table.key}/talk", {"text": "Spare me?", "to_seat": 2})
    assert said.status_code == 201, said.content
    table.move(random.Random(1))
    assert [len(one.wait_for(2 + (n != 1))) for n, one in enumerate(listeners)] == [3, 2, 3]
    heard = listeners[2].events[1]
    assert (heard["event"], heard["data"]["message"]["text"]) == ("talk", "Spare me?")
    assert heard["data"]["message"]["unread"] is True
    assert listeners[0].events[1]["data"]["message"]["unread"] is False


def test_a_late_commit_is_not_missed_and_not_out_of_order(site: Site, party: SeatParty) -> None:
    """A row may get its number first and be committed last: it must still be told, and once."""
    table, other = party(), party()
    listener = Listener(site, table.clients[0], "me/events")
    game = Game.objects.get(key=table.key)
    begun, commit = threading.Event(), threading.Event()

    def slow() -> None:
        try:
            with transaction.atomic():
                services.telling.changed(game, Feed.Kind.END_WITHDRAWN)
                begun.set()
                commit.wait(PATIENCE)
        finally:
            connection.close()

    thread = threading.Thread(target=slow)
    thread.start()
    assert begun.wait(PATIENCE)
    other.move(random.Random(1))
    time.sleep(0.5)
    assert len(listener.events) == 1  # held back: something older is still under way
    commit.set()
    thread.join()
    kinds = [e["event"] for e in listener.wait_for(3)[1:]]
    assert kinds == ["end_withdrawn", "moved"]


def test_without_redis_the_feed_is_polled(
    transactional_db: None, party: SeatParty, tmp_path: Path
) -> None:
    with live_site(tmp_path / "web.log", REDIS_URL="redis://127.0.0.1:1/0") as site:
        table = party()
        listener = Listener(site, table.clients[0], f"games/{table.key}/events")
        table.move(random.Random(1))
        assert listener.wait_for(2)[1]["data"]["seq"] == 1


def test_a_long_poll_answers_at_once_when_there_is_news(site: Site, party: SeatParty) -> None:
    table = party()
    with _http(site, table.clients[0]) as http:
        path = f"/api/v1/games/{table.key}/events"
        settle()
        last = http.get(path, params={"wait": 0}).json()["last"]
        timer = threading.Timer(0.3, lambda: _move(table))
        began = time.monotonic()
        timer.start()
        answer = http.get(path, params={"wait": 20, "after": last}).json()
        assert time.monotonic() - began < 20  # before its time was over
        assert [e["data"]["seq"] for e in answer["events"]] == [1]
        again = http.get(path, params={"wait": 0, "after": answer["last"]}).json()
        assert again["events"] == []
        lost = http.get(path, params={"wait": 0, "after": "0" * 32}).json()
        for said in (answer, lost):
            validator("NewsPage").validate(said)


def test_a_place_that_is_lost_is_told(site: Site, party: SeatParty) -> None:
    table = party()
    path = f"games/{table.key}/events"
    listener = Listener(site, table.clients[0], path, Last_Event_ID="0" * 32)
    assert listener.events[0]["event"] == "reset"


def test_open_streams_end_when_the_server_stops(
    transactional_db: None, party: SeatParty, tmp_path: Path
) -> None:
    log = tmp_path / "web.log"
    with live_site(log, stops_within=30) as site:  # a busy machine needs more than the usual three
        table = party()
        listeners = [Listener(site, client, "me/events") for client in table.clients]
        site.stop()
        assert all(one.ended.wait(PATIENCE) for one in listeners)
    # Else it would have been killed, and the server says so.
    assert "refused to gracefully stop" not in log.read_text()


def test_streams_hold_no_connection(site: Site, party: SeatParty) -> None:
    table = party()
    listeners = [
        Listener(site, table.clients[n % 3], f"games/{table.key}/events") for n in range(45)
    ]
    table.move(random.Random(1))
    for one in listeners:
        one.wait_for(2)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name = 'oriflamme' AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchone()[0] <= 8  # the pool's size, not the streams' number


def test_one_person_opens_only_so_many(site: Site, party: SeatParty) -> None:
    table = party()
    path = f"games/{table.key}/events"
    listeners = [Listener(site, table.clients[0], path) for _ in range(40)]
    assert all(one.status == 200 for one in listeners)
    assert Listener(site, table.clients[0], path).status == 429
    assert Listener(site, table.clients[1], path).status == 200


def _http(site: Site, who: ApiClient) -> httpx.Client:
    return httpx.Client(base_url=site.url, headers=who.headers, timeout=PATIENCE)


def _move(table: Party) -> None:
    try:
        table.move(random.Random(1))
    finally:
        connection.close()


def _token(handle: str) -> str:
    user = User.objects.create_user(handle, f"{handle}@example.test", "a-long-secret")
    return create_api_token(user=user, name="test")[1].reveal()

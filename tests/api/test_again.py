"""Who asks the same again is given the same answer, and never one that is not true any more.

Through the site's own door, as a server calls it.
"""

import asyncio
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple
from unittest import mock

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from accounts.models import ApiToken, User
from games import selectors
from games.api import authentication
from games.api.views import tables
from games.models import Game
from games.moderation import notices
from oriflamme_site import asgi, watchdog
from oriflamme_site.rest import again, throttling
from oriflamme_site.rest.conditional import Copies
from tests import run_aside
from tests.api.conftest import ApiClient, ClientOf, SeatParty

pytestmark = pytest.mark.django_db(transaction=True)
# Another for each request.
OWN = {"x-request-id", "ratelimit"}
REAL = {name: getattr(Copies, name) for name in ("find", "keep")}


class Said(NamedTuple):
    status: int
    headers: dict[str, str]
    content: bytes

    def lasting(self) -> tuple[int, dict[str, str], bytes]:
        kept = {name: said for name, said in self.headers.items() if name not in OWN}
        return self.status, kept, self.content


class Door:
    """Of one process. `made` counts the answers that were made the ordinary way."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = 0
        self.answers = again.Answers()
        ordinary = asgi._answer

        def answer(scope: Any, body: bytes) -> asgi.Answer:
            self.made += 1
            return ordinary(scope, body)

        monkeypatch.setattr(asgi, "_answer", answer)
        monkeypatch.setattr(asgi, "_answers", self.answers)
        monkeypatch.setattr(watchdog, "watch", lambda *_: None)
        monkeypatch.setattr(watchdog, "hang_up_on_who_does_not_read", lambda: None)

    def ask(self, client: ApiClient, path: str, **headers: str) -> Said:
        return run_aside(self.asking(client, path, **headers))

    def ask_anew(self, client: ApiClient, path: str, **headers: str) -> Said:
        """As a process would that has kept nothing."""
        with mock.patch.object(asgi, "_answers", again.Answers()):
            return self.ask(client, path, **headers)

    def learn(self, client: ApiClient, path: str) -> tuple[str, Said]:
        """Its ETag, and a poll after which the answer to the next is kept."""
        tag = self.ask(client, path).headers["etag"]
        return tag, self.ask(client, path, If_None_Match=tag)

    async def asking(self, client: ApiClient, path: str, **headers: str) -> Said:
        said: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b""}

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"Host": "testserver", **client.headers, **named}
        await asgi.application(
            {
                "type": "http",
                "scheme": "https",
                "method": "GET",
                "path": f"/api/v1/{path}",
                "query_string": b"",
                "client": ["192.0.2.1", 1],
                "headers": [(name.lower().encode(), said.encode()) for name, said in sent.items()],
            },
            receive,
            send,
        )
        told = {name.decode().lower(): value.decode() for name, value in said[0]["headers"]}
        assert len(told) == len(said[0]["headers"]), "a header stands twice"
        return Said(said[0]["status"], told, said[1]["body"])


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Door:
    settings.ALLOWED_HOSTS = ["testserver"]
    return Door(monkeypatch)


def test_a_poll_that_comes_again_is_not_answered_the_long_way(door: Door, party: SeatParty) -> None:
    table = party()
    path, client = f"games/{table.key}", table.clients[0]
    tag, first = door.learn(client, path)
    second = door.ask(client, path, If_None_Match=tag, X_Request_ID="mine-alone")
    assert (first.status, door.made) == (304, 2)
    assert second.lasting() == first.lasting()
    assert second.headers["x-request-id"] == "mine-alone"
    left = [int(one.headers["ratelimit"].split(";")[1][2:]) for one in (first, second)]
    assert left[0] - left[1] == 1, "who is given an answer again has asked all the same"


def _revoke(_table: Any) -> None:
    ApiToken.objects.filter(user__handle="alice").update(revoked_at=timezone.now())


def _end_key(_table: Any) -> None:
    ApiToken.objects.filter(user__handle="alice").update(expires_at=timezone.now())


def _take_scope(_table: Any) -> None:
    ApiToken.objects.filter(user__handle="alice").update(scopes=["talk"])


def _suspend(_table: Any) -> None:
    User.objects.filter(handle="alice").update(is_active=False)


def _rename(_table: Any) -> None:
    User.objects.filter(handle="bob").update(name="Robert")


def _move(table: Any) -> None:
    table.move(random.Random(1))


def _move_house(table: Any) -> None:
    table.clients[0].patch("me", {"time_zone": "Pacific/Auckland"})


def _read_otherwise(table: Any) -> None:
    table.clients[0].patch("me", {"language": "uk"})


def _hide(_table: Any) -> None:
    Game.objects.update(spectators=False)
    other = User.objects.create_user("mallory", "mallory@example.test")
    Game.objects.get().chairs.filter(person__handle="alice").update(person=other)


def _close(_table: Any) -> None:
    notices._copy = (float("inf"), {"closed": True})


def _use_up(_table: Any) -> None:
    for count in throttling._counts.values():
        count.known = 10**9


@pytest.mark.parametrize(
    ("change", "status"),
    [
        *((_revoke, 401), (_end_key, 401), (_suspend, 401), (_take_scope, 403), (_hide, 404)),
        *((_rename, 200), (_move, 200), (_move_house, 200), (_read_otherwise, 200)),
        *((_close, 503), (_use_up, 429)),
    ],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_whatever_changes_is_told_by_the_very_next_answer(
    door: Door, party: SeatParty, change: Callable[[Any], None], status: int
) -> None:
    table = party(3)
    path, client = f"games/{table.key}", table.clients[0]
    tag, _first = door.learn(client, path)
    made = door.made
    assert door.ask(client, path, If_None_Match=tag).status == 304
    assert door.made == made, "the answer was not kept, so this proves nothing"
    change(table)
    try:
        said = door.ask(client, path, If_None_Match=tag)
        assert said.status == status
        anew = door.ask_anew(client, path, If_None_Match=tag)
    finally:
        notices.forget_own_copy()
    assert anew.status == status
    if status == 200:
        assert said.lasting() == anew.lasting()


def test_moves_are_told_as_they_would_be_without_anything_kept(
    door: Door, party: SeatParty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "COPIES", Copies(9))
    for name, real in REAL.items():  # as it is, and not as other tests have it
        monkeypatch.setattr(Copies, name, real)
    table, rng = party(3), random.Random(5)
    path, tags = f"games/{table.key}", dict.fromkeys(table.clients, '"none yet"')
    for _ in range(4):
        made = door.made
        for client in table.clients:
            # With the tag of the position before; without one: made, copied, given again.
            asked = [{"If_None_Match": tags[client]}, {}, {}, {}]
            said = [door.ask(client, path, **headers) for headers in asked]
            with mock.patch.object(Copies, "find", return_value=None):
                anew = door.ask_anew(client, path)
            assert {one.status for one in said} == {200}
            assert [one.lasting() for one in said] == [anew.lasting()] * 4
            tags[client] = anew.headers["etag"]
            polled = [door.ask(client, path, If_None_Match=tags[client]) for _ in range(2)]
            assert polled[0].lasting() == polled[1].lasting()
            assert {one.status for one in polled} == {304}
        assert door.made - made == 3 * 4, "of seven answers of each, three are given again"
        table.move(rng)


def test_a_view_that_was_just_made_is_given_again_unless_somebody_moved_meanwhile(
    door: Door, party: SeatParty, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who calls and how the table stands is read by one statement, the table by the next."""
    monkeypatch.setattr(tables, "COPIES", Copies(9))
    table = party(3)
    path, (alice, bob, *_) = f"games/{table.key}", table.clients
    said = [door.ask(alice, path) for _ in range(2)]
    assert said[0].lasting() == said[1].lasting()
    assert door.made == 1
    find, rng = selectors.find_game, random.Random(3)

    def moved(*asked: Any) -> Any:
        table.move(rng)
        return find(*asked)

    with mock.patch.object(selectors, "find_game", moved):
        door.ask(bob, path)
    made = door.made
    said = [door.ask(bob, path) for _ in range(2)]
    assert said[0].lasting() == said[1].lasting()
    assert door.made == made + 1, "of another position than the row, it was not kept"


def test_only_the_very_same_question_is_answered_from_what_is_kept(
    door: Door, party: SeatParty, client_of: ClientOf
) -> None:
    table = party()
    path, (alice, bob) = f"games/{table.key}", table.clients[:2]
    tag, _first = door.learn(alice, path)
    for client, headers in (
        (bob, {}),
        (alice, {"Accept_Language": "it"}),
        (alice, {"Origin": "https://elsewhere.test"}),
        (alice, {"Host": "elsewhere.test"}),
        (alice, {"Cookie": "session=of-a-browser"}),
        (ApiClient(), {}),
        (client_of("alice", scopes=("talk",)), {}),
    ):
        made = door.made
        said = door.ask(client, path, If_None_Match=tag, **headers)
        assert door.made == made + 1
        assert said.status == door.ask_anew(client, path, If_None_Match=tag, **headers).status


def test_where_a_session_may_have_a_say_nothing_is_kept(door: Door, party: SeatParty) -> None:
    table = party()
    asked = {"If_None_Match": "*", "Cookie": "session=of-a-browser"}
    said = [door.ask(table.clients[0], f"games/{table.key}", **asked) for _ in range(3)]
    assert ({one.status for one in said}, door.made) == ({304}, 3)


def test_who_asks_together_is_read_together_and_told_their_own(
    door: Door, party: SeatParty, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, rounds = party(3), []
    path = f"games/{table.key}"
    tags = [door.learn(client, path)[0] for client in table.clients]
    read = authentication.find_rows

    def counted(keys: Any, column: str) -> Any:
        rounds.append(len(keys))
        return read(keys, column)

    monkeypatch.setattr(authentication, "find_rows", counted)
    made = door.made

    async def all_at_once() -> list[Said]:
        asked = zip(table.clients * 20, tags * 20, strict=True)
        return await asyncio.gather(
            *(door.asking(client, path, If_None_Match=tag) for client, tag in asked)
        )

    said = run_aside(all_at_once())
    assert [(one.status, one.headers["etag"]) for one in said] == [(304, tag) for tag in tags] * 20
    assert door.made == made
    assert rounds == [again.TOGETHER, 60 - again.TOGETHER]


def test_where_facts_cannot_be_read_the_ordinary_way_answers(
    door: Door, party: SeatParty, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = party()
    path, client = f"games/{table.key}", table.clients[0]
    tag, _first = door.learn(client, path)

    def away(_keys: Any, _column: str) -> Any:
        raise OperationalError

    monkeypatch.setattr(authentication, "find_rows", away)
    assert (door.ask(client, path, If_None_Match=tag).status, door.made) == (304, 3)


def test_a_key_is_seen_to_be_used(door: Door, party: SeatParty) -> None:
    table = party()
    path, client = f"games/{table.key}", table.clients[0]
    tag, _first = door.learn(client, path)
    long_ago = timezone.now() - timedelta(days=30)
    ApiToken.objects.filter(user__handle="alice").update(last_used_at=long_ago)
    assert door.ask(client, path, If_None_Match=tag).status == 304
    assert ApiToken.objects.get(user__handle="alice").last_used_at > long_ago


def test_no_more_is_kept_than_there_is_room_for(
    door: Door, party: SeatParty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(again, "MOST", 2)
    table = party(3)
    for client in table.clients:
        door.learn(client, f"games/{table.key}")
    assert len(door.answers._kept) == 2
    long = {"X_Padding": "x" * again.LONGEST_QUESTION}
    for _ in range(2):
        door.ask(table.clients[0], f"games/{table.key}", If_None_Match="*", **long)
    assert not any(b"x-padding" in str(question).encode() for question in door.answers._kept)


def test_what_is_read_together_is_not_planned_anew_each_time(party: SeatParty) -> None:
    """To plan this statement takes longer than to run it."""
    table = party()
    (digest,) = ApiToken.objects.filter(user__handle="alice").values_list("digest", flat=True)
    for many in (1, 2, 7) * 6:
        found = authentication.find_rows(
            [(bytes(digest), table.key)] * many, authentication._COLUMN_OF_MANY
        )
        assert len({repr(row) for row in found}) == 1
        assert len(found) == many
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT generic_plans, custom_plans FROM pg_prepared_statements"
            " WHERE statement LIKE 'SELECT found.%'"
        )
        ((once, anew),) = cursor.fetchall()
    assert once > anew

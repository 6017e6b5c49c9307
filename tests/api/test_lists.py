"""Lists: asked again they cost nothing; what is over stands by its end, told to the minute."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.selectors import exporting
from tests.api.conftest import ApiClient, ClientOf, SeatParty

NOON = datetime(2026, 3, 1, 12, 0, 20, tzinfo=UTC)


def end(key: str, at: datetime) -> None:
    Game.objects.filter(key=key).update(status="over", ended_at=at, result={"reason": "agreed"})


def keys(client: ApiClient, asked: str) -> list[str]:
    return [one["id"] for one in client.get(f"games?{asked}").json()["items"]]


@pytest.mark.parametrize(
    "path",
    [
        *("games?list=mine", "me/turns", "me/hooks", "ratings", "tournaments", "bots"),
        *("games/{key}/log", "games/{key}/timeline", "games/{key}/talk", "cards/spy"),
    ],
)
def test_a_list_asked_for_again_is_an_empty_304(party: SeatParty, path: str) -> None:
    table = party(3)
    client = table.clients[0]
    first = client.get(path.format(key=table.key))
    again = client.get(path.format(key=table.key), If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_a_move_is_a_new_log(party: SeatParty) -> None:
    table = party(3)
    watcher = table.clients[0]
    tag = watcher.get(f"games/{table.key}/log")["ETag"]
    table.move(random.Random(1))
    assert watcher.get(f"games/{table.key}/log", If_None_Match=tag).status_code == 200


def test_what_is_over_stands_by_its_end(party: SeatParty) -> None:
    first, second = party(2), party(2)
    end(first.key, NOON + timedelta(hours=1))
    end(second.key, NOON)
    client = first.clients[0]
    assert keys(client, "list=mine_over") == [first.key, second.key]
    page = client.get("games?list=mine_over&limit=1").json()
    assert keys(client, f"list=mine_over&cursor={page['next']}") == [second.key]


def test_the_second_at_which_a_game_ended_cannot_be_asked_for(
    party: SeatParty, client_of: ClientOf
) -> None:
    table = party(2)
    end(table.key, NOON)
    answers = {
        second: (
            keys(client_of("mallory"), f"list=over&since=2026-03-01T{second}Z"),
            keys(client_of("mallory"), f"list=over&until=2026-03-01T{second}Z"),
        )
        for second in ("12:00:00", "12:00:01", "12:00:20", "12:00:21", "12:01:00")
    }
    assert answers.pop("12:00:00") == ([table.key], [])
    assert set(map(str, answers.values())) == {str(([], [table.key]))}


@pytest.mark.parametrize("bound", ["since", "until"])
def test_the_last_minute_of_the_calendar_is_asked_for_like_any_other(
    party: SeatParty, bound: str
) -> None:
    client = party(2).clients[0]
    answer = client.get(f"games?list=over&{bound}=9999-12-31T23:59:30Z")
    assert (answer.status_code, answer.json()["items"]) == (200, [])


def test_a_table_that_is_not_over_is_no_place_among_those_that_are(party: SeatParty) -> None:
    table = party(2)
    for path in (f"games?list=over&cursor={table.key}", f"games/export?after={table.key}"):
        assert table.clients[0].get(path).json()["code"] == "bad_cursor"


def test_of_many_tables_neither_seeds_nor_links_are_read(party: SeatParty) -> None:
    """What is not there is told by no list, whatever becomes of it on its way."""
    table = party(3, join="link")
    lists = ("open", "invited", "to_take_over", "mine", "mine_over", "running", "over")
    with CaptureQueriesContext(connection) as asked:
        for path in (*(f"games?list={name}" for name in lists), "me/turns"):
            assert table.clients[0].get(path).status_code == 200
        for name in exporting.LISTS:
            exporting.read_page(name, None, {}, "", 9)
    assert len(asked) > len(lists)
    of_what_is_over = "CASE WHEN g.status = 'over' THEN g.\"seed\" END"
    for query in asked:
        sql = query["sql"].replace(of_what_is_over, "")
        assert 'g."seed"' not in sql
        assert 'g."link"' not in sql

"""With years of games in the database every answer still comes from an index.

ORIFLAMME_MANY=1 makes it 100 000 finished and 10 000 running games.
"""

import os
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import orjson
import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games import engine, selectors
from games.models import Game, apps
from games.models.table import _FIND
from games.selectors import feed, lists
from games.selectors.talk import _UNREAD
from games.selectors.turns import TURNS
from games.services import bots, playing
from tests import bounded
from tests.games.conftest import OpenTable, move_on, play_out
from tests.games.crowd import gather

FINISHED, RUNNING = (
    (100_000, 10_000) if os.environ.get("ORIFLAMME_MANY") == "1" else (20_000, 2_000)
)
BIG = {"games_game", "games_seat", "games_move", "games_message"}


@pytest.mark.django_db
def test_everything_is_found_by_an_index(
    open_table: OpenTable, alice: User, capsys: pytest.CaptureFixture[str]
) -> None:
    over, running = open_table("alice", "bob", "carol", "dave"), open_table("alice", "bob", "carol")
    gathering = open_table("alice", seats=4)
    play_out(over)
    move_on(running, 8)
    gather({over: FINISHED, running: RUNNING, gathering: 200})
    somebody = User.objects.get(handle="crowd7")
    key = Game.objects.filter(status="running", chairs__person=somebody)[0].key
    page = {"viewer": somebody.pk, "limit": 51, "id": 10**9, "ended_at": timezone.now()}
    asked: dict[str, tuple[str, Any]] = {
        "find": (_FIND, [somebody.pk, key]),
        "position": (playing._READ, [key]),
        "turns": (
            TURNS.format(open=""),
            {"viewer": somebody.pk, "versions": [*engine.VERSIONS], "limit": 100},
        ),
        "unread": (_UNREAD.format(open=""), {"viewer": somebody.pk}),
        "bots": (bots._WAITING, [timezone.now(), [*engine.VERSIONS], 200]),
        "feed": (feed._TAIL, ["1000000", 0, 500]),
        "feed of a game": (feed._OF_GAME, [over.pk, "700", 0, somebody.pk, 500]),
        "log": ("SELECT * FROM games_move WHERE game_id = %s AND seq > %s ORDER BY seq", [9, 5]),
        "due": (
            "SELECT key FROM games_game WHERE status = 'gathering' AND closes_at <= %s",
            [timezone.now() - timedelta(days=9000)],
        ),
    }
    for which in lists._LISTS:
        for later in (False, True):
            asked[f"{which}, later={later}"] = (lists.page_sql(which, {}, later=later), page)
            through = lists.page_sql(which, {"maker": 1}, later=later)
            asked[f"{which}, later={later}, by an app"] = through, page | {"maker": 7}
    asked |= {
        "turns by an app": (
            TURNS.format(open=f"AND {apps.OPEN}"),
            {"viewer": somebody.pk, "versions": [*engine.VERSIONS], "limit": 100, "maker": 7},
        ),
        "closed": (apps._WHICH, {"keys": [key], "maker": 7}),
        "closed of one": (apps._OF_PERSON, {"person": somebody.pk, "maker": 7}),
        "read": (apps._READ, {"game": running.pk, "accounts": [7, 8], "own": [7, 8]}),
    }
    asked["search"] = (
        lists.page_sql("over", {"search": 1}, later=False),
        page | {"search": "%c4ca4238a0b9%"},
    )
    asked["player"] = (
        lists.page_sql("over", {"player": 1}, later=False),
        page | {"player": "Crowd7"},
    )
    whole = {name: scans(*statement) for name, statement in asked.items()}
    assert {name: tables for name, tables in whole.items() if tables} == {}
    turns = selectors.turns(viewer=somebody, lang="en")
    assert turns
    assert all(turn["to_move"] == turn["you"] for turn in turns)
    with capsys.disabled():
        tell_times(somebody, key)


def scans(sql: str, facts: Any) -> list[str]:
    """The big tables that a statement would read as a whole."""
    with connection.cursor() as cursor:
        # Months to come are empty, and may be.
        cursor.execute("SELECT DISTINCT tableoid::regclass::text FROM games_feed")
        big = BIG.union(*cursor.fetchall())
        # As the server does it: server-side parameters would hide the plan from EXPLAIN.
        text = cursor.mogrify(sql, facts) if hasattr(cursor, "mogrify") else None
        cursor.execute("EXPLAIN (FORMAT JSON) " + (text or sql), None if text else facts)
        (plan,) = cursor.fetchone()
    found: list[str] = []
    nodes = [(orjson.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]]
    bound = bounded(100_000)
    while next(bound) and nodes:
        node = nodes.pop()
        nodes += node.get("Plans", [])
        if node["Node Type"] == "Seq Scan" and node["Relation Name"] in big:
            found.append(node["Relation Name"])
    return found


def tell_times(somebody: User, key: str) -> None:
    """How long each takes, for whoever runs this with -s."""
    asked: dict[str, Callable[[], object]] = {
        "view": lambda: selectors.find_game(key, somebody).view("en"),
        "log": lambda: selectors.log(key=key, viewer=somebody, lang="en"),
        "turns": lambda: selectors.turns(viewer=somebody, lang="en"),
        "list running, by an app": lambda: selectors.list_games(
            which="running", viewer=somebody, maker=7
        ),
        "turns by an app": lambda: selectors.turns(viewer=somebody, lang="en", maker=7),
        **{
            f"list {which}": lambda which=which: selectors.list_games(which=which, viewer=somebody)
            for which in lists._LISTS
        },
        "list by player": lambda: selectors.list_games(
            which="over", viewer=somebody, player="crowd7"
        ),
        "search": lambda: selectors.list_games(which="over", viewer=somebody, search="c4ca4238"),
    }
    lines = []
    for name, ask in asked.items():
        ask()
        began = time.perf_counter()
        ask()
        lines.append(f"{name} {1000 * (time.perf_counter() - began):.1f} ms")
    print(f"\n{FINISHED} finished, {RUNNING} running: {', '.join(lines)}")

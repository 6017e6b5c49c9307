"""How much room a finished game takes in PostgreSQL, indexes and all."""

import pytest
from django.db import connection

from games import engine
from notifications.models import Notification
from tests.games.conftest import OpenTable, play_out

COPIES = 60
# Of each table: what must differ from copy to copy.
TABLES = {
    "games_game": {"id": "id + n * 100000", "key": "md5(random()::text)::varchar(16)"}
    | {"link": "md5(random()::text)::varchar(24)"},
    "games_seat": {"id": "id + n * 100000", "game_id": "game_id + n * 100000"},
    "games_move": {"game_id": "game_id + n * 100000"},
    "games_feed": {"id": "id + n * 100000", "game_id": "game_id + n * 100000"},
    "notifications_notification": {
        "id": "id + n * 100000",
        "dedupe_key": "dedupe_key || n",
    },
    "notifications_delivery": {
        "id": "id + n * 100000",
        "notification_id": "notification_id + n * 100000",
    },
}


@pytest.mark.django_db
def test_a_finished_game_of_four_is_small(
    open_table: OpenTable, capsys: pytest.CaptureFixture[str]
) -> None:
    games = 0
    for seed, box in enumerate(engine.SETS * 2):
        play_out(open_table("alice", "bob", "carol", "dave", set=box), seed=seed)
        games += 1
    assert Notification.objects.count() == 8 * games
    bytes_each = {table: size(table, games) for table in TABLES}
    ended = sum(bytes_each.values())
    # The feed keeps rows for 30 days; of a slow game most are gone when it ends.
    later = ended - bytes_each["games_feed"]
    with capsys.disabled():
        print(f"\na finished game of four: {ended} bytes, {later} a month later: {bytes_each}")
    assert ended <= 60_000
    assert later <= 26_000


def size(table: str, games: int) -> int:
    """Bytes per game of a table freshly filled with copies, shuffled as time would do it."""
    with connection.cursor() as cursor:
        alike = "games_feed_rest" if table == "games_feed" else table  # a part has its key, too
        cursor.execute(
            f"CREATE TABLE fresh_{table} (LIKE {alike} INCLUDING DEFAULTS INCLUDING INDEXES)"
        )
        cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s "
            "AND table_schema = 'public' ORDER BY ordinal_position",
            [table],
        )
        columns = [name for (name,) in cursor.fetchall()]
        values = ", ".join(TABLES[table].get(name, f'"{name}"') for name in columns)
        names = ", ".join(f'"{name}"' for name in columns)
        cursor.execute(
            f"INSERT INTO fresh_{table} ({names}) SELECT {values} FROM {table}, "
            f"generate_series(1, {COPIES}) n ORDER BY random()"
        )
        cursor.execute("SELECT pg_total_relation_size(%s::regclass)", [f"fresh_{table}"])
        (total,) = cursor.fetchone()
    return int(total / (games * COPIES))

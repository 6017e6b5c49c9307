"""The log can be added to. Nothing else can be done to it, by whatever program."""

import pytest
from django.db import DatabaseError, connection, transaction

from games.models import Move
from tests.games.conftest import OpenTable, move_on

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games_move SET move = 'reveal'",
        "UPDATE games_move SET at = now() WHERE seq = 1",
        "DELETE FROM games_move",
        "TRUNCATE games_move",
        "TRUNCATE games_game CASCADE",
        "DELETE FROM games_game",
    ],
)
def test_postgresql_refuses_to_change_the_log(open_table: OpenTable, sql: str) -> None:
    move_on(open_table("alice", "bob"), 2)
    before = list(Move.objects.order_by("seq").values())
    with pytest.raises(DatabaseError):
        run(sql)
    assert list(Move.objects.order_by("seq").values()) == before


def run(sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_a_move_is_there_once(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    move_on(game)
    again = Move.objects.get(game=game, seq=1)
    with pytest.raises(DatabaseError), transaction.atomic():
        Move.objects.bulk_create([again])

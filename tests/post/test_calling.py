"""Whose turn it is gets one letter, while it is true, whatever is lost on the way."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from games import services
from notifications.models import Delivery, Notification
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on
from tests.post.posting import call_all, sent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_pictures")]


def test_whoever_decides_is_written_to_once(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    move_on(game)
    call_all()
    call_all()
    who = decider(game)
    assert [n.person for n in Notification.objects.filter(kind="your turn")] == [who]
    letter = sent("your turn")
    assert letter is not None
    assert letter.to == [who.email]
    assert letter.subject == "[Friday table] Round 1 – your card to play"
    assert sent("your turn") is None


def test_a_move_made_stops_the_letter(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    for _ in range(2):
        move_on(game)
        call_all()
    letter = sent("your turn")
    assert letter is not None
    assert letter.to == [decider(game).email]
    states = Delivery.objects.filter(notification__kind="your turn").order_by("pk")
    assert [row.state for row in states] == ["outdated", "sent"]


def test_who_is_asked_on_after_their_own_move_is_not_written_to_again(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    who = None
    bound = bounded()
    while next(bound) and who != decider(game):
        who = decider(game)
        move_on(game)
    call_all()
    assert not Notification.objects.filter(kind="your turn").exists()


@pytest.mark.parametrize(("door", "called"), [("page", 1), ("api", 1), ("mail_reply", 0)])
def test_who_is_asked_on_and_has_left_is_written_to(
    tables: OpenTable, door: str, called: int
) -> None:
    """But whoever moves by mail has the question in the receipt."""
    game = tables("alice", "alicia", "alison")
    who = None
    bound = bounded()
    while next(bound) and who != decider(game):
        who = decider(game)
        move_on(game)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_move SET door = %s WHERE seq > 0", [door])
    assert services.uncalled() == []
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        for key in services.uncalled():
            services.call(game_key=key)
        assert services.uncalled() == []
    assert Notification.objects.filter(kind="your turn", person=who).count() == called


def test_who_was_moved_for_is_written_to(tables: OpenTable) -> None:
    """By an order: then they do not know what is asked of them. (Of what the clock decided a
    letter of its own tells.)"""
    game = tables("alice", "alicia", "alison")
    who = None
    bound = bounded()
    while next(bound) and who != decider(game):
        who = decider(game)
        move_on(game)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_move SET door = 'order' WHERE seq > 0")
    call_all()
    assert [n.person for n in Notification.objects.filter(kind="your turn")] == [who]


def test_whom_a_lost_wake_up_left_uncalled_the_sweep_finds(tables: OpenTable) -> None:
    game = tables("alice", "alicia", "alison")
    tables("alice", "alicia", name="Nobody has moved here")
    move_on(game)
    assert services.uncalled() == []  # too early: a worker may be at it
    with time_machine.travel(timezone.now() + timedelta(seconds=20)):
        assert services.uncalled() == [game.key]
        services.call(game_key=game.key)
        assert services.uncalled() == []

"""One word by mail, in four languages."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game
from games.post import tokens
from notifications.models import Notification
from tests.games.conftest import OpenTable, decider
from tests.post.posting import post_reply

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("word", ["back", "Ritorno", "Повернулася!", "вернулся"])
def test_back_takes_the_seat_again(tables: OpenTable, no_pictures: None, word: str) -> None:
    game = tables("alice", "bob", "carol")
    who = decider(game)
    game.chairs.filter(person=who).update(
        bot="careful", stand_in=True, absent_since=timezone.now(), misses=2
    )
    letter = post_reply(game, who, word)
    assert letter is not None
    chair = game.chairs.get(person=who)
    assert (chair.bot, chair.absent_since, chair.misses) == ("", None, 0)
    game.refresh_from_db()
    assert game.deadline is not None


def test_who_was_not_away_is_told_so(tables: OpenTable, no_pictures: None) -> None:
    game = tables("alice", "bob")
    letter = post_reply(game, decider(game), "back")
    assert letter is not None
    assert Notification.objects.get(kind="receipt").context.reveal()["subject_line"]


def test_a_letter_tells_how_much_time_is_left_where_its_reader_lives(
    tables: OpenTable, no_pictures: None
) -> None:
    game = tables("alice", "erin", pace="daily")
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=5, minutes=1))
    letter = post_reply(game, decider(game), "status")
    assert letter is not None
    assert "You have 5 hours" in str(letter.body)
    assert "Kyiv" in str(letter.body)


def test_the_page_tells_it_too(tables: OpenTable, no_pictures: None, client: Client) -> None:
    game = tables("alice", "erin", pace="daily")
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=5, minutes=1))
    token = tokens.make(game.key, decider(game).pk, game.seq).reveal()
    page = client.get(f"/turn/{token}", secure=True).content.decode()
    assert '<p class="time">You have 5 hours' in page
    assert "Kyiv" in page
    Game.objects.filter(pk=game.pk).update(deadline=None, paused_at=timezone.now())
    page = client.get(f"/turn/{token}", secure=True).content.decode()
    assert "The table has a pause" in page

"""Whole games by mail alone: four people, four languages, real SMTP out and real SMTP in."""

import random
from collections import Counter
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import User
from games import selectors
from games import services as game_services
from games.models import Game, Move
from games.selectors.verifying import verify_games
from notifications import services
from notifications.models import Delivery
from tests import address_of
from tests.games.conftest import OpenTable
from tests.post.mail_player import (
    Boxes,
    answer,
    boxes,
    in_own_words,
    offers,
    our_post,
    send,
    text_of,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_pictures")]

LONGEST = 400


@pytest.mark.parametrize("set_", ["oriflamme", "ablaze", "alliance"])
def test_a_game_is_played_by_mail_from_its_first_card_to_its_result(
    tables: OpenTable, settings: Any, set_: str
) -> None:
    rng = random.Random(set_)
    with boxes() as (post_boxes, port), our_post() as door:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        game = tables("alice", "bob", "carol", "dave", set=set_)
        people = {seat.number: seat.person for seat in game.chairs.all()}
        for _ in range(LONGEST):
            let_the_worker_work()
            if is_over(game):
                break
            who = people[Game.objects.get(pk=game.pk).to_move]
            assert who is not None
            answer_newest_letter(post_boxes, who, door, rng)
        assert is_over(game)
    assert_played_by_mail_alone(game)
    assert_everybody_was_told_once(game, post_boxes)


def let_the_worker_work() -> None:
    """What woken tasks and sweeps do, here in the test's own process."""
    for key in Game.objects.filter(status="running").values_list("key", flat=True):
        game_services.call(game_key=key)
    for pk in services.due_deliveries():
        services.deliver(pk)


def is_over(game: Game) -> bool:
    return selectors.find_game(game.key, game.creator).table.is_over


def answer_newest_letter(post_boxes: Boxes, who: User, door: int, rng: random.Random) -> None:
    newest = post_boxes.of[address_of(who)][-1]
    choices = offers(newest)
    assert choices, f"{who} is asked, and the newest letter offers nothing:\n{text_of(newest)}"
    move = in_own_words(rng.choice(choices), who.language, rng)
    send(answer(newest, move, who.language, rng), door)


def assert_played_by_mail_alone(game: Game) -> None:
    doors = Counter(Move.objects.filter(game=game, seat__isnull=False).values_list("door"))
    assert set(doors) == {("mail_reply",)}
    assert list(verify_games([game.key])) == [(game.key, [])]


def assert_everybody_was_told_once(game: Game, post_boxes: Boxes) -> None:
    ids = [letter["Message-ID"] for letter in post_boxes.all()]
    # What needed no answer came with a question, and shares its Message-ID.
    sent = Delivery.objects.filter(state="sent").values_list("message_id", flat=True)
    assert len(ids) == len(set(ids)) == len(set(sent))
    assert not Delivery.objects.exclude(state__in=["sent", "outdated"]).exists()
    assert len(post_boxes.of) == 4
    for address, letters in post_boxes.of.items():
        reader = User.objects.get(email=address)
        with translation.override(reader.language):
            over = f"[{game.name}] " + gettext("The game is over")
        assert [str(letter["Subject"]) for letter in letters].count(over) == 1

"""Whoever was not waited for has done nothing wrong, whatever becomes of their table."""

from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from games import services
from games.models import Game, Seat
from games.models.conduct import conduct_of
from games.ratings import services as ratings
from games.ratings.models import RatingChange
from games.tournaments import selectors, tasks
from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import play_one, play_out, running_games

pytestmark = pytest.mark.django_db


def _begun(announce: Announce, organiser: User, **wishes: Any) -> tuple[Tournament, Game]:
    cup = announce("alice", "bob", "carol", "dave", rated=True, **wishes)
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    tournaments.advance(key=cup.key)
    (game,) = running_games(cup)
    for _ in range(6):
        play_one(game)
    game.refresh_from_db()
    return cup, game


def _late(game: Game) -> Seat:
    return game.chairs.select_related("person").get(number=game.to_move)


def _said_to_be_late(cup: Tournament) -> list[str]:
    (drawn,) = selectors.rounds(key=cup.key, viewer=None, ordinal=1)
    return [seat["player"]["handle"] for seat in drawn["tables"][0]["seats"] if seat["was_late"]]


@pytest.mark.parametrize("by", ["desk", "deadline"])
def test_a_stand_in_decides_for_the_one_who_is_waited_for_alone(
    announce: Announce, organiser: User, clock: Any, by: str
) -> None:
    cup, game = _begun(announce, organiser, at_deadline="stand_ins", round_for=3600)
    late = _late(game)
    assert late.person is not None
    if by == "desk":
        asked = {"table": 1, "how": "stand_ins", "reason": "Too slow"}
        tournaments.take_step(key=cup.key, person=organiser, step="decide", **asked)
    else:
        clock(hours=2)
        tasks.sweep()
    assert [seat.number for seat in game.chairs.filter(stand_in=True)] == [late.number]
    assert _said_to_be_late(cup) == [late.person.handle]
    while services.let_bots_move(game_key=game.key):
        pass
    play_out(game)
    for seat in game.chairs.select_related("person"):
        assert seat.person is not None
        blamed = conduct_of(seat.person.pk, "UTC").share < 100
        assert blamed == (seat.pk == late.pk)


def test_who_is_late_may_come_back(announce: Announce, organiser: User) -> None:
    _cup, game = _begun(announce, organiser)
    late = _late(game)
    assert late.person is not None
    services.hand_to_stand_in(game_key=game.key)
    assert services.return_to_seat(game_key=game.key, person=late.person)


def test_those_for_whom_stand_ins_were_ordered_long_ago_are_cleared(
    announce: Announce, organiser: User
) -> None:
    _cup, game = _begun(announce, organiser)
    late = _late(game)
    # As it was done once: everybody's seat was given away.
    game.chairs.update(bot=game.stand_in, stand_in=True)
    while services.let_bots_move(game_key=game.key):
        pass
    assert ratings.collect() == 1
    people = {seat.pk: seat.person_id for seat in game.chairs.all()}
    assert all(conduct_of(one or 0, "UTC").share < 100 for one in people.values())
    call_command("excuse_stood_in")
    ratings.collect()
    for pk, one in people.items():
        assert (conduct_of(one or 0, "UTC").share < 100) == (pk == late.pk)
    assert set(RatingChange.objects.values_list("person", flat=True)) == {late.person_id}
    assert services.excuse_stood_in() == []

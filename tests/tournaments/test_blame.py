"""Whoever was not waited for has done nothing wrong, whatever becomes of their table.

`INTERVENTIONS=1000 SEED=2 pytest -k random_moments` tries as many, others by another seed.
"""

import os
import random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import services
from games.models import Game, Seat
from games.models.conduct import conduct_of
from games.orders import Order
from games.ratings import services as ratings
from games.ratings.models import RatingChange
from games.tournaments import selectors, tasks
from games.tournaments import services as tournaments
from games.tournaments.models import Sitting, Tournament
from games.tournaments.services import deadlines
from notifications.models import Notification
from tests import bounded
from tests.clock.test_together import a_plan, plan, work
from tests.games.conftest import position
from tests.games.forwarding import forward
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import play_one, play_out, running_games

pytestmark = pytest.mark.django_db

MANY, SEED = int(os.environ.get("INTERVENTIONS", "3")), os.environ.get("SEED", "1")


def _begun(
    announce: Announce, organiser: User, *, moves: int = 6, **wishes: Any
) -> tuple[Tournament, Game]:
    cup = announce("alice", "bob", "carol", "dave", rated=True, **wishes)
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    tournaments.advance(key=cup.key)
    (game,) = running_games(cup)
    for _ in range(moves):
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
    bound = bounded()
    while next(bound) and services.let_bots_move(game_key=game.key):
        pass
    play_out(game)
    for seat in game.chairs.select_related("person"):
        assert seat.person is not None
        blamed = conduct_of(seat.person.pk, "UTC").share < 100
        assert blamed == (seat.pk == late.pk)


@pytest.mark.parametrize("how", ["stand_ins", "adjudicate"])
def test_where_everybody_is_asked_at_once_only_who_has_not_answered_was_late(
    announce: Announce, organiser: User, how: str
) -> None:
    cup, game = _begun(announce, organiser, moves=0, together=True)
    assert game.asks_all
    late = {}
    for chair in game.chairs.select_related("person"):
        assert chair.person is not None
        if chair.number == game.to_move or len(late) == 2:
            services.make_plan(game_key=game.key, person=chair.person, wanted=[])
        else:
            late[chair.number] = chair.person.handle
    asked = {"table": 1, "how": how, "reason": "Too slow"}
    tournaments.take_step(key=cup.key, person=organiser, step="decide", **asked)
    assert set(_said_to_be_late(cup)) == set(late.values())
    away = set(game.chairs.filter(stand_in=True).values_list("number", flat=True))
    assert away == (set(late) if how == "stand_ins" else set())


def _play_plans(game: Game) -> None:
    """All have answered, and the next tick has come."""
    Game.objects.filter(pk=game.pk).update(wakes_at=timezone.now())
    services.sweep()
    work(game)


def _plan_all(game: Game, *ahead: Order, without: Seat | None = None) -> None:
    """Everybody answers the phase that is asked; all but one say something of the next."""
    for chair in game.chairs.select_related("person"):
        assert chair.person is not None
        more = ahead if without is None or chair.pk != without.pk else ()
        plan(game, chair.person, *a_plan(game, chair.person), *more)


@pytest.mark.parametrize("someone_is_silent", [True, False])
def test_whoever_has_said_it_a_half_ahead_was_not_late(
    announce: Announce, organiser: User, someone_is_silent: bool
) -> None:
    """Their letter said that what they said before counts."""
    _cup, game = _begun(announce, organiser, moves=0, together=True)
    assert game.asks_all
    _plan_all(game, {"do": "wait"})
    _play_plans(game)
    _play_plans(game)
    state = position(game)
    assert (state.round, state.phase, game.asks_all) == (2, "planning", True)
    one = game.chairs.first() if someone_is_silent else None
    _plan_all(game, {"do": "wait"}, without=one)
    _play_plans(game)
    state = position(game)
    assert (state.round, state.phase, game.asks_all) == (2, "events", True)
    deadlines.decide(game, stand_in=True)
    silent = [one.number] if one else []
    assert [seat.number for seat in game.chairs.filter(stand_in=True)] == silent
    late = Sitting.objects.filter(table__game=game, was_late=True)
    assert [sitting.seat for sitting in late] == silent


def test_of_a_table_that_asks_everybody_the_desk_learns_of_no_answer_and_reminds_who_owes_one(
    announce: Announce, organiser: User
) -> None:
    cup, game = _begun(announce, organiser, moves=0, together=True)
    first = game.chairs.get(number=game.to_move).person
    assert first is not None

    def shown() -> object:
        told = selectors.desk(key=cup.key, viewer=organiser)["tables"][0]
        nudged = {"key": cup.key, "person": organiser, "step": "nudge", "table": 1}
        return told, tournaments.take_step(**nudged, dry_run=True)["effects"]

    before = shown()
    services.make_plan(game_key=game.key, person=first, wanted=[])
    assert shown() == before
    tournaments.take_step(key=cup.key, person=organiser, step="nudge", table=1)
    letters = Notification.objects.filter(kind="tournament nudge").select_related("person")
    assert letters.count() == 4
    assert [one.person for one in letters if not one.what.is_still_true()] == [first]


def test_the_desk_reminds_nobody_who_has_said_something_a_half_ahead(
    announce: Announce, organiser: User
) -> None:
    cup, game = _begun(announce, organiser, moves=0, together=True)
    _plan_all(game, {"do": "wait"})
    _play_plans(game)
    _play_plans(game)
    silent = game.chairs.get(number=0)
    _plan_all(game, {"do": "wait"}, without=silent)
    _play_plans(game)
    assert (position(game).phase, game.asks_all) == ("events", True)
    tournaments.take_step(key=cup.key, person=organiser, step="nudge", table=1)
    letters = Notification.objects.filter(kind="tournament nudge").select_related("person")
    assert letters.count() == 4
    assert [one.person for one in letters if one.what.is_still_true()] == [silent.person]
    # They take it back, and are waited for like any other.
    other = game.chairs.get(number=1).person
    assert other is not None
    services.withdraw_plan(game_key=game.key, person=other)
    owing = {one.person for one in letters if one.what.is_still_true()}
    assert owing == {silent.person, other}


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
    bound = bounded()
    while next(bound) and services.let_bots_move(game_key=game.key):
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


@pytest.mark.timeout(7200)
def test_nobody_else_is_touched_by_what_is_done_at_random_moments(
    announce: Announce, organiser: User, clock: Any
) -> None:
    """The desk or a deadline steps in, somewhere in a game, perhaps more than once; it is played to
    its end by who is left, and rated. Whom it waited for stands in its record, and nobody else."""
    rng = random.Random(SEED)
    kinds = [(rule, people) for rule in ("stand_ins", "adjudicate", "desk") for people in (3, 4, 5)]
    rng.shuffle(kinds)
    each = -(-MANY // len(kinds))
    for rule, people in kinds[:MANY]:
        with transaction.atomic():
            who = ("alice", "bob", "carol", "dave", "erica")[:people]
            wishes = {"rated": True, "at_deadline": rule, "round_for": 86_400, "seats": people}
            cup = announce(*who, **wishes)
            tournaments.take_step(key=cup.key, person=organiser, step="start")
            tournaments.advance(key=cup.key)
            for _time in range(each):
                with transaction.atomic():
                    days = _step_in(cup, organiser, clock, rng)
                    transaction.set_rollback(True)
                clock(days=-days)
            transaction.set_rollback(True)
        if len(kinds) < MANY:
            print(f"\n{rule}, {people} people: {each} interventions")


def _step_in(cup: Tournament, organiser: User, clock: Any, rng: random.Random) -> int:
    """Returns how many days that took."""
    (game,) = running_games(cup)
    rule, days = cup.at_deadline, 0
    blamed: set[int] = set()
    for _time in range(rng.randrange(1, 4)):
        for _move in range(rng.randrange(1, 7)):
            play_one(game, rng)
        game.refresh_from_db()
        if game.status != "running":
            break
        late = _late(game)
        if late.bot:
            continue
        assert late.person_id is not None
        blamed.add(late.person_id)
        if rng.random() < 0.5 and rule != "desk":
            clock(days=2)
            days += 2
            tasks.sweep()
        else:
            how = rng.choice(["stand_ins", "adjudicate"])
            asked = {"table": 1, "round": 1, "how": how, "reason": "It drags on"}
            tournaments.take_step(key=cup.key, person=organiser, step="decide", **asked)
    game.refresh_from_db()
    if game.status == "running":
        # By every door where few are tried; of many, most by the engine.
        play_out(game, seed=rng.randrange(1000)) if MANY < 10 else forward(game, 400, rng)
    ratings.collect()
    people = {seat.person_id for seat in game.chairs.all() if seat.person_id is not None}
    unfair = [one for one in people - blamed if conduct_of(one, "UTC").share < 100]
    assert unfair == []
    # What was cut short counts for nobody; what was played on, they have decided themselves.
    game.refresh_from_db()
    assert game.result is not None
    if game.result["ranks"] is None:
        assert not RatingChange.objects.exists()
    assert {chair.person_id for chair in game.chairs.exclude(bot="")} <= blamed
    named = User.objects.filter(handle__in=_said_to_be_late(cup))
    assert {*named.values_list("pk", flat=True)} == blamed
    return days

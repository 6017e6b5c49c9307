"""The variant in which plans bind: nothing is asked again before the next half of the round."""

from typing import Any

import pytest

from accounts.models import User
from games import bots, engine, errors, orders, selectors, services
from games.models import Feed, Game, Move, Seat
from games.pages.rules import rules_of
from games.ratings import services as ratings
from games.ratings.models import RatingChange
from games.selectors.verifying import verify_games
from notifications.models import Notification
from tests import bounded
from tests.clock.conftest import Traveller
from tests.clock.test_together import PEOPLE, Hall, a_plan, plan, sitting, work
from tests.games.conftest import OpenTable, position

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(traveller: Traveller) -> Hall:
    return Hall(traveller)


@pytest.fixture
def blind(hall: Hall, open_table: OpenTable) -> Game:
    return open_table(*PEOPLE, together=True, blind=True, rated=True)


def all_plan(hall: Hall, game: Game) -> None:
    for who in sitting(game):
        plan(game, who, *a_plan(game, who))
    hall.tick(game)


def test_what_a_plan_leaves_open_is_decided_and_never_asked(hall: Hall, blind: Game) -> None:
    all_plan(hall, blind)
    assert position(blind).phase == "events"
    for who in sitting(blind):
        plan(blind, who)
    hall.tick(blind)
    assert position(blind).round == 2
    assert blind.asks_all
    made = Move.objects.filter(game=blind, seq__gt=0)
    assert {move.door for move in made} == {"order"}
    assert not any(chair.misses for chair in blind.chairs.all())
    letters = Notification.objects.filter(kind="your turn")
    assert all(letter.context.reveal()["together"] for letter in letters)


def test_who_leaves_no_plan_misses_the_phase_once(hall: Hall, blind: Game) -> None:
    all_plan(hall, blind)
    *others, last = sitting(blind)
    for who in others:
        plan(blind, who, *a_plan(blind, who))
    hall.wait(blind, days=1, seconds=1)
    services.sweep()
    work(blind)
    assert position(blind).round == 2
    by_clock = Move.objects.filter(game=blind, door="clock")
    assert {move.seat for move in by_clock} == {blind.chairs.get(person=last).number}
    assert blind.chairs.get(person=last).misses == 1
    assert Notification.objects.filter(kind="time is up", person=last).count() == 1


def test_while_a_phase_is_played_nobody_moves_or_plans(hall: Hall, blind: Game) -> None:
    people = sitting(blind)
    for who in people:
        plan(blind, who, *a_plan(blind, who))
    Game.objects.filter(pk=blind.pk).update(asks_all=False)  # the worker is about to come
    first = people[0]
    move = engine.legal_moves(position(blind))[0]
    with pytest.raises(errors.PlansBind):
        services.play(game_key=blind.key, person=first, seq=0, moves=[move], door="api")
    with pytest.raises(errors.PlansBind):
        plan(blind, first, *a_plan(blind, first))
    with pytest.raises(errors.PlansBind):
        services.give_orders(game_key=blind.key, person=first, wanted=[{"do": "wait"}])
    with pytest.raises(errors.PlansBind):
        services.withdraw_plan(game_key=blind.key, person=first)


def test_streams_do_not_show_what_a_plan_has_answered_and_what_it_left_open(
    hall: Hall, blind: Game
) -> None:
    """What a plan says of several questions in a row would else come at once."""
    bound = bounded()
    while next(bound) and Game.objects.get(pk=blind.pk).status == "running":
        blind.refresh_from_db()
        all_plan(hall, blind)
    made = Move.objects.filter(game=blind, seq__gt=0).count()
    assert Feed.objects.filter(game=blind, kind="moved").count() == made


def test_to_be_asked_cannot_be_wished_for(blind: Game) -> None:
    with pytest.raises(errors.BadOrder):
        plan(blind, sitting(blind)[0], {"do": "ask"})


def test_it_is_chosen_at_opening_and_named(blind: Game, open_table: OpenTable) -> None:
    with pytest.raises(errors.BadTable):
        open_table(*PEOPLE, blind=True)
    found = selectors.find_game(blind.key, None).view("en")
    assert found["blind"]
    said = dict(rules_of(found, "en"))
    assert said["Order of play"].startswith("blind")
    assert "blind" in said["Ratings"]


def test_a_blind_game_is_rated_on_a_list_of_its_own(hall: Hall, blind: Game) -> None:
    bound = bounded()
    while next(bound) and Game.objects.get(pk=blind.pk).status == "running":
        blind.refresh_from_db()
        all_plan(hall, blind)
    assert ratings.collect() == 1
    changes = RatingChange.objects.filter(game=blind)
    assert {change.list for change in changes} == {"blind"}
    assert changes.count() == 3
    assert not [faults for _key, faults in verify_games() if faults]
    made = Move.objects.filter(game=blind, seq__gt=0)
    assert {move.door for move in made} == {"order"}


@pytest.mark.parametrize("bot", ["random", "careful", "wren"])
def test_bots_plan_with_everybody_and_see_no_more(
    hall: Hall, open_table: OpenTable, bot: str
) -> None:
    game = open_table(
        *("alice", "bob"), seats=4, fill_with_bots=True, fill_with=bot, together=True, blind=True
    )
    services.start(game_key=game.key, person=game.creator)
    game.refresh_from_db()
    for phase in ("planning", "events"):
        assert position(game).phase == phase
        services.let_bots_move(game_key=game.key)
        for _seat in range(2):  # one thought a task
            services.let_bot_think(game_key=game.key)
        chairs = Seat.objects.filter(game=game, person=None)
        assert {chair.planned_seq for chair in chairs} == {game.asked_seq}
        began = engine.dump(position(game))
        said = {chair.number: chair.plan["orders"] for chair in chairs}
        for number, given in said.items():
            seen = engine.view(engine.load(began), number)
            assert [orders.check(order, orders.setting(seen)) for order in given] == given
        for who in User.objects.filter(handle__in=["alice", "bob"]):
            plan(game, who, *a_plan(game, who))
        hall.tick(game)
        if phase == "planning":
            placed = Move.objects.filter(game=game, seat__in=said, door="bot")
            cards = {move.seat: move.move.split()[1] for move in placed}
            assert cards == {number: given[0]["card"] for number, given in said.items()}
    assert position(game).round == 2


def test_one_bot_plans_at_a_time_and_the_next_waits_for_other_tables(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_table(
        *("alice", "bob"), seats=4, fill_with_bots=True, fill_with="wren", together=True
    )
    services.start(game_key=game.key, person=game.creator)
    woken: list[str] = []

    def wake(key: str, *, to_plan: bool) -> None:
        assert to_plan
        woken.append(key)

    monkeypatch.setattr("games.services.telling.wake_thinkers", wake)
    chairs = Seat.objects.filter(game=game, person=None)
    for planned in (1, 2):
        services.let_bot_think(game_key=game.key)
        assert chairs.exclude(planned_seq=None).count() == planned
        assert woken == [game.key] * planned
    services.let_bot_think(game_key=game.key)
    assert len(woken) == 2


def test_a_plan_that_was_thought_about_too_long_takes_the_place_of_no_newer_one(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The phase is played meanwhile, and another worker has planned the next."""
    game = open_table("alice", "bob", seats=3, fill_with_bots=True, together=True)
    services.start(game_key=game.key, person=game.creator)
    game.refresh_from_db()
    following = game.asked_seq + 3
    think = bots.plan

    def think_for_long(*asked: Any, **how: Any) -> Any:
        monkeypatch.setattr(bots, "plan", think)
        Game.objects.filter(pk=game.pk).update(asked_seq=following)
        services.let_bots_move(game_key=game.key)
        return think(*asked, **how)

    monkeypatch.setattr(bots, "plan", think_for_long)
    services.let_bots_move(game_key=game.key)
    bot = Seat.objects.get(game=game, person=None)
    assert (bot.planned_seq, bot.plan["since"]) == (following, following)


def test_the_stand_in_of_whoever_leaves_is_asked_for_a_plan_too(
    hall: Hall, blind: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[str] = []
    monkeypatch.setattr("games.services.telling.wake_bots", woken.append)
    _first, leaving, _third = sitting(blind)
    services.resign(game_key=blind.key, person=leaving)
    assert woken == [blind.key]
    services.let_bots_move(game_key=blind.key)
    assert blind.chairs.get(person=leaving).planned_seq == blind.asked_seq


def test_one_person_among_bots_plays_blind_too(hall: Hall, open_table: OpenTable) -> None:
    game = open_table("alice", seats=3, fill_with_bots=True, together=True, blind=True)
    services.start(game_key=game.key, person=game.creator)
    game.refresh_from_db()
    assert game.asks_all
    work(game)
    plan(game, game.creator, *a_plan(game, game.creator))
    hall.tick(game)
    assert position(game).phase == "events"
    assert game.asks_all

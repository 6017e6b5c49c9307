"""A tournament's tables: seats that are given, and rules of their own."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Relation, User
from accounts.services import relations
from games import engine, errors, selectors, services
from games.models import Game
from games.selectors.verifying import verify_games
from games.services import clocks
from games.tournaments import services as tournaments
from games.tournaments.models import Sitting
from tests.conftest import Cast
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import play_one, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(person: Cast, organiser: User) -> Game:
    return seat(person, organiser)


def seat(person: Cast, organiser: User, **wishes: Any) -> Game:
    facts: dict[str, Any] = {
        "tournament": "2" * 16,
        "creator": organiser,
        "turn_order": [person(name) for name in ("alice", "bob", "carol", "dave")],
        "name": "Cup 1/1",
        "set": "oriflamme",
        "edition": "uk",
        "pace": "daily",
        "language": "en",
        "talk": "table",
        "rated": False,
        "spectators": True,
    }
    return services.seat_game(**(facts | wishes))


def test_the_first_in_turn_order_places_first_whatever_the_seed(
    person: Cast, organiser: User
) -> None:
    for _ in range(8):
        made = seat(person, organiser)
        state = engine.load(made.state.reveal())
        handles = dict(made.chairs.values_list("number", "person__handle"))
        order = [handles[(state.first + turn) % 4] for turn in range(4)]
        assert order == ["alice", "bob", "carol", "dave"]


def test_blocks_do_not_keep_people_apart_here(
    person: Cast, organiser: User, announce: Announce
) -> None:
    relations.relate(person=person("alice"), other=person("bob"), kind=Relation.Kind.BLOCK)
    cup = announce("alice", "bob", "carol")
    tournaments.take_step(key=cup.key, person=organiser, step="start")
    tournaments.advance(key=cup.key)
    assert Sitting.objects.filter(round__tournament=cup).count() == 3
    (made,) = Game.objects.filter(tournament=cup.key)
    assert selectors.find_game(made.key, person("bob")).view("en")["tournament"] == cup.key


def test_nobody_joins_it_and_no_list_of_open_tables_shows_it(game: Game, mallory: User) -> None:
    with pytest.raises(errors.Refusal):
        services.join(game_key=game.key, person=mallory)
    with pytest.raises(errors.Refusal):
        services.join_by_link(token=game.link.reveal(), person=mallory)
    assert selectors.list_games(which="open", viewer=mallory) == ([], None)


def test_it_is_not_ended_by_agreement(game: Game, alice: User) -> None:
    with pytest.raises(errors.NotAllowed):
        services.offer_end(game_key=game.key, person=alice)


def test_adjudicated_it_ends_as_it_stands_and_can_be_verified(game: Game) -> None:
    services.adjudicate(game_key=game.key)
    game.refresh_from_db()
    assert game.status == "over"
    assert game.result == {
        "reason": "adjudicated",
        "scores": [1, 1, 1, 1],
        "row_cards": None,
        "ranks": None,
    }
    assert [faults for _key, faults in verify_games() if faults] == []


def test_no_other_table_has_a_referee(person: Cast) -> None:
    made = services.create_game(person=person("alice"), name="x", set="oriflamme", seats=3)
    for name in ("bob", "carol"):
        services.join(game_key=made.key, person=person(name))
    for act in (services.adjudicate, services.hand_to_stand_in):
        with pytest.raises(errors.NotAllowed):
            act(game_key=made.key)
    with pytest.raises(errors.NotAllowed):
        services.extend(game_key=made.key, by=timedelta(hours=1))


def test_who_comes_instead_plays_on_from_the_same_cards(
    game: Game, person: Cast, alice: User
) -> None:
    before = selectors.find_game(game.key, alice).view("en")["yours"]
    services.replace(game_key=game.key, gone=alice, comes=person("erin"))
    assert selectors.find_game(game.key, person("erin")).view("en")["yours"] == before
    assert selectors.find_game(game.key, alice).view("en")["yours"] is None
    play_out(game)
    game.refresh_from_db()
    assert game.status == "over"
    assert [faults for _key, faults in verify_games() if faults] == []


def _asked(game: Game) -> User:
    game.refresh_from_db()
    person = game.chairs.get(number=game.to_move).person
    assert person is not None
    return person


def test_more_time_is_given_for_this_decision_alone(game: Game) -> None:
    game.refresh_from_db()
    assert game.deadline is not None
    usual = game.deadline
    later = services.extend(game_key=game.key, by=timedelta(hours=1))
    assert later == usual + timedelta(hours=1)
    play_one(game)
    game.refresh_from_db()
    assert game.spent == 0
    assert game.deadline is not None
    assert game.deadline - usual < timedelta(minutes=5)


def test_given_time_outlasts_holidays_that_are_counted_anew(game: Game) -> None:
    asked = _asked(game)
    later = services.extend(game_key=game.key, by=timedelta(days=30))
    clocks.recount(asked)
    game.refresh_from_db()
    assert game.deadline == later


def test_given_time_outlasts_a_pause_and_can_be_given_in_one(game: Game) -> None:
    game.refresh_from_db()
    assert game.deadline is not None
    usual = game.deadline
    services.extend(game_key=game.key, by=timedelta(hours=5))
    services.stop_clock(game_key=game.key, until=timezone.now() + timedelta(days=9))
    assert services.extend(game_key=game.key, by=timedelta(hours=2)) is None
    services.run_clock(game_key=game.key)
    game.refresh_from_db()
    assert game.deadline is not None
    assert abs(game.deadline - usual - timedelta(hours=7)) < timedelta(minutes=5)


def test_who_was_given_time_spends_none_of_their_bank_by_it(game: Game) -> None:
    asked = _asked(game)
    chair = game.chairs.get(person=asked)
    services.extend(game_key=game.key, by=timedelta(hours=5))
    ticking = clocks.of(game.pk)
    assert chair.number is not None
    late = timezone.now() + timedelta(hours=28)
    changed = ticking.after_move(chair.number, by_clock=False, again=False, rounds=0, now=late)
    assert chair.number not in changed


def test_whoever_watches_is_told_of_the_end_after_the_commit(
    game: Game, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    from games.services import watching

    seen: list[str] = []
    monkeypatch.setitem(watching._watchers, "test", lambda over: seen.append(over.key))
    with django_capture_on_commit_callbacks() as callbacks:
        play_out(game)
    assert seen == []
    for callback in callbacks:
        callback()
    assert seen == [game.key]


def test_players_hand_no_seat_of_a_tournament_to_a_friend(game: Game, person: Cast) -> None:
    services.resign(game_key=game.key, person=person("alice"))
    number = game.chairs.get(person=person("alice")).number
    assert number is not None
    with pytest.raises(errors.NotAllowed):
        services.offer_seat(game_key=game.key, person=person("bob"), seat=number)
    with pytest.raises(errors.NotAllowed):
        services.take_over(game_key=game.key, person=person("mallory"), seat=number)


def test_whoever_has_seen_one_seat_replaces_nobody_on_another(game: Game, person: Cast) -> None:
    alice, bob, erin = person("alice"), person("bob"), person("erin")
    services.replace(game_key=game.key, gone=alice, comes=erin)
    with pytest.raises(errors.NotAllowed):
        services.replace(game_key=game.key, gone=bob, comes=alice)
    for gone, comes in [(erin, alice), (alice, erin), (erin, alice)]:
        services.replace(game_key=game.key, gone=gone, comes=comes)
    assert game.chairs.get(person=alice).stand_in is False

"""When time is up, who is away, and who is back."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import engine, errors, selectors, services
from games.models import Feed, Game, Move, OrderList, Seat
from games.selectors.verifying import verify_games
from notifications.models import Notification
from tests import bounded
from tests.clock.conftest import Traveller, at
from tests.games.conftest import OpenTable, decider, move_on, position

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]
# No bank and no reminders, to count simply.
MINUTE: dict[str, Any] = {"seconds_per_move": 60}


def told(kind: str) -> list[str]:
    rows = Notification.objects.filter(kind=kind).order_by("pk")
    return [one.person.handle for one in rows]


def seat_of(game: Game, person: User) -> Seat:
    return game.chairs.get(person=person)


def miss(traveller: Traveller, game: Game, person: User) -> None:
    """Everybody else answers; this person lets all their time go by, twice."""
    bound = bounded()
    while next(bound) and seat_of(game, person).absent_since is None:
        if decider(game) == person:
            assert traveller.wait(minutes=1) == 1
        else:
            move_on(game)


def test_a_stand_in_makes_this_one_decision_and_the_player_plays_on(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol", pace="live")
    late = decider(game)
    traveller.wait(minutes=7, seconds=59)
    assert at(game).seq == 0
    traveller.wait(seconds=1)
    assert at(game).seq == 1
    made = Move.objects.get(game=game, seq=1)
    assert (made.door, made.by, made.seat) == ("clock", None, seat_of(game, late).number)
    chair = seat_of(game, late)
    assert (chair.bot, chair.misses, chair.bank, chair.absent_since) == ("", 1, 0, None)
    assert told("time is up") == [late.handle]
    assert at(game).deadline == timezone.now() + timedelta(minutes=8)
    assert not any(faults for _key, faults in verify_games())


def test_what_takes_longer_comes_out_of_the_bank_and_rounds_fill_it(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", pace="live")
    slow = decider(game)
    traveller.go(minutes=4)
    move_on(game)
    assert seat_of(game, slow).bank == 4 * 60
    assert [chair.bank for chair in game.chairs.exclude(person=slow)] == [5 * 60]
    bound = bounded()
    while next(bound) and position(game).round == 1:
        move_on(game)
    assert sorted(chair.bank for chair in game.chairs.all()) == [5 * 60, 6 * 60]


def test_a_move_forgets_earlier_misses(traveller: Traveller, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", pace=MINUTE)
    late = decider(game)
    traveller.wait(minutes=1)
    assert seat_of(game, late).misses == 1
    bound = bounded()
    while next(bound) and decider(game) != late:
        move_on(game)
    move_on(game)
    assert seat_of(game, late).misses == 0


def test_who_misses_twice_in_a_row_is_absent_and_a_stand_in_answers_at_once(
    traveller: Traveller, open_table: OpenTable, alice: User
) -> None:
    game = open_table("alice", "bob", "carol", pace=MINUTE)
    miss(traveller, game, alice)
    chair = seat_of(game, alice)
    assert (chair.bot, chair.stand_in) == ("careful", True)
    assert told("absent") == ["alice"]
    assert Feed.objects.filter(game=game, kind="absent", person=None).exists()
    view = selectors.find_game(game.key, alice).view("en")
    assert view["you"] == chair.number
    assert view["seats"][chair.number]["clock"] == {"bank": 0, "misses": 2, "absent": True}
    bound = bounded()
    while next(bound) and at(game).to_move != chair.number:
        move_on(game)
    assert at(game).deadline is None
    before = at(game).seq
    services.let_bots_move(game_key=game.key)
    assert at(game).seq > before
    assert Move.objects.get(game=game, seq=before + 1).door == "bot"


def test_the_table_chooses_its_stand_in(traveller: Traveller, open_table: OpenTable) -> None:
    with pytest.raises(errors.BadTable) as refused:
        open_table("alice", "bob", stand_in="brilliant")
    assert refused.value.facts["field"] == "stand_in"
    game = open_table("alice", "bob", stand_in="random", pace=MINUTE)
    late = decider(game)
    miss(traveller, game, late)
    assert seat_of(game, late).bot == "random"


def test_one_word_brings_a_player_back(
    traveller: Traveller, open_table: OpenTable, alice: User
) -> None:
    game = open_table("alice", "bob", "carol", pace=MINUTE)
    assert services.return_to_seat(game_key=game.key, person=alice) is False
    miss(traveller, game, alice)
    number = seat_of(game, alice).number
    bound = bounded()
    while next(bound) and at(game).to_move != number:
        move_on(game)
    assert services.return_to_seat(game_key=game.key, person=alice) is True
    chair = seat_of(game, alice)
    assert (chair.bot, chair.stand_in, chair.absent_since, chair.misses) == ("", False, None, 0)
    assert at(game).deadline == timezone.now() + timedelta(minutes=1)
    assert services.let_bots_move(game_key=game.key) == 0
    move_on(game)


def test_a_move_brings_a_player_back_too(
    traveller: Traveller, open_table: OpenTable, alice: User
) -> None:
    game = open_table("alice", "bob", "carol", pace=MINUTE)
    miss(traveller, game, alice)
    bound = bounded()
    while next(bound) and at(game).to_move != seat_of(game, alice).number:
        move_on(game)
    move = engine.legal_moves(position(game))[0]
    facts: dict[str, Any] = {"game_key": game.key, "person": alice, "door": "api"}
    with pytest.raises(errors.IllegalMove):
        services.play(seq=game.seq, moves=["eliminate 99"], **facts)
    services.play(seq=game.seq, moves=[move], dry_run=True, **facts)
    assert seat_of(game, alice).absent_since is not None
    services.play(seq=game.seq, moves=[move], **facts)
    chair = seat_of(game, alice)
    assert (chair.bot, chair.absent_since, chair.misses) == ("", None, 0)
    assert at(game).deadline is not None
    game.seq -= 1
    assert Move.objects.get(game=game, seq=game.seq + 1).by == alice
    assert Feed.objects.filter(game=game, kind="returned").count() == 1


def test_nobody_returns_from_resigning(
    traveller: Traveller, open_table: OpenTable, alice: User
) -> None:
    game = open_table("alice", "bob", "carol", pace=MINUTE)
    miss(traveller, game, alice)
    services.resign(game_key=game.key, person=alice)
    with pytest.raises(errors.NotAtTable):
        services.return_to_seat(game_key=game.key, person=alice)
    with pytest.raises(errors.NotAtTable):
        services.play(game_key=game.key, person=alice, seq=0, moves=["wait"], door="api")


def test_a_table_that_all_leave_is_finished_by_stand_ins(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", "carol", pace=MINUTE)
    traveller.wait(minutes=30)
    assert {chair.bot for chair in game.chairs.all()} == {"careful"}
    bound = bounded()
    while next(bound) and at(game).status == "running":
        assert services.let_bots_move(game_key=game.key)
    assert game.result["reason"] == "played"
    assert game.deadline is None
    assert not any(faults for _key, faults in verify_games())


def test_or_closed_if_its_pace_says_so(traveller: Traveller, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", pace={**MINUTE, "when_all_absent": "close"})
    traveller.wait(minutes=30)
    assert at(game).status == "over"
    assert game.result["reason"] == "abandoned"
    assert (game.deadline, game.wakes_at, game.to_move) == (None, None, None)
    assert sorted(told("game over")) == ["alice", "bob"]
    assert not any(faults for _key, faults in verify_games())


def test_a_failing_game_holds_up_no_other(
    traveller: Traveller, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = (
        open_table("alice", "bob", pace=MINUTE),
        open_table("carol", "dave", pace=MINUTE),
    )
    Game.objects.filter(pk=broken.pk).update(stand_in="nobody")
    assert traveller.wait(minutes=1) == 1
    assert (at(broken).seq, at(sound).seq) == (0, 1)


def test_a_pace_of_ones_own(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", pace={"seconds_per_move": 7200, "bank": 60})
    view = selectors.find_game(game.key, alice).view("en")
    assert view["pace"] == {
        "name": "custom",
        "seconds_per_move": 7200,
        "bank": 60,
        "refill": 0,
        "cap": 60,
        "reminders": [],
        "misses": 2,
        "when_all_absent": "finish",
        "holidays": True,
        "rests": True,
    }
    with pytest.raises(errors.BadTable) as refused:
        open_table("alice", "bob", "carol", "dave", "erin", pace={"seconds_per_move": 14 * 86400})
    assert refused.value.facts["field"] == "pace"
    assert "2240 days" in str(refused.value)
    with pytest.raises(errors.BadTable):
        open_table("alice", "bob", pace={"seconds_per_move": 1})


def test_a_view_tells_the_deadline_where_its_reader_lives(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    User.objects.filter(pk__in=[person("alice").pk, person("bob").pk]).update(
        time_zone="Europe/Kyiv"
    )
    game = open_table("alice", "bob", pace="daily")
    view = selectors.find_game(game.key, decider(game)).view("en")
    assert view["question"]["deadline"].isoformat() == "2027-01-14T14:00:00+02:00"
    assert view["estimated_end"] > timezone.now()


@pytest.mark.parametrize("pace", ["live", "daily"])
def test_a_view_tells_no_seconds_of_when_somebody_moved(open_table: OpenTable, pace: str) -> None:
    """They would tell an order from an answer by hand."""
    game = open_table("alice", "bob", pace=pace)
    moved = timezone.now().replace(second=0, microsecond=0)
    shown = []
    for seconds in (7.25, 41.5):
        at = moved + timedelta(seconds=seconds)
        Game.objects.update(changed_at=at, waits_since=at, deadline=at + timedelta(hours=1))
        shown.append(selectors.find_game(game.key, game.creator).view("en"))
    assert shown[0] == shown[1]


def test_a_reminder_comes_while_its_reader_is_awake_and_as_often_as_the_pace_says(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", pace="daily")
    late = decider(game)
    traveller.wait(hours=35)
    assert told("reminder") == []
    traveller.wait(hours=2)
    assert told("reminder") == [late.handle]
    traveller.wait(hours=30)
    assert told("reminder") == [late.handle] * 2
    assert at(game).wakes_at is None
    move_on(game)
    assert at(game).wakes_at == timezone.now() + timedelta(hours=36)


def test_nobody_is_reminded_of_what_their_order_will_answer(
    traveller: Traveller, open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", pace="daily")
    late = decider(game)
    services.give_orders(game_key=game.key, person=late, wanted=[{"do": "wait", "until_round": 6}])
    orders = OrderList.objects.filter(person=late)
    due = timezone.now() + timedelta(hours=50)
    orders.update(considered_seq=game.seq, due_at=due)
    traveller.wait(hours=40)
    assert told("reminder") == []
    orders.update(due_at=None)
    traveller.wait(hours=25)
    assert told("reminder") == [late.handle]


def test_nobody_is_reminded_when_it_is_too_late_to_answer(
    traveller: Traveller, open_table: OpenTable
) -> None:
    """The sweep comes late, but not so late that it was away."""
    game = open_table("alice", "bob", pace={**MINUTE, "reminders": [50]})
    traveller.go(seconds=59.5)
    services.sweep()
    assert at(game).seq == 0
    assert told("reminder") == []


def test_every_seat_has_its_refill_with_every_round(
    traveller: Traveller, open_table: OpenTable
) -> None:
    pace = {**MINUTE, "bank": 100, "refill": 30, "cap": 150}
    game = open_table("alice", "bob", pace=pace)
    for round_, bank in ((1, 100), (2, 130), (3, 150)):
        bound = bounded()
        while next(bound) and position(game).round == round_:
            assert {chair.bank for chair in game.chairs.all()} == {bank}
            move_on(game)

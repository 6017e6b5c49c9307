"""How a table gathers, begins, or closes."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import errors, selectors, services
from games.models import Feed, Game, Move, Seat
from notifications.models import Notification
from tests.games.conftest import OpenTable

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


def told(kind: str) -> list[str]:
    rows = Notification.objects.filter(kind=kind).order_by("person__handle")
    return [row.person.handle for row in rows.select_related("person")]


def test_the_last_to_come_begins_the_game(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    assert game.status == "running"
    assert sorted(seat.number for seat in game.chairs.all()) == [0, 1, 2]
    assert Move.objects.get(game=game).seq == 0
    assert told("game began") == ["alice", "bob", "carol"]
    assert [row.kind for row in Feed.objects.order_by("id")] == [
        *("created", "joined", "joined", "started")
    ]


def test_a_full_table_takes_nobody(open_table: OpenTable, mallory: User) -> None:
    game = open_table("alice", "bob", seats=3, start="creator")
    services.join(game_key=game.key, person=User.objects.create_user("carol"))
    with pytest.raises(errors.TableFull):
        services.join(game_key=game.key, person=mallory)


def test_nobody_sits_twice(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", seats=4)
    with pytest.raises(errors.AlreadySeated):
        services.join(game_key=game.key, person=alice)


def test_nobody_joins_or_leaves_a_game_that_began(
    open_table: OpenTable, alice: User, mallory: User
) -> None:
    game = open_table("alice", "bob", "carol")
    with pytest.raises(errors.NotGathering):
        services.join(game_key=game.key, person=mallory)
    with pytest.raises(errors.NotGathering):
        services.leave(game_key=game.key, person=alice)


def test_a_table_passes_on_when_its_creator_leaves(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", seats=4)
    services.leave(game_key=game.key, person=alice)
    game.refresh_from_db()
    assert game.creator == person("bob")
    services.leave(game_key=game.key, person=person("bob"))
    services.leave(game_key=game.key, person=person("carol"))
    game.refresh_from_db()
    assert game.status == "cancelled"


def test_the_creator_sends_somebody_away(open_table: OpenTable, alice: User, person: Cast) -> None:
    game = open_table("alice", "bob", seats=3)
    with pytest.raises(errors.NotAllowed):
        services.remove(game_key=game.key, person=person("bob"), handle="alice")
    services.remove(game_key=game.key, person=alice, handle="BOB")
    assert [seat.person for seat in game.chairs.all()] == [alice]
    assert Feed.objects.filter(kind="left", person=person("bob")).count() == 1


def test_who_sits_at_an_anonymous_table_cannot_be_tried_out(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob", seats=3, anonymous=True)
    for handle in ("bob", "carol"):
        with pytest.raises(errors.NotAllowed) as refused:
            services.remove(game_key=game.key, person=alice, handle=handle)
        assert "anonymous" in str(refused.value)
    person("carol")
    here = services.invite(game_key=game.key, person=alice, handle="bob")
    away = services.invite(game_key=game.key, person=alice, handle="carol")
    assert (here.state, here.address) == (away.state, away.address)


def test_the_creator_begins_with_fewer(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", "carol", seats=5, start="creator")
    services.start(game_key=game.key, person=alice)
    game.refresh_from_db()
    assert (game.status, game.seats) == ("running", 3)


def test_two_are_too_few_for_a_table_of_four(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", seats=4, start="creator")
    with pytest.raises(errors.TooFew) as refused:
        services.start(game_key=game.key, person=alice)
    assert "3" in str(refused.value)


def test_bots_fill_empty_seats(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", seats=4, fill_with_bots=True, start="creator")
    services.start(game_key=game.key, person=alice)
    assert sorted(seat.bot for seat in game.chairs.all()) == ["", "careful", "careful", "careful"]


def test_a_cancelled_table_tells_who_waited(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob", seats=3)
    with pytest.raises(errors.NotAllowed):
        services.cancel(game_key=game.key, person=person("bob"))
    services.cancel(game_key=game.key, person=alice)
    assert told("table closed") == ["bob"]
    assert selectors.find_game(game.key, person("bob")).table.status == "cancelled"
    with pytest.raises(errors.NotFound):
        selectors.find_game(game.key, person("mallory"))


def test_a_table_that_does_not_fill_closes_itself(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", seats=3)
    assert services.close_unfilled() == 0
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert services.close_unfilled() == 1
        assert services.close_unfilled() == 0
    game.refresh_from_db()
    assert game.status == "cancelled"
    assert told("table closed") == ["alice", "bob"]


def test_a_table_begins_at_its_time(open_table: OpenTable) -> None:
    at = timezone.now() + timedelta(hours=3)
    game = open_table("alice", "bob", "carol", seats=4, start="at", starts_at=at)
    assert game.status == "gathering"
    with time_machine.travel(at):
        services.close_unfilled()
    game.refresh_from_db()
    assert (game.status, game.seats) == ("running", 3)


def test_bots_come_when_a_table_has_waited_long_enough(open_table: OpenTable) -> None:
    game = open_table("alice", seats=3, fill_with_bots=True)
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        services.close_unfilled()
    game.refresh_from_db()
    assert game.status == "running"
    assert Seat.objects.exclude(bot="").count() == 2


@pytest.mark.parametrize(
    ("field", "wishes"),
    [
        ("name", {"name": " "}),
        ("name", {"name": "\x07\u200b"}),
        ("seats", {"seats": 6}),
        ("set", {"set": "chess"}),
        ("rated", {"seats": 2, "rated": True}),
        ("rated", {"rated": True, "fill_with_bots": True}),
        ("deck", {"deck": ["spy"]}),
        ("deck", {"set": "mixed", "deck": ["spy"] * 10}),
        ("pace", {"pace": "never"}),
        ("direction", {"direction": "up"}),
        ("starts_at", {"start": "at"}),
        ("starts_at", {"starts_at": timezone.now() + timedelta(days=1)}),
        ("closes_at", {"closes_at": timezone.now() - timedelta(days=1)}),
        ("closes_at", {"closes_at": timezone.now() + timedelta(days=400)}),
    ],
)
def test_a_table_that_cannot_be_names_the_field(
    alice: User, field: str, wishes: dict[str, Any]
) -> None:
    facts: dict[str, Any] = {"name": "Friday table", "set": "oriflamme", "seats": 3}
    with pytest.raises(errors.BadTable) as refused:
        services.create_game(person=alice, **(facts | wishes))
    assert refused.value.facts["field"] == field
    assert not Game.objects.exists()


def test_a_mixed_deck_is_drawn_from_the_seed(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol", set="mixed")
    assert game.deck is not None
    assert len(game.deck) == 10
    assert set(game.direction) <= set("left_to_right")


def test_a_person_opens_so_many_tables(alice: User) -> None:
    for _ in range(20):
        services.create_game(person=alice, name="One of many", set="oriflamme", seats=3)
    with pytest.raises(errors.NotAllowed):
        services.create_game(person=alice, name="Too many", set="oriflamme", seats=3)

"""Many tables at once, for people who are named: all are asked, and none begins without them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services import bots
from accounts.services.leaving import erase
from accounts.services.relations import Kind, relate
from games import errors, selectors, services
from games.models import Feed, Game, Seat
from games.services import blocks_and_erasure, opening
from notifications.models import Notification

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


def wanted(*players: str, name: str = "Club, table 1") -> opening.Wanted:
    return {"name": name, "players": list(players)}


@pytest.fixture
def opened(person: Cast) -> Callable[..., list[Game]]:
    """opened(["bob", "carol", "dave"]) by Alice, who plays only where she is named."""

    def open_(*tables: list[str], **settings: Any) -> list[Game]:
        for handle in {handle for players in tables for handle in players}:
            person(handle)
        named = [
            wanted(*players, name=f"Club, table {number}")
            for number, players in enumerate(tables, 1)
        ]
        return services.open_tables(
            person=person("alice"), tables=named, **({"set": "oriflamme"} | settings)
        )

    return open_


@pytest.fixture
def game(opened: Callable[..., list[Game]]) -> Game:
    return opened(["bob", "carol", "dave"])[0]


def bot_of(owner: User) -> User:
    User.objects.filter(pk=owner.pk).update(email_is_verified=True)
    return bots.make_bot(owner=owner, handle="hal")


def status(game: Game) -> str:
    game.refresh_from_db()
    return str(game.status)


def wrong(asked: pytest.ExceptionInfo[errors.BadTables]) -> list[str]:
    return [field for field, _why in asked.value.wrong]


def test_each_is_asked_and_it_begins_when_all_have_come(
    opened: Callable[..., list[Game]], person: Cast
) -> None:
    first, second = opened(["bob", "carol", "dave"], ["dave", "erin", "bob", "frank"], set="ablaze")
    asked = Notification.objects.filter(kind="invitation").values_list("person__handle", flat=True)
    assert sorted(asked) == ["bob", "bob", "carol", "dave", "dave", "erin", "frank"]
    assert Feed.objects.filter(kind="invited", person=person("dave")).count() == 2
    assert not Seat.objects.exists()
    for handle in ("bob", "carol"):
        services.join(game_key=first.key, person=person(handle))
    assert status(first) == "gathering"
    services.join(game_key=first.key, person=person("dave"))
    assert (status(first), status(second)) == ("running", "gathering")
    assert selectors.find_game(first.key, person("dave")).view("en")["creator"] == "alice"


def test_whoever_plays_too_has_their_seat_at_once(
    opened: Callable[..., list[Game]], person: Cast
) -> None:
    (game,) = opened(["alice", "bob", "carol"])
    assert [seat.person for seat in game.chairs.all()] == [person("alice")]
    assert not Notification.objects.filter(person=person("alice")).exists()
    for handle in ("bob", "carol"):
        services.join(game_key=game.key, person=person(handle))
    assert status(game) == "running"


def test_nobody_begins_it_without_one_of_them(
    opened: Callable[..., list[Game]], person: Cast
) -> None:
    (game,) = opened(["alice", "bob", "carol", "dave"])
    for handle in ("bob", "carol"):
        services.join(game_key=game.key, person=person(handle))
    with pytest.raises(errors.NotAllowed):
        services.start(game_key=game.key, person=person("alice"))
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert services.close_unfilled() == 1
    assert status(game) == "cancelled"
    told = Notification.objects.filter(kind="table closed")
    assert {one.person.handle for one in told} == {"alice", "bob", "carol"}


def test_bots_are_welcome_where_one_is_named_and_take_no_empty_seat(
    opened: Callable[..., list[Game]], person: Cast
) -> None:
    bot = bot_of(person("mallory"))
    with_bot, without = opened(["bob", "carol", "hal"], ["bob", "carol", "dave"])
    assert (with_bot.fill_with_bots, without.fill_with_bots) == (True, False)
    services.join(game_key=with_bot.key, person=bot)
    services.join(game_key=with_bot.key, person=person("bob"))
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        services.close_unfilled()
    assert status(with_bot) == "cancelled"


def test_in_the_place_of_who_declines_the_host_asks_somebody_else(game: Game, person: Cast) -> None:
    alice = person("alice")
    services.decline(game_key=game.key, person=person("dave"))
    services.invite(game_key=game.key, person=alice, handle=person("erin").handle)
    listed = selectors.list_invitations(key=game.key, viewer=alice)
    assert {one["handle"]: one["state"] for one in listed} == {
        "bob": "open",
        "carol": "open",
        "dave": "declined",
        "erin": "open",
    }
    for handle in ("bob", "carol", "erin"):
        services.join(game_key=game.key, person=person(handle))
    assert status(game) == "running"


def test_its_host_sees_it_wait_and_closes_it_and_takes_no_seat_of_theirs(
    game: Game, person: Cast
) -> None:
    alice = person("alice")
    (listed,), _ = selectors.list_games(which="opened", viewer=alice)
    assert (listed["id"], listed["creator"]) == (game.key, "alice")
    for refused in (services.contribute, services.join):
        given = {"contribution": "0" * 64} if refused is services.contribute else {}
        with pytest.raises(errors.Refusal):
            refused(game_key=game.key, person=alice, **given)
    services.cancel(game_key=game.key, person=alice)
    assert selectors.find_game(game.key, alice).view("en")["status"] == "cancelled"
    assert selectors.list_games(which="opened", viewer=alice) == ([], None)


def test_strangers_and_whoever_has_declined_see_nothing(game: Game, person: Cast) -> None:
    services.decline(game_key=game.key, person=person("bob"))
    for viewer in (None, person("bob"), person("mallory")):
        with pytest.raises(errors.NotFound):
            selectors.find_game(game.key, viewer)


def test_its_host_sees_of_a_running_game_what_spectators_see(
    opened: Callable[..., list[Game]], person: Cast
) -> None:
    tables = opened(*[["bob", "carol", "dave"]] * 2)
    Game.objects.filter(pk=tables[0].pk).update(spectators=False)
    for game in tables:
        for handle in ("bob", "carol", "dave"):
            services.join(game_key=game.key, person=person(handle))
    with pytest.raises(errors.NotFound):
        selectors.find_game(tables[0].key, person("alice"))
    seen = selectors.find_game(tables[1].key, person("alice")).view("en")
    assert (seen["you"], seen["yours"]) == (None, None)


def test_who_may_not_meet_the_host_does_not_hear_of_it_and_the_host_cannot_tell(
    opened: Callable[..., list[Game]], person: Cast
) -> None:
    relate(person=person("bob"), other=person("alice"), kind=Kind.BLOCK)
    (game,) = opened(["bob", "carol", "dave"])
    assert not Notification.objects.filter(person=person("bob")).exists()
    assert not Feed.objects.filter(person=person("bob")).exists()
    assert selectors.list_games(which="invited", viewer=person("bob")) == ([], None)
    listed = selectors.list_invitations(key=game.key, viewer=person("alice"))
    assert {(one["handle"], one["state"]) for one in listed} == {
        *(("bob", "open"), ("carol", "open"), ("dave", "open"))
    }


def test_a_block_by_who_sits_there_hides_no_table_from_who_has_opened_it(
    game: Game, person: Cast
) -> None:
    """Else its host would learn of the block, and nobody could close the table."""
    made = services.invite(game_key=game.key, person=person("alice"))
    services.join(game_key=game.key, person=person("bob"))
    relate(person=person("bob"), other=person("alice"), kind=Kind.BLOCK)
    assert selectors.find_game(game.key, person("alice")).view("en")["status"] == "gathering"
    assert selectors.find_by_link(made.token.reveal(), None).table.key == game.key
    services.cancel(game_key=game.key, person=person("alice"))
    assert selectors.find_game(game.key, person("alice")).view("en")["status"] == "cancelled"


def test_everything_that_is_wrong_is_named_and_nothing_is_opened(person: Cast) -> None:
    for handle in ("bob", "carol", "dave"):
        person(handle)
    alice = person("alice")
    bot_of(alice)
    tables = [
        wanted("bob", "carol", "nobody", "BOB"),
        wanted("bob", "carol", "dave"),
        wanted("alice", "hal", "bob"),
        wanted("bob", "carol"),
        wanted("bob", "carol", "dave", name=" "),
    ]
    with pytest.raises(errors.BadTables) as asked:
        services.open_tables(person=alice, tables=tables, set="oriflamme", rated=True, blind=True)
    assert wrong(asked) == [
        *("tables.0.players.2", "tables.0.players.3", "blind"),
        *("tables.2.players", "tables.2.players", "tables.3.players", "tables.4.name"),
    ]
    assert not Game.objects.exists()
    assert not Notification.objects.exists()


def test_so_many_may_wait_and_so_many_be_asked_a_day(
    opened: Callable[..., list[Game]], person: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "MOST_WAITING", 2)
    (first, _) = opened(*[["bob", "carol", "dave"]] * 2)
    with pytest.raises(errors.NotAllowed):
        opened(["bob", "carol", "dave"])
    services.cancel(game_key=first.key, person=person("alice"))
    monkeypatch.setattr(opening, "MOST_A_DAY", 8)
    with pytest.raises(errors.NotAllowed):
        opened(["bob", "carol", "dave"])
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        opened(["bob", "carol", "dave"])


def test_one_table_alone_can_wait_for_all_who_are_asked(person: Cast) -> None:
    facts: dict[str, Any] = {"name": "Ours", "set": "oriflamme", "seats": 3, "start": "asked"}
    alice, guests = person("alice"), [person("bob"), person("carol")]
    for settings in ({}, {"join": "invitation", "anonymous": True}):
        with pytest.raises(errors.BadTable):
            services.create_game(person=alice, **facts, **settings)
    game = services.create_game(
        person=alice, **facts, join="invitation", invite=[guest.handle for guest in guests]
    )
    for guest in guests:
        services.join(game_key=game.key, person=guest)
    assert status(game) == "running"


def test_a_host_who_is_erased_is_named_nowhere(game: Game, person: Cast) -> None:
    services.join(game_key=game.key, person=person("bob"))
    erase(person=person("alice"))
    assert selectors.find_game(game.key, person("bob")).view("en")["creator"] is None
    assert set(game.invitations.values_list("state", flat=True)) == {"accepted", "withdrawn"}


def test_a_table_of_a_host_who_is_erased_closes_and_who_waits_is_told(
    opened: Callable[..., list[Game]], person: Cast
) -> None:
    """Nobody is left to ask anybody in the place of who declines."""
    games = opened(["bob", "carol", "dave"], ["alice", "bob", "carol"])
    for game in games:
        services.join(game_key=game.key, person=person("bob"))
    erase(person=person("alice"))
    assert [status(game) for game in games] == ["cancelled", "cancelled"]
    told = Notification.objects.filter(kind="table closed")
    assert [one.person for one in told] == [person("bob")] * 2


@pytest.mark.parametrize("became", ["running", "cancelled"])
def test_a_host_goes_also_if_their_table_begins_or_closes_at_that_very_moment(
    game: Game, person: Cast, monkeypatch: pytest.MonkeyPatch, became: str
) -> None:
    honest = blocks_and_erasure._lock

    def waits(games: QuerySet[Game]) -> list[Game]:
        found = [one.pk for one in games]
        if became == "running":
            for handle in ("bob", "carol", "dave"):
                services.join(game_key=game.key, person=person(handle))
        else:
            services.cancel(game_key=game.key, person=person("alice"))
        return honest(Game.objects.filter(pk__in=found))

    monkeypatch.setattr(blocks_and_erasure, "_lock", waits)
    erase(person=person("alice"))
    assert status(game) == became
    assert User.objects.get(pk=game.creator_id).erased_at


def test_who_plays_too_does_not_count_among_those_they_ask(
    opened: Callable[..., list[Game]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "MOST_A_DAY", 4)
    assert len(opened(*[["alice", "bob", "carol"]] * 2)) == 2

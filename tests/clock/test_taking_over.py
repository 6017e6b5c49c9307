"""A seat that nobody sits on any more, and who plays on there."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from accounts.services.relations import Kind, relate
from games import errors, selectors, services
from games.models import FormerPlayer, Game
from games.models.conduct import conduct_of
from games.selectors.copying import export
from games.services import blocks_and_erasure
from notifications.models import Notification
from tests import bounded
from tests.clock.conftest import Traveller, at
from tests.games.conftest import OpenTable, decider, give_away, move_on, play_out

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


@pytest.fixture
def game(traveller: Traveller, open_table: OpenTable, person: Cast) -> Game:
    """Alice, who has left her seat after a few moves."""
    game = open_table("alice", "bob", "carol", talk="full")
    services.say(game_key=game.key, person=person("bob"), text="to all")
    alice = game.chairs.get(person=person("alice")).number
    assert alice is not None
    services.say(game_key=game.key, person=person("bob"), text="to her alone", to_seat=alice)
    move_on(game, 4)
    services.resign(game_key=game.key, person=person("alice"))
    traveller.go(minutes=1)
    return at(game)


def seat(game: Game) -> int:
    number = game.chairs.get(stand_in=True).number
    assert number is not None
    return number


def offered(viewer: User) -> list[str]:
    return [one["id"] for one in selectors.list_games(which="to_take_over", viewer=viewer)[0]]


def take(game: Game, person: User, number: int) -> None:
    services.take_over(game_key=game.key, person=person, seat=number)


def test_a_seat_is_offered_found_and_taken(game: Game, person: Cast, alice: User) -> None:
    erin, number = person("erin"), seat(game)
    with pytest.raises(errors.NotAllowed):
        take(game, erin, number)
    assert offered(erin) == []
    give_away(game, number)
    assert offered(erin) == [game.key]
    knew = selectors.find_game(game.key, alice).table
    take(game, erin, number)
    assert offered(erin) == []
    view = selectors.find_game(game.key, erin).view("en")
    assert knew.chair_of(alice.pk) is not None
    assert view["you"] == number
    assert view["yours"]["hand"]
    assert selectors.find_game(game.key, alice).view("en")["you"] is None
    former = FormerPlayer.objects.get()
    assert (former.person, former.number, former.from_seq, former.until_seq) == (
        alice,
        number,
        0,
        game.seq,
    )
    bound = bounded()
    while next(bound) and decider(game) != erin:
        move_on(game)
    move_on(game)


def test_the_newcomer_sees_what_the_seat_saw_and_none_of_its_private_letters(
    game: Game, person: Cast, traveller: Traveller
) -> None:
    erin, number = person("erin"), seat(game)
    give_away(game, number)
    take(game, erin, number)
    said = selectors.talk(key=game.key, viewer=erin)
    assert [one["text"] for one in said] == ["to all"]
    assert selectors.unread(erin) == {}
    traveller.go(minutes=1)
    services.say(game_key=game.key, person=person("bob"), text="welcome", to_seat=number)
    assert selectors.unread(erin) == {game.key: 1}
    assert [one["text"] for one in selectors.talk(key=game.key, viewer=erin)][1:] == ["welcome"]
    doors = [
        row["door"]
        for row in selectors.log(key=game.key, viewer=erin, lang="en")
        if row["seat"] == number
    ]
    assert set(doors) <= {None}


def test_what_the_former_player_said_is_not_the_newcomers(
    open_table: OpenTable, person: Cast, traveller: Traveller
) -> None:
    game = open_table("alice", "bob", "carol")
    services.say(game_key=game.key, person=person("alice"), text="I am off")
    services.resign(game_key=game.key, person=person("alice"))
    traveller.go(minutes=1)
    give_away(game, seat(game))
    take(game, person("erin"), seat(game))
    (said,) = selectors.talk(key=game.key, viewer=person("bob"))
    assert (said["text"], said["player"]) == ("I am off", None)
    blocks_and_erasure.erase(person("erin"))
    assert selectors.talk(key=game.key, viewer=person("bob"))[0]["text"] == "I am off"
    blocks_and_erasure.erase(person("alice"))
    assert selectors.talk(key=game.key, viewer=person("bob"))[0]["text"] == ""


@pytest.mark.parametrize(("who", "whom"), [("bob", "erin"), ("erin", "bob")])
def test_who_may_not_meet_the_table_finds_no_seat_there(
    game: Game, person: Cast, who: str, whom: str
) -> None:
    relate(person=person(who), other=person(whom), kind=Kind.BLOCK)
    give_away(game, seat(game))
    assert offered(person("erin")) == []
    with pytest.raises(errors.NotAllowed, match="not offered"):
        take(game, person("erin"), seat(game))


def test_nobody_plays_two_seats_of_one_game(game: Game, person: Cast, alice: User) -> None:
    number = seat(game)
    give_away(game, number)
    for seated in ("bob", "alice"):
        with pytest.raises(errors.AlreadySeated):
            take(game, person(seated), number)
    take(game, person("erin"), number)
    services.resign(game_key=game.key, person=person("carol"))
    other = seat(game)
    give_away(game, other)
    with pytest.raises(errors.NotAllowed, match="one seat"):
        take(game, alice, other)


def test_a_seat_whose_player_is_there_is_not_offered(game: Game, person: Cast) -> None:
    theirs = game.chairs.get(person=person("carol")).number
    assert theirs is not None
    with pytest.raises(errors.NotAllowed):
        services.offer_seat(game_key=game.key, person=person("bob"), seat=theirs)
    with pytest.raises(errors.NotAtTable):
        services.offer_seat(game_key=game.key, person=person("mallory"), seat=seat(game))


def test_to_a_table_that_nobody_watches_one_is_invited(
    game: Game, person: Cast, mallory: User
) -> None:
    Game.objects.filter(pk=game.pk).update(spectators=False)
    bob, erin = person("bob"), person("erin")
    with pytest.raises(errors.NotGathering):
        services.invite(game_key=game.key, person=bob, handle="erin")
    give_away(game, seat(game))
    with pytest.raises(errors.NotAllowed):
        services.invite(game_key=game.key, person=bob)
    services.invite(game_key=game.key, person=bob, handle="erin")
    invited, _next = selectors.list_games(which="invited", viewer=erin)
    assert [one["seats_offered"] for one in invited] == [[seat(game)]]
    with pytest.raises(errors.NotFound):
        take(game, mallory, seat(game))
    take(game, erin, seat(game))
    assert selectors.list_games(which="invited", viewer=erin)[0] == []
    assert game.invitations.get(person=erin).state == "accepted"


def test_a_former_player_keeps_a_copy_and_a_merged_account_keeps_the_history(
    game: Game, person: Cast, alice: User
) -> None:
    give_away(game, seat(game))
    take(game, person("erin"), seat(game))
    (kept,) = export(alice)["seats_given_up"]
    assert kept["game"] == game.key
    assert [one["text"] for one in kept["talk"]] == ["to her alone"]
    assert all(move["door"] == "api" for move in kept["moves"])
    blocks_and_erasure.merge(person("dave"), alice)
    assert FormerPlayer.objects.get().person == person("dave")


def test_an_absent_player_who_returns_has_the_seat(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    own: dict[str, Any] = {"seconds_per_move": 60}
    game = open_table("alice", "bob", "carol", pace=own)
    late = decider(game)
    bound = bounded()
    while next(bound) and not game.chairs.filter(person=late, stand_in=True).exists():
        if decider(game) == late:
            traveller.wait(minutes=1)
        else:
            move_on(game)
    give_away(game, seat(game))
    assert Notification.objects.filter(kind="seat in doubt", person=late).count() == 1
    with pytest.raises(errors.NotAllowed, match="not offered"):
        take(game, person("erin"), seat(game))
    assert services.open_seats() == 0
    traveller.go(minutes=11)
    assert services.open_seats() == 1
    assert offered(person("erin")) == [game.key]
    services.return_to_seat(game_key=game.key, person=late)
    assert offered(person("erin")) == []
    with pytest.raises(errors.NotAllowed):
        take(game, person("erin"), 0)


def test_one_voice_gives_no_seat_of_a_rated_table_away(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", "dave", rated=True)
    services.resign(game_key=game.key, person=person("alice"))
    for name, is_enough in (("bob", False), ("bob", False), ("carol", True)):
        services.offer_seat(game_key=game.key, person=person(name), seat=seat(game))
        assert (offered(person("erin")) == [game.key]) == is_enough
    services.offer_seat(game_key=game.key, person=person("bob"), seat=seat(game), offered=False)
    assert offered(person("erin")) == []
    services.resign(game_key=game.key, person=person("carol"))
    services.resign(game_key=game.key, person=person("dave"))
    gone = game.chairs.get(person=person("alice")).number
    services.offer_seat(game_key=game.key, person=person("bob"), seat=gone)
    assert offered(person("erin")) == []


def test_half_of_those_who_are_there_give_no_seat_away(
    traveller: Traveller, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", "dave", "erin")
    services.resign(game_key=game.key, person=person("alice"))
    for name, is_enough in (("bob", False), ("carol", False), ("dave", True)):
        services.offer_seat(game_key=game.key, person=person(name), seat=seat(game))
        assert (offered(person("frank")) == [game.key]) == is_enough


def test_who_gave_a_seat_up_sees_a_private_game_to_its_end(
    game: Game, person: Cast, alice: User
) -> None:
    Game.objects.filter(pk=game.pk).update(spectators=False)
    give_away(game, seat(game))
    erin = person("erin")
    services.invite(game_key=game.key, person=person("bob"), handle="erin")
    take(game, erin, seat(game))
    view = selectors.find_game(game.key, alice).view("en")
    assert (view["you"], view["yours"]) == (None, None)
    play_out(game)
    found = selectors.find_game(game.key, alice)
    assert found.view("en")["result"] is not None
    assert found.stays  # a stream tells them the end, too
    assert not selectors.find_game(game.key, erin).stays
    with pytest.raises(errors.NotFound):
        selectors.find_game(game.key, person("mallory"))


def test_who_takes_a_seat_and_leaves_it_has_missed_what_came_then(game: Game, person: Cast) -> None:
    give_away(game, seat(game))
    take(game, person("erin"), seat(game))
    services.resign(game_key=game.key, person=person("erin"))
    bound = bounded()
    while next(bound) and (services.let_bots_move(game_key=game.key) or game.status == "running"):
        game.refresh_from_db()
        if game.status == "running":
            move_on(game)
    assert conduct_of(person("erin").pk, "UTC").share < 100

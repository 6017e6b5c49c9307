"""Friends are quick to invite: with the table, and from a list."""

import pytest

from accounts.models import User
from accounts.services import bots, relations
from accounts.services.relations import Kind
from games import errors, selectors, services
from games.models import Game, Invitation
from notifications.models import Notification
from tests.accounts.test_rights import api_key
from tests.api.conftest import ApiClient
from tests.conftest import Cast
from tests.games.conftest import OpenTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def friends(alice: User, person: Cast) -> list[User]:
    found = [person(handle) for handle in ("bob", "carol", "dave")]
    for friend in found:
        relations.relate(person=alice, other=friend, kind=Kind.FRIEND)
    return found


def told(game: Game, viewer: User) -> dict[str, str | None]:
    return {
        friend["handle"]: friend["why_not"]
        for friend in selectors.list_friends(key=game.key, viewer=viewer)
    }


def test_a_table_is_opened_with_its_guests(alice: User, friends: list[User]) -> None:
    program = ApiClient(api_key(alice, ["organise"]))
    asked = {"name": "Friday", "set": "oriflamme", "seats": 4, "join": "invitation"}
    made = program.post("games", asked | {"invite": ["bob", "Carol", "BOB"]})
    assert made.status_code == 201, made.content
    invited = Invitation.objects.filter(game__key=made.json()["id"])
    assert {row.person.handle for row in invited if row.person} == {"bob", "carol"}
    assert Notification.objects.filter(kind="invitation").count() == 2


@pytest.mark.parametrize("wrong", ["nobody", "alice"])
def test_with_one_guest_who_cannot_be_there_is_no_table(
    alice: User, friends: list[User], wrong: str
) -> None:
    program = ApiClient(api_key(alice, ["organise"]))
    asked = {"name": "Friday", "set": "oriflamme", "seats": 4, "invite": ["bob", wrong]}
    answer = program.post("games", asked)
    assert answer.status_code in {403, 409}
    assert not Game.objects.exists()
    assert not Notification.objects.filter(kind="invitation").exists()


def test_the_list_says_who_may_still_be_asked(
    alice: User, friends: list[User], open_table: OpenTable
) -> None:
    game = open_table("alice", "bob", seats=5)
    services.invite(game_key=game.key, person=alice, handle="carol")
    assert told(game, alice) == {"bob": "seated", "carol": "invited", "dave": None}


def test_a_bot_may_be_asked_exactly_where_it_may_sit(
    alice: User, person: Cast, open_table: OpenTable
) -> None:
    robin = bots.make_bot(owner=person("bob"), handle="robin")
    relations.relate(person=alice, other=robin, kind=Kind.FRIEND)
    for wishes in ({}, {"fill_with_bots": True}, {"fill_with_bots": True, "anonymous": True}):
        game = open_table("alice", seats=4, **wishes)
        may_be_asked = told(game, alice)["robin"] is None
        try:
            services.join(game_key=game.key, person=robin)
            may_sit = True
        except errors.NotAllowed:
            may_sit = False
        assert may_be_asked == may_sit, wishes


def test_the_list_tells_neither_of_a_block_nor_of_a_mute(
    alice: User, friends: list[User], open_table: OpenTable
) -> None:
    game = open_table("alice", seats=4)
    before = selectors.list_friends(key=game.key, viewer=alice)
    relations.relate(person=friends[0], other=alice, kind=Kind.BLOCK)
    relations.relate(person=friends[1], other=alice, kind=Kind.MUTE)
    assert selectors.list_friends(key=game.key, viewer=alice) == before


def test_the_list_does_not_tell_who_sits_at_an_anonymous_table(
    alice: User, friends: list[User], person: Cast, open_table: OpenTable
) -> None:
    game = open_table("alice", seats=5, anonymous=True)
    services.invite(game_key=game.key, person=alice, handle="carol")
    before = told(game, alice)
    services.join(game_key=game.key, person=friends[0])
    services.invite(game_key=game.key, person=friends[0], handle="dave")
    assert told(game, alice) == before == {"bob": None, "carol": "invited", "dave": None}


def test_an_address_stays_an_address(
    alice: User, friends: list[User], open_table: OpenTable
) -> None:
    """Else the list would tell whose it is."""
    game = open_table("alice", seats=4)
    services.invite(game_key=game.key, person=alice, address="bob@example.test")
    assert told(game, alice)["bob"] is None


def test_the_list_is_for_who_sits_at_a_table_that_gathers(
    alice: User, friends: list[User], mallory: User, open_table: OpenTable
) -> None:
    with pytest.raises(errors.NotAtTable):
        selectors.list_friends(key=open_table("alice", seats=4).key, viewer=mallory)
    with pytest.raises(errors.NotGathering):
        selectors.list_friends(key=open_table("alice", "bob").key, viewer=alice)


def test_by_api_the_list_has_its_shape(
    alice: User, friends: list[User], open_table: OpenTable
) -> None:
    game = open_table("alice", seats=4)
    program = ApiClient(api_key(alice, ["organise"]))
    assert program.get(f"games/{game.key}/friends").json()[0] == {
        "handle": "bob",
        "name": "bob",
        "bot": False,
        "may_be_invited": True,
        "why_not": None,
    }

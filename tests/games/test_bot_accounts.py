"""Accounts of bots: where they may sit, how many seats they have, and how everybody sees them."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from accounts.services import bots
from games import errors, selectors, services
from games.models import Seat
from tests.games.conftest import OpenTable

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


@pytest.fixture
def robin(alice: User) -> User:
    """A bot of Alice's."""
    return bots.make_bot(owner=alice, handle="robin")


def test_a_bot_sits_only_where_bots_are_welcome(
    open_table: OpenTable, robin: User, alice: User
) -> None:
    people_only, welcome = (
        open_table("bob", seats=4),
        open_table("bob", seats=4, fill_with_bots=True),
    )
    with pytest.raises(errors.NotAllowed, match="not welcome"):
        services.join(game_key=people_only.key, person=robin)
    with pytest.raises(errors.NotAllowed, match="not welcome"):
        services.join_by_link(token=people_only.link, person=robin)
    services.join(game_key=welcome.key, person=robin)
    for view in (
        selectors.find_game(welcome.key, None).view("en")["seats"],
        [
            {"player": one}
            for one in selectors.list_games(which="open", viewer=None)[0][0]["players"]
        ],
    ):
        assert [seat["player"]["bot"] for seat in view] == [False, True]


@pytest.mark.parametrize("rated", [{"rated": True}, {"anonymous": True}, {}])
def test_a_bot_opens_no_table_at_which_it_may_not_sit(robin: User, rated: dict[str, Any]) -> None:
    with pytest.raises(errors.NotAllowed):
        services.create_game(person=robin, name="x", set="oriflamme", seats=3, **rated)
    services.create_game(person=robin, name="x", set="oriflamme", seats=3, fill_with_bots=True)


def test_a_bot_takes_no_rated_or_anonymous_seat(open_table: OpenTable, robin: User) -> None:
    rated = open_table("bob", seats=4, rated=True)
    hidden = open_table("bob", seats=4, anonymous=True, fill_with_bots=True)
    for game, why in ((rated, "between people"), (hidden, "shall know")):
        with pytest.raises(errors.NotAllowed, match=why):
            services.join(game_key=game.key, person=robin)


def test_a_bot_has_only_so_many_seats_at_a_time(
    open_table: OpenTable, robin: User, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "MOST_TABLES", 2)
    tables = [open_table("bob", seats=4, fill_with_bots=True) for _ in range(3)]
    for game in tables[:2]:
        services.join(game_key=game.key, person=robin)
    with pytest.raises(errors.NotAllowed, match="sits at 2 tables"):
        services.join(game_key=tables[2].key, person=robin)
    services.leave(game_key=tables[0].key, person=robin)
    services.join(game_key=tables[2].key, person=robin)
    assert Seat.objects.filter(person=robin).count() == 2
    # Its owner has a limit of nobody's making, at tables where it does not sit.
    for game in [open_table("bob", seats=4) for _ in range(3)]:
        services.join(game_key=game.key, person=alice)


def test_a_rated_seat_wants_a_verified_address(open_table: OpenTable, person: Cast) -> None:
    game = open_table("alice", "bob", seats=4, rated=True)
    carol = person("carol")
    User.objects.filter(pk=carol.pk).update(email_is_verified=False)
    carol.refresh_from_db()
    with pytest.raises(errors.NotAllowed, match="Verify your mail address"):
        services.join(game_key=game.key, person=carol)
    with pytest.raises(errors.NotAllowed, match="Verify your mail address"):
        services.create_game(person=carol, name="x", set="oriflamme", seats=3, rated=True)
    services.join(game_key=open_table("alice", seats=4).key, person=carol)

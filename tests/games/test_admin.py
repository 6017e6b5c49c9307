"""Staff may play too: the admin's pages show no secret of a game."""

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.models import Game
from tests.games.conftest import OpenTable, move_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss", "boss@example.test", "a-long-secret"))
    return client


def pages(staff: Client, game: Game) -> str:
    paths = [
        *(f"/admin/games/{model}/" for model in ("game", "seat", "invitation")),
        f"/admin/games/game/{game.pk}/change/",
    ]
    answers = [staff.get(path, secure=True) for path in paths]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(answer.content.decode() for answer in answers)


def test_no_hand_seed_or_link_is_shown(staff: Client, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 4)
    game.refresh_from_db()
    shown = pages(staff, game)
    assert game.key in shown
    for secret in (game.link.reveal(), game.seed.reveal().hex(), '"hands"', "&quot;hands&quot;"):
        assert secret not in shown


def test_nobody_is_named_at_an_anonymous_table(staff: Client, open_table: OpenTable) -> None:
    shown = pages(staff, open_table("alice", "bob", "carol", anonymous=True))
    for handle in ("alice", "bob", "carol"):
        assert f">{handle}<" not in shown


def test_an_invitation_opens_without_its_link_and_the_address_of_a_stranger(
    staff: Client, open_table: OpenTable
) -> None:
    alice = open_table("alice", "bob", "carol").creator
    game = services.create_game(person=alice, name="x", set="oriflamme", seats=3, join="link")
    made = services.invite(game_key=game.key, person=alice, address="dora@example.test")
    page = staff.get(f"/admin/games/invitation/{made.pk}/change/", secure=True)
    assert page.status_code == 200
    shown = page.content.decode()
    assert [one for one in (made.token.reveal(), "dora@") if one in shown] == []


def test_nothing_is_changed_here(staff: Client, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    for path in ("add/", f"{game.pk}/delete/"):
        assert staff.get(f"/admin/games/game/{path}", secure=True).status_code == 403
    answer = staff.post(f"/admin/games/game/{game.pk}/change/", {"name": "Mine"}, secure=True)
    assert answer.status_code == 403

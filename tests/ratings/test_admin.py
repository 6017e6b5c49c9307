"""Staff annul a game and take it back: with a reason, in the trail, never at their own table."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import SecurityEvent, User
from games import errors
from games.models import Game
from games.ratings import services
from games.ratings.models import Annulment
from tests.ratings.conftest import Ended, standing, was_there

pytestmark = pytest.mark.django_db

ADD = "/admin/ratings/annulment/add/"


@pytest.fixture
def sam(client: Client, person: Callable[[str], User]) -> User:
    """A moderator at their browser."""
    sam = person("sam")
    sam.is_staff = True
    sam.save(update_fields=["is_staff"])
    sam.groups.set(Group.objects.filter(name="moderator"))
    client.force_login(sam)
    return sam


def post(client: Client, path: str, **sent: str) -> str:
    answer = client.post(path, sent, secure=True, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def told(staff: User) -> list[str]:
    events = SecurityEvent.objects.filter(staff=staff, kind="as staff").order_by("pk")
    return list(events.values_list("about", flat=True))


def test_a_game_is_annulled_and_counts_again(client: Client, sam: User, ended: Ended) -> None:
    game = ended(["alice", "bob", "carol"])
    before = {who: row.mu for who, row in standing().items()}
    post(client, ADD, game=game.key, reason="Two accounts of one person.")
    assert standing() == {}
    path = f"/admin/ratings/annulment/{game.pk}/change/"
    page = client.get(path, secure=True).content.decode()
    assert "Two accounts of one person." in page
    assert "errorlist" in post(client, path, reason=" ")
    assert Annulment.objects.count() == 1
    post(client, path, reason="They are brothers.")
    assert {who: row.mu for who, row in standing().items()} == before
    assert told(sam) == [
        f"annulled game {game.key}: Two accounts of one person.",
        f"let game {game.key} count again: They are brothers.",
    ]


@pytest.mark.parametrize(
    ("key", "said"), [("nonsense", "Select a valid choice"), ("running", "that is over")]
)
def test_what_cannot_be_annulled_says_why(
    client: Client, sam: User, ended: Ended, key: str, said: str
) -> None:
    game = ended(["alice", "bob", "carol"], status="running", state="{}", to_move=0)
    Game.objects.update(ended_at=None)
    shown = post(client, ADD, game=game.key if key == "running" else key, reason="x")
    assert said in shown
    assert not Annulment.objects.exists()


def test_a_game_that_runs_is_annulled_through_no_door(ended: Ended) -> None:
    game = ended(["alice", "bob", "carol"], status="running", state="{}", to_move=0)
    game.ended_at = None
    with pytest.raises(errors.NotAllowed, match="that is over"):
        services.annul(game=game, reason="x")
    assert not Annulment.objects.exists()


def test_nobody_annuls_where_they_played(client: Client, sam: User, ended: Ended) -> None:
    game = ended(["alice", "sam", "carol"])
    assert "You played there yourself" in post(client, ADD, game=game.key, reason="x")
    services.annul(game=game, reason="x")
    path = f"/admin/ratings/annulment/{game.pk}/change/"
    assert "You played there yourself" in post(client, path, reason="x")
    assert Annulment.objects.count() == 1


def test_nobody_annuls_where_they_gave_up_a_seat(client: Client, sam: User, ended: Ended) -> None:
    game = ended(["alice", "bob", "carol"])
    was_there(game, sam, seat=1, until_seq=3)
    assert "You played there yourself" in post(client, ADD, game=game.key, reason="x")
    assert not Annulment.objects.exists()


def test_annulling_twice_is_annulling_once(sam: User, ended: Ended) -> None:
    game = ended(["alice", "bob", "carol"])
    for _ in range(2):
        services.annul(game=game, reason="x", by=sam)
    assert len(told(sam)) == 1
    for _ in range(2):
        services.reinstate(game=game, reason="y", by=sam)
    assert len(told(sam)) == 2


def test_the_page_of_a_game_leads_there(client: Client, sam: User, ended: Ended) -> None:
    game = ended(["alice", "bob", "carol"])
    shown = client.get(f"/admin/games/game/{game.pk}/change/", secure=True).content.decode()
    assert f"{ADD}?game={game.key}" in shown
    assert game.key in client.get(f"{ADD}?game={game.key}", secure=True).content.decode()

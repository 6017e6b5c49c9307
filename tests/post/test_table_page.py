"""Where the links of letters and invitations lead."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import relations
from accounts.services.relations import Kind
from games import selectors, services
from games.models import Game, Invitation
from tests import bounded
from tests.conftest import Cast

pytestmark = pytest.mark.django_db


def browser(person: User | None = None) -> Client:
    client = Client()
    if person:
        client.force_login(person)
    return client


def get(client: Client, path: str) -> tuple[int, str]:
    answer = client.get(path, secure=True)
    return answer.status_code, answer.headers.get("Location") or answer.content.decode()


@pytest.fixture
def game(person: Cast) -> Game:
    return services.create_game(
        person=person("alice"), name="Friday", set="oriflamme", seats=3, join="link"
    )


def fill(game: Game, person: Cast) -> None:
    for handle in ("bob", "carol"):
        services.join_by_link(token=game.link.reveal(), person=person(handle))


def test_mallory_learns_not_even_that_it_is_there(game: Game, person: Cast) -> None:
    fill(game, person)
    stranger, mallory = browser(), browser(person("mallory"))
    none = "2" * 16
    for client in (stranger, mallory):
        status, shown = get(client, f"/games/{game.key}")
        assert (status, shown.replace(game.key, none)) == get(client, f"/games/{none}")
    assert get(mallory, f"/games/{none}")[0] == 404


def test_a_table_that_gathers_says_who_is_there(game: Game, person: Cast) -> None:
    status, page = get(browser(person("alice")), f"/games/{game.key}")
    assert status == 200
    assert "alice" in page
    assert "2 seats are free" in page


def test_a_finished_table_is_open_to_its_players(game: Game, person: Cast) -> None:
    fill(game, person)
    for handle in ("alice", "bob", "carol"):
        services.resign(game_key=game.key, person=person(handle))
    bound = bounded()
    while next(bound) and selectors.find_game(game.key, person("alice")).table.status == "running":
        services.let_bots_move(game_key=game.key)
    status, page = get(browser(person("alice")), f"/games/{game.key}")
    assert status == 200
    assert "is over" in page


def test_a_link_shows_the_table_and_gives_a_seat_when_asked(game: Game, person: Cast) -> None:
    bob = browser(person("bob"))
    status, page = get(bob, f"/join/{game.link.reveal()}")
    assert status == 200
    assert "Friday" in page
    assert game.chairs.count() == 1  # looking changes nothing
    answer = bob.post(f"/join/{game.link.reveal()}", secure=True)
    assert (answer.status_code, answer["Location"].endswith(f"/games/{game.key}")) == (303, True)
    assert game.chairs.count() == 2


def test_a_stranger_signs_in_first(game: Game) -> None:
    answer = browser().post(f"/join/{game.link.reveal()}", secure=True)
    assert answer.status_code == 302
    assert "login" in answer["Location"]


def test_a_seat_is_not_given_to_a_forged_form(game: Game, person: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("bob"))
    assert client.post(f"/join/{game.link.reveal()}", secure=True).status_code == 403
    assert game.chairs.count() == 1


@pytest.fixture
def friends(person: Cast) -> list[User]:
    found = [person("bob"), person("carol")]
    for friend in found:
        relations.relate(person=person("alice"), other=friend, kind=Kind.FRIEND)
    return found


def test_one_press_on_the_tables_page_invites_a_friend(
    game: Game, person: Cast, friends: list[User]
) -> None:
    page = browser(person("alice"))
    assert "Invite carol" in get(page, f"/games/{game.key}")[1]
    pressed = page.post(f"/games/{game.key}/invite", {"handle": "carol"}, secure=True)
    assert (pressed.status_code, pressed["Location"]) == (303, f"/games/{game.key}")
    assert Invitation.objects.get().person == friends[1]
    shown = get(page, f"/games/{game.key}")[1]
    assert "Invite carol" not in shown
    assert "is invited" in shown


def test_the_button_is_for_those_at_the_table(
    game: Game, person: Cast, friends: list[User]
) -> None:
    alice, mallory = person("alice"), person("mallory")
    relations.relate(person=mallory, other=friends[0], kind=Kind.FRIEND)
    path = f"/games/{game.key}/invite"
    assert browser(mallory).post(path, {"handle": "bob"}, secure=True).status_code == 404
    assert browser().post(path, {"handle": "bob"}, secure=True)["Location"].startswith("/account/")
    # Without a name it would be a link for whoever holds it.
    assert browser(alice).post(path, secure=True)["Location"] == f"/games/{game.key}"
    assert not Invitation.objects.exists()

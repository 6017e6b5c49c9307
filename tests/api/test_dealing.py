"""Programs contribute to a deal when they sit down, and read the paper to check it by."""

import pytest

from games.models import Game
from tests.api.conftest import ClientOf

pytestmark = pytest.mark.django_db

WISHES = {"name": "Fair", "set": "oriflamme", "seats": 3, "join": "link"}
ONES = [f"{number}" * 64 for number in range(3)]


def test_each_door_takes_a_contribution_and_the_paper_shows_them_once_dealt(
    client_of: ClientOf,
) -> None:
    alice, bob, carol = client_of("alice"), client_of("bob"), client_of("carol")
    key = alice.post("games", WISHES).json()["id"]
    game = Game.objects.get(key=key)
    put = alice.ask("PUT", f"games/{key}/contribution", {"contribution": ONES[0]})
    assert put.status_code == 200
    assert put.json()["contributions"][0]["value"] == ONES[0]
    path = f"games/{key}/seats"
    assert bob.post(path, {"token": game.link.reveal(), "contribution": ONES[1]}).status_code == 201
    before = alice.get(f"games/{key}/deal").json()
    assert [one["value"] for one in before["contributions"]] == [ONES[0], None]
    assert (
        carol.post(f"links/{game.link.reveal()}", {"contribution": ONES[2].upper()}).status_code
        == 201
    )
    after = alice.get(f"games/{key}/deal").json()
    assert [one["value"] for one in after["contributions"]] == ONES
    assert [one["by_site"] for one in after["contributions"]] == [False] * 3
    assert after["commitment"] == before["commitment"]
    assert after["marks"] == before["marks"]
    assert after["seed"] is None
    assert alice.get(f"games/{key}").json()["deal"]["scheme"] == 2


@pytest.mark.parametrize("wrong", ["", "0" * 63, "0" * 65, "g" * 64, 5, None, ["0" * 64]])
def test_what_is_no_32_bytes_in_hex_is_refused(client_of: ClientOf, wrong: object) -> None:
    alice, bob = client_of("alice"), client_of("bob")
    key = alice.post("games", WISHES | {"join": "open"}).json()["id"]
    for client, method, path in (
        (bob, "POST", f"games/{key}/seats"),
        (alice, "PUT", f"games/{key}/contribution"),
    ):
        answer = client.ask(method, path, {"contribution": wrong})
        assert answer.status_code in {400, 422}, answer.content
        assert "contribution" in str(answer.json()["errors"])

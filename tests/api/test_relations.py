"""Who may not meet: by API too, such a table looks like none."""

import pytest

from accounts.services.relations import Kind, relate
from games import services
from tests.api.conftest import ApiClient, ClientOf, lasting
from tests.conftest import Cast

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("who", "whom"), [("bob", "mallory"), ("mallory", "bob")])
def test_the_refusal_is_that_of_a_table_that_never_was(
    client_of: ClientOf, person: Cast, who: str, whom: str
) -> None:
    game = services.create_game(person=person("bob"), name="x", set="oriflamme", seats=3)
    before = client_of("mallory").get(f"games/{game.key}")
    assert before.status_code == 200
    relate(person=person(who), other=person(whom), kind=Kind.BLOCK)
    client = client_of("mallory")
    never = "2" * len(game.key)

    def asked(key: str, link: str) -> list[tuple[int, bytes]]:
        answers = [
            client.get(f"games/{key}"),
            client.get(f"games/{key}", If_None_Match=before["ETag"]),
            client.get(f"games/{key}/log"),
            client.get(f"games/{key}/events?wait=0"),
            client.post(f"games/{key}/seats"),
            client.post(f"games/{key}/seats", {"token": link}),
            client.get(f"links/{link}"),
            client.post(f"links/{link}"),
        ]
        return [(answer.status_code, lasting(answer)) for answer in answers]

    assert asked(game.key, game.link.reveal()) == asked(never, "2" * len(game.link.reveal()))
    assert client.get("games").json()["items"] == []
    assert len(ApiClient().get("games").json()["items"]) == 1

"""What holds somebody's own no cache keeps; who has it in hand asks by its validator."""

from django.test import Client

from accounts.models import User
from tests.api.conftest import SeatParty

NEVER = "private, no-store"


def test_answers_with_somebodys_own_are_stored_nowhere(party: SeatParty) -> None:
    table = party(3)
    client = table.clients[0]
    for path in ("", "/log", "/orders"):
        answer = client.get(f"games/{table.key}{path}")
        assert answer.status_code == 200, path
        assert answer["Cache-Control"] == NEVER, path
    for path in ("me", "me/turns"):
        answer = client.get(path)
        assert answer["Cache-Control"] == NEVER, path
    view = client.get(f"games/{table.key}")
    again = client.get(f"games/{table.key}", If_None_Match=view["ETag"])
    assert (again.status_code, again["Cache-Control"]) == (304, NEVER)


def test_pages_of_who_is_signed_in_are_stored_nowhere(alice: User, client: Client) -> None:
    client.force_login(alice)
    for path in ("/", "/account/", "/tables"):
        answer = client.get(path, secure=True, follow=True)
        assert "private" in answer["Cache-Control"]
        assert "no-store" in answer["Cache-Control"]

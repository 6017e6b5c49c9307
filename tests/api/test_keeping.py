"""What holds somebody's own no cache keeps; what has a validator is asked for each time."""

from django.test import Client

from accounts.models import User
from tests.api.conftest import SeatParty

NEVER, ASKED = "private, no-store", "private, no-cache"


def test_answers_with_somebodys_own_are_stored_nowhere(party: SeatParty) -> None:
    table = party(3)
    client = table.clients[0]
    for path in ("", "/log", "/orders"):
        answer = client.get(f"games/{table.key}{path}")
        assert answer.status_code == 200, path
        assert answer["Cache-Control"] == (ASKED if answer.has_header("ETag") else NEVER), path
    for path in ("me", "me/turns"):
        answer = client.get(path)
        assert answer["Cache-Control"] == (ASKED if answer.has_header("ETag") else NEVER), path
    view = client.get(f"games/{table.key}")
    if view.has_header("ETag"):
        again = client.get(f"games/{table.key}", If_None_Match=view["ETag"])
        assert again.status_code == 304


def test_pages_of_who_is_signed_in_are_stored_nowhere(alice: User, client: Client) -> None:
    client.force_login(alice)
    for path in ("/", "/account/", "/tables"):
        answer = client.get(path, secure=True, follow=True)
        assert "private" in answer["Cache-Control"]
        assert "no-store" in answer["Cache-Control"] or answer.has_header("ETag")

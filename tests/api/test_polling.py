"""Conditional reads: a poll that finds nothing new costs one query, and never hides what is new."""

import random
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone
from django.utils.http import http_date

from accounts.models import User
from games.api.views import tables
from games.models import Game
from games.services import blocks_and_erasure
from oriflamme_site.rest.conditional import Copies
from tests.api.conftest import ApiClient, ClientOf, SeatParty

pytestmark = pytest.mark.django_db
REAL = {name: getattr(Copies, name) for name in ("find", "keep")}


def test_a_poll_that_finds_nothing_new_costs_one_query(
    party: SeatParty, django_assert_num_queries: Any
) -> None:
    table = party()
    client = table.clients[0]
    tag = client.get(f"games/{table.key}")["ETag"]
    with django_assert_num_queries(1):
        answer = client.get(f"games/{table.key}", If_None_Match=tag)
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)


def test_who_looks_again_is_shown_the_copy_by_one_query(
    party: SeatParty, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "COPIES", Copies(2))
    for name, real in REAL.items():  # as it is, and not as other tests have it
        monkeypatch.setattr(Copies, name, real)
    table = party()
    client, other = table.clients[:2]
    first = client.get(f"games/{table.key}")
    with django_assert_num_queries(1):
        second = client.get(f"games/{table.key}")
    assert (first.content, first["ETag"]) == (second.content, second["ETag"])
    with django_assert_num_queries(2):  # nobody is shown another's
        assert other.get(f"games/{table.key}").json()["you"] != first.json()["you"]
    client.patch("me", {"time_zone": "Pacific/Auckland"})
    with django_assert_num_queries(2):
        client.get(f"games/{table.key}")
    table.move(random.Random(1))
    with django_assert_num_queries(2):
        assert client.get(f"games/{table.key}").json()["seq"] == 1


def test_who_is_called_otherwise_is_so_in_every_copy(
    party: SeatParty, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "COPIES", Copies(2))
    for name, real in REAL.items():
        monkeypatch.setattr(Copies, name, real)
    table = party(3)
    client = table.clients[0]
    tag = client.get(f"games/{table.key}")["ETag"]
    User.objects.filter(handle="bob").update(name="Robert")
    with django_assert_num_queries(2):
        again = client.get(f"games/{table.key}", If_None_Match=tag)
    assert (again.status_code, "Robert" in again.content.decode()) == (200, True)
    with django_assert_num_queries(1):
        assert client.get(f"games/{table.key}", If_None_Match=again["ETag"]).status_code == 304


def test_where_players_are_hidden_nobody_is_told_that_one_is_called_otherwise(
    party: SeatParty,
) -> None:
    table = party(3, anonymous=True)
    alice, bob = table.clients[:2]
    tags = [client.get(f"games/{table.key}")["ETag"] for client in (alice, bob)]
    User.objects.filter(handle="bob").update(name="Robert")
    polled = [
        client.get(f"games/{table.key}", If_None_Match=tag).status_code
        for client, tag in zip((alice, bob), tags, strict=True)
    ]
    assert polled == [304, 200]


def test_a_table_that_loses_the_name_of_who_has_gone_has_new_copies(
    party: SeatParty, person: Any
) -> None:
    table = party(2, name="The table of erin")
    Game.objects.update(creator=person("erin"), revision=F("revision") + 1)  # and has left
    client = table.clients[0]
    tag = client.get(f"games/{table.key}")["ETag"]
    blocks_and_erasure.erase(person("erin"))
    answer = client.get(f"games/{table.key}", If_None_Match=tag)
    assert (answer.status_code, answer.json()["name"]) == (200, "A table")


def test_the_view_costs_two_queries(party: SeatParty, django_assert_num_queries: Any) -> None:
    table = party()
    table.view(table.clients[0])
    with django_assert_num_queries(2):
        table.view(table.clients[0])
    with django_assert_num_queries(2):
        table.clients[0].get(f"games/{table.key}", If_None_Match='W/"old"')


def test_a_move_costs_a_fixed_number_of_queries(
    party: SeatParty, django_assert_num_queries: Any
) -> None:
    table = party()
    client = table.decider
    move = table.view(client)["question"]["moves"][0]["move"]
    with django_assert_num_queries(2):  # caller with the game; the write, a transaction by itself
        assert client.post(f"games/{table.key}/moves", {"seq": 0, "moves": [move]}).json()["seq"]


def test_a_move_makes_the_copy_old(party: SeatParty) -> None:
    table = party()
    client = table.clients[0]
    tag = client.get(f"games/{table.key}")["ETag"]
    table.move(random.Random(1))
    assert client.get(f"games/{table.key}", If_None_Match=tag).status_code == 200


def test_another_language_and_another_reader_have_other_copies(party: SeatParty) -> None:
    table = party()
    tags = {
        client.get(f"games/{table.key}", Accept_Language=language)["ETag"]
        for client in table.clients
        for language in ("en", "it")
    }
    assert len(tags) == 6


def test_several_tags_may_be_named(party: SeatParty) -> None:
    table = party()
    client = table.clients[0]
    tag = client.get(f"games/{table.key}")["ETag"]
    assert client.get(f"games/{table.key}", If_None_Match=f'"x", {tag}').status_code == 304
    assert client.get(f"games/{table.key}", If_None_Match="*").status_code == 304


def test_a_copy_in_hand_does_not_open_a_table_that_is_hidden(
    party: SeatParty, client_of: ClientOf
) -> None:
    table = party(spectators=True)
    mallory = client_of("mallory")
    tag = mallory.get(f"games/{table.key}")["ETag"]
    assert mallory.get(f"games/{table.key}", If_None_Match=tag).status_code == 304
    Game.objects.update(spectators=False)
    assert mallory.get(f"games/{table.key}", If_None_Match=tag).status_code == 404


@pytest.mark.usefixtures("behind_the_services")
@pytest.mark.parametrize("who", ["alice", "mallory"])
def test_a_poll_sees_what_a_read_sees(client_of: ClientOf, who: str) -> None:
    """The rule who may see a table is said twice, in Python and in SQL: it must be one rule."""
    reader = client_of(who)
    made = client_of("alice").post("games", {"name": "x", "set": "oriflamme", "seats": 3})
    key = made.json()["id"]
    answers = set()
    for join, spectators in product(Game.Join.values, [True, False]):
        for status in ("gathering", "over", "cancelled"):  # also what no service leads to
            Game.objects.update(status=status, join=join, spectators=spectators)
            plain = reader.get(f"games/{key}")
            tag = plain["ETag"] if plain.status_code == 200 else 'W/"anything"'
            polled = reader.get(f"games/{key}", If_None_Match=tag)
            answers.add((plain.status_code, polled.status_code))
    assert answers == ({(200, 304)} if who == "alice" else {(200, 304), (404, 404)})


@pytest.mark.usefixtures("behind_the_services")
def test_a_date_hides_no_name_that_was_changed_since(party: SeatParty) -> None:
    table = party()
    client = table.clients[0]
    Game.objects.update(changed_at=timezone.now() - timedelta(minutes=5))
    assert "Last-Modified" not in client.get(f"games/{table.key}")
    User.objects.filter(handle="bob").update(name="Somebody else")
    answer = client.get(f"games/{table.key}", If_Modified_Since=http_date())
    assert answer.status_code == 200
    assert "Somebody else" in answer.content.decode()


def test_long_answers_to_a_token_are_compressed_and_to_a_cookie_are_not(
    party: SeatParty, client: Any, person: Any
) -> None:
    table = party()
    asked = table.clients[0].get(f"games/{table.key}", Accept_Encoding="gzip, br")
    assert asked["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in asked["Vary"]
    client.force_login(person("alice"))
    answer = client.get(
        f"/api/v1/games/{table.key}", secure=True, headers={"Accept-Encoding": "gzip"}
    )
    assert "Content-Encoding" not in answer


def test_the_catalogue_is_kept_by_clients(stranger: ApiClient) -> None:
    cards = stranger.get("cards", Accept_Language="it")
    assert len(cards.json()) == 31
    again = stranger.get("cards", Accept_Language="it", If_None_Match=cards["ETag"])
    assert again.status_code == 304

"""Somebody as everybody may see them, by API: what their page says, and nothing beside it."""

import pytest
from django.db import connection

from accounts.models import Profile, User
from accounts.services import people
from tests import address_of
from tests.api.conftest import ApiClient
from tests.conftest import Cast

pytestmark = pytest.mark.django_db


def test_a_stranger_reads_what_somebody_says_of_themselves(alice: User) -> None:
    Profile.objects.update_or_create(
        user=alice, defaults={"about": "Ciao", "languages_read": ["it"]}
    )
    shown = ApiClient().get("people/ALICE").json()
    assert (shown["handle"], shown["about"], shown["languages_read"]) == ("alice", "Ciao", ["it"])
    assert set(shown) == {
        *("handle", "name", "bot", "owner", "languages_read", "about", "picture", "url")
    }
    assert alice.email is not None
    assert address_of(alice) not in str(shown)


def test_people_are_found_by_handle_and_name_page_by_page(person: Cast) -> None:
    for name in ("alice", "bob", "carol", "mallory"):
        person(name)
    User.objects.filter(handle="bob").update(name="Al the Great")
    stranger = ApiClient()
    first = stranger.get("people?search=AL&limit=1").json()
    rest = stranger.get(f"people?search=al&limit=1&cursor={first['next']}").json()
    found = [one["handle"] for one in first["items"] + rest["items"]]
    assert (found, rest["next"]) == (["alice", "bob"], None)
    found = stranger.get("people?search=ALL").json()["items"]
    assert [one["handle"] for one in found] == ["mallory"]


def test_nobody_is_looked_for_among_all_people() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert not people.called_with("_%_")
    for letters in ("al", "ali", "ірина", "a_b", "o-'neill"):
        plan = people.called_with(letters).order_by().explain()
        assert "Seq Scan" not in plan
        assert "accounts_handle_search" in plan
        assert "accounts_name_search" in plan


def test_who_is_not_here_yet_or_no_more_is_not_found(person: Cast) -> None:
    person("bob")
    User.objects.filter(handle="bob").update(email_is_verified=False)
    stranger = ApiClient()
    assert stranger.get("people/bob").status_code == 404
    assert stranger.get("people?search=bob").json() == {"items": [], "next": None}
    assert stranger.get("people?search=b").json()["errors"][0]["field"] == "?search"

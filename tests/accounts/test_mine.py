"""Profile, holidays and relations by API: what the pages do, by the same services."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Relation, User
from accounts.services import bots, people
from tests.accounts.signed_in import SignedIn
from tests.accounts.test_rights import api_key
from tests.api.conftest import ApiClient
from tests.api.operations import schema
from tests.conftest import Cast

pytestmark = pytest.mark.django_db
ALL = {
    "name": "Al",
    "language": "uk",
    "time_zone": "Europe/Kyiv",
    "languages_read": ["uk", "it"],
    "about": "I wander.",
    "picture_seed": "badger",
    "quiet_from": "22:30",
    "quiet_until": "07:00",
    "plays_weekends": False,
    "wishes": {"default": {"channels": ["email"], "bundle": "daily"}},
}


@pytest.fixture
def program(alice: User) -> ApiClient:
    return ApiClient(api_key(alice, ["read", "account"]))


# --- The profile -------------------------------------------------------------------------


def test_every_field_of_the_profile_is_changed_and_read_back(program: ApiClient) -> None:
    changed = program.patch("me", ALL).json()
    assert {field: changed[field] for field in ALL} == ALL
    read = program.get("me").json()
    assert {field: read[field] for field in ALL} == ALL


def test_reading_a_profile_makes_no_row(program: ApiClient, alice: User) -> None:
    assert program.get("me").json()["plays_weekends"] is True
    assert not hasattr(User.objects.get(pk=alice.pk), "profile")


def test_beside_each_field_stands_who_sees_it() -> None:
    shapes = schema()["components"]["schemas"]
    fields = {**shapes["Me"]["properties"], **shapes["PatchedProfileChange"]["properties"]}
    fields.pop("scopes")  # of the request, not of the person
    seen = ("public", "Only you see it", "Who sits at a table with you sees it")
    assert [name for name, field in fields.items() if not _says(field, seen)] == []


def _says(field: dict[str, Any], words: tuple[str, ...]) -> bool:
    return any(word in field["description"] for word in words)


@pytest.mark.parametrize(
    ("sent", "field", "status"),
    [
        ({"quiet_from": "22:00"}, "", 422),
        ({"quiet_from": "22:00", "quiet_until": "22:00"}, "", 422),
        ({"quiet_from": "25:00", "quiet_until": "07:00"}, "quiet_from", 400),
        ({"languages_read": ["tlh"]}, "languages_read.0", 400),
        ({"wishes": {"letter": {"channels": ["pigeon"], "bundle": "soon"}}}, None, 400),
        ({"wishes": {"letter": {"channels": [], "bundle": "soon", "x": 1}}}, None, 400),
        ({"wishes": {"letter": 7}}, "wishes.letter", 400),
        ({"wishes": {"x" * 41: {"channels": [], "bundle": "soon"}}}, "", 422),
        ({"wishes": {"letter": {"channels": ["email"] * 2, "bundle": "soon"}}}, "", 422),
        ({"about": "x" * 301}, "about", 400),
        ({"plays_weekends": "yes"}, "plays_weekends", 400),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    program: ApiClient, sent: dict[str, Any], field: str | None, status: int
) -> None:
    before = program.get("me").json()
    answer = program.patch("me", sent)
    assert answer.status_code == status, answer.content
    if field is not None:
        assert field in {error["field"] for error in answer.json()["errors"]}
    assert program.get("me").json() == before


def test_quiet_hours_are_given_up_with_null(program: ApiClient) -> None:
    program.patch("me", {"quiet_from": "22:00", "quiet_until": "07:00"})
    assert program.patch("me", {"quiet_from": None, "quiet_until": None}).status_code == 200
    assert program.get("me").json()["quiet_from"] is None


def test_a_handle_is_changed_in_person_and_kept_from_others(alice: User, mallory: User) -> None:
    assert SignedIn(alice).ask("PUT", "me/handle", {"handle": "alix"}).json()["handle"] == "alix"
    answer = SignedIn(mallory).ask("PUT", "me/handle", {"handle": "alice"})
    assert answer.status_code == 422
    assert [(e["field"], e["code"]) for e in answer.json()["errors"]] == [("handle", "taken")]


# --- Holidays ----------------------------------------------------------------------------


@time_machine.travel("2026-06-01 12:00:00+00:00", tick=False)
def test_holidays_are_taken_counted_and_given_back(program: ApiClient) -> None:
    asked = {"first_day": "2026-12-27", "last_day": "2027-01-05"}
    taken = program.post("me/holidays", asked)
    assert taken.status_code == 201
    assert taken.json()["holidays"] == [asked]
    assert taken.json()["years"] == [
        {"year": 2026, "taken": 5, "left": 25},
        {"year": 2027, "taken": 5, "left": 25},
    ]
    assert program.delete("me/holidays/2026-12-27").status_code == 204
    assert program.delete("me/holidays/2026-12-27").status_code == 404
    assert program.get("me/holidays").json()["years"][0]["left"] == 30


@pytest.mark.parametrize(
    ("days", "code"), [((0, 3), "too_late"), ((5, 4), "turned_round"), ((1, 40), "too_many")]
)
def test_holidays_that_cannot_be_are_refused(
    program: ApiClient, days: tuple[int, int], code: str
) -> None:
    first, last = (timezone.now().date() + timedelta(days=n) for n in days)
    asked = {"first_day": first.isoformat(), "last_day": last.isoformat()}
    answer = program.post("me/holidays", asked)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, code)


@pytest.mark.parametrize("day", ["2026-02-31", "2026-13-01"])
def test_no_such_day_is_nowhere(program: ApiClient, day: str) -> None:
    assert program.delete(f"me/holidays/{day}").status_code == 404


# --- Relations ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", Relation.Kind.values)
def test_somebody_is_put_on_a_list_once_and_taken_off(
    program: ApiClient, person: Cast, kind: str
) -> None:
    person("bob")
    for _twice in range(2):
        assert program.ask("PUT", f"me/relations/{kind}/BOB").status_code == 204
    (row,) = program.get("me/relations").json()
    assert (row["kind"], row["handle"]) == (kind, "bob")
    assert program.get(f"me/relations?kind={kind}").json() == [row]
    for _twice in range(2):
        assert program.delete(f"me/relations/{kind}/bob").status_code == 204
    assert program.get("me/relations").json() == []


def test_nobody_is_both_a_friend_and_blocked(program: ApiClient, person: Cast) -> None:
    person("bob")
    program.ask("PUT", "me/relations/friend/bob")
    program.ask("PUT", "me/relations/block/bob")
    assert [row["kind"] for row in program.get("me/relations").json()] == ["block"]


def test_who_is_listed_hears_nothing(program: ApiClient, alice: User, mallory: User) -> None:
    theirs = ApiClient(api_key(mallory, ["read", "account"]))
    before = [theirs.get(path).content for path in ("me", "me/relations", "me/trail")]
    for kind in Relation.Kind.values:
        program.ask("PUT", f"me/relations/{kind}/mallory")
    assert [theirs.get(path).content for path in ("me", "me/relations", "me/trail")] == before


def test_who_has_not_come_or_is_gone_is_nobody(program: ApiClient, person: Cast) -> None:
    User.objects.create_user("newcomer", "new@example.test", "x", email_is_verified=False)
    for handle in ("newcomer", "nobody"):
        assert program.ask("PUT", f"me/relations/friend/{handle}").status_code == 404


def test_alice_is_not_her_own_friend(program: ApiClient) -> None:
    answer = program.ask("PUT", "me/relations/friend/alice")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "yourself")


def test_a_bot_has_a_profile_of_its_own(alice: User) -> None:
    robin = bots.make_bot(owner=alice, handle="robin")
    program = ApiClient(api_key(robin, ["read", "account"]))
    assert program.patch("me", {"about": "I am a program."}).json()["about"] == "I am a program."
    assert people.read_profile(alice).about == ""

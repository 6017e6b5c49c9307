"""Sessions, trail, terms, the copy of all data, and leaving – by API."""

import re
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.utils import timezone

from accounts.models import SecurityEvent, Terms, User
from tests.accounts.conftest import Post
from tests.accounts.signed_in import SignedIn
from tests.accounts.test_rights import api_key
from tests.api.conftest import ApiClient

pytestmark = pytest.mark.django_db


# --- Sessions ----------------------------------------------------------------------------


def is_in(page: SignedIn) -> bool:
    return bool(page.ask("GET", "me").status_code == 200)


def test_alice_lists_her_sessions_and_ends_one(alice: User) -> None:
    here, there = SignedIn(alice), SignedIn(alice)
    listed = here.ask("GET", "me/sessions").json()
    assert sorted(session["is_current"] for session in listed) == [False, True]
    assert not any(session.session_key in str(listed) for session in UserSession.objects.all())
    other = next(session["id"] for session in listed if not session["is_current"])
    assert here.ask("DELETE", f"me/sessions/{other}").status_code == 204
    assert (is_in(here), is_in(there)) == (True, False)
    assert here.ask("DELETE", f"me/sessions/{other}").status_code == 404


def test_alice_ends_all_others_and_then_her_own(alice: User) -> None:
    here, *others = (SignedIn(alice) for _ in range(3))
    assert here.ask("DELETE", "me/sessions").status_code == 204
    assert [is_in(page) for page in (here, *others)] == [True, False, False]
    (own,) = here.ask("GET", "me/sessions").json()
    assert here.ask("DELETE", f"me/sessions/{own['id']}").status_code == 204
    assert not is_in(here)
    assert SecurityEvent.objects.filter(kind="sessions ended").count() == 2


def test_nobody_ends_a_session_of_somebody_else(alice: User, mallory: User) -> None:
    page, theirs = SignedIn(alice), SignedIn(mallory)
    (own,) = page.ask("GET", "me/sessions").json()
    assert theirs.ask("DELETE", f"me/sessions/{own['id']}").status_code == 404
    theirs.ask("DELETE", "me/sessions")
    assert is_in(page)


# --- The trail ---------------------------------------------------------------------------


def test_alice_reads_her_trail_and_nobody_elses(alice: User, mallory: User) -> None:
    program = ApiClient(api_key(alice, ["account"]))
    SignedIn(alice)
    SignedIn(mallory)
    told = program.get("me/trail").json()
    assert [event["kind"] for event in told] == ["signed in", "token made"]
    assert told[0]["address"] == "127.0.0.1"
    (older,) = program.get(f"me/trail?limit=1&before={told[0]['at'].replace('+', '%2B')}").json()
    assert older == told[1]


# --- Terms -------------------------------------------------------------------------------


@pytest.fixture
def terms(db: None) -> Terms:
    return Terms.objects.create(version=3, texts={"en": "Be kind."}, published_at=timezone.now())


def test_alice_reads_the_terms_and_agrees_to_what_she_has_read(alice: User, terms: Terms) -> None:
    page = SignedIn(alice)
    told = page.ask("GET", "me/terms").json()
    assert (told["version"], told["text"], told["agreed_at"]) == (3, "Be kind.", None)
    assert page.ask("PUT", "me/terms", {"version": 3}).json()["agreed_at"] is not None
    Terms.objects.create(version=4, texts={"en": "Be kinder."}, published_at=timezone.now())
    answer = page.ask("PUT", "me/terms", {"version": 3})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "not_in_force")
    assert page.ask("GET", "me/terms").json()["agreed_at"] is None


def test_without_terms_there_are_none(alice: User) -> None:
    assert SignedIn(alice).ask("GET", "me/terms").status_code == 404


# --- My data -----------------------------------------------------------------------------


def sure(alice: User) -> SignedIn:
    return SignedIn(alice).say_password_again()


def test_one_request_gives_everything(alice: User) -> None:
    page = SignedIn(alice)
    assert page.ask("POST", "me/export").json()["code"] == "reauthenticate"
    told: dict[str, Any] = page.say_password_again().ask("POST", "me/export").json()
    assert told["person"]["email"] == "alice@example.test"
    assert {"profile", "relations", "tokens", "trail", "games"} <= told.keys()


def key_in(post: Post) -> str:
    found = re.search(r"/account/leave/(\S+)", post.last("alice@example.test").body)
    assert found
    return found.group(1)


def test_alice_leaves_by_letter_and_thinks_again(alice: User, post: Post) -> None:
    page = sure(alice)
    asked = page.ask("POST", "me/deletion")
    assert asked.status_code == 202
    assert asked.json()["asked_at"] is not None
    assert asked.json()["due_at"] is None
    confirmed = page.ask("POST", "me/deletion/confirmation", {"key": key_in(post)})
    assert confirmed.json()["due_at"] is not None
    assert page.ask("GET", "me/deletion").json() == confirmed.json()
    assert page.ask("DELETE", "me/deletion").json() == {"asked_at": None, "due_at": None}
    assert "stays" in post.last("alice@example.test").subject


def test_asking_and_calling_off_want_somebody_who_is_sure(alice: User) -> None:
    page = SignedIn(alice)
    for method in ("POST", "DELETE"):
        assert page.ask(method, "me/deletion").json()["code"] == "reauthenticate"


def test_a_link_is_good_for_its_person_once(alice: User, mallory: User, post: Post) -> None:
    page = sure(alice)
    page.ask("POST", "me/deletion")
    key = key_in(post)
    for who, sent in ((SignedIn(mallory), key), (page, key[:-1]), (page, "x")):
        answer = who.ask("POST", "me/deletion/confirmation", {"key": sent})
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "not_good")
    assert page.ask("POST", "me/deletion/confirmation", {"key": key}).status_code == 200
    assert page.ask("POST", "me/deletion/confirmation", {"key": key}).status_code == 422
    assert User.objects.get(pk=mallory.pk).deletion_due_at is None

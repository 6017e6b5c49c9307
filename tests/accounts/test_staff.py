"""Staff act on people with a reason, and in the trail; sessions end one by one; pages are safe."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from accounts import rooms
from accounts.models import Relation, SecurityEvent, User
from accounts.services import create_api_token, relations, staff
from accounts.services.relations import Kind
from tests.accounts.conftest import Browser, Post
from tests.accounts.keys import find_by_key
from tests.conftest import Cast


@pytest.fixture
def sam(db: None) -> User:
    return User.objects.create_superuser("sam", "sam@example.test", "a-long-secret")


def deed(browser: Browser, person: User, name: str, **fields: str) -> None:
    browser.send(f"/admin/accounts/user/{person.pk}/deed/{name}/", **fields)


def test_a_suspended_person_is_out_at_once_and_told_why(
    browser: Browser, other_browser: Browser, alice: User, sam: User, post: Post
) -> None:
    _, hidden_key = create_api_token(user=alice, name="x")
    key = hidden_key.reveal()
    other_browser.sign_in(alice)
    deed(browser.sign_in(sam), alice, "suspend", reason="Two at one table.")
    assert find_by_key(key) is None
    assert other_browser.get("/account/").request["PATH_INFO"] == "/account/login/"
    assert "Two at one table." in post.last("alice@example.test", "suspended").body
    event = SecurityEvent.objects.get(person=alice, kind="suspended")
    assert (event.staff, event.about) == (sam, "Two at one table.")
    deed(browser, alice, "let-in-again", reason="A mistake.")
    assert other_browser.sign_in(alice).is_in()


def test_who_is_silenced_finds_it_in_their_trail(alice: User, sam: User) -> None:
    until = timezone.now() + timedelta(days=7)
    staff.silence(person=alice, staff=sam, reason="Insults.", until=until)
    event = SecurityEvent.objects.get(person=alice, kind="silenced")
    assert (event.staff, event.about) == (sam, "Insults.")


@pytest.mark.parametrize("name", ["suspend", "let-in-again", "rename", "merge", "anonymise"])
def test_nothing_is_done_without_a_reason(
    browser: Browser, alice: User, sam: User, name: str
) -> None:
    deed(browser.sign_in(sam), alice, name, reason=" ", handle="other", into="sam")
    alice.refresh_from_db()
    assert (alice.handle, alice.is_active, alice.erased_at) == ("alice", True, None)
    assert "errorlist" in browser.text


def test_a_rename_clears_the_shown_name(
    browser: Browser, alice: User, sam: User, post: Post
) -> None:
    User.objects.filter(pk=alice.pk).update(name="An Insult")
    deed(browser.sign_in(sam), alice, "rename", reason="An insult.", handle="player-7")
    alice.refresh_from_db()
    assert (alice.handle, alice.name) == ("player-7", "")
    assert "player-7" in post.last("alice@example.test").body


def test_two_accounts_of_one_human_become_one(
    browser: Browser, person: Cast, sam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, double, bob = person("alice"), person("alice2"), person("bob")
    relations.relate(person=double, other=bob, kind=Kind.FRIEND)
    relations.relate(person=bob, other=double, kind=Kind.BLOCK)
    moved: list[tuple[User, User]] = []
    holding = rooms.PersonalData(
        export=lambda _p: [], erase=lambda _p: None, merge=lambda a, b: moved.append((a, b))
    )
    monkeypatch.setitem(rooms._personal_data, "tables", holding)
    deed(browser.sign_in(sam), double, "merge", reason="Same human.", into="alice")
    assert moved == [(alice, double)]
    assert relations.friends_of(alice) == [bob]
    assert Relation.objects.filter(person=bob, other=alice, kind="block").exists()
    assert User.objects.get(pk=double.pk).erased_at is not None


def test_anonymised_is_for_good(browser: Browser, alice: User, sam: User) -> None:
    deed(browser.sign_in(sam), alice, "anonymise", reason="By law.")
    alice.refresh_from_db()
    assert (alice.email, alice.shown_name) == (None, "a former player")
    with pytest.raises(ValidationError, match="for good"):
        staff.let_in_again(person=alice, staff=sam, reason="x")


def test_staff_do_not_act_on_staff_nor_on_themselves(person: Cast, sam: User) -> None:
    User.objects.filter(handle__in=["alice", "bob"]).update(is_staff=True)
    alice, bob = person("alice"), person("bob")
    User.objects.filter(pk__in=[alice.pk, bob.pk]).update(is_staff=True)
    alice.refresh_from_db()
    bob.refresh_from_db()
    with pytest.raises(ValidationError, match="superuser"):
        staff.suspend(person=bob, staff=alice, reason="x")
    with pytest.raises(ValidationError, match="yourself"):
        staff.suspend(person=sam, staff=sam, reason="x")


def test_deeds_are_for_staff(browser: Browser, alice: User, mallory: User) -> None:
    deed(browser.sign_in(mallory), alice, "suspend", reason="x")
    alice.refresh_from_db()
    assert alice.is_active


def test_people_change_by_deeds_alone(browser: Browser, alice: User, sam: User) -> None:
    browser.sign_in(sam)
    browser.send(f"/admin/accounts/user/{alice.pk}/change/", handle="x", email="x@example.test")
    alice.refresh_from_db()
    assert (alice.handle, alice.email) == ("alice", "alice@example.test")
    assert browser.get(f"/admin/accounts/user/{alice.pk}/delete/").status_code == 403
    assert browser.get("/admin/accounts/user/add/").status_code == 403


def test_staff_come_in_by_the_same_door(browser: Browser, sam: User) -> None:
    browser.get("/admin/")
    assert browser.at == "/account/login/"


# --- Sessions ----------------------------------------------------------------------------


def test_alice_ends_one_session_or_all_others(alice: User) -> None:
    here, there, elsewhere = (Browser().sign_in(alice) for _ in range(3))
    key = there.client.session.session_key
    here.get("/account/sessions/")
    from allauth.usersessions.models import UserSession

    session = UserSession.objects.get(session_key=key)
    here.page.request["PATH_INFO"] = "/account/sessions/end"
    here.send(session=str(session.pk))
    assert there.get("/account/").request["PATH_INFO"] == "/account/login/"
    assert elsewhere.get("/account/").request["PATH_INFO"] == "/account/"
    here.send("/account/sessions/")
    assert elsewhere.get("/account/").request["PATH_INFO"] == "/account/login/"
    assert here.get("/account/").request["PATH_INFO"] == "/account/"


def test_nobody_ends_a_session_of_somebody_else(alice: User, mallory: User) -> None:
    from allauth.usersessions.models import UserSession

    hers, his = Browser().sign_in(alice), Browser().sign_in(mallory)
    his.get("/account/")
    his.page.request["PATH_INFO"] = "/account/sessions/end"
    his.send(session=str(UserSession.objects.get(user=alice).pk))
    assert his.page.status_code == 404
    assert hers.get("/account/").request["PATH_INFO"] == "/account/"


# --- Pages are safe ----------------------------------------------------------------------

PAGES = [
    *("/account/", "/account/profile", "/account/handle", "/account/holidays"),
    *("/account/people", "/account/tokens", "/account/bots", "/account/apps"),
    *("/account/connected", "/account/sessions/", "/account/trail", "/account/data"),
    *("/account/access", "/account/email/", "/account/password/change/", "/account/2fa/"),
    *("/account/2fa/totp/activate/", "/account/2fa/webauthn/add/", "/oauth/device/"),
    *("/", "/about", "/people/alice"),
]
STRANGERS = ["/account/login/", "/account/signup/", "/account/login/code/", "/api/v1/docs"]


@pytest.mark.parametrize("path", [*PAGES, *STRANGERS])
def test_no_page_runs_anything_inline(browser: Browser, alice: User, path: str) -> None:
    if path in PAGES:
        browser.sign_in(alice)
    page = browser.get(path)
    assert (page.status_code, browser.at) == (200, path)
    policy = page["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe-inline" not in policy or path == "/api/v1/docs"
    import re

    for attributes, content in re.findall(r"<script([^>]*)>(.*?)</script>", browser.text, re.S):
        assert "src=" in attributes or "application/json" in attributes, content
    if path != "/api/v1/docs":
        assert not re.search(r'<style|\sstyle="|\son[a-z]+="', browser.text)


@pytest.mark.parametrize("path", PAGES[:-3])
def test_pages_about_an_account_are_for_its_person(browser: Browser, path: str) -> None:
    browser.get(path)
    assert browser.at == "/account/login/"


def test_headers_and_cookies_are_as_they_should_be(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    page = browser.get("/account/")
    assert page["X-Frame-Options"] == "DENY"
    assert page["X-Content-Type-Options"] == "nosniff"
    assert page["Referrer-Policy"] == "same-origin"
    assert "max-age" in page["Strict-Transport-Security"]
    cookie = browser.client.cookies["__Host-session"]
    assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax")
    assert (cookie["path"], cookie["domain"]) == ("/", "")


def test_a_form_of_another_site_changes_nothing(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    for path in ("/account/handle", "/account/data", "/account/tokens", "/account/logout/"):
        answer: Any = client.post(path, {"handle": "pwned", "leave": ""}, secure=True)
        assert answer.status_code == 403


def test_every_page_of_ours_was_looked_at() -> None:
    """A new page without arguments below account/ joins the list above."""
    from accounts import urls

    own = {
        f"/{pattern.pattern}"
        for pattern in urls.urlpatterns
        if str(pattern.pattern).startswith("account/") and hasattr(pattern, "name")
        if "<" not in str(pattern.pattern)
    }
    # The last is for guests alone, and tried where they are.
    assert own - {"/account/sessions/end", "/account/keep"} <= set(PAGES)
    assert get_resolver().resolve("/terms").url_name == "terms"

"""Staff come to the admin with a second factor, and to grave deeds after showing who they are."""

import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from accounts.models import User
from games.tournaments.models import Tournament
from games.tournaments.permissions import may
from tests.accounts.test_signing_in import totp
from tests.conftest import Cast
from tests.moderation.conftest import Browser, of_staff

pytestmark = pytest.mark.django_db
ROLES = ("moderator", "organiser", "support", "operator")


@pytest.fixture(autouse=True)
def _required(settings: Any) -> None:
    settings.STAFF_SECOND_FACTOR = True


def signed_in(client: Client, person: User, *methods: str, ago: int = 0) -> Client:
    """As allauth remembers a session that was begun by these methods."""
    client.force_login(person)
    session = client.session
    at = time.time() - ago
    session["account_authentication_methods"] = [
        {"method": one, "at": at, "reauthenticated": True} for one in methods
    ]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
    return client


def get(client: Client, path: str) -> Any:
    return client.get(path, secure=True)


@pytest.mark.parametrize("role", [*ROLES, "superuser"])
def test_without_one_the_way_to_it_is_shown(client: Client, person: Cast, role: str) -> None:
    if role == "superuser":
        staff = User.objects.create_superuser("boss", "boss@example.test", "a-long-secret")
    else:
        staff = of_staff(person("sam"), role)
    signed_in(client, staff, "password")
    for path in ("/admin/", "/admin/games/game/", "/tournaments/abc/desk"):
        answer = get(client, path)
        assert answer.status_code == 403
        assert b"/account/2fa/webauthn/add/" in answer.content
        assert b"/account/2fa/totp/activate/" in answer.content


@pytest.mark.parametrize("language", ["en", "uk", "ru", "it"])
def test_it_is_said_in_the_language_of_who_reads(
    client: Client, person: Cast, language: str
) -> None:
    sam = of_staff(person("sam"), "support")
    sam.language = language
    sam.save()
    said = get(signed_in(client, sam, "password"), "/admin/").content.decode()
    assert ("A second factor first" in said) == (language == "en")


def test_with_one_the_admin_opens(client: Client, person: Cast) -> None:
    sam = of_staff(person("sam"), "moderator")
    TOTP.activate(sam, "SECRETSECRETSECR")
    assert get(signed_in(client, sam, "password", "mfa"), "/admin/").status_code == 200


def test_recovery_codes_alone_are_none(client: Client, person: Cast) -> None:
    sam = of_staff(person("sam"), "moderator")
    Authenticator.objects.create(user=sam, type="recovery_codes", data={})
    assert get(signed_in(client, sam, "password", "mfa"), "/admin/").status_code == 403


def test_a_session_begun_by_password_alone_is_asked_for_it(client: Client, person: Cast) -> None:
    sam = of_staff(person("sam"), "moderator")
    TOTP.activate(sam, "SECRETSECRETSECR")
    answer = get(signed_in(client, sam, "password"), "/admin/games/game/")
    assert answer.status_code == 302
    assert answer["Location"] == "/account/2fa/reauthenticate/?next=%2Fadmin%2Fgames%2Fgame%2F"


def test_whoever_has_passkeys_alone_is_asked_for_one(client: Client, person: Cast) -> None:
    sam = of_staff(person("sam"), "moderator")
    Authenticator.objects.create(user=sam, type="webauthn", data={})
    answer = get(signed_in(client, sam, "password"), "/admin/")
    assert answer["Location"].startswith("/account/2fa/webauthn/reauthenticate/?next=")


def test_grave_deeds_want_to_know_anew(client: Client, person: Cast) -> None:
    sam, bob = of_staff(person("sam"), "moderator"), person("bob")
    TOTP.activate(sam, "SECRETSECRETSECR")
    deed = f"/admin/accounts/user/{bob.pk}/deed/suspend/"
    signed_in(client, sam, "password", "mfa", ago=3600)
    assert get(client, "/admin/accounts/user/").status_code == 200
    answer = client.post(deed, {"reason": "an insult"}, secure=True)
    assert answer["Location"].startswith("/account/reauthenticate/?next=")
    bob.refresh_from_db()
    assert bob.is_active
    assert "insult" not in repr(dict(client.session))
    signed_in(client, sam, "password", "mfa")
    assert client.post(deed, {"reason": "an insult"}, secure=True)["Location"].endswith("/change/")
    bob.refresh_from_db()
    assert not bob.is_active


def test_nobody_else_is_asked(client: Client, person: Cast) -> None:
    assert get(signed_in(client, person("alice"), "password"), "/account/").status_code == 200


def test_switched_off_a_password_is_enough(client: Client, person: Cast, settings: Any) -> None:
    settings.STAFF_SECOND_FACTOR = False
    sam = of_staff(person("sam"), "moderator")
    assert get(signed_in(client, sam, "password"), "/admin/").status_code == 200


@pytest.mark.django_db(transaction=True)  # what follows from a new factor happens on commit
def test_who_follows_the_way_arrives(browser: Browser, person: Cast) -> None:
    sam = of_staff(person("sam"), "moderator")
    browser.sign_in(sam)
    assert browser.get("/admin/").status_code == 403
    browser.get("/account/2fa/totp/activate/?next=/admin/")
    browser.send(code=totp(browser.client.session["mfa.totp.secret"]))
    assert browser.get("/admin/").status_code == 200


def test_a_key_acts_at_anothers_tournament_only_while_its_person_has_a_second_factor(
    person: Cast,
) -> None:
    sam = of_staff(person("sam"), "organiser")
    theirs = Tournament(creator=person("bob"), languages=["en"], tie_breaks=[], capacity=8)
    theirs.save()
    assert not may(theirs, User.objects.get(pk=sam.pk), "start")
    assert may(theirs, person("bob"), "start")
    TOTP.activate(sam, "A" * 32)
    assert may(theirs, User.objects.get(pk=sam.pk), "start")

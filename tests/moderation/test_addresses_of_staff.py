"""A trail tells its person from where they came, and never from where staff have acted."""

from importlib import import_module

import pytest
from django.db import connection
from django.test import Client

from accounts.models import SecurityEvent, User
from accounts.services import create_api_token
from accounts.services.export import export
from accounts.services.trail import erasing
from tests.conftest import Cast
from tests.moderation.conftest import of_staff

pytestmark = pytest.mark.django_db
DESK = "203.0.113.77"


@pytest.fixture
def desk(client: Client, person: Cast) -> Client:
    client.force_login(of_staff(person("sam"), "moderator", "support"))
    client.defaults["REMOTE_ADDR"] = DESK
    return client


def deed(desk: Client, whom: User, name: str, **more: str) -> None:
    path = f"/admin/accounts/user/{whom.pk}/deed/{name}/"
    assert desk.post(path, {"reason": "x", **more}, secure=True).status_code == 302


def test_who_was_punished_does_not_read_the_address_of_who_did_it(
    desk: Client, person: Cast
) -> None:
    bob = person("bob")
    create_api_token(user=bob, name="x")
    deed(desk, bob, "suspend")
    deed(desk, bob, "let-in-again")
    deed(desk, bob, "rename", handle="bobby")
    deed(desk, bob, "merge", into="alice") if person("alice") else None
    theirs = SecurityEvent.objects.exclude(person=person("sam"))
    assert theirs.filter(staff=person("sam")).count() >= 5
    assert not theirs.exclude(address=None).exists()
    for who in (User.objects.get(pk=bob.pk), person("alice")):
        assert DESK not in repr(export(person=who))


def test_staff_read_their_own_address_in_their_own_trail(desk: Client, person: Cast) -> None:
    data = {"since_0": "2026-01-01", "since_1": "00:00"}
    sam = of_staff(person("sam"), "operator")
    assert desk.post("/admin/games/standstill/add/", data, secure=True).status_code == 302
    assert SecurityEvent.objects.get(person=sam, kind="as staff").address == DESK


def test_what_was_written_before_is_blanked(person: Cast) -> None:
    bob, sam = person("bob"), person("sam")
    facts = {"person": bob, "address": DESK}
    SecurityEvent.objects.create(kind="suspended", staff=sam, **facts)
    SecurityEvent.objects.create(kind="sessions ended", **facts)
    SecurityEvent.objects.create(kind="signed in", person=bob, address="198.51.100.1")
    SecurityEvent.objects.create(kind="as staff", person=sam, staff=sam, address=DESK)
    migration = import_module("accounts.migrations.0007_addresses_of_staff")
    with erasing(), connection.cursor() as cursor:
        cursor.execute(migration.BLANK)
    kept = set(SecurityEvent.objects.exclude(address=None).values_list("kind", "address"))
    assert kept == {("signed in", "198.51.100.1"), ("as staff", DESK)}

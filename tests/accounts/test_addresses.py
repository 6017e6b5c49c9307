"""Addresses and mailed codes are secrets in every row, session and process, the library's too –
and nothing that libraries make of one is the same for two people."""

from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.apps import apps
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.core import signing
from django.db import models
from django.test import RequestFactory

from accounts.models import User
from accounts.secret import SHOWN, Address, Secret
from accounts.secret_fields import AddressField, AddressOrNoneField
from accounts.services.leaving import erase
from accounts.vault import SessionSerializer
from games import services
from notifications.models import MailTrouble, Notification
from tests import address_of
from tests.accounts.conftest import Browser, Post
from tests.conftest import Cast

pytestmark = pytest.mark.django_db


def test_every_column_of_addresses_gives_them_as_secrets() -> None:
    plain = [
        str(field)
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.EmailField)
        and not isinstance(field, AddressField | AddressOrNoneField)
    ]
    assert plain == []


def test_however_a_row_is_read_its_address_is_a_secret(alice: User, person: Cast) -> None:
    of_library = EmailAddress.objects.get(user=alice)
    game = services.create_game(person=alice, name="x", set="oriflamme", seats=3, join="link")
    invited = services.invite(game_key=game.key, person=alice, address="Dora@Example.test")
    trouble = MailTrouble.objects.create(person=alice, address=alice.email or "")
    read = [
        *(alice.email, User(email="x@y.test").email, of_library.email, invited.address),
        *(User.objects.defer("email").get(pk=alice.pk).email, trouble.address),
        *User.objects.filter(pk=alice.pk).values_list("email", flat=True),
        *EmailAddress.objects.filter(user=alice).values_list("email", flat=True),
    ]
    assert {type(one) for one in read} == {Address}
    assert repr(of_library.email) == SHOWN
    assert "alice" not in repr(of_library) + repr(vars(of_library)) + repr(vars(alice)["email"])
    assert User.objects.filter(email=alice.email).get() == alice
    assert User(email=None).email is None


def named(name: str, said: Any) -> list[Any]:
    """What is called so in all that a session says, at whatever depth."""
    if not isinstance(said, dict):
        return []
    found = [said[name]] if name in said else []
    return found + [one for part in said.values() for one in named(name, part)]


@pytest.mark.parametrize("path", ["/account/login/code/", "/account/password/reset/"])
def test_a_session_keeps_a_code_and_its_address_sealed(
    browser: Browser, alice: User, post: Post, path: str
) -> None:
    page = browser.send(path, email=address_of(alice))
    assert "alice@example.test" in page.content.decode()
    code = post.code("alice@example.test")
    row = Session.objects.get()
    kept = signing.loads(row.session_data, salt="django.contrib.sessions.SessionStore")
    assert not [secret for secret in (code, "alice@") if secret in str(kept)]
    read = row.get_decoded()
    assert not [secret for secret in (code, "alice@") if secret in repr(read)]
    assert [one.reveal() for one in named("code", read)] == [code]
    assert {type(one) for one in named("email", read) if one} == {Address}


def test_the_session_of_somebody_who_is_in_keeps_no_address_to_read(
    browser: Browser, alice: User
) -> None:
    assert browser.sign_in(address_of(alice)).is_in()
    row = Session.objects.get()
    kept = signing.loads(row.session_data, salt="django.contrib.sessions.SessionStore")
    assert "alice@" not in str(kept)
    (record,) = row.get_decoded()["account_authentication_methods"]
    assert record.keys() == {"method", "at"}


def test_a_session_that_names_somebody_who_leaves_is_ended(browser: Browser, alice: User) -> None:
    browser.send("/account/login/code/", email=address_of(alice))
    erase(person=alice)
    assert not Session.objects.exists()


def test_what_waits_to_be_mailed_prints_nothing(browser: Browser, alice: User) -> None:
    browser.send("/account/login/code/", email=address_of(alice))
    waits = Notification.objects.get()
    assert type(waits.to) is Address
    assert repr(waits.context) == SHOWN
    assert waits.context.reveal()["facts"]["code"]


def test_tries_are_counted_for_each_address_alone(alice: User, person: Cast) -> None:
    request = RequestFactory().post("/")
    request.user = alice

    def keys(address: Any) -> list[str]:
        limit = ratelimit.Rate(5, 60, "key")
        of_tries = get_adapter()._get_login_attempts_cache_key(request, email=address)
        counted: str = ratelimit.get_cache_key(
            request, app="allauth.account", action="confirm_email", rate=limit, key=address
        )
        return [of_tries, counted]

    bob = person("bob")
    assert keys(alice.email) == keys("alice@example.test")
    assert not {*keys(alice.email)} & {*keys(bob.email)}
    assert not [key for key in keys(alice.email) if SHOWN in key]


def test_nobody_is_found_by_anothers_address(alice: User, person: Cast) -> None:
    person("bob")
    for asked in (alice.email, "ALICE@example.test"):
        assert filter_users_by_email(asked) == [alice]
        assert filter_users_by_email(asked, prefer_verified=True, for_login=True) == [alice]
    assert filter_users_by_email(SHOWN) == []


def test_a_key_made_of_an_address_that_nobody_told_is_made_for_nobody(alice: User) -> None:
    """Django's links to a new password, which this site has none of, are an example."""
    with pytest.raises(TypeError, match="no text"):
        default_token_generator.make_token(alice)


def test_nothing_else_is_kept_in_a_session() -> None:
    write = SessionSerializer()
    held = {"a": [1, {"code": Secret("x")}], "to": Address("a@b.test"), "sealed by": 1}
    assert write.loads(write.dumps(held)) == held
    for other in (Secret(b"seed"), object()):
        with pytest.raises(TypeError, match="holds no"):
            write.dumps({"x": other})

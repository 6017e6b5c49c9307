"""Friends, muted and blocked people; and the terms that all agree to."""

import pytest
from django.core.exceptions import ValidationError

from accounts.models import Consent, Relation, Terms, User
from accounts.services import relations
from accounts.services.relations import Kind
from tests.accounts.conftest import Browser, Post
from tests.conftest import Cast

# --- Relations ---------------------------------------------------------------------------


def test_alice_lists_a_friend_and_takes_him_off(browser: Browser, person: Cast) -> None:
    bob = person("bob")
    browser.sign_in(person("alice"))
    browser.send("/account/people", handle="BOB", kind="friend")
    assert relations.friends_of(person("alice")) == [bob]
    browser.send("/account/people", handle="bob", kind="friend", end="")
    assert relations.friends_of(person("alice")) == []


def test_a_block_works_both_ways_and_is_told_to_nobody(person: Cast, post: Post) -> None:
    alice, mallory, bob = person("alice"), person("mallory"), person("bob")
    relations.relate(person=alice, other=mallory, kind=Kind.BLOCK)
    assert relations.may_not_meet(alice, [bob, mallory])
    assert relations.may_not_meet(mallory, [bob, alice])
    assert not relations.may_not_meet(bob, [alice, mallory])
    assert post.come() == []


def test_who_is_muted_or_blocked_writes_no_letters(person: Cast) -> None:
    alice, bob, mallory = person("alice"), person("bob"), person("mallory")
    relations.relate(person=alice, other=bob, kind=Kind.MUTE)
    relations.relate(person=alice, other=mallory, kind=Kind.BLOCK)
    assert relations.muted_by(alice) == {bob.pk, mallory.pk}
    assert relations.muted_by(bob) == set()


def test_nobody_is_friend_and_blocked(person: Cast) -> None:
    alice, bob = person("alice"), person("bob")
    relations.relate(person=alice, other=bob, kind=Kind.FRIEND)
    relations.relate(person=alice, other=bob, kind=Kind.BLOCK)
    assert [row.kind for row in Relation.objects.all()] == ["block"]
    with pytest.raises(ValidationError, match="This is you"):
        relations.relate(person=alice, other=alice, kind=Kind.FRIEND)


def test_befriending_ends_a_block_and_nobody_elses(person: Cast) -> None:
    alice, bob, carol = person("alice"), person("bob"), person("carol")
    for other in (bob, carol):
        relations.relate(person=alice, other=other, kind=Kind.BLOCK)
    relations.relate(person=alice, other=bob, kind=Kind.FRIEND)
    assert relations.kinds_between(alice, bob) == {"friend"}
    assert relations.kinds_between(alice, carol) == {"block"}
    assert not relations.may_not_meet(alice, [bob])


# --- Terms -------------------------------------------------------------------------------


def terms(version: int = 1) -> Terms:
    return Terms.objects.create(version=version, texts={"en": "Be fair.", "uk": "Грайте чесно."})


def test_new_terms_are_asked_of_whoever_is_here(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    terms()
    browser.get("/account/profile")
    assert browser.at == "/terms"
    assert "Be fair." in browser.text
    browser.send(version="1", next="/account/profile")
    assert browser.at == "/account/profile"
    assert Consent.objects.get().person == alice


def test_what_was_read_is_what_is_agreed_to(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    terms()
    browser.get("/terms")
    terms(2)
    browser.send(version="1", next="/")
    assert not Consent.objects.exists()


def test_who_signs_up_agrees_first(browser: Browser) -> None:
    terms()
    said = {"email": "e@example.test", "username": "erin", "password1": "violet anvil orchard 3"}
    browser.send("/account/signup/", **said)
    assert not User.objects.exists()
    browser.send("/account/signup/", **said, terms="on")
    assert Consent.objects.get().person.handle == "erin"


def test_leaving_needs_no_consent(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    terms()
    assert browser.get("/account/data").request["PATH_INFO"] == "/account/data"


def test_terms_lead_to_no_other_site(browser: Browser, alice: User) -> None:
    browser.sign_in(alice)
    terms()
    browser.get("/terms")
    browser.send(follow=False, version="1", next="https://evil.example/")
    assert browser.page["Location"] == "/"

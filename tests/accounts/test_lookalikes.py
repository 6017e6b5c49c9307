"""Nobody has a handle that speaks for the site, and what is kept outlives a new key."""

from typing import Any

import pytest

from accounts.lookalikes import RESERVED, is_reserved, skeleton
from accounts.models import User
from accounts.services.finding import find_anybody
from accounts.services.people import change_handle, handle_is_free

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("word", RESERVED)
def test_words_that_are_believed_are_nobodys(word: str) -> None:
    assert not handle_is_free(word)
    assert not handle_is_free(word.upper())


@pytest.mark.parametrize(
    "handle", ["Adm1n", "rnoderator", "m0derat0r", "supp0rt", "S-t-a-f-f", "sy5tem", "HeIp", "Mods"]
)
def test_nor_is_what_looks_like_one(handle: str) -> None:
    assert not handle_is_free(handle)


@pytest.mark.parametrize("handle", ["alice", "bohdan", "admiral", "modest", "roots-and-branches"])
def test_all_others_are_free(handle: str) -> None:
    assert handle_is_free(handle)


def test_a_skeleton_is_what_the_eye_sees() -> None:
    assert skeleton("aIice") == skeleton("alice") == skeleton("A-l1ce")
    assert skeleton("bob") != skeleton("bod")
    assert not is_reserved("bob")


def test_a_handle_that_is_kept_stays_so_when_the_key_is_changed(alice: User, settings: Any) -> None:
    change_handle(person=alice, handle="queen-of-hearts")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of the site " * 3
    assert not handle_is_free("alice")
    assert find_anybody(User.objects.all(), "alice").get() == alice

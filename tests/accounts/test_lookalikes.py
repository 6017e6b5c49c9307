"""Nobody has a handle that speaks for the site, and what is kept outlives a new key."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts import lookalikes
from accounts.lookalikes import (
    RESERVED,
    clean_name,
    in_full,
    is_reserved,
    skeleton,
    told_apart,
)
from accounts.models import User
from accounts.services import create_api_token
from accounts.services.bots import make_bot
from accounts.services.finding import find_anybody
from accounts.services.people import change_handle, change_profile, handle_is_free
from games import services

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


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        *(("Alіce", "alice"), ("АLIСЕ", "alice"), ("ΑLΙCΕ", "alice"), ("αlιce", "alice")),
        *(("ᎪᏞᏟᎬ", "alce"), ("օliver", "oliver"), ("ꓐOꓐ", "bob"), ("ⲞLⳐ", "oll"), ("ᗷob", "bob")),
        *(
            ("𝚮elp", "help"),
            ("ΗELP", "help"),
            ("ϲarol", "carol"),
            ("ｂｏｂ", "bob"),
            ("ⓑⓞⓑ", "bob"),
        ),
        *(("Bоb", "bob"), ("ꮪam", "sam"), ("Ꮞ2", "42"), ("ʋic", "uic"), ("Ⅰvan", "ivan")),
    ],
)
def test_a_letter_of_any_script_is_what_it_looks_like(seen: str, meant: str) -> None:
    assert skeleton(seen) == skeleton(meant)


def test_every_line_of_the_likenesses_holds_for_letters_alone_and_within_words() -> None:
    lines = (Path(lookalikes.__file__).with_suffix(".txt")).read_text("ascii").splitlines()
    tried = 0
    for line in lines:
        like, *numbers = line.split()
        for letter in (chr(int(number, 16)) for number in numbers):
            assert skeleton(f"x{letter}x") == skeleton(f"x{like}x"), hex(ord(letter))
            tried += 1
    assert tried > 500


def test_a_handle_that_is_kept_stays_so_when_the_key_is_changed(alice: User, settings: Any) -> None:
    change_handle(person=alice, handle="queen-of-hearts")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of the site " * 3
    assert not handle_is_free("alice")
    assert find_anybody(User.objects.all(), "alice").get() == alice


@pytest.mark.parametrize("handle", ["aIice", "a1ice", "Al-ice", "al_1ce"])
def test_nobody_takes_a_handle_that_looks_like_somebodys(alice: User, handle: str) -> None:
    assert not handle_is_free(handle)
    assert handle_is_free(handle, for_person=alice)
    with pytest.raises((ValidationError, IntegrityError)), transaction.atomic():
        User.objects.create_user(handle)


def test_nor_one_that_looks_like_a_handle_given_up_lately(alice: User) -> None:
    change_handle(person=alice, handle="queen-of-hearts")
    assert not handle_is_free("a1ice")


def test_those_who_looked_alike_before_anybody_compared_keep_their_handles(alice: User) -> None:
    twin = User.objects.create_user("somebody")
    User.objects.filter(pk=twin.pk).update(handle="al-ice", skeleton=f"{skeleton('alice')}#2")
    twin.refresh_from_db()
    twin.name = "Al"
    twin.save()
    assert User.objects.get(handle="al-ice").name == "Al"


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("  Anna\n  Maria ", "Anna Maria"),
        ("\u202eannA", "annA"),
        ("An\u200bna\u2060", "Anna"),
        ("\u200b\u3164\u2800", ""),
        ("A \u200b\u00a0 B", "A B"),
        ("Олена", "Олена"),
    ],
)
def test_a_name_is_what_eyes_see(alice: User, typed: str, seen: str) -> None:
    assert clean_name(typed) == seen
    assert change_profile(user=alice, name=typed).name == seen
    alice.refresh_from_db()
    assert alice.name == seen


def test_tables_tournaments_and_keys_are_cleaned_by_the_same(alice: User) -> None:
    typed = "\u202eThe  round\ntable\u200b "
    game = services.create_game(person=alice, set="oriflamme", seats=3, name=typed)
    assert game.name == "The round table"
    assert create_api_token(user=alice, name=typed)[0].name == "The round table"
    assert make_bot(owner=alice, handle="reckoner", name=typed).name == "The round table"


@pytest.mark.parametrize(
    "name",
    [
        *("Moderator", "Mоderаtоr", "ᴍᴏᴅᴇʀᴀᴛᴏʀ", "Oriflamme Support", "Ａｄｍｉｎ", "Модератор"),
        *(
            "Підтримка",
            "Mallory (staff)",
            "mallory",
            "MaIlory",
            "Mаllоrу",
            "M a l l o r y",
            "Mállory",
            "Маllоrу Ѕupport",
            "МаIIогу",
        ),
    ],
)
def test_a_shown_name_that_imitates_the_site_or_anothers_handle_is_refused(
    alice: User, mallory: User, name: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        change_profile(user=alice, name=name)
    assert list(refused.value.message_dict) == ["name"]
    with pytest.raises(ValidationError):
        make_bot(owner=alice, handle="reckoner", name=name)


@pytest.mark.parametrize("name", ["Alice", "Аліса", "Team Rocket", "Иван Грозный", "李雷", "Zoë"])
def test_all_other_names_are_welcome(alice: User, name: str) -> None:
    assert change_profile(user=alice, name=name).name == name


def test_the_handle_stands_beside_a_name_that_two_could_have() -> None:
    assert in_full("Bob", "bob") == "Bob"
    assert in_full("Alice", "bob") == "Alice (bob)"
    assert told_apart([("Alice", "carol"), ("Bob", "bob")]) == ["Alice", "Bob"]
    assert told_apart([("Alice", "carol"), ("alice", "alice")]) == ["Alice (carol)", "alice"]
    assert told_apart([("Аnn", "bob"), ("Ann", "eve")]) == ["Аnn (bob)", "Ann (eve)"]


def test_no_page_names_somebody_by_the_shown_name_alone() -> None:
    """But to themselves, and where the handle stands in the next line."""
    to_themselves = {"base.html", "home.html", "public.html", "base_message.txt"}
    someone = re.compile(r"\.shown_name|\b(player|by|waits_for|organiser|person)\.name\b")
    rooms = ("accounts", "games", "notifications", "oriflamme_site")
    files = [one for room in rooms for one in Path(room).rglob("templates/**/*.*")]
    assert len(files) > 100
    told = {one.name for one in files if someone.search(one.read_text())}
    assert told <= to_themselves


def test_lists_of_tables_say_who_it_is(alice: User, mallory: User, client: Client) -> None:
    User.objects.filter(pk=mallory.pk).update(name="Alyce")
    services.create_game(person=mallory, set="oriflamme", seats=3, name="Round")
    assert "Alyce (mallory)" in client.get(reverse("lobby"), secure=True).content.decode()

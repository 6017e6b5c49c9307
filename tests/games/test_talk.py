"""Talk: to the table and in private, read marks, mutes, limits."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import errors, selectors, services
from games.models import Game
from tests.games.conftest import OpenTable, move_on

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


def seat_of(game: Game, person: User) -> int:
    number = game.chairs.get(person=person).number
    assert number is not None
    return number


def read(game: Game, person: User) -> list[str]:
    return [message["text"] for message in selectors.talk(key=game.key, viewer=person)]


@pytest.fixture
def game(open_table: OpenTable) -> Game:
    return open_table("alice", "bob", "carol", talk="full")


def test_the_table_hears_what_is_said_to_it(game: Game, alice: User, person: Cast) -> None:
    services.say(game_key=game.key, person=alice, text="  Hello.  ")
    assert read(game, alice) == read(game, person("bob")) == ["Hello."]


def test_a_letter_is_read_by_two(game: Game, alice: User, person: Cast) -> None:
    bob = person("bob")
    services.say(game_key=game.key, person=alice, text="You and me", to_seat=seat_of(game, bob))
    assert read(game, bob) == read(game, alice) == ["You and me"]
    assert read(game, person("carol")) == []


def test_spectators_and_who_resigned_have_no_part_in_it(
    game: Game, alice: User, mallory: User, person: Cast
) -> None:
    services.say(game_key=game.key, person=alice, text="Among us")
    services.resign(game_key=game.key, person=person("bob"))
    for outsider in (mallory, person("bob")):
        with pytest.raises(errors.NotAtTable):
            selectors.talk(key=game.key, viewer=outsider)
        with pytest.raises(errors.NotAtTable):
            services.say(game_key=game.key, person=outsider, text="me too")
        kinds = selectors.timeline(key=game.key, viewer=outsider, lang="en")
        assert {entry["type"] for entry in kinds} == {"move"}


@pytest.mark.parametrize(("talk", "to_seat"), [("none", None), ("table", 1)])
def test_a_table_has_the_talk_it_was_opened_with(
    open_table: OpenTable, alice: User, talk: str, to_seat: int | None
) -> None:
    game = open_table("alice", "bob", talk=talk)
    with pytest.raises(errors.NotAllowed):
        services.say(game_key=game.key, person=alice, text="hello", to_seat=to_seat)


def test_nobody_talks_before_the_game_or_to_nobody(
    open_table: OpenTable, game: Game, alice: User
) -> None:
    waits = open_table("alice", "bob", seats=3)
    with pytest.raises(errors.NotAllowed):
        services.say(game_key=waits.key, person=alice, text="Anybody there?")
    for nobody in (seat_of(game, alice), 4):
        with pytest.raises(errors.NotAllowed):
            services.say(game_key=game.key, person=alice, text="hm", to_seat=nobody)


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001, "a\0b"])
def test_a_message_has_a_length(game: Game, alice: User, text: str) -> None:
    with pytest.raises(errors.BadText):
        services.say(game_key=game.key, person=alice, text=text)


def test_a_flood_is_asked_to_wait(game: Game, alice: User) -> None:
    for number in range(20):
        services.say(game_key=game.key, person=alice, text=f"{number}")
    with pytest.raises(errors.TooMuchTalk) as refused:
        services.say(game_key=game.key, person=alice, text="20")
    wait = timedelta(seconds=refused.value.facts["seconds"])
    with time_machine.travel(timezone.now() + wait, tick=False):
        services.say(game_key=game.key, person=alice, text="20")


def test_what_is_read_is_marked(game: Game, alice: User, person: Cast) -> None:
    bob = person("bob")
    for text in ("one", "two", "three"):
        services.say(game_key=game.key, person=alice, text=text)
    assert selectors.unread(bob) == {game.key: 3}
    assert selectors.unread(alice) == {}
    messages = selectors.talk(key=game.key, viewer=bob)
    services.mark_read(game_key=game.key, person=bob, message=messages[1]["id"])
    services.mark_read(game_key=game.key, person=bob, message=messages[0]["id"])  # never back
    assert selectors.unread(bob) == {game.key: 1}
    marks = [one["unread"] for one in selectors.talk(key=game.key, viewer=bob)]
    assert marks == [False, False, True]
    later = selectors.talk(key=game.key, viewer=bob, after=messages[1]["id"])
    assert [message["text"] for message in later] == ["three"]


def test_a_letter_of_others_cannot_be_marked(game: Game, alice: User, person: Cast) -> None:
    letter = services.say(
        game_key=game.key, person=alice, text="psst", to_seat=seat_of(game, person("bob"))
    )
    for key in (letter.key, "2" * 10):
        with pytest.raises(errors.NotFound):
            services.mark_read(game_key=game.key, person=person("carol"), message=key)
        with pytest.raises(errors.BadCursor):
            selectors.talk(key=game.key, viewer=person("carol"), after=key)


def test_a_muted_seat_is_not_heard(game: Game, alice: User, person: Cast) -> None:
    bob = person("bob")
    services.mute(game_key=game.key, person=bob, seat=seat_of(game, alice))
    services.mute(game_key=game.key, person=bob, seat=seat_of(game, alice))
    services.say(game_key=game.key, person=alice, text="blah")
    assert read(game, bob) == []
    assert selectors.unread(bob) == {}
    services.unmute(game_key=game.key, person=bob, seat=seat_of(game, alice))
    assert read(game, bob) == ["blah"]
    with pytest.raises(errors.NotAllowed):
        services.mute(game_key=game.key, person=bob, seat=seat_of(game, bob))


def test_nobody_unmutes_at_a_table_of_others(game: Game, alice: User, mallory: User) -> None:
    with pytest.raises(errors.NotAtTable):
        services.unmute(game_key=game.key, person=mallory, seat=seat_of(game, alice))


def test_log_and_talk_are_one_timeline(game: Game, alice: User) -> None:
    services.say(game_key=game.key, person=alice, text="first")
    move_on(game)
    services.say(game_key=game.key, person=alice, text="second")
    move_on(game)
    entries = selectors.timeline(key=game.key, viewer=alice, lang="en")
    told = [entry.get("text") or entry["seq"] for entry in entries]
    assert told == [0, "first", 1, "second", 2]
    later = selectors.timeline(key=game.key, viewer=alice, lang="en", since=1)
    assert [entry.get("text") or entry["seq"] for entry in later] == ["second", 2]

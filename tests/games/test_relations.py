"""Blocked people never meet, muted ones write no letters, and neither is told or can find out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail

from accounts.models import Relation, User
from accounts.services.relations import Kind, relate
from games import errors, selectors, services
from games.models import Feed, Game, Seat
from notifications.models import Notification
from tests.games.conftest import OpenTable

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]
BOTH_WAYS = pytest.mark.parametrize(("who", "whom"), [("bob", "mallory"), ("mallory", "bob")])


def block(person: Cast, who: str, whom: str) -> None:
    relate(person=person(who), other=person(whom), kind=Kind.BLOCK)


def open_tables(viewer: User) -> list[str]:
    return [table["name"] for table in selectors.list_games(which="open", viewer=viewer)[0]]


def seat_of(game: Game, person: User) -> int:
    number = game.chairs.get(person=person).number
    assert number is not None
    return number


# --- blocked -----------------------------------------------------------------------------


@BOTH_WAYS
@pytest.mark.parametrize("join", ["open", "link", "invitation"])
def test_a_table_with_somebody_whom_one_may_not_meet_is_not_there(
    open_table: OpenTable, alice: User, mallory: User, person: Cast, who: str, whom: str, join: str
) -> None:
    game = open_table("alice", seats=5)
    services.join(game_key=game.key, person=person("bob"))
    Game.objects.filter(pk=game.pk).update(join=join)
    for_one = services.invite(game_key=game.key, person=alice)
    block(person, who, whom)
    invited = services.invite(game_key=game.key, person=alice, handle="mallory")
    assert invited.state == "open"
    assert open_tables(mallory) == []
    assert selectors.list_games(which="invited", viewer=mallory) == ([], None)
    for ask in (
        lambda: selectors.find_game(game.key, mallory),
        lambda: selectors.find_by_link(for_one.token, mallory),
        lambda: services.join(game_key=game.key, person=mallory),
        lambda: services.join(game_key=game.key, person=mallory, token=game.link.reveal()),
        lambda: services.join_by_link(token=for_one.token, person=mallory),
        lambda: services.join_by_link(token=game.link.reveal(), person=mallory),
        lambda: services.decline(game_key=game.key, person=mallory),
    ):
        with pytest.raises(errors.NotFound):
            ask()
    assert not Notification.objects.filter(person=mallory).exists()
    assert not Feed.objects.filter(person=mallory).exists()
    assert mail.outbox == []
    # Everybody else sits down as ever.
    services.join_by_link(token=for_one.token, person=person("carol"))


def test_the_host_sees_an_ordinary_invitation(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = open_table("alice", seats=4)
    block(person, "mallory", "alice")
    services.invite(game_key=game.key, person=alice, handle="mallory")
    services.invite(game_key=game.key, person=alice, handle=person("bob").handle)
    bobs, mallorys = selectors.list_invitations(key=game.key, viewer=alice)
    for one in (bobs, mallorys):
        del one["token"], one["handle"], one["at"]
    assert bobs == mallorys


def test_who_blocks_somebody_gets_up_where_both_wait(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    waiting = open_table("alice", "mallory", seats=4)
    running = open_table("alice", "mallory")
    alone = open_table("alice", seats=4)
    block(person, "alice", "mallory")
    at = set(Seat.objects.filter(person=alice).values_list("game_id", flat=True))
    assert at == {running.pk, alone.pk}
    waiting.refresh_from_db()
    assert waiting.creator == person("mallory")
    told = {one.kind for one in Feed.objects.filter(game=waiting, person=None)}
    assert told == {"created", "joined", "left"}  # as if she had thought again


def test_spectators_watch_whom_they_blocked(
    open_table: OpenTable, mallory: User, person: Cast
) -> None:
    game = open_table("alice", "bob")
    block(person, "mallory", "bob")
    assert selectors.find_game(game.key, mallory).table.key == game.key


def test_at_an_anonymous_table_blocks_do_not_tell_who_sits_there(
    open_table: OpenTable, mallory: User, person: Cast
) -> None:
    """Mallory blocks one after the other, and looks which tables vanish or refuse her."""
    game = open_table("alice", "bob", seats=4, anonymous=True)
    seen = []
    for suspect in ("bob", "dave"):
        Relation.objects.all().delete()
        block(person, "mallory", suspect)
        with pytest.raises(errors.NotAllowed) as refused:
            services.join(game_key=game.key, person=mallory)
        view = selectors.find_game(game.key, mallory).view("en")
        seen.append((str(refused.value), open_tables(mallory), view))
    assert seen[0] == seen[1]
    # Whom others have blocked may sit down: they are the ones who stay away.
    Relation.objects.all().delete()
    block(person, "erin", "mallory")
    services.join(game_key=game.key, person=mallory)


def test_whoever_blocks_leaves_anonymous_tables_that_wait(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    with_bob = open_table("alice", "bob", seats=4, anonymous=True)
    without = open_table("alice", seats=4, anonymous=True)
    block(person, "alice", "bob")
    assert not Seat.objects.filter(person=alice, game__in=[with_bob, without]).exists()
    with pytest.raises(errors.NotAllowed):
        services.create_game(person=alice, name="x", set="oriflamme", seats=3, anonymous=True)


# --- muted -------------------------------------------------------------------------------


def letters(game: Game, reader: User) -> list[str]:
    return [message["text"] for message in selectors.talk(key=game.key, viewer=reader)]


@pytest.mark.parametrize("kind", [Kind.MUTE, Kind.BLOCK])
def test_letters_of_somebody_muted_do_not_come(
    open_table: OpenTable, alice: User, person: Cast, kind: Any
) -> None:
    bob = person("bob")
    game = open_table("alice", "bob", "carol", talk="full")
    at = {who: seat_of(game, person(who)) for who in ("alice", "bob")}
    relate(person=alice, other=bob, kind=kind)
    Feed.objects.all().delete()
    sent = services.say(game_key=game.key, person=bob, text="psst", to_seat=at["alice"])
    assert sent.text == "psst"
    assert letters(game, alice) == []
    assert letters(game, bob) == ["psst"]
    assert selectors.unread(alice) == {}
    assert [one.person_id for one in Feed.objects.all()] == [bob.pk]
    # To the table he may speak, and she may write to him.
    services.say(game_key=game.key, person=bob, text="all")
    services.say(game_key=game.key, person=alice, text="well?", to_seat=at["bob"])
    assert letters(game, alice) == ["all", "well?"]
    assert letters(game, bob) == ["psst", "all", "well?"]
    assert selectors.unread(alice) == {game.key: 1}


def test_at_an_anonymous_table_muting_a_person_does_not_tell_whose_letters_these_are(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    bob = person("bob")
    game = open_table("alice", "bob", "carol", talk="full", anonymous=True)
    relate(person=alice, other=bob, kind=Kind.MUTE)
    services.say(game_key=game.key, person=bob, text="psst", to_seat=seat_of(game, alice))
    assert letters(game, alice) == ["psst"]
    assert selectors.unread(alice) == {game.key: 1}
    services.mute(game_key=game.key, person=alice, seat=seat_of(game, bob))
    assert letters(game, alice) == []

"""What a viewer cannot know does not change a byte of what they can read."""

from collections.abc import Callable
from typing import Any

import orjson
import pytest

from accounts.models import User
from games import errors, selectors, services
from games.models import Game, Seat
from tests.games.conftest import OpenTable, decider, move_on, play_out

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


def all_that_is_read(game: Game, viewer: User | None) -> dict[str, bytes]:
    """Every answer of every selector about a running game."""
    asked: dict[str, Any] = {
        "view": selectors.find_game(game.key, viewer).view("en"),
        "log": selectors.log(key=game.key, viewer=viewer, lang="uk"),
        "timeline": selectors.timeline(key=game.key, viewer=viewer, lang="it"),
        "running": selectors.list_games(which="running", viewer=viewer),
        "record": refusal(lambda: selectors.record_text(key=game.key, viewer=viewer)),
        "at": refusal(lambda: selectors.view_at(key=game.key, viewer=viewer, lang="en", seq=1)),
    }
    if viewer is not None:
        asked |= {
            "mine": selectors.list_games(which="mine", viewer=viewer),
            "turns": selectors.turns(viewer=viewer, lang="ru"),
            "talk": refusal(lambda: selectors.talk(key=game.key, viewer=viewer)),
            "unread": selectors.unread(viewer),
            "dry run": refusal(lambda: dry_run(game, viewer, "nonsense")),
            "dry reveal": refusal(lambda: dry_run(game, viewer, "reveal")),
        }
    return {name: orjson.dumps(value, default=str) for name, value in asked.items()}


def dry_run(game: Game, viewer: User, *moves: str) -> int:
    seq = selectors.find_game(game.key, viewer).table.seq
    answer = services.play(
        game_key=game.key, person=viewer, seq=seq, moves=moves, door="api", dry_run=True
    )
    return answer.seq


def refusal(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except errors.Refusal as refused:
        return [refused.code, str(refused), refused.facts]


def swap_people(game: Game, one: User, other: User) -> None:
    seats = {seat.person_id: seat for seat in game.chairs.filter(person__in=[one, other])}
    game.chairs.filter(person=one).update(person=None, bot="x")
    game.chairs.filter(person=other).update(person=one)
    Seat.objects.filter(pk=seats[one.pk].pk).update(person=other, bot="")


def test_nobody_knows_who_sits_where_at_an_anonymous_table(
    open_table: OpenTable, alice: User, mallory: User, person: Cast
) -> None:
    bob, carol = person("bob"), person("carol")
    game = open_table("bob", "alice", "carol", anonymous=True, talk="full")
    move_on(game, 5)
    services.say(game_key=game.key, person=bob, text="Good luck to all.")
    services.say(game_key=game.key, person=carol, text="And to you.")
    for viewer in (alice, mallory, None):
        before = all_that_is_read(game, viewer)
        for handle in (b"bob", b"carol"):
            assert not any(handle in text.lower() for text in before.values())
        swap_people(game, bob, carol)
        assert all_that_is_read(game, viewer) == before
    for handle in ("alice", "bob", "carol"):
        found, _ = selectors.list_games(which="running", viewer=mallory, player=handle)
        assert found == []


def test_an_anonymous_table_shows_numbers_while_it_gathers(
    open_table: OpenTable, alice: User, mallory: User
) -> None:
    game = open_table("bob", "alice", "carol", seats=5, anonymous=True)
    (listed,), _ = selectors.list_games(which="open", viewer=mallory)
    assert (listed["seats_taken"], listed["players"], listed["creator"]) == (3, [None] * 3, None)
    view = selectors.find_game(game.key, alice).view("en")
    players = [seat["player"] for seat in view["seats"]]
    assert sorted(player["handle"] if player else "?" for player in players) == ["?", "?", "alice"]


def test_at_the_end_everything_is_open(open_table: OpenTable, mallory: User) -> None:
    game = open_table("alice", "bob", "carol", anonymous=True)
    play_out(game)
    view = selectors.find_game(game.key, mallory).view("en")
    assert {seat["player"]["handle"] for seat in view["seats"]} == {"alice", "bob", "carol"}
    assert view["deal"]["seed"] == game.seed.reveal().hex()
    assert all(seat["aside_cards"] for seat in view["seats"])
    dealt = selectors.log(key=game.key, viewer=mallory, lang="en")[0]["events"][1:4]
    assert all(len(event["hand"]) == 7 for event in dealt)


def test_an_agreed_end_opens_everything_too(
    open_table: OpenTable, mallory: User, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 8)
    for name in ("alice", "bob", "carol"):
        services.offer_end(game_key=game.key, person=person(name))
    view = selectors.find_game(game.key, mallory).view("en")
    assert view["question"] is None
    assert all(slot["top"]["card"] for slot in view["row"])
    assert all(seat["hand_cards"] for seat in view["seats"])
    assert view["result"]["ranks"] is None


def test_who_resigned_sees_what_a_spectator_sees(
    open_table: OpenTable, mallory: User, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 4)
    services.resign(game_key=game.key, person=person("bob"))
    assert all_that_is_read(game, person("bob"))["view"] == all_that_is_read(game, mallory)["view"]


@pytest.mark.parametrize("join", ["link", "invitation"])
def test_a_private_table_is_not_there_for_mallory(
    open_table: OpenTable, mallory: User, alice: User, join: str
) -> None:
    kwargs: dict[str, Any] = {"join": join} if join == "link" else {"join": "link"}
    game = open_table("alice", "bob", "carol", **kwargs)
    Game.objects.filter(pk=game.pk).update(join=join)
    waits = services.create_game(person=alice, name="Private", set="ablaze", seats=3, join=join)
    move: dict[str, Any] = {"seq": 0, "moves": ["wait"], "door": "api"}
    for one in (game, waits):
        attempts: list[Callable[[str], Any]] = [
            lambda key: selectors.find_game(key, mallory),
            lambda key: selectors.log(key=key, viewer=mallory, lang="en"),
            lambda key: selectors.talk(key=key, viewer=mallory),
            lambda key: selectors.timeline(key=key, viewer=mallory, lang="en"),
            lambda key: selectors.record_text(key=key, viewer=mallory),
            lambda key: selectors.view_at(key=key, viewer=mallory, lang="en", seq=0),
            lambda key: selectors.list_invitations(key=key, viewer=mallory),
            lambda key: services.play(game_key=key, person=mallory, **move),
            lambda key: services.join(game_key=key, person=mallory),
            lambda key: services.join(game_key=key, person=mallory, token="x"),
            lambda key: services.leave(game_key=key, person=mallory),
            lambda key: services.start(game_key=key, person=mallory),
            lambda key: services.cancel(game_key=key, person=mallory),
            lambda key: services.resign(game_key=key, person=mallory),
            lambda key: services.say(game_key=key, person=mallory, text="hello"),
            lambda key: services.invite(game_key=key, person=mallory),
            lambda key: services.decline(game_key=key, person=mallory),
            lambda key: services.offer_end(game_key=key, person=mallory),
            lambda key: services.mute(game_key=key, person=mallory, seat=0),
            lambda key: services.remove(game_key=key, person=mallory, handle="alice"),
        ]
        for attempt in attempts:
            there, nowhere = (
                refusal(lambda key=key, attempt=attempt: attempt(key))
                for key in (one.key, "2" * 16)
            )
            assert there == nowhere
            assert there[0] == "not_found"
        assert refusal(
            lambda one=one: selectors.list_games(which="open", viewer=mallory, after=one.key)
        ) == refusal(lambda: selectors.list_games(which="open", viewer=mallory, after="2" * 16))
    for which in ("open", "running", "over", "mine", "invited"):
        assert selectors.list_games(which=which, viewer=mallory) == ([], None)


def test_only_the_decider_reads_the_choices(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 3)
    who = decider(game)
    for seat in game.chairs.all():
        question = selectors.find_game(game.key, seat.person).view("en")["question"]
        assert (question["moves"] is not None) == (seat.person == who)
        assert question["asks"]

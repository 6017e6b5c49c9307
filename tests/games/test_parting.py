"""People who go: what is left of them, what they take along, and who gets their seats."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import translation

from accounts.models import User
from accounts.services import leaving, staff
from accounts.services.export import export
from games import selectors, services
from games.models import Game, IdempotentAnswer, Invitation, Move, Seat
from games.selectors.verifying import verify_games
from tests import address_of
from tests.accounts.test_leaving import dump
from tests.games.conftest import OpenTable, decider, move_on, play_out

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


@pytest.fixture
def wanda(person: Cast) -> User:
    wanda = person("wanda")
    wanda.name = "Wanda Wanderer"
    wanda.save()
    return wanda


def seat_of(game: Game, person: User) -> int:
    number = game.chairs.get(person=person).number
    assert number is not None
    return number


def copy_of(person: User) -> dict[str, Any]:
    data = json.loads(json.dumps(export(person=person), cls=DjangoJSONEncoder))
    return data["games"]  # type: ignore[no-any-return]


# --- erased ------------------------------------------------------------------------------


def test_a_running_seat_goes_to_the_stand_in_and_the_log_stays_true(
    open_table: OpenTable, wanda: User, alice: User
) -> None:
    game = open_table("alice", "wanda", "bob")
    move_on(game, 6)
    before = list(Move.objects.order_by("seq").values())
    leaving.erase(person=wanda)
    seat = Seat.objects.get(game=game, person=wanda)
    assert (seat.bot != "", seat.stand_in) == (True, True)
    assert list(Move.objects.order_by("seq").values()) == before
    assert [faults for _key, faults in verify_games([game.key])] == [[]]
    services.let_bots_move(game_key=game.key)
    assert decider(game) != wanda


def test_a_gathering_table_passes_on_or_closes(
    open_table: OpenTable, wanda: User, person: Cast
) -> None:
    passed = open_table("wanda", "bob", seats=4, name="With Wanda", language="it")
    closed = open_table("wanda", seats=4, name="Wanda alone")
    leaving.erase(person=wanda)
    passed.refresh_from_db()
    closed.refresh_from_db()
    assert (passed.status, passed.creator) == ("gathering", person("bob"))
    assert closed.status == "cancelled"
    assert (passed.name, closed.name) == ("Un tavolo", "A table")


def test_open_invitations_end_and_addresses_are_forgotten(
    open_table: OpenTable, wanda: User, alice: User, person: Cast
) -> None:
    game = open_table("alice", "wanda", seats=5)
    theirs = open_table("bob", seats=4)
    services.invite(game_key=theirs.key, person=person("bob"), address=address_of(wanda))
    services.invite(game_key=game.key, person=wanda, address="friend@example.test")
    leaving.erase(person=wanda)
    left = list(Invitation.objects.order_by("pk").values_list("state", "address", "mail_due_at"))
    assert left == [("declined", "", None), ("withdrawn", "", None)]


@pytest.mark.parametrize("ended", [False, True])
def test_nobody_reads_the_name_or_the_words_of_who_has_gone(
    open_table: OpenTable, wanda: User, alice: User, person: Cast, ended: bool
) -> None:
    game = open_table("alice", "wanda", "bob", talk="full", name="At Wanda's")
    number = seat_of(game, wanda)
    services.say(game_key=game.key, person=wanda, text="Write to wanda@example.test")
    services.say(game_key=game.key, person=wanda, text="wanda", to_seat=seat_of(game, alice))
    services.say(game_key=game.key, person=alice, text="Good luck!")
    if ended:
        play_out(game)
    leaving.erase(person=wanda)
    with translation.override("uk"):
        read: dict[str, Any] = {
            "view": selectors.find_game(game.key, alice).view("uk"),
            "log": selectors.log(key=game.key, viewer=alice, lang="uk"),
            "talk": selectors.talk(key=game.key, viewer=alice),
            "lists": [
                selectors.list_games(which=which, viewer=alice)
                for which in ("mine", "mine_over", "running", "over")
            ],
            "record": selectors.record_text(key=game.key, viewer=alice) if ended else "",
            "found": selectors.list_games(
                which="mine_over" if ended else "mine", viewer=alice, player=f"gone-{wanda.pk}"
            )[0],
        }
    shown = {"handle": None, "name": "колишній гравець", "bot": False}
    assert read["view"]["seats"][number]["player"] == shown
    assert [message["text"] for message in read["talk"]] == ["", "", "Good luck!"]
    assert read["talk"][0]["player"] == shown
    assert read["found"] == []
    said = json.dumps(read, default=str, ensure_ascii=False).lower()
    assert "wanda" not in said
    assert "gone-" not in said
    assert ended == ("колишній гравець" in read["record"])


def test_a_poll_learns_that_the_name_is_gone(
    open_table: OpenTable, wanda: User, alice: User
) -> None:
    game = open_table("alice", "wanda")
    play_out(game)
    before = selectors.find_game(game.key, alice).table.revision
    leaving.erase(person=wanda)
    assert selectors.find_game(game.key, alice).table.revision > before


@pytest.mark.django_db(transaction=True)
def test_a_dump_of_tables_knows_nothing_of_who_has_gone(
    open_table: OpenTable, wanda: User, person: Cast
) -> None:
    game = open_table("wanda", "bob", name="Wanda Wanderer and Bob", talk="full")
    services.say(game_key=game.key, person=wanda, text="wanda says hello")
    gathering = open_table("bob", seats=4)
    services.invite(game_key=gathering.key, person=person("bob"), address="Wanda@example.test")
    for who in (wanda, person("bob")):
        services.answer_once(
            person=who, key="k", digest=b"d", act=lambda: (200, b'{"name":"Wanda Wanderer"}')
        )
    assert "wanda wanderer and bob" in dump().lower()
    leaving.erase(person=wanda)
    left = dump().lower()
    assert "wanda" not in left
    assert not IdempotentAnswer.objects.exists()
    game.refresh_from_db()
    assert game.name == "A table"


def test_erasing_twice_is_erasing_once(open_table: OpenTable, wanda: User) -> None:
    open_table("alice", "wanda")
    from games.services import blocks_and_erasure

    blocks_and_erasure.erase(wanda)
    blocks_and_erasure.erase(wanda)
    assert Seat.objects.get(person=wanda).stand_in


# --- my data -----------------------------------------------------------------------------


def test_the_copy_of_a_running_game_holds_what_its_player_knows(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    bob, carol = person("bob"), person("carol")
    game = open_table("alice", "bob", "carol", talk="full")
    move_on(game, 8)
    game.refresh_from_db()
    services.say(game_key=game.key, person=alice, text="to all")
    services.say(game_key=game.key, person=alice, text="to bob", to_seat=seat_of(game, bob))
    services.say(game_key=game.key, person=bob, text="to carol", to_seat=seat_of(game, carol))
    services.say(game_key=game.key, person=bob, text="to alice", to_seat=seat_of(game, alice))
    (table,) = copy_of(alice)["tables"]
    mine = Move.objects.filter(by=alice).order_by("seq")
    assert [row["move"] for row in table["moves"]] == [move.move for move in mine]
    assert [row["text"] for row in table["said"]] == ["to all"]
    assert [row["text"] for row in table["letters"]] == ["to bob", "to alice"]
    assert table["record"] is None
    seen = json.loads(
        json.dumps(selectors.find_game(game.key, alice).view("en"), cls=DjangoJSONEncoder)
    )
    assert table["view"] == seen
    assert len(table["log"]) == game.seq + 1
    others = [entry for entry in table["log"] if entry["seat"] != seat_of(game, alice)]
    assert {entry["move"] for entry in others} == {None}
    assert game.seed.reveal().hex() not in json.dumps(table)


def test_the_copy_of_a_finished_game_is_its_record(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob")
    play_out(game)
    (table,) = copy_of(alice)["tables"]
    assert table["record"] == selectors.record_text(key=game.key, viewer=alice)
    assert (table["view"], table["log"]) == (None, None)


def test_who_resigned_gets_a_copy_without_the_stand_ins_cards(
    open_table: OpenTable, alice: User, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol", talk="full", join="link")
    number = seat_of(game, alice)
    services.resign(game_key=game.key, person=alice)
    services.say(game_key=game.key, person=person("bob"), text="to the bot", to_seat=number)
    (table,) = copy_of(alice)["tables"]
    assert table["view"]["yours"] is None
    assert table["letters"] == []


def test_the_copy_tells_of_invitations(open_table: OpenTable, alice: User, person: Cast) -> None:
    game = open_table("alice", seats=4)
    services.invite(game_key=game.key, person=alice, handle=person("bob").handle)
    assert [row["game__key"] for row in copy_of(person("bob"))["invited"]] == [game.key]
    assert [row["game__key"] for row in copy_of(alice)["has_invited"]] == [game.key]
    assert copy_of(person("bob"))["has_invited"] == []


# --- merged ------------------------------------------------------------------------------


def test_seats_and_invitations_go_to_the_other_account(
    open_table: OpenTable, wanda: User, alice: User, person: Cast
) -> None:
    erin = person("erin")
    boss = User.objects.create_superuser("boss", "boss@example.test", "x")
    running, gathering = open_table("alice", "wanda"), open_table("wanda", "bob", seats=4)
    both = open_table("erin", "wanda", "bob")
    asked = open_table("bob", seats=4, join="invitation")
    services.invite(game_key=asked.key, person=person("bob"), handle="wanda")
    staff.merge(person=wanda, into=erin, staff=boss, reason="the same human")
    assert Seat.objects.get(game=running, person=erin).bot == ""
    gathering.refresh_from_db()
    assert gathering.creator == erin
    # At a table of both each has seen a hand of its own: stand-ins play on with them.
    assert Seat.objects.get(game=both, person=erin).bot == "careful"
    assert Seat.objects.get(game=both, person=wanda).stand_in
    services.join(game_key=asked.key, person=erin)
    play_out(running)
    assert "erin" in selectors.record_text(key=running.key, viewer=alice)


def test_a_seat_for_which_the_other_account_is_not_fit_is_given_up(
    open_table: OpenTable, wanda: User, person: Cast
) -> None:
    erin = person("erin")
    boss = User.objects.create_superuser("boss", "boss@example.test", "x")
    game = open_table("bob", "wanda", seats=4, rated=True)
    User.objects.filter(pk=erin.pk).update(email_is_verified=False)
    staff.merge(person=wanda, into=erin, staff=boss, reason="the same human")
    assert not game.chairs.filter(person=erin).exists()

"""verify_games finds whatever does not follow from the log, and repairs nothing; rebuild_game makes
anew what follows from it."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import engine, selectors, services
from games.models import Game
from games.selectors.verifying import verify_games
from tests.games.conftest import OpenTable, move_on, play_out

pytestmark = pytest.mark.django_db


def verify(*keys: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("verify_games", *keys, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_every_game_is_what_its_log_says(open_table: OpenTable) -> None:
    for number, box in enumerate(engine.SETS):
        play_out(open_table("alice", "bob", "carol", "dave", set=box), seed=number)
        move_on(open_table("alice", "bob", "carol", set=box, direction="right_to_left"), 20)
    open_table("alice", "bob", seats=5)  # gathers: there is nothing to compare
    agreed = open_table("alice", "bob")
    move_on(agreed, 9)
    for seat in agreed.chairs.all():
        services.offer_end(game_key=agreed.key, person=seat.person)
    assert verify() == ("9 games are what their logs say.\n", "")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"seq": 5}, "the numbers of the log"),
        ({"to_move": 2}, "who decides"),
        ({"seed": b"\1" * 32}, "the commitment"),
        ({"direction": "left_to_right"}, "the deal"),
        ({"rules_version": 0}, "the deal of rules 0 cannot be made"),
        ({"status": "over"}, "whether it is over"),
    ],
)
def test_a_difference_is_named(open_table: OpenTable, change: dict[str, Any], fault: str) -> None:
    game = open_table("alice", "bob", "carol", direction="right_to_left")
    other = open_table("alice", "bob", "carol")
    move_on(game, 6)
    game.refresh_from_db()
    if game.to_move == 2 and "to_move" in change:
        change = {"to_move": 1}
    check(game, change, fault)
    assert verify(other.key)[0].startswith("1 games")


def check(game: Game, change: dict[str, Any], fault: str) -> None:
    Game.objects.filter(pk=game.pk).update(**change)
    before = Game.objects.values().get(pk=game.pk)
    ((_key, faults),) = verify_games([game.key])
    assert faults[0].startswith(fault)
    with pytest.raises(CommandError):
        verify(game.key)
    assert Game.objects.values().get(pk=game.pk) == before


def test_a_changed_snapshot_is_found(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    move_on(game, 6)
    game.refresh_from_db()
    assert game.state is not None
    state = engine.load(game.state.reveal())
    state.influence[0] += 1
    check(game, {"state": engine.dump(state)}, "the snapshot")


def test_a_changed_result_is_found(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    play_out(game)
    check(game, {"result": game.result | {"ranks": [7, 7]}}, "the result")


def rebuild(key: str) -> str:
    out = StringIO()
    call_command("rebuild_game", key, stdout=out, stderr=out)
    return out.getvalue()


def test_a_snapshot_is_made_anew_from_its_log_and_the_game_goes_on(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol", direction="right_to_left")
    move_on(game, 6)
    assert rebuild(game.key) == f"{game.key}: was what its log says\n"
    before = Game.objects.get(pk=game.pk)
    Game.objects.filter(pk=game.pk).update(
        state="{", seq=2, to_move=((before.to_move or 0) + 1) % 3, deadline=None
    )
    assert rebuild(game.key) == f"{game.key}: made anew: seq, state, to_move\n"
    now = Game.objects.get(pk=game.pk)
    assert (now.state, now.seq, now.to_move) == (before.state, before.seq, before.to_move)
    assert now.deadline is not None
    assert now.revision == before.revision + 1
    assert verify(game.key)[0].startswith("1 games")
    play_out(game)
    Game.objects.filter(pk=game.pk).update(state="{", result={})
    assert rebuild(game.key) == f"{game.key}: made anew: state, result\n"
    assert verify(game.key)[0].startswith("1 games")


def test_an_end_by_agreement_stays_when_a_game_is_made_anew(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    move_on(game, 9)
    for seat in game.chairs.all():
        services.offer_end(game_key=game.key, person=seat.person)
    before = Game.objects.values("status", "result", "ended_at").get(pk=game.pk)
    Game.objects.filter(pk=game.pk).update(state="{")
    assert rebuild(game.key) == f"{game.key}: made anew: state\n"
    assert Game.objects.values("status", "result", "ended_at").get(pk=game.pk) == before
    assert verify(game.key)[0].startswith("1 games")


def test_what_contradicts_the_log_is_not_made_anew(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", direction="right_to_left")
    move_on(game, 6)
    for change in ({"seed": b"\1" * 32}, {"direction": "left_to_right"}, {"status": "over"}):
        kept = Game.objects.values(*change).get(pk=game.pk)
        Game.objects.filter(pk=game.pk).update(state="{", **change)
        with pytest.raises(CommandError):
            rebuild(game.key)
        found = Game.objects.get(pk=game.pk).state
        assert found is not None
        assert found.reveal() == "{"
        Game.objects.filter(pk=game.pk).update(**kept)
    with pytest.raises(CommandError):
        rebuild("2" * 16)


def test_a_game_that_is_not_there_is_named(open_table: OpenTable) -> None:
    with pytest.raises(CommandError):
        verify("2" * 16)


def test_any_moment_of_a_game_that_is_over_can_be_seen(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    play_out(game)
    begun = selectors.view_at(key=game.key, viewer=None, lang="en", seq=0)
    assert [len(seat["hand_cards"]) for seat in begun["seats"]] == [7, 7, 7]
    assert begun["question"]["moves"]
    for seq in range(1, game.seq + 1):
        seen = selectors.view_at(key=game.key, viewer=None, lang="uk", seq=seq)
        assert seen["seq"] == seq
        assert all(slot["top"]["card"] for slot in seen["row"])

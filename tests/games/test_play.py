"""Moves come by one door, on the position that was seen, all or none."""

import json
import random

import pytest

from accounts.models import User
from games import engine, errors, selectors, services
from games.models import Game, Move
from games.models.packing import unpack
from games.moderation.numbers import numbers
from tests import bounded
from tests.games.conftest import OpenTable, decider, move_on, play_out, position

pytestmark = pytest.mark.django_db


def try_to_play(game: Game, person: User, *moves: str, seq: int | None = None) -> services.Played:
    game.refresh_from_db()
    return services.play(
        game_key=game.key,
        person=person,
        seq=game.seq if seq is None else seq,
        moves=moves,
        door="api",
    )


@pytest.mark.parametrize("set", engine.SETS)
def test_a_whole_game_is_its_log(open_table: OpenTable, set: str) -> None:
    game = open_table("alice", "bob", "carol", set=set)
    play_out(game)
    assert game.result["reason"] == "played"
    assert not game.chairs.filter(live=True).exists()
    moves = list(Move.objects.filter(game=game).order_by("seq"))
    assert [row.seq for row in moves] == list(range(game.seq + 1))
    assert {row.by_id for row in moves[1:]} == {seat.person_id for seat in game.chairs.all()}
    assert unpack(moves[-1].events)[-1]["kind"] == "game_over"
    record = selectors.record_text(key=game.key, viewer=None)
    assert engine.replay(record) == position(game)


def test_a_move_is_answered_with_what_the_seat_may_know(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 3)
    who = decider(game)
    played = try_to_play(game, who, "wait")
    assert [event["kind"] for event in played.events] == ["waited"]
    assert (played.seq, played.table.seq) == (4, 4)
    assert all("knows" not in event for event in played.events)


def test_a_stale_seq_moves_nothing(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game)
    with pytest.raises(errors.Stale) as refused:
        try_to_play(game, decider(game), "place spy end", seq=0)
    assert refused.value.facts == {"seq": 1}


def test_who_waits_learns_nothing_of_the_choices(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    waiting = game.chairs.exclude(number=game.to_move).first()
    assert waiting is not None
    assert waiting.person is not None
    with pytest.raises(errors.NotYourTurn) as refused:
        try_to_play(game, waiting.person, "no such move")
    assert refused.value.facts == {}


def test_the_decider_is_told_the_legal_moves(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    refusals = {"wait": errors.IllegalMove, "xyzzy": errors.BadNotation, "": errors.BadNotation}
    for move, error in refusals.items():
        with pytest.raises(error) as refused:
            try_to_play(game, decider(game), *([move] if move else []))
        assert refused.value.facts["legal"] == engine.legal_moves(position(game))
        assert move in str(refused.value)


def test_mallory_knows_no_difference_between_no_table_and_a_private_one(
    open_table: OpenTable, mallory: User
) -> None:
    game = open_table("alice", "bob", "carol", join="link")
    for key in (game.key, "2" * 16):
        with pytest.raises(errors.NotFound):
            services.play(game_key=key, person=mallory, seq=0, moves=["wait"], door="api")


def test_a_spectator_does_not_play(open_table: OpenTable, mallory: User) -> None:
    with pytest.raises(errors.NotAtTable):
        try_to_play(open_table("alice", "bob", "carol"), mallory, "wait")


def test_a_game_that_is_over_takes_no_moves(open_table: OpenTable, alice: User) -> None:
    game = open_table("alice", "bob", set="ablaze")
    play_out(game)
    with pytest.raises(errors.GameOver):
        try_to_play(game, alice, "wait")


def test_several_moves_are_made_all_or_none(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    first = decider(game)
    card = position(game).hands[game.to_move or 0][0]
    with pytest.raises(errors.TooManyMoves) as refused:
        try_to_play(game, first, f"place {card} end", "wait")
    assert refused.value.facts == {"index": 1}
    assert Move.objects.filter(game=game).count() == 1
    assert decider(game) == first


def test_moves_are_read_kindly_and_kept_strictly(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    card = position(game).hands[game.to_move or 0][0]
    try_to_play(game, decider(game), f"  Place the {card.title()} END. ")
    assert Move.objects.get(game=game, seq=1).move == f"place {card} end"


def test_a_dry_run_changes_nothing(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    move = engine.legal_moves(position(game))[0]
    answer = services.play(
        game_key=game.key, person=decider(game), seq=0, moves=[move], door="api", dry_run=True
    )
    assert (answer.table.seq, answer.events) == (0, [])
    game.refresh_from_db()
    assert (game.seq, game.revision) == (0, answer.table.revision)
    assert Move.objects.filter(game=game).count() == 1


def closed_victim(open_table: OpenTable) -> tuple[Game, User, list[str]]:
    """A table where the decider may reveal something that then eliminates a closed card."""
    rng = random.Random(3)
    for _ in range(30):
        game = open_table("alice", "bob", "carol", name="One of some")
        bound = bounded()
        while next(bound) and not selectors.find_game(game.key, game.creator).table.is_over:
            state = position(game)
            for first in engine.legal_moves(state):
                if first != "reveal":
                    continue
                later = state.copy()
                engine.play(later, first)
                if engine.to_move(later) != game.to_move:
                    continue
                for second in engine.legal_moves(later):
                    again = later.copy()
                    events = engine.play(again, second)
                    if any(e["kind"] == "eliminated" and not e["was_open"] for e in events):
                        return game, decider(game), [first, second]
            move_on(game, rng=rng)
    raise AssertionError("no such moment came up")


def test_moves_behind_what_comes_to_light_are_not_tried_out(open_table: OpenTable) -> None:
    """A refusal that undoes the sequence would show a hidden card for nothing."""
    game, who, moves = closed_victim(open_table)
    for after in ("wait", "reveal", "eliminate 1", "nonsense"):
        with pytest.raises(errors.ComesToLight) as refused:
            try_to_play(game, who, *moves, after)
        assert refused.value.facts == {"number": 2}
    assert len(try_to_play(game, who, *moves).events) > 2


def test_a_duel_is_played_by_two(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    play_out(game)
    assert len(game.result["ranks"]) == 2


@pytest.mark.parametrize("fault", ["damaged", "newer"])
def test_a_game_that_cannot_be_read_says_so_holds_up_no_other_and_stands_on_the_desk(
    open_table: OpenTable, fault: str
) -> None:
    game, other = open_table("alice", "bob", "carol"), open_table("alice", "bob", "carol")
    who, text = decider(game), game.state.reveal()
    newer = {**json.loads(text), "rules_version": 99}
    bad = "{}" if fault == "damaged" else json.dumps(newer)
    Game.objects.filter(pk=game.pk).update(
        state=bad, rules_version=99 if fault == "newer" else game.rules_version
    )
    with pytest.raises(errors.UnreadableGame):
        try_to_play(game, who, "wait")
    with pytest.raises(errors.UnreadableGame):
        selectors.find_game(game.key, who).view("en")
    for person in (chair.person for chair in other.chairs.all()):
        found = selectors.turns(viewer=person, lang="en")
        assert [row["id"] for row in found] == [other.key] * (decider(other) == person)
    assert {one.name: one.value for one in numbers()}["unreadable"] == 1
    Game.objects.filter(pk=game.pk).update(state=text, rules_version=engine.RULES_VERSION)
    move_on(game, 1)


def test_who_resigned_reads_no_choices(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    services.resign(game_key=game.key, person=who)
    for dry_run in (False, True):
        with pytest.raises(errors.NotAtTable):
            services.play(
                game_key=game.key, person=who, seq=0, moves=["x"], door="api", dry_run=dry_run
            )


def test_a_bot_moves_for_no_person(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    with pytest.raises(errors.NotAtTable):
        services.play(game_key=game.key, seat=game.to_move, seq=0, moves=["x"], door="bot")

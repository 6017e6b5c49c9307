"""A move is read without a lock: what changes that by which it goes changes its game's version."""

import random
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import engine, errors, services
from games.models import Game, Message, Move, Seat
from games.models.table import find_table
from games.services import absence, blocks_and_erasure, pausing, playing
from tests import bounded
from tests.games.conftest import OpenTable, decider, position
from tests.games.test_races import a_move, at_once, somebody_waits_for_a_lock
from tests.pace import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

Deed = Callable[[Game, User], object]


def _read(game: Game, who: User) -> playing.Position:
    return playing._read(playing._Wanted(game.key, who, None, game.seq, [], "api", wake=True))


def _is_absent(game: Game, who: User) -> None:
    with transaction.atomic():
        held = Game.objects.select_for_update().get(pk=game.pk)
        absence.count_absent(held, held.chairs.get(person=who).number, timezone.now())


def _is_merged_away(_game: Game, who: User) -> None:
    with transaction.atomic():
        blocks_and_erasure.merge(User.objects.create_user("zed"), who)


def _is_erased(_game: Game, who: User) -> None:
    with transaction.atomic():
        blocks_and_erasure.erase(who)


def _resigns(game: Game, who: User) -> None:
    services.resign(game_key=game.key, person=who)


def _pauses(game: Game, _who: User) -> None:
    with transaction.atomic():
        held = Game.objects.select_for_update().get(pk=game.pk)
        pausing.pause(held, until=timezone.now() + timedelta(days=2))


def _talks(game: Game, who: User) -> None:
    services.say(game_key=game.key, person=who, text="hello")


CHANGES: list[Deed] = [_is_absent, _is_merged_away, _is_erased, _resigns, _pauses, _talks]


@pytest.mark.parametrize("deed", CHANGES)
@pytest.mark.parametrize("decides", [True, False], ids=["who decides", "another"])
def test_what_a_move_goes_by_changes_with_the_version(
    open_table: OpenTable, deed: Deed, decides: bool
) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    doer = who if decides else _person_on(game.chairs.exclude(person=who).first())
    before = _read(game, who)
    deed(game, doer)
    after = _read(game, who)
    is_same = (before.table, before.ticking) == (after.table, after.ticking)
    assert is_same or before.version != after.version


@pytest.mark.parametrize("deed", [_is_absent, _is_merged_away, _is_erased, _pauses, _resigns])
def test_on_a_position_that_was_overtaken_who_may_not_move_does_not(
    open_table: OpenTable, deed: Deed
) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    move, read = engine.legal_moves(position(game))[0], _read(game, who)
    deed(game, who)

    def play() -> None:
        services.play(game_key=game.key, person=who, seq=0, moves=[move], door="api", position=read)

    if deed not in {_is_absent, _pauses}:
        with pytest.raises(errors.NotAtTable):
            play()
        return
    play()
    game.refresh_from_db()
    chair = Seat.objects.get(game=game, person=who)
    assert (game.seq, chair.absent_since, chair.misses) == (1, None, 0)
    assert (game.deadline is None) == (deed is _pauses)


@pytest.mark.parametrize(
    "wishes", [{}, {"pace": "live"}, {"together": True}], ids=["slow", "live", "together"]
)
def test_what_was_read_and_what_was_written_are_the_table_as_it_is_now(
    open_table: OpenTable, wishes: dict[str, object]
) -> None:
    """The answer to a move is made of these alone: nothing is read once more."""
    game, rng, bound = open_table("alice", "bob", "carol", **wishes), random.Random(11), bounded()
    is_over = False
    while next(bound) and not is_over:
        who = decider(game)
        if game.seq == 4:
            _is_absent(game, who)
            game.refresh_from_db()
        Game.objects.filter(pk=game.pk).update(
            asks_all=False, waits_since=timezone.now() - timedelta(hours=30)
        )
        move = rng.choice(engine.legal_moves(position(game)))
        played = services.play(
            game_key=game.key, person=who, seq=game.seq, moves=[move], door="api"
        )
        found = find_table(game.key, who.pk)
        assert found is not None
        played.table.chairs = [one._replace(hours=None) for one in played.table.chairs]
        assert played.table == found.table
        is_over = played.table.is_over


def test_seats_are_listed_once_for_a_move() -> None:
    assert playing._READ.count("FROM games_seat") == 1
    assert "FROM games_seat" not in playing._write_sql(1, seats=True)


def test_a_move_that_waited_is_of_the_moment_at_which_it_was_made(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    who = decider(game)
    outcome: list[str] = []
    attempt = a_move(game, who, engine.legal_moves(position(game))[0])
    mover = threading.Thread(target=lambda: outcome.extend(at_once(attempt)))
    with transaction.atomic():
        Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        mover.start()
        end = time.monotonic() + PATIENCE
        while not somebody_waits_for_a_lock() and time.monotonic() < end:
            time.sleep(0.02)
        _talks(game, who)
    mover.join(PATIENCE)
    assert outcome == ["done"]
    assert Message.objects.get().at <= Move.objects.get(game=game, seq=1).at


def test_what_answers_a_move_that_is_being_written_is_made_after_it(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol")
    state = position(game)
    first = engine.legal_moves(state)[0]
    engine.play(state, first, _seat_that_moves(state))
    second = _person_on(game.chairs.get(number=engine.to_move(state)))
    then = engine.legal_moves(state)[0]
    outcome: list[str] = []

    def answer() -> None:
        services.play(game_key=game.key, person=second, seq=1, moves=[then], door="api")

    mover = threading.Thread(target=lambda: outcome.extend(at_once(answer)))
    with transaction.atomic():
        a_move(game, decider(game), first)()
        mover.start()
        end = time.monotonic() + PATIENCE
        while not somebody_waits_for_a_lock() and time.monotonic() < end:
            time.sleep(0.02)
    mover.join(PATIENCE)
    assert outcome == ["done"]


def _person_on(seat: Seat | None) -> User:
    assert seat is not None
    assert seat.person is not None
    return seat.person


def _seat_that_moves(state: engine.State) -> int:
    seat = engine.to_move(state)
    assert seat is not None
    return seat

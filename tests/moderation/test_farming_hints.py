"""Hints at farmed ratings: found where somebody farms, and silent where people just play."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services.trail import Kind, note
from games.models import Game, Move
from games.moderation import counting
from games.moderation.admin import HintAdmin
from games.moderation.farming import (
    SLOT,
    Pair,
    WithNew,
    in_common,
    is_always_ahead,
    lives_on_new_ones,
)
from games.moderation.models import Hint
from tests.conftest import Cast
from tests.moderation.test_hints import _from, found, over

pytestmark = pytest.mark.django_db


def rated(*people: User, **facts: Any) -> Game:
    """In this order."""
    ranks = {"reason": "played", "ranks": list(range(1, len(people) + 1))}
    return over(*people, **{"rated": True, "join": "invitation", "result": ranks, **facts})


def known(person: Cast, *names: str) -> list[User]:
    """People whose accounts are a year old."""
    people = [person(name) for name in names]
    for one in people:
        one.created_at = timezone.now() - timedelta(days=365)
        one.save()
    return people


def moves(game: Game, *slots: int, door: str = "page") -> None:
    """All seats move in each of these slots of ten minutes."""
    chairs = list(game.chairs.order_by("number"))
    start = timezone.now().replace(hour=0, minute=0, second=5) - timedelta(days=30)
    had = Move.objects.filter(game=game).count()
    for seq, (slot, chair) in enumerate(((at, one) for at in slots for one in chairs), had + 1):
        Move.objects.create(
            game=game,
            seq=seq,
            seat=chair.number,
            by=chair.person,
            door=door,
            at=start + timedelta(seconds=slot * SLOT),
            move="x",
            events="",
        )


def test_who_always_wins_by_invitation_against_one_is_seen(person: Cast, alice: User) -> None:
    bob, carol, dave = known(person, "bob", "carol", "dave")
    for n in range(10):
        rated(alice, bob, (carol, dave)[n % 2])
    assert ("invited", "alice", "bob") in found()
    assert Hint.objects.get(kind="invited", other=bob).numbers == {
        "invited": 10,
        "of": 10,
        "ahead": 10,
    }
    # What moves no number, or is drawn by a tournament, is nobody's concern here.
    Game.objects.update(rated=False)
    assert found() == set()
    Game.objects.update(rated=True, tournament="cup")
    assert not any(kind == "invited" for kind, _one, _other in found())


def test_friends_who_win_by_turns_are_left_alone(person: Cast, alice: User) -> None:
    bob, carol = known(person, "bob", "carol")
    for n in range(12):
        rated(*((alice, bob, carol), (bob, carol, alice), (carol, alice, bob))[n % 3])
    assert found() == set()


def test_who_lives_on_new_accounts_is_seen(person: Cast, alice: User) -> None:
    people = known(person, "alice", *(f"known{n}" for n in range(6)))
    for n in range(12):
        rated(*(people[1 + (n + k) % 6] for k in (0, 2, 3)), join="open")
    for n in range(8):
        rated(alice, *(person(f"new{n}{one}") for one in "ab"), join="open")
    hints = {(kind, one) for kind, one, _other in found()}
    assert hints == {("new", "alice")}
    numbers = Hint.objects.get(kind="new").numbers
    assert (numbers["accounts"], numbers["met"], numbers["ahead"]) == (16, 16, 16)


def test_where_all_accounts_are_new_that_says_nothing(person: Cast) -> None:
    people = [person(f"new{n:02}") for n in range(9)]
    for n in range(12):
        rated(people[0], people[1 + n % 8], people[1 + (n + 3) % 8], join="open")
    assert found() == set()
    assert not lives_on_new_ones(WithNew(9, 24, 24, 0, 24, 24.0))
    assert lives_on_new_ones(WithNew(9, 24, 24, 0, 24, 2.0))


def test_two_who_always_move_at_one_time_are_seen(person: Cast, alice: User) -> None:
    bob, carol = known(person, "bob", "carol")
    for n in range(3):
        game = rated(*((alice, bob, carol), (bob, carol, alice), (carol, alice, bob))[n])
        moves(game, *(day * 144 + day * 7 % 100 for day in range(n * 6, n * 6 + 6)))
    assert {kind for kind, _one, _other in found()} == {"rhythm"}
    numbers = Hint.objects.filter(kind="rhythm").first()
    assert numbers is not None
    assert numbers.numbers["both"] == numbers.numbers["of"] == 18
    # At live tables all are there at one time; and orders answer when somebody else has moved.
    Game.objects.update(pace="live")
    assert found() == set()


def test_orders_have_no_rhythm(person: Cast, alice: User) -> None:
    bob, carol = known(person, "bob", "carol")
    for n in range(3):
        game = rated(*((alice, bob, carol), (bob, carol, alice), (carol, alice, bob))[n])
        moves(game, *(day * 144 for day in range(n * 6, n * 6 + 6)), door="order")
    assert found() == set()


def test_times_that_the_same_hours_explain_say_nothing() -> None:
    evenings = {day * 144 + at for day in range(20) for at in range(120, 126)}
    assert in_common(evenings, evenings) is None
    seldom = {day * 144 + day * 7 % 140 for day in range(20)}
    assert in_common(seldom, seldom) is not None
    assert in_common(seldom, {at + 1 for at in seldom}) is None
    assert in_common(set(list(seldom)[:5]), seldom) is None


def test_who_plays_much_with_others_lives_on_nobody() -> None:
    assert is_always_ahead(Pair(1, 2, 10, 10, 10, 0, of=10)) == 1
    assert is_always_ahead(Pair(1, 2, 10, 10, 0, 10, of=10)) == 2
    assert is_always_ahead(Pair(1, 2, 10, 10, 10, 0, of=30)) is None
    assert is_always_ahead(Pair(1, 2, 10, 10, 6, 4, of=10)) is None


def test_addresses_are_asked_of_who_meets_by_invitation_too(person: Cast, alice: User) -> None:
    bob, carol = known(person, "bob", "carol")
    for one in (alice, bob):
        _from(note(person=one, kind=Kind.SIGNED_IN).pk, "203.0.113.9")
    for n in range(3):
        rated(*((alice, bob, carol), (bob, carol, alice), (carol, alice, bob))[n])
    assert found() == {("accounts", "alice", "bob")}
    assert "203.0" not in str(Hint.objects.get().numbers)


def test_games_that_run_and_games_of_long_ago_are_never_read(person: Cast, alice: User) -> None:
    bob, carol = known(person, "bob", "carol")
    games = [rated(alice, bob, carol) for _ in range(10)]
    Game.objects.update(ended_at=timezone.now() - timedelta(days=61))
    assert found() == set()
    Game.objects.filter(pk__in=[game.pk for game in games]).update(
        status="cancelled", ended_at=timezone.now()
    )
    assert found() == set()


def test_a_night_without_games_asks_little(person: Cast, alice: User) -> None:
    with CaptureQueriesContext(connection) as quiet:
        counting.count()
    assert len(quiet) <= 6


def test_nobody_of_staff_reads_what_hints_at_themselves(person: Cast, alice: User) -> None:
    bob, carol = person("bob"), person("carol")
    for kind, one, other in (("invited", alice, bob), ("new", bob, alice), ("new", bob, carol)):
        Hint.objects.create(
            kind=kind, person=one, other=other, numbers={}, counted_at=timezone.now()
        )
    request = RequestFactory().get("/")
    request.user = alice
    from django.contrib import admin

    shown = HintAdmin(Hint, admin.site).get_queryset(request)
    assert [(hint.person, hint.other) for hint in shown] == [(bob, carol)]

"""Hints: counted as said, found where somebody cheats, and silent where people just play."""

from datetime import timedelta
from itertools import count as counter
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.trail import Kind, forget_addresses, note
from games.models import Game, Move
from games.models.packing import pack
from games.moderation import counting
from games.moderation.models import Hint
from tests.conftest import Cast

pytestmark = pytest.mark.django_db
_numbers = counter()


def over(
    *people: User,
    join: str = "open",
    tournament: str = "",
    events: dict[int, list[Any]] | None = None,
    **facts: Any,
) -> Game:
    """A game of these people that has ended; by seat, what each did, an entry a move."""
    now = timezone.now()
    usual: dict[str, Any] = {
        "name": "x",
        "set": "oriflamme",
        "seats": len(people),
        "creator": people[0],
        "pace": "normal",
        "closes_at": now,
        "commitment": "x",
        "join": join,
        "tournament": tournament,
        "status": "over",
        "started_at": now - timedelta(days=2),
        "ended_at": now - timedelta(days=1),
        "result": {"reason": "played"},
    }
    game = Game.objects.create(**usual | facts)
    for number, one in enumerate(people):
        game.chairs.create(person=one, number=number, live=False)
    seq = 0
    for seat, moves in (events or {}).items():
        for happened in moves:
            seq += 1
            Move.objects.create(
                game=game,
                seq=seq,
                seat=seat,
                by=people[seat],
                door="page",
                at=now,
                move="x",
                events=pack(happened),
            )
    return game


def hits(seat: int, victim: int) -> list[Any]:
    return [{"kind": "eliminated", "knows": None, "seat": seat, "controller": victim, "slot": 1}]


def gives(seat: int, to: int) -> list[Any]:
    return [{"kind": "tokens_put", "knows": None, "seat": seat, "controller": to, "amount": 1}]


def crowd(person: Cast, size: int = 12) -> list[User]:
    return [person(f"crowd{n}") for n in range(size)]


def found() -> set[tuple[str, str, str]]:
    counting.count()
    return {
        (hint.kind, hint.person.handle, hint.other.handle)
        for hint in Hint.objects.select_related("person", "other")
    }


def test_two_who_always_sit_together_among_many_are_seen(person: Cast, alice: User) -> None:
    bob, others = person("bob"), crowd(person)
    for n in range(12):
        over(alice, bob, others[n % 12])
        for more in range(3):
            over(*(others[(n + more + k) % 12] for k in (0, 1 + n % 5, 6 + more)))
    assert found() == {("together", "alice", "bob")}
    hint = Hint.objects.get()
    assert (hint.numbers["games"], hint.numbers["of"]) == (12, 12)
    assert hint.numbers["expected"] < 4


def test_where_four_people_are_all_there_is_they_meet_without_a_hint(
    person: Cast, alice: User
) -> None:
    people = [alice, *(person(name) for name in ("bob", "carol", "dave"))]
    for n in range(16):
        over(*(people[(n + k) % 4] for k in range(3)))
    assert found() == set()


def test_friends_at_tables_of_their_own_are_left_alone(person: Cast, alice: User) -> None:
    bob, others = person("bob"), crowd(person)
    for n in range(12):
        over(alice, bob, others[n % 12], join="invitation")
    assert found() == set()


def test_in_a_tournament_to_meet_is_no_hint_and_to_spare_is_one(person: Cast, alice: User) -> None:
    bob, others = person("bob"), crowd(person)
    cup: dict[str, Any] = {"join": "invitation", "tournament": "cup"}
    for n in range(12):
        over(alice, bob, others[n], **cup, events={0: [hits(0, 2), hits(0, 2)], 1: [hits(1, 0)]})
        over(*(others[(n + k) % 12] for k in (0, 3, 7)))
    assert found() == {("spares", "alice", "bob")}


def test_who_never_strikes_the_other_spares_them(person: Cast, alice: User) -> None:
    bob, carol = person("bob"), person("carol")
    for _ in range(10):
        over(alice, bob, carol, events={0: [hits(0, 2), hits(0, 2)], 1: [hits(1, 0), hits(1, 2)]})
    assert ("spares", "alice", "bob") in found()
    hint = Hint.objects.get(kind="spares", person=alice, other=bob)
    assert hint.numbers == {"chosen": 0, "choices": 20, "expected": 10.0, "deviations": -4.5}
    assert not Hint.objects.filter(kind="spares", person=bob).exists()


def test_who_gives_to_one_alone_feeds_them(person: Cast, alice: User) -> None:
    bob, carol = person("bob"), person("carol")
    for _ in range(10):
        over(alice, bob, carol, events={0: [gives(0, 1)]})
    assert ("feeds", "alice", "bob") in found()


def test_even_play_hints_at_nothing(person: Cast, alice: User) -> None:
    bob, carol = person("bob"), person("carol")
    for n in range(20):
        over(alice, bob, carol, events={0: [hits(0, 1 + n % 2), gives(0, 1 + n % 2)]})
    assert not any(kind in {"spares", "feeds"} for kind, _one, _other in found())


def test_what_had_only_one_target_was_no_choice() -> None:
    forced = {"kind": "forced", "seat": 0, "question": "eliminate"}
    assert list(counting.choices([forced, *hits(0, 1)], 0)) == []
    assert list(counting.choices([forced, *hits(0, 1), *hits(0, 2)], 0)) == [(False, 2)]
    assert list(counting.choices([*hits(1, 0), *hits(0, 0)], 0)) == []


def test_addresses_alone_are_no_hint_and_are_not_kept_in_one(
    person: Cast, alice: User, settings: Any
) -> None:
    bob, carol = person("bob"), person("carol")
    for one in (alice, bob, carol):
        event = note(person=one, kind=Kind.SIGNED_IN)
        _from(event.pk, "203.0.113.9" if one != carol else "203.0.113.10")
    assert found() == set()  # they have never met
    for _ in range(8):
        over(alice, bob, carol)
    assert ("accounts", "alice", "bob") in found()
    hint = Hint.objects.get(kind="accounts")
    assert hint.numbers["addresses"] == 1
    assert "203.0" not in str(hint.numbers)


def _from(event: int, address: str, days_ago: int = 0) -> None:
    from accounts.models import SecurityEvent
    from accounts.services.trail import erasing

    with erasing():
        SecurityEvent.objects.filter(pk=event).update(
            address=address, at=timezone.now() - timedelta(days=days_ago)
        )


def test_the_trail_forgets_addresses_after_ninety_days(alice: User) -> None:
    old, new = (note(person=alice, kind=Kind.SIGNED_IN) for _ in range(2))
    _from(old.pk, "203.0.113.9", days_ago=91)
    _from(new.pk, "203.0.113.9", days_ago=89)
    assert forget_addresses() == 1
    assert forget_addresses() == 0
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.address, new.address) == (None, "203.0.113.9")


def test_a_hint_that_is_no_longer_so_is_gone_and_one_set_aside_stays_so(
    person: Cast, alice: User
) -> None:
    bob, carol = person("bob"), person("carol")
    games = [over(alice, bob, carol, events={0: [gives(0, 1)]}) for _ in range(10)]
    found()
    Hint.objects.update(set_aside_by=carol)
    found()
    assert set(Hint.objects.values_list("set_aside_by", flat=True)) == {carol.pk}
    Game.objects.filter(pk__in=[game.pk for game in games]).update(
        ended_at=timezone.now() - timedelta(days=200)
    )
    assert found() == set()

"""Who may come in, who waits, and how a tournament begins, goes on and ends."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from accounts.services import guests
from games import errors
from games.ratings.models import OVERALL, Rating
from games.tournaments import drawing, services
from games.tournaments.models import Entry, Round, Sitting, Tournament
from games.tournaments.models.book import Book
from games.tournaments.services import deadlines
from tests.clock.test_conduct import decided
from tests.conftest import Cast
from tests.games.conftest import OpenTable
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_round

pytestmark = pytest.mark.django_db

LEAGUE = {"format": "league", "sets": ["oriflamme"], "rounds": 1, "divisions": 2, "moving": 1}


def begin(cup: Tournament, people: list[User]) -> None:
    for one in people:
        services.enter_tournament(key=cup.key, person=one)
    services.advance(key=cup.key)


def states(cup: Tournament) -> list[str]:
    return list(
        Entry.objects.filter(tournament=cup).order_by("number").values_list("state", flat=True)
    )


# --- Coming in ---------------------------------------------------------------------------


def test_who_comes_too_late_for_a_place_waits_and_moves_up(
    announce: Announce, person: Cast
) -> None:
    cup = announce("alice", "bob", "carol", "dave", capacity=3)
    assert states(cup) == ["entered", "entered", "entered", "waiting"]
    services.withdraw(key=cup.key, person=person("bob"))
    assert states(cup) == ["entered", "withdrawn", "entered", "entered"]
    services.enter_tournament(key=cup.key, person=person("bob"))
    assert states(cup)[1] == "waiting"


def test_nobody_enters_twice(announce: Announce, person: Cast) -> None:
    cup = announce("alice")
    with pytest.raises(errors.Refusal):
        services.enter_tournament(key=cup.key, person=person("alice"))


def test_bots_come_where_they_are_welcome(announce: Announce) -> None:
    bot = User.objects.create(handle="machine", is_bot=True)
    with pytest.raises(errors.NotAllowed):
        services.enter_tournament(key=announce().key, person=bot)
    services.enter_tournament(key=announce(bots_welcome=True).key, person=bot)


def test_a_rated_one_wants_a_verified_address(announce: Announce, person: Cast) -> None:
    alice = person("alice")
    User.objects.filter(pk=alice.pk).update(email_is_verified=False)
    with pytest.raises(errors.NotAllowed):
        services.enter_tournament(
            key=announce(rated=True).key, person=User.objects.get(pk=alice.pk)
        )


@pytest.mark.parametrize(
    ("wish", "enters"),
    [
        ({"rating_min": 1500, "rating_max": 1550}, True),
        ({"rating_min": 1550}, False),
        ({"rating_max": 1500}, False),
    ],
)
def test_a_rating_outside_of_the_band_is_refused(
    announce: Announce, alice: User, wish: dict[str, int], *, enters: bool
) -> None:
    Rating.objects.create(
        person=alice, list=OVERALL, mu=25, sigma=1, games=20, last_at=timezone.now()
    )
    cup = announce(**wish)
    if enters:
        services.enter_tournament(key=cup.key, person=alice)
        return
    with pytest.raises(errors.NotAllowed):
        services.enter_tournament(key=cup.key, person=alice)


def test_guests_enter_no_tournament_and_nobody_enters_them(announce: Announce) -> None:
    cup = announce()
    guest = guests.welcome(language="en")
    with pytest.raises(errors.NotAllowed):
        services.enter_tournament(key=cup.key, person=guest)
    with pytest.raises(errors.NotAllowed):
        services.take_step(key=cup.key, person=cup.creator, step="add", handle=guest.handle)
    assert not Entry.objects.exists()


def test_whoever_lets_others_wait_is_refused_where_reliability_is_asked(
    announce: Announce, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob")
    game.chairs.update(joined_at=timezone.now() - timedelta(days=900))
    decided(game, person("alice"), *["clock"] * 60)
    cup = announce(conduct_min=80)
    services.enter_tournament(key=cup.key, person=person("bob"))
    with pytest.raises(errors.NotAllowed):
        services.enter_tournament(key=cup.key, person=person("alice"))


# --- Coming late -------------------------------------------------------------------------


def test_a_latecomer_has_points_for_what_they_missed_and_plays_the_next_round(
    announce: Announce, alice: User
) -> None:
    cup = announce(start="full", capacity=9, late_until=2, late="half")
    people = crowd(9)
    begin(cup, people)
    services.withdraw(key=cup.key, person=people[0])
    services.enter_tournament(key=cup.key, person=alice)
    end_round(cup)
    services.advance(key=cup.key)
    assert Sitting.objects.filter(round__ordinal=2, entry__person=alice).exists()
    book = Book(cup)
    line = next(s for s in book.standings(book.stages[0]) if s.line == book.entry_of(alice.pk).pk)  # type: ignore[union-attr]
    assert line.points == 180


def test_after_the_last_round_for_it_nobody_comes_any_more(announce: Announce, alice: User) -> None:
    cup = announce(start="full", capacity=8)
    begin(cup, crowd(8))
    with pytest.raises(errors.Refusal):
        services.enter_tournament(key=cup.key, person=alice)


# --- Going on ----------------------------------------------------------------------------


def test_the_sweep_finds_what_a_lost_wake_up_left(
    announce: Announce, organiser: User, clock: Any
) -> None:
    full = announce(start="full", capacity=3, confirms="start")
    at = announce(
        "alice", "bob", "carol", start="at", starts_at=timezone.now() + timedelta(hours=1)
    )
    assert services.due() == []
    people = crowd(3)
    for one in people:
        services.enter_tournament(key=full.key, person=one)
    assert services.due() == [full.key]
    services.advance(key=full.key)
    assert services.due() == []
    for one in people:
        services.confirm(key=full.key, person=one)
    assert services.due() == [full.key]
    services.advance(key=full.key)
    assert services.due() == []
    end_round(full)
    assert services.due() == [full.key]
    clock(hours=2)
    assert set(services.due()) == {full.key, at.key}
    assert services.advance_due() == 2


def test_one_that_cannot_go_on_does_not_hold_up_the_others(
    announce: Announce, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = (announce(start="full", capacity=3, title=name) for name in ("one", "two"))
    people = crowd(3)
    for cup in (broken, sound):
        for one in people:
            services.enter_tournament(key=cup.key, person=one)
    real = drawing.draw

    def fail(book: Book, *args: Any, **options: Any) -> Any:
        if book.tournament.key == broken.key:
            raise RuntimeError("as if a fault were in it")
        return real(book, *args, **options)

    monkeypatch.setattr(drawing, "draw", fail)
    services.advance_due()
    assert not Round.objects.filter(tournament=broken).exists()
    assert Round.objects.filter(tournament=sound).exists()


def test_a_result_is_taken_in_once(announce: Announce) -> None:
    cup = announce(start="full", capacity=8)
    begin(cup, crowd(8))
    end_round(cup)
    services.advance(key=cup.key)
    points = list(Sitting.objects.filter(round__ordinal=1).values_list("points", flat=True))
    for _ in range(3):
        services.advance(key=cup.key)
    assert list(Sitting.objects.filter(round__ordinal=1).values_list("points", flat=True)) == points
    assert sum(points) == 2 * 24 * 60


def test_a_draw_during_which_something_changed_is_made_again_at_once(
    announce: Announce, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = announce(capacity=4, start="full")
    begin(cup, crowd(4))
    end_round(cup)
    draw = drawing.draw

    def is_overtaken(*asked: Any) -> drawing.Draw:
        monkeypatch.setattr(drawing, "draw", draw)
        Tournament.objects.filter(pk=cup.pk).update(revision=F("revision") + 1)
        return draw(*asked)

    monkeypatch.setattr(drawing, "draw", is_overtaken)
    services.advance(key=cup.key)
    assert Round.objects.get(tournament=cup, ordinal=2).status == "running"


def test_the_best_of_a_division_goes_up_and_the_last_goes_down(announce: Announce) -> None:
    cup = announce(start="full", capacity=8, stages=[LEAGUE, LEAGUE])
    begin(cup, crowd(8))
    first = {berth.entry_id: berth.division for berth in Book(cup).berths[Book(cup).stages[0].pk]}
    end_round(cup)
    services.advance(key=cup.key)
    book = Book(cup)
    upper, lower = ([s.line for s in book.standings(book.stages[0], d)] for d in (0, 1))
    second = {berth.entry_id: berth.division for berth in book.berths[book.stages[1].pk]}
    moved = {line for line in first if first[line] != second[line]}
    assert moved == {upper[-1], lower[0]}


def test_boxes_change_from_round_to_round(announce: Announce) -> None:
    from games.models import Game

    stage = {"format": "swiss", "sets": ["oriflamme", "ablaze"], "rounds": 3}
    cup = announce(start="full", capacity=3, stages=[stage])
    begin(cup, crowd(3))
    for _ in range(3):
        end_round(cup)
        services.advance(key=cup.key)
    played = Game.objects.filter(tournament=cup.key).order_by("pk").values_list("set", flat=True)
    assert list(played) == ["oriflamme", "ablaze", "oriflamme"]


def test_with_exact_tables_somebody_rests_and_has_what_a_seat_is_worth(
    announce: Announce,
) -> None:
    cup = announce(start="full", capacity=7, seats=3, exact_seats=True)
    begin(cup, crowd(7))
    resting = Sitting.objects.get(round__tournament=cup, table=None)
    assert resting.points == 360
    for _ in range(2):
        end_round(cup)
        services.advance(key=cup.key)
    byes = Sitting.objects.filter(round__tournament=cup, table=None)
    assert len({sitting.entry_id for sitting in byes}) == byes.count() == 3


@pytest.mark.parametrize(
    ("since", "hours"),
    [
        (timedelta(hours=-5), 5),
        (timedelta(0), 72),
        (timedelta(hours=71, minutes=30), 1),
        (timedelta(days=9), 1),
    ],
)
def test_a_round_is_looked_at_again_and_never_in_the_past(
    announce: Announce, since: timedelta, hours: int
) -> None:
    """At its deadline, when the desk has had its time after that, and every hour from then on."""
    cup = announce(capacity=4, start="full", round_for=86_400)
    for one in crowd(4):
        services.enter_tournament(key=cup.key, person=one)
    services.advance(key=cup.key)
    running = Round.objects.get(tournament=cup)
    now = timezone.now()
    running.deadline = now - since
    look = deadlines.next_look(running)
    assert look is not None
    assert timedelta(0) <= look - now - timedelta(hours=hours) < timedelta(seconds=30)

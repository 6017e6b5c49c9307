"""Whole tournaments of every format that run by themselves: bots for people, a fast clock, some who
never come, some who drop, some who are late, and a desk that acts in between."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.services import let_bots_move
from games.tournaments import services as tournaments
from games.tournaments import tasks
from games.tournaments.models import Entry, Round, Step, Tournament, TournamentTable
from notifications.models import Notification
from tests import bounded
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import (
    crowd,
    end_at_once,
    end_round,
    play_out,
    running_games,
)
from tests.tournaments.soundness import must_be_sound, must_be_whole, places

pytestmark = pytest.mark.django_db

BOX = ["oriflamme"]
FORMATS: dict[str, list[dict[str, Any]]] = {
    "swiss": [{"format": "swiss", "sets": ["oriflamme", "ablaze"], "rounds": 3}],
    "robin": [{"format": "robin", "sets": BOX, "rounds": 3}],
    "knockout": [{"format": "knockout", "sets": BOX, "through": 2}],
    "league": [
        {"format": "league", "sets": BOX, "rounds": 2, "divisions": 2, "moving": 1},
        {"format": "league", "sets": BOX, "rounds": 2, "divisions": 2, "moving": 1},
    ],
    "with a final": [
        {"format": "swiss", "sets": BOX, "rounds": 2},
        {"format": "knockout", "sets": BOX, "takes": 6, "through": 1},
        {"format": "final", "sets": ["alliance"], "rounds": 2, "takes": 3, "carries": True},
    ],
}


def begin(announce: Announce, clock: Any, people: int, stages: str, **wishes: Any) -> Tournament:
    """Begins at a time; people confirm, but for the last one, who is never seen."""
    cup = announce(
        capacity=people,
        stages=FORMATS[stages],
        start="at",
        starts_at=timezone.now() + timedelta(days=2),
        confirms="start",
        confirm_for=86_400,
        round_for=86_400,
        break_for=3600,
        late_until=2,
        **wishes,
    )
    for one in crowd(people + 1):
        tournaments.enter_tournament(key=cup.key, person=one)
    clock(days=1, minutes=1)
    tasks.sweep()
    entries = Entry.objects.filter(tournament=cup).select_related("person").order_by("number")
    assert [entry.state for entry in entries][-1] == "waiting"
    for entry in list(entries)[:-2] + list(entries)[-1:]:
        tournaments.confirm(key=cup.key, person=entry.person)
    clock(days=1)
    tasks.sweep()
    cup.refresh_from_db()
    return cup


def one_that_waits_for_a_person(cup: Tournament) -> int:
    asked = TournamentTable.objects.filter(
        round__tournament=cup, how="", game__chairs__number=F("game__to_move"), game__chairs__bot=""
    )
    number: int = asked.values_list("number", flat=True)[0]
    return number


def run(cup: Tournament, clock: Any, play: Callable[[Tournament], None], between: Any) -> None:
    for number in range(60):
        tasks.sweep()
        cup.refresh_from_db()
        must_be_whole(cup)
        if cup.status != "running":
            return
        between(number)
        play(cup)
        clock(hours=1, minutes=1)
    raise AssertionError("it does not end")


def by_bots(cup: Tournament) -> None:
    for game in running_games(cup):
        play_out(game, seed=game.pk)


def nothing(_number: int) -> None:
    pass


@pytest.mark.parametrize("stages", FORMATS)
def test_eight_people(announce: Announce, clock: Any, stages: str) -> None:
    """Every move of every game is made."""
    cup = begin(announce, clock, 8, stages)
    run(cup, clock, by_bots, nothing)
    must_be_sound(cup)
    assert cup.status == "over"
    # One did not confirm, one who waited did: eight play.
    assert Entry.objects.filter(tournament=cup, state="no_show").count() == 1
    assert sorted(places(cup)) == sorted(
        Entry.objects.filter(tournament=cup, state="entered").values_list("pk", flat=True)
    )
    letters = Notification.objects.filter(kind="tournament over")
    assert letters.count() == 8
    placed = Entry.objects.filter(tournament=cup, final_place__gte=1).order_by("final_place")
    names = [entry.person.name_in_full for entry in placed]
    podium = "".join(f"{place}. {name}\n" for place, name in enumerate(names[:3], 1))
    for place, entry in enumerate(placed, 1):
        text = letters.get(person=entry.person).what.letter().text
        won = "You have won." if place == 1 else f"You are number {place} of 8."
        assert text.startswith(f"{won}\n\n{podium}")


@pytest.mark.parametrize("stages", FORMATS)
def test_thirty_one_people_of_whom_some_go_and_some_come(
    announce: Announce, clock: Any, organiser: User, stages: str
) -> None:
    cup = begin(announce, clock, 31, stages)
    late = User.objects.create(handle="latecomer", email="late@example.test")

    def step(kind: str, **wish: Any) -> None:
        tournaments.take_step(key=cup.key, person=organiser, step=kind, **wish)

    def between(number: int) -> None:
        """In each round something happens at the desk, or somebody goes."""
        running = Round.objects.filter(tournament=cup, status="running").first()
        if running is None:
            return
        if number == 0:
            entry = Entry.objects.get(tournament=cup, person__handle="player003")
            tournaments.withdraw(key=cup.key, person=entry.person)
            if stages in {"swiss", "robin"}:
                tournaments.enter_tournament(key=cup.key, person=late)
            step("nudge", table=one_that_waits_for_a_person(cup))
            step("extend", hours=2)
        if number == 2:
            step("announce", words="Half of it is played.")
            step("pause")
            clock(hours=3)
            tasks.sweep()
            step("resume")
            step("decide", table=1, how="adjudicate", reason="They asked for it")

    def play(cup: Tournament) -> None:
        """Of several tables one drags on, and is cut short at the deadline."""
        games = running_games(cup)
        drags_on = games[0] if len(games) > 1 else None
        for game in games:
            if game is not drags_on:
                end_at_once(game)
        if drags_on is not None:
            tasks.sweep()
            clock(days=2)

    run(cup, clock, play, between)
    must_be_sound(cup)
    assert cup.status == "over"
    assert Entry.objects.get(person__handle="player003").state == "dropped"
    assert Step.objects.filter(tournament=cup).count() >= 2
    final = places(cup)
    assert len(final) == len(set(final)) >= 31


def test_stand_ins_play_for_who_drags_on_and_later_it_counts_as_it_stands(
    announce: Announce, clock: Any
) -> None:
    cup = begin(announce, clock, 8, "swiss", at_deadline="stand_ins")
    tasks.sweep()
    clock(days=2)
    tasks.sweep()
    for game in running_games(cup):
        bound = bounded()
        while next(bound) and let_bots_move(game_key=game.key):
            pass
    assert len(running_games(cup)) == 2  # the others decide for themselves
    clock(days=3)
    tasks.sweep()
    assert Round.objects.get(tournament=cup, ordinal=1).status == "over"
    must_be_whole(cup)


def test_where_an_organiser_decides_the_round_waits_and_they_are_told(
    announce: Announce, clock: Any, organiser: User
) -> None:
    cup = begin(announce, clock, 8, "swiss", at_deadline="desk")
    tasks.sweep()
    clock(days=2)
    tasks.sweep()
    assert len(running_games(cup)) == 2
    assert Notification.objects.filter(kind="tournament desk").count() == 2
    for table in (1, 2):
        tournaments.take_step(
            key=cup.key,
            person=organiser,
            step="decide",
            table=table,
            how="adjudicate",
            reason="Too late",
        )
    tasks.sweep()
    assert Round.objects.get(tournament=cup, ordinal=1).status == "over"


def test_who_does_not_confirm_a_round_sits_it_out(announce: Announce, clock: Any) -> None:
    cup = announce(capacity=8, start="full", confirms="rounds", break_for=3600, confirm_for=3600)
    everybody = crowd(8)
    for one in everybody:
        tournaments.enter_tournament(key=cup.key, person=one)
    tasks.sweep()
    for one in everybody:
        tournaments.confirm(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    end_round(cup)
    tasks.sweep()
    for one in everybody[:5]:
        tournaments.confirm(key=cup.key, person=one)
    clock(hours=2)
    tasks.sweep()
    assert Round.objects.get(tournament=cup, ordinal=2).sittings.count() == 5
    end_round(cup)
    must_be_whole(cup)


def test_too_few_and_it_is_called_off(announce: Announce, clock: Any) -> None:
    cup = announce(
        "alice", "bob", start="at", starts_at=timezone.now() + timedelta(days=1), confirms="never"
    )
    clock(days=2)
    tasks.sweep()
    cup.refresh_from_db()
    assert cup.status == "cancelled"
    assert Notification.objects.filter(kind="tournament over").count() == 3

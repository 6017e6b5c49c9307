"""How reliably somebody decides in time: the numbers of docs/clocks.md."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Holiday, User
from games import errors, selectors, services
from games.models import Game, Move
from games.models.conduct import LAST, TRUST, WITHIN, Conduct, conduct_of
from tests.clock.conftest import NOON, Traveller
from tests.games.conftest import OpenTable, give_away

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]


def decided(game: Game, person: User, *doors: str, ago: timedelta = timedelta(hours=1)) -> None:
    """Rows of the log, as if so many decisions had come to this seat, the oldest first."""
    seq = (Move.objects.filter(game=game).order_by("-seq").values_list("seq", flat=True)[0]) + 1
    seat = game.chairs.get(person=person).number
    for n, door in enumerate(doors):
        by = None if door in {"clock", "bot"} else person
        at = timezone.now() - ago + timedelta(seconds=n)
        facts: dict[str, Any] = {"seat": seat, "by": by, "door": door, "at": at, "move": "wait"}
        Move.objects.create(game=game, seq=seq + n, events="[]", **facts)


@pytest.fixture
def game(traveller: Traveller, open_table: OpenTable) -> Game:
    game = open_table("alice", "bob")
    game.chairs.update(joined_at=NOON - timedelta(days=900))
    return game


def share(person: User) -> int:
    return conduct_of(person.pk, person.time_zone).share


@pytest.mark.parametrize(
    ("decisions", "missed", "said"),
    [
        (0, 0, 100),
        (1, 1, 90),
        (10, 5, 75),
        (90, 10, 90),
        (100, 0, 100),
        (100, 1, 99),
        (100, 50, 54),
    ],
)
def test_the_table_of_numbers(decisions: int, missed: int, said: int) -> None:
    assert Conduct(decisions, decisions - missed).share == said
    page = (Path(__file__).parents[2] / "docs" / "clocks.md").read_text()
    assert re.search(rf"^\| {decisions} \| {missed} \| {said} \|$", page, re.MULTILINE)


def test_the_page_has_the_constants() -> None:
    page = (Path(__file__).parents[2] / "docs" / "clocks.md").read_text()
    assert f"last {LAST} decisions" in page
    assert f"{TRUST} good ones" in page
    assert f"{WITHIN.days} days" in page


def test_missed_and_made(game: Game, alice: User) -> None:
    decided(game, alice, *["api"] * 5, "clock", "mail_reply", "clock", "bot", "bot")
    assert conduct_of(alice.pk, "UTC") == Conduct(10, 6)
    assert share(alice) == 80


def test_bad_times_pass(game: Game, alice: User) -> None:
    decided(game, alice, *["clock"] * 20, ago=timedelta(days=2))
    assert share(alice) == 33
    decided(game, alice, *["page"] * 100)
    assert share(alice) == 100


def test_after_a_year_all_is_forgotten(game: Game, alice: User) -> None:
    decided(game, alice, *["clock"] * 20, ago=timedelta(days=366))
    assert conduct_of(alice.pk, "UTC") == Conduct(0, 0)


def test_holidays_and_outages_are_excuses_for_what_was_missed(game: Game, alice: User) -> None:
    decided(game, alice, "clock", "clock", "api", ago=timedelta(hours=1))
    Holiday.objects.create(person=alice, first_day=date(2027, 1, 11), last_day=date(2027, 1, 11))
    assert conduct_of(alice.pk, "UTC") == Conduct(1, 1)


def test_what_a_stand_in_does_after_resigning_is_nobodys_fault(
    game: Game, alice: User, traveller: Traveller
) -> None:
    decided(game, alice, "api", "clock")
    services.resign(game_key=game.key, person=alice)
    traveller.go(hours=2)
    decided(game, alice, "bot", "bot")
    assert conduct_of(alice.pk, "UTC") == Conduct(2, 1)


def test_a_seat_that_was_taken_over_counts_for_each_what_came_to_them(
    game: Game, alice: User, person: Cast, traveller: Traveller
) -> None:
    decided(game, alice, "api", "clock", "clock")
    services.resign(game_key=game.key, person=alice)
    number = game.chairs.get(person=alice).number
    assert number is not None
    give_away(game, number)
    services.take_over(game_key=game.key, person=person("erin"), seat=number)
    traveller.go(hours=3)
    decided(game, person("erin"), "api", "clock")
    assert conduct_of(alice.pk, "UTC") == Conduct(3, 1)
    assert conduct_of(person("erin").pk, "UTC") == Conduct(2, 1)


def test_a_table_may_ask_for_a_least_share(
    game: Game, alice: User, open_table: OpenTable, person: Cast
) -> None:
    decided(game, alice, "clock", "clock")
    assert selectors.conduct(alice) == {"share": 83, "in_time": 0, "decisions": 2, "of_last": 100}
    strict = open_table("carol", seats=3, min_conduct=90)
    with pytest.raises(errors.NotAllowed, match="90 of 100"):
        services.join(game_key=strict.key, person=alice)
    services.join(game_key=strict.key, person=person("bob"))

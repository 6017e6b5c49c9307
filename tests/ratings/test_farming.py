"""A number that is farmed is worth little: who plays against puppets stays behind the honest."""

import random
from collections.abc import Callable
from statistics import median

import pytest

from accounts.models import User
from games.models import Game, Move
from games.ratings.rating import number_of
from games.ratings.services import recompute
from games.ratings.verifying import digest
from tests.ratings.conftest import NOON, Ended, standing

pytestmark = pytest.mark.django_db

HONEST = [f"honest{n:02}" for n in range(16)]
PUPPETS = ["puppet1", "puppet2", "puppet3"]


@pytest.fixture
def league(ended: Ended) -> None:
    """Honest people, some stronger than others, a few weeks on."""
    rng = random.Random(3)
    for _ in range(80):
        table = rng.sample(HONEST, 4)
        day = {who: rng.gauss(HONEST.index(who) / 8, 2) for who in table}
        order = sorted(table, key=lambda who: -day[who])
        ended(table, [order.index(who) + 1 for who in table])


def left_at_once(game: Game) -> None:
    """Everybody but the first has left after a decision, and stand-ins played on."""
    Move.objects.bulk_create(
        Move(
            game=game,
            seq=seq,
            seat=seq % 4,
            door="api" if seq % 4 == 0 or seq < 4 else "bot",
            at=NOON,
            move="wait",
            events="",
        )
        for seq in range(80)
    )


def numbers() -> dict[str, int]:
    return {who: number_of(row.mu, row.sigma) for who, row in standing().items()}


def is_behind(who: str) -> bool:
    found = numbers()
    return found[who] < median(found[one] for one in HONEST)


@pytest.mark.usefixtures("league")
def test_twelve_tables_with_three_puppets_that_leave_at_once(ended: Ended) -> None:
    for _ in range(12):
        leaving = dict.fromkeys(PUPPETS, 0)
        left_at_once(ended(["farmer", *PUPPETS], [1, 2, 3, 4], resigned=leaving))
    assert is_behind("farmer")
    before = numbers()
    recompute()
    assert numbers() == before


@pytest.mark.usefixtures("league")
def test_forty_tables_with_three_puppets_that_lose(ended: Ended) -> None:
    for _ in range(40):
        ended(["farmer", *PUPPETS], [1, 2, 3, 4])
    assert is_behind("farmer")


@pytest.mark.usefixtures("league")
def test_new_puppets_for_every_table(ended: Ended) -> None:
    for number in range(12):
        ended(["farmer", *(f"new{number}{one}" for one in "abc")], [1, 2, 3, 4])
    assert is_behind("farmer")


def test_who_leaves_is_rated_and_the_others_hardly(
    ended: Ended, person: Callable[[str], User]
) -> None:
    game = ended(["alice", "bob", "carol", "dave"], [1, 2, 3, 4], resigned={"dave": 0})
    Move.objects.bulk_create(
        Move(game=game, seq=seq, seat=seq % 4, door=door, at=NOON, move="wait", events="")
        for seq in range(40)
        for door in ["bot" if seq % 4 == 3 and seq > 4 else "api"]
    )
    whole = ended(["erin", "frank", "gina", "hank"], [1, 2, 3, 4])
    assert whole.pk
    mus = {who: row.mu for who, row in standing().items()}
    assert mus["dave"] == mus["hank"]
    assert 25 > mus["carol"] > mus["gina"]


def test_blind_games_with_the_same_people_count_for_as_little(ended: Ended) -> None:
    circle = ["puppet1", "puppet2", "puppet3", "puppet4"]
    for blind in (False, True):
        for _ in range(12):
            ended(circle, blind=blind)
    as_ever = {who: (row.mu, row.sigma) for who, row in standing().items()}
    assert {who: (row.mu, row.sigma) for who, row in standing("blind").items()} == as_ever
    before = digest()
    recompute()
    assert digest() == before

"""Two of four in league gain nothing by ending, resigning, pausing, waiting or giving seats away.

    GAMES=1000 SEED=1 pytest -s tests/ratings/test_policies.py

plays so many rated games, each policy's share of them; each game is played twice from the same deal
and with the same people coming and going, once by the policy and once without one. Without it each
policy is played once, to see that it can be.
"""

import os
import random
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from statistics import fmean, stdev

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.ratings import services as ratings
from games.ratings.models import OVERALL, Rating
from games.ratings.pool import MEET
from games.ratings.rating import number_of
from tests.clock.conftest import Traveller, traveller
from tests.games.conftest import OpenTable, open_table
from tests.ratings.colluding import POLICIES, Gang, Policy, play_on, play_with

_ = (open_table, traveller)  # the fixtures
AT_LENGTH = "GAMES" in os.environ
GAMES = int(os.environ.get("GAMES", "0"))
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0 if AT_LENGTH else 300)]

NAMES = ("alice", "bob", "carol", "dave")
MOST = 5.0


def settle(*people: User, games: int) -> None:
    """As strong as each other, and known for that."""
    Rating.objects.bulk_create(
        Rating(
            person=one,
            list=OVERALL,
            mu=25,
            sigma=2 if games else 6,
            games=games or 3,
            settled=games > 0,
            met=MEET if games else 0,
            last_at=timezone.now() - timedelta(days=1),
        )
        for one in people
    )


def numbers(gang: Gang) -> dict[str, int]:
    ratings.collect()
    rows = Rating.objects.filter(list=OVERALL, person__in=[gang.gains, gang.helps])
    return {
        "gains" if row.person_id == gang.gains.pk else "helps": number_of(row.mu, row.sigma)
        for row in rows
    }


def both_ways(
    game: Game, people: dict[str, User], policy: Policy, traveller: Traveller, seed: str
) -> tuple[dict[str, int], dict[str, int], Gang]:
    found: list[tuple[dict[str, int], Gang]] = []
    now = timezone.now()
    for way in (play_on, policy):
        with transaction.atomic():
            traveller.go(seconds=(now - timezone.now()).total_seconds())
            gang = Gang(
                game=Game.objects.get(pk=game.pk),
                gains=people["alice"],
                helps=people["bob"],
                friend=people["frank"],
                honest=[people["carol"], people["dave"]],
                traveller=traveller,
                rng=random.Random(seed),
            )
            play_with(gang, way)
            assert gang.look().status == "over", way.__name__
            found.append((numbers(gang), gang))
            transaction.set_rollback(True)
    return found[0][0], found[1][0], found[1][1]


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_nothing_beats_playing_on(
    open_table: OpenTable,
    person: Callable[[str], User],
    traveller: Traveller,
    policy: Policy,
) -> None:
    people = {name: person(name) for name in (*NAMES, "frank")}
    settle(*people.values(), games=30)
    gained: defaultdict[str, list[int]] = defaultdict(list)
    ousted = blind = 0
    stretched = timedelta(0)
    for number in range(max(1, GAMES // len(POLICIES))):
        seed = f"{policy.__name__} {os.environ.get('SEED', '1')} {number}"
        with transaction.atomic():
            game = open_table(*NAMES, rated=True, spectators=False, pace="daily")
            honest, other, gang = both_ways(game, people, policy, traveller, seed)
            for whose, number_now in other.items():
                gained[whose].append(number_now - honest[whose])
            ousted, blind = ousted + len(gang.ousted), blind + len(gang.blind)
            stretched = max(stretched, gang.stretched)
            transaction.set_rollback(True)
    assert blind == 0
    assert stretched <= timedelta(0), "a decision took longer than was agreed"
    if AT_LENGTH:
        each = {
            whose: (fmean(points), stdev(points) / len(points) ** 0.5)
            for whose, points in gained.items()
        }
        told = "; ".join(
            f"{whose} {mean:+.2f} ± {error:.2f}" for whose, (mean, error) in each.items()
        )
        print(f"\n{policy.__name__}: {len(gained['gains'])} games, {told}; {ousted} ousted")
        assert max(mean for mean, _error in each.values()) <= MOST

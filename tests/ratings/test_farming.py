"""A number that is farmed is worth little: who plays against puppets stays behind the honest."""

import random
from collections.abc import Callable
from datetime import timedelta
from statistics import fmean, median

import pytest

from accounts.models import User
from games.models import Game, Move
from games.ratings import company, services
from games.ratings.models import RatingChange
from games.ratings.pool import AROUND, MEET, Member, Pool
from games.ratings.rating import LATELY, PROVISIONAL, SURE, Belief, number_of
from games.ratings.results import Who
from games.ratings.verifying import digest
from tests import bounded
from tests.ratings.conftest import NOON, Ended, standing
from tests.ratings.farming import (
    ATTACKS,
    GAMES,
    SEEDS,
    UNSURE,
    Attack,
    World,
    among_themselves,
    farmed_between_real_games,
    feeders_just_before_they_are_known,
    four_friends_help_against_a_stranger,
    margin,
    nine_thrown_games,
    puppets_and_a_stranger,
    three_leave_at_once,
)
from tests.ratings.farming import league as league_of

pytestmark = pytest.mark.django_db

HONEST = [f"honest{n:02}" for n in range(16)]
# Games of a league in which everybody has played some 75.
OLD = 300
# It came to the first place within eight minutes.
THE_FIRST_AND_THREE_MORE = [
    three_leave_at_once,
    feeders_just_before_they_are_known,
    puppets_and_a_stranger,
    four_friends_help_against_a_stranger,
]
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
    services.recompute()
    assert numbers() == before


@pytest.mark.usefixtures("league")
def test_a_closed_circle_counted_bit_by_bit_and_from_the_records(
    ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 30)
    rng, puppets = random.Random(5), [f"settled{one}" for one in "abcdef"]
    for _ in range(16):
        ended(rng.sample(puppets, 4))
    for _ in range(16):
        ended(["farmer", *rng.sample(puppets, 3)])
    assert is_behind("farmer")
    before = digest()
    monkeypatch.undo()
    services.recompute()
    assert digest() == before


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_no_account_that_farms_passes_the_middle_of_the_honest_in_any_league(
    attack: Attack,
) -> None:
    assert all((margin(attack, seed=seed) or 0) <= 0 for seed in SEEDS)


@pytest.mark.parametrize("games", [GAMES, OLD])
@pytest.mark.parametrize("attack", THE_FIRST_AND_THREE_MORE)
def test_the_attack_that_once_led_the_list_and_others_like_it_end_below_the_median(
    attack: Attack, games: int
) -> None:
    for seed in SEEDS:
        found = margin(attack, seed=seed, games=games)
        assert found is not None
        assert found < 0
        assert margin(attack, seed=seed, games=games, listed=True) is None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("attack", UNSURE.values(), ids=UNSURE)
def test_who_is_lifted_in_close_company_is_on_no_list(attack: Attack, seed: int) -> None:
    """The farmer is not; accounts that have really played, and then lost, are far below."""
    world = league_of(seed=seed)
    attack(world)
    farmer = world.stands("farmer")
    assert (farmer.games >= PROVISIONAL, farmer.settled) == (True, False)
    assert (margin(attack, seed=seed, listed=True) or -1) < 0


def test_games_farmed_between_real_ones_say_nothing_of_strength() -> None:
    """All that they add is that more games make a number surer."""

    def believed(seed: int, *, farmed: bool) -> float:
        world = league_of(seed=seed)
        world.farmed = farmed
        farmed_between_real_games(world)
        return world.stands("farmer").belief.mu

    risen = [believed(seed, farmed=True) - believed(seed, farmed=False) for seed in SEEDS]
    assert abs(fmean(risen)) < 0.2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_league_that_knows_its_people_is_not_farmed_between_real_games(seed: int) -> None:
    """Nor do nine thrown games bring anybody past its middle, as they do in a young one."""
    assert (margin(farmed_between_real_games, seed=seed, games=OLD) or 0) < 0
    assert (margin(nine_thrown_games, seed=seed, games=OLD) or 0) < 10


@pytest.mark.usefixtures("league")
def test_what_is_given_back_is_the_same_bit_by_bit_and_from_the_records(
    ended: Ended, person: Callable[[str], User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AT_ONCE", 7)
    rng = random.Random(3)
    for _ in range(12):
        ended([*rng.sample(HONEST, 3), "farmer"])
    games = [
        ended(["farmer", rng.choice(HONEST[4:]), *rng.sample(HONEST[:4], 2)]) for _ in range(20)
    ]
    services.collect()
    told = RatingChange.objects.filter(person__handle="farmer", game__in=games)
    for name in ("overall", "oriflamme"):
        rows = told.filter(list=name).order_by("at")
        # It was first at all of these tables.
        assert any(row.mu < row.mu_before - 5 and row.sigma > row.sigma_before for row in rows)
    before = digest()
    services.annul(game=games[0], reason="x")
    services.collect()
    assert digest() != before
    services.reinstate(game=games[0], reason="y", by=person("sam"))
    services.collect()
    assert digest() == before
    monkeypatch.undo()
    services.recompute()
    assert digest() == before


def test_friends_who_throw_games_pay_for_it() -> None:
    world = league_of()
    before = [world.stands(one).belief.mu for one in world.honest[:4]]
    four_friends_help_against_a_stranger(world)
    after = [world.stands(one).belief.mu for one in world.honest[:4]]
    assert all(now < was for now, was in zip(after, before, strict=True))


ME, FRIEND = Who(1), Who(2)
LEAGUE = [Who(one) for one in range(3, 33)]


def mixed_tables(*always: Who, seed: int = 5, games: int = LATELY) -> list[set[Who]]:
    rng = random.Random(seed)
    return [{*always, *rng.sample(LEAGUE, 4 - len(always))} for _ in range(games)]


def counts_for(who: Who, mine: list[set[Who]]) -> float:
    """What the last of these tables counts for, if all others there sit at mixed ones elsewhere."""
    others = {
        other: [*mixed_tables(other, seed=other.person or 0), mine[-1]][-LATELY:]
        for other in mine[-1]
    }
    return company.judge(who, others | {who: mine}, len(LEAGUE) + 1).worth


def test_a_game_counts_in_full_in_mixed_company() -> None:
    assert counts_for(ME, mixed_tables(ME)) == 1.0


def test_a_game_with_who_is_always_there_counts_for_next_to_nothing() -> None:
    assert counts_for(ME, mixed_tables(ME, FRIEND)) == company.LEAST_WORTH


def test_who_almost_always_won_is_believed_what_they_were_before() -> None:
    before, now = Belief(22.0, 5.0), Belief(28.0, 4.0)
    wins = [company.Gain(1.0, 1.5)] * 6
    assert company.without(now, wins) == before
    assert company.without(now, wins[:5]) == now
    assert company.without(now, [*wins, company.Gain(-1.0, 1.5)]) == now
    assert company.without(now, [company.Gain(-1.0, 1.5)] * 6) == now


def test_no_table_without_the_company_is_forgotten() -> None:
    mine = [*mixed_tables(ME, games=5), *mixed_tables(ME, FRIEND, games=15)]
    others = {other: mixed_tables(other, seed=other.person or 0) for other in LEAGUE}
    others[FRIEND] = mixed_tables(FRIEND)
    told = company.judge(ME, others | {ME: mine}, len(LEAGUE) + 1)
    assert told.worth == company.LEAST_WORTH
    strangers = mine[-1] - {ME, FRIEND}
    assert {at for at in told.close if not mine[at] & strangers} == set(range(5, 20)) - {
        at for at in range(20) if mine[at] & strangers
    }
    assert company.judge(ME, others | {ME: mixed_tables(ME)}, len(LEAGUE) + 1).close == ()


def test_who_plays_with_friends_plays_others_in_full() -> None:
    tables = [*mixed_tables(ME, FRIEND, games=15), {ME, *LEAGUE[:3]}]
    assert counts_for(ME, tables) == 1.0
    assert counts_for(LEAGUE[0], [*mixed_tables(LEAGUE[0], games=19), {ME, *LEAGUE[:3]}]) == 1.0


def test_nobody_is_held_to_more_than_those_they_play_against() -> None:
    """Six people who are the active ones of a large site: all their tables are alike."""
    rng, six = random.Random(7), [ME, FRIEND, *LEAGUE[:4]]
    tables = [set(rng.sample(six, 4)) for _ in range(60)]
    here = tables[-1]
    lately = {who: [table for table in tables if who in table][-LATELY:] for who in here}
    assert all(company.judge(who, lately, 300).worth > 0.5 for who in here)
    # Where opponents have hardly played elsewhere, the site's size tells what is usual.
    few = {who: each if who in {min(here)} else each[-2:] for who, each in lately.items()}
    assert company.judge(min(here), few, 300).worth == company.LEAST_WORTH


def test_a_club_of_five_in_a_league_keeps_what_it_has() -> None:
    """They play among themselves, now and then with others: nobody climbs far, nobody sinks."""
    world = league_of()
    club = [f"member{n}" for n in range(5)]
    for number in range(60):
        world.ended(world.rng.sample(club, 4))
        if number % 6 == 0:
            world.honest_game(world.rng.choice(club))
    assert all(950 < world.number(one) < world.median() for one in club)


def test_real_games_settle_and_three_of_them_are_too_few() -> None:
    world = league_of()
    for _ in range(3):
        world.honest_game("newcomer")
    among_themselves(world, ["newcomer", "a", "b", "c"], 8)
    assert not world.stands("newcomer").settled
    assert world.stands("newcomer").met == 1


def test_a_site_that_is_one_circle_of_friends_is_not_held_up() -> None:
    world = World(people=5)
    for _ in range(40):
        world.honest_game()
    assert all(world.stands(one).settled for one in world.honest)
    # Had anybody been lessened for meeting the same four again, doubt would have stayed.
    assert all(world.stands(one).belief.sigma < 6 for one in world.honest)


def test_who_joins_a_league_is_settled_by_meeting_it_and_when_the_number_is_sure() -> None:
    world = league_of()
    for _ in range(PROVISIONAL):
        assert not world.stands("newcomer").settled
        world.honest_game("newcomer")
    bound = bounded(5)
    while world.stands("newcomer").belief.sigma > SURE and next(bound):
        assert not world.stands("newcomer").settled
        world.honest_game("newcomer")
    stands = world.stands("newcomer")
    assert stands.settled
    assert stands.met >= MEET


def test_a_new_club_much_larger_than_the_old_one_settles_by_itself() -> None:
    world = World(people=5)
    for _ in range(20):
        world.honest_game()
    club = [f"member{n:02}" for n in range(24)]
    among_themselves(world, club, 240)
    assert sum(world.stands(one).settled for one in club) == 24


def test_who_is_settled_is_hardly_rated_where_most_are_not() -> None:
    world = league_of()
    known, newcomers = world.honest[0], ["anna", "boris", "clara"]
    for _ in range(8):
        for newcomer in newcomers:
            world.honest_game(newcomer)

    def wins_against(*others: str) -> float:
        before = world.stands(known).belief.mu
        world.ended([known, *others])
        return world.stands(known).belief.mu - before

    won = wins_against(*newcomers)
    assert 0 < 5 * won < wins_against(newcomers[0], *world.honest[5:7])


def test_who_has_long_gone_is_met_by_nobody() -> None:
    rest = [(Who(one), Member(NOON + AROUND, 10, True)) for one in range(2, MEET + 1)]
    pool = Pool([(Who(1), Member(NOON, 10, True)), *rest])
    assert pool.asked == MEET
    pool.go_to(NOON + AROUND + timedelta(seconds=1))
    assert pool.asked == 0
    assert pool.met([{Who(1)}, {Who(2)}]) == (1, 1)


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
    services.recompute()
    assert digest() == before

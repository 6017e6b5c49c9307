"""An honest league, and those who would rather make accounts than play well. No cards and no rows:
results go straight into the books, as finished games do.

    python -m tests.ratings.farming [--games N]

says how far above or below the median of the honest each attack ends, in six leagues, each of so
many games before it.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from statistics import median

from games.ratings.counting import Books, Standing, count
from games.ratings.results import Result, Sitter, Who

# So many people, and so many games of theirs before an attack; some twenty each.
HONEST, GAMES = 16, 80
NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
SEEDS = range(3, 9)


class World:
    """People are known by name; every hour a game ends."""

    def __init__(self, *, people: int = HONEST, seed: int = 3) -> None:
        self.books = Books()
        self.rng = random.Random(seed)
        self.honest = [f"honest{n:02}" for n in range(people)]
        # Whether those who farm do; what they really play besides is the same.
        self.farmed = True
        self._ids: dict[str, int] = {}
        self._games = 0

    def ended(
        self,
        table: Sequence[str],
        *,
        resigned: Sequence[str] = (),
        played: Sequence[float] = (),
        every: timedelta = timedelta(hours=1),
    ) -> None:
        """In this order. `played`: which share of each seat's decisions somebody was there for."""
        self._games += 1
        seats = [
            [Sitter(self.who(one), False, 1, 60.0 if one in resigned else None)] for one in table
        ]
        ranks = list(range(1, len(table) + 1))
        result = Result(True, ranks, seats, list(played))
        count(self.books, result, at=NOON + self._games * every, lists=("overall",))

    def who(self, name: str) -> Who:
        return Who(self._ids.setdefault(name, len(self._ids) + 1))

    def people(self) -> list[str]:
        return list(self._ids)

    def stands(self, name: str) -> Standing:
        return self.books.standings.get((self.who(name), "overall"), Standing())

    def number(self, name: str) -> int:
        return self.stands(name).belief.number

    def honest_game(self, *guests: str, seats: int = 4) -> None:
        """Some are stronger than others; a guest is of the weakest."""
        table = [*guests, *self.rng.sample(self.honest, seats - len(guests))]
        day = {
            who: self.rng.gauss(self.honest.index(who) / 8 if who in self.honest else 0, 2)
            for who in table
        }
        self.ended(sorted(table, key=lambda who: -day[who]))

    def median(self) -> float:
        return median(self.number(one) for one in self.honest)


def league(*, seed: int = 3, games: int = GAMES) -> World:
    world = World(seed=seed)
    for _ in range(games):
        world.honest_game()
    return world


Attack = Callable[[World], None]


def accounts(many: int) -> list[str]:
    return [f"puppet{n:02}" for n in range(many)]


def among_themselves(world: World, puppets: list[str], games: int) -> None:
    """By turns, until they are nobody's first games any more."""
    for _ in range(games):
        world.ended(world.rng.sample(puppets, 4))


def fed(world: World, puppets: list[str], games: int) -> None:
    for _ in range(games):
        table = ["farmer", *world.rng.sample(puppets, 3)]
        if world.farmed:
            world.ended(table)


def three_leave_at_once(world: World) -> None:
    for _ in range(12):
        puppets = accounts(3)
        world.ended(["farmer", *puppets], resigned=puppets, played=[1, 0.1, 0.1, 0.1])


def three_lose(world: World) -> None:
    fed(world, accounts(3), 40)


def new_ones_each_time(world: World) -> None:
    for number in range(40):
        world.ended(["farmer", *(f"new{number}{one}" for one in "abc")])


def closed_circle(world: World) -> None:
    among_themselves(world, accounts(6), 16)
    fed(world, accounts(6), 16)


def circle_larger_than_the_league(world: World) -> None:
    among_themselves(world, accounts(24), 100)
    fed(world, accounts(24), 100)


def circle_that_shares(world: World) -> None:
    """Nobody is fed: all of them win by turns, and doubt goes."""
    among_themselves(world, ["farmer", *accounts(11)], 120)


def feeders_just_before_they_are_known(world: World) -> None:
    for number in range(10):
        puppets = [f"feeder{number}{one}" for one in "abcd"]
        among_themselves(world, puppets, 8)
        fed(world, puppets, 2)


def feeders_that_resign(world: World) -> None:
    among_themselves(world, accounts(12), 40)
    for _ in range(60):
        puppets = world.rng.sample(accounts(12), 3)
        world.ended(["farmer", *puppets], resigned=puppets)


def ends_when_ahead(world: World) -> None:
    """The others stop deciding as soon as the farmer leads."""
    among_themselves(world, accounts(12), 40)
    for _ in range(60):
        table = ["farmer", *world.rng.sample(accounts(12), 3)]
        world.ended(table, played=[1, 0.5, 0.5, 0.5])


def two_help_against_a_stranger(world: World) -> None:
    """Two unknown to everybody else throw each game; only who stays a stranger plays."""
    for _ in range(20):
        stranger = world.rng.choice(world.honest)
        world.ended(["farmer", stranger, *accounts(2)])


def two_friends_help_against_a_stranger(world: World) -> None:
    """Two of the league throw each game."""
    for _ in range(20):
        stranger = world.rng.choice(world.honest[2:])
        world.ended(["farmer", stranger, *world.honest[:2]])


def bridge_of_one_game(world: World) -> None:
    world.honest_game("farmer", seats=5)
    closed_circle(world)
    fed(world, accounts(6), 40)


def bridge_by_one_puppet(world: World) -> None:
    """It really plays until it is settled, and lends its name to the others."""
    for _ in range(10):
        world.honest_game("puppet00")
    among_themselves(world, accounts(12), 60)
    fed(world, accounts(12), 60)


def bridge_by_every_puppet(world: World) -> None:
    for puppet in accounts(8):
        world.honest_game(puppet)
    among_themselves(world, accounts(8), 24)
    fed(world, accounts(8), 40)


def three_that_are_really_settled(world: World) -> None:
    """By three real games each, as it was once; the same three may lose as often as they like."""
    for puppet in accounts(3) * 3:
        world.honest_game(puppet)
    among_themselves(world, [*accounts(3), "fourth"], 8)
    fed(world, accounts(3), 60)


def friends_by_turns(world: World) -> None:
    """Three of a league against a stranger, who is always last."""
    for _ in range(30):
        trio = world.rng.sample(["farmer", *world.honest[:2]], 3)
        world.ended([*trio, world.rng.choice(world.honest[2:])])


def puppets_and_a_stranger(world: World) -> None:
    """Three real games each; then two of six help at each table."""
    _six(world, real=3)
    for _ in range(40):
        world.ended(["farmer", world.rng.choice(world.honest), *world.rng.sample(accounts(6), 2)])


def six_that_lose(world: World) -> None:
    _six(world, real=3)
    fed(world, accounts(6), 60)


def farmed_between_real_games(world: World) -> None:
    """Real games let the company of the last twenty be forgotten."""
    for puppet in accounts(3) * 3:
        world.honest_game(puppet)
    for _ in range(6):
        fed(world, accounts(3), 6)
        known(world)


def _six(world: World, *, real: int) -> None:
    for puppet in accounts(6) * real:
        world.honest_game(puppet)
    among_themselves(world, accounts(6), 12)


def four_friends_help_against_a_stranger(world: World) -> None:
    """Four of the league, two at a time: each is there at half the games."""
    helped(world, friends=4, games=40)


def helped(world: World, *, friends: int, games: int) -> None:
    for _ in range(games):
        stranger = world.rng.choice(world.honest[friends:])
        table = ["farmer", stranger, *world.rng.sample(world.honest[:friends], 2)]
        if world.farmed:
            world.ended(table)


def six_that_really_play(world: World) -> None:
    """Ten real games each, sixty in all, before two of them help at each table."""
    _six(world, real=10)
    for _ in range(40):
        world.ended(["farmer", world.rng.choice(world.honest), *world.rng.sample(accounts(6), 2)])


def eight_that_really_play(world: World) -> None:
    """Eighty real games."""
    for puppet in accounts(8) * 10:
        world.honest_game(puppet)
    for _ in range(40):
        world.ended(["farmer", world.rng.choice(world.honest), *world.rng.sample(accounts(8), 2)])


def five_at_the_table(world: World) -> None:
    """Four of the league, two at a time, and two strangers."""
    for _ in range(40):
        strangers = world.rng.sample(world.honest[4:], 2)
        world.ended(["farmer", *strangers, *world.rng.sample(world.honest[:4], 2)])


def known(world: World, games: int = 12) -> None:
    for _ in range(games):
        world.honest_game("farmer")


def four_friends_of_one_who_is_known(world: World) -> None:
    """Who has played twelve real games before."""
    known(world)
    four_friends_help_against_a_stranger(world)


def nine_thrown_games(world: World) -> None:
    """… and stops before the company shows."""
    known(world)
    helped(world, friends=4, games=9)


def half_of_the_league_helps(world: World) -> None:
    known(world)
    helped(world, friends=8, games=40)


def four_friends_between_real_games(world: World) -> None:
    for _ in range(6):
        helped(world, friends=4, games=6)
        known(world)


ATTACKS: dict[str, Attack] = {
    each.__name__: each
    for each in (
        *(three_leave_at_once, three_lose, new_ones_each_time),
        *(closed_circle, circle_larger_than_the_league, circle_that_shares),
        *(feeders_just_before_they_are_known, feeders_that_resign, ends_when_ahead),
        *(two_help_against_a_stranger, bridge_of_one_game, bridge_by_one_puppet),
        *(bridge_by_every_puppet, three_that_are_really_settled),
        *(two_friends_help_against_a_stranger, friends_by_turns, puppets_and_a_stranger),
        *(six_that_lose, four_friends_help_against_a_stranger),
        four_friends_of_one_who_is_known,
    )
}
# Their number ends above the median, with sixty real games and more, or four friends of the league;
# but so few of their games have counted that they are on no list.
UNSURE: dict[str, Attack] = {
    each.__name__: each
    for each in (six_that_really_play, eight_that_really_play, five_at_the_table)
}
# What these leave behind is what luck leaves, or strong people with many acquaintances: they pay
# still. `farmed_between_real_games` ends where its real games alone bring it.
DEAR: dict[str, Attack] = {
    each.__name__: each
    for each in (
        farmed_between_real_games,
        *(four_friends_between_real_games, nine_thrown_games, half_of_the_league_helps),
    )
}


def margin(
    attack: Attack,
    *,
    seed: int = 3,
    games: int = GAMES,
    listed: bool = False,
    farmed: bool = True,
) -> int | None:
    """How far the best account ends above the median of the honest; `listed`: of those that are on
    the list, None where none is. Not `farmed`: by what they really play alone."""
    world = league(seed=seed, games=games)
    world.farmed = farmed
    attack(world)
    theirs = [one for one in world.people() if one not in world.honest]
    if listed:
        theirs = [one for one in theirs if world.stands(one).settled]
    best = max((world.number(one) for one in theirs), default=None)
    return None if best is None else round(best - world.median())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args().games
    for name, attack in (ATTACKS | UNSURE | DEAR).items():
        told = ", ".join(f"{margin(attack, seed=seed, games=games):+}" for seed in SEEDS)
        found = [margin(attack, seed=seed, games=games, listed=True) for seed in SEEDS]
        listed = ", ".join("none" if one is None else f"{one:+}" for one in found)
        print(f"{name}: {told} beside the median of the honest; on the list: {listed}")
    for name, attack in DEAR.items():
        alone = [margin(attack, seed=seed, games=games, farmed=False) for seed in SEEDS]
        print(f"{name}, only what is really played: {', '.join(f'{one:+}' for one in alone)}")


if __name__ == "__main__":
    main()

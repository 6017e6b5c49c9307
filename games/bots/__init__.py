"""Players that are programs: a bot gets the view of its seat, and nothing else.

Services ask `choose(name, view, rng)` when a bot, or a stand-in, has to decide. A bot never
receives a state, a clock or a database, so it cannot know more than a person on its seat.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Protocol

from games.bots import careful, chance, planning, search
from games.bots.search import Budget
from games.engine import View
from games.orders import Order


class Planner(Protocol):
    def __call__(self, view: View, rng: Random, *, binds: bool) -> list[Order]: ...


# How long each of the three that think does so. It is a time and not a number of games, so that
# how long it took tells nothing of the cards.
STRENGTHS = {
    "wren": Budget(seconds=0.1),
    "heron": Budget(seconds=0.3),
    "owl": Budget(seconds=1.0),
}
# … and how much longer about a plan, for which nobody waits while people make theirs: so it costs
# little beside those who decide when they are asked (decision 1090).
LONGER = 4
BOTS: dict[str, Callable[[View, Random], str]] = {
    "random": chance.choose,
    "careful": careful.choose,
    **{name: partial(search.choose, budget=budget) for name, budget in STRENGTHS.items()},
}
# … and what they say beforehand, where everybody is asked at once.
PLANS: dict[str, Planner] = {
    "random": planning.by_chance,
    "careful": planning.by_thumb,
    **{
        name: partial(planning.by_thinking, budget=Budget(seconds=much.seconds * LONGER))
        for name, much in STRENGTHS.items()
    },
}
# They answer at once: where time is up nobody waits for a thought.
QUICK = tuple(name for name in BOTS if name not in STRENGTHS)
# Plays on for whoever resigns, and fills seats where nothing else is said.
STAND_IN = "careful"


def choose(name: str, view: View, rng: Random) -> str:
    """One of the moves that the view's question offers."""
    return BOTS[name](view, rng)


def plan(name: str, view: View, rng: Random, *, binds: bool) -> list[Order]:
    """Orders for the phase of the round that begins with this view, whoever is asked first. Where
    they do not bind, what may come otherwise than thought is left open."""
    return PLANS[name](view, rng, binds=binds)


def seconds(name: str) -> float:
    """How long it thinks about a decision."""
    return STRENGTHS[name].seconds if name in STRENGTHS else 0.0


def thinks(name: str) -> bool:
    """Whether its moves take so long that nobody else's should wait behind them."""
    return name in STRENGTHS

"""What thinking bots say of the phase after the one that they plan, in case they were not there.

Bots of the product are always there; people are not (tests.bench.together), and it is people for
whom bots stand in the measurements.
"""

from functools import partial
from random import Random

from games.bots import planning
from games.bots.rehearsing import Placing
from games.bots.search import Budget, best_of
from games.engine import View
from games.engine.terms import ROUNDS
from games.orders import Order


def further(view: View, said: list[Order], rng: Random, budget: Budget) -> list[Order]:
    """What its cards do, after the card that it has `said`; the next card, after what they do."""
    you = view["you"]
    if view["phase"] == "planning":
        card = said[0]
        placing = Placing(card["card"], card["place"], card.get("on", ""))
        return planning.rehearsed(view, rng, binds=True, budget=budget, placing=placing)
    if view["round"] == ROUNDS or you is None:
        return []
    # On which card it might lie is not known yet.
    several = [one for one in planning.placings(view) if not one.on]
    worth = partial(planning.worth, you, view["round"] + 1)
    placing = best_of(several, worth, view, rng, budget)
    return [planning.placed(placing, view["round"] + 1)]

"""Plans instead of moves: what a bot says beforehand where everybody is asked at once.

It gets the view of its seat when a phase begins, says in orders what it will do, and sees no more
until it is over, as people who plan. A card and its place are chosen as one who thinks chooses a
move: what comes out best in imagined worlds, in which everybody plays by the rules of thumb of
`careful`. What its cards do is rehearsed (games.bots.rehearsing). How long it does either is its
strength.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random

from games.bots import careful
from games.bots.imagine import Worlds
from games.bots.rehearsing import Lessons, Placing, rehearse
from games.bots.search import Budget, best_of, lead
from games.engine import State, View, play
from games.engine.legal import REVEAL, WAIT, question
from games.engine.names import KIND
from games.engine.turn import RULES
from games.engine.types import Slot, known
from games.orders import Order
from games.orders.order import MOST_TERMS

# What rules of thumb take to know whom their cards strike.
_GLANCE = Budget(games=8)
# Of choices that rehearsals told nothing of; the last leave one, whatever lies there.
USUALLY = ("others", "eliminate", "gain", "take", "open", "leader", "richest", "lowest")


def by_chance(view: View, rng: Random, *, binds: bool) -> list[Order]:
    if view["phase"] == "planning":
        return [placed(rng.choice(list(placings(view))), view["round"])]
    turns = {card: rng.choice((REVEAL, WAIT)) for card in own_closed(view)}
    return _said(turns, Lessons() if binds else None, view)


def by_thumb(view: View, rng: Random, *, binds: bool) -> list[Order]:
    """What `careful` does in one imagined world."""
    placing, turns = _habit(Worlds(view).draw(rng), known(view["you"]), rng)
    if placing is not None:
        return [placed(placing, view["round"])]
    return _said(turns, rehearse(view, rng, _GLANCE) if binds else None, view)


def by_thinking(view: View, rng: Random, *, binds: bool, budget: Budget) -> list[Order]:
    """As long as it would think about each of the decisions when it came."""
    if view["phase"] == "planning":
        several, round_ = list(placings(view)), view["round"]
        chosen = best_of(several, partial(worth, known(view["you"]), round_), view, rng, budget)
        return [placed(chosen, round_)]
    return rehearsed(view, rng, binds=binds, budget=budget)


def rehearsed(
    view: View, rng: Random, *, binds: bool, budget: Budget, placing: Placing | None = None
) -> list[Order]:
    """What its cards do in this round; `placing`: and one that is still to be played."""
    times = max(1, sum(_may_be_asked(slot, view) for slot in view["row"]) + bool(placing))
    budget = Budget(budget.games * times, budget.seconds * times)
    lessons = rehearse(view, rng, budget, placing)
    turns = {card: lessons.turn(card) for card in lessons.turns}
    return _said(turns, lessons if binds else None, view)


def placings(view: View) -> Iterator[Placing]:
    yours, you = known(view["yours"]), view["you"]
    ends = ("end", "start") if view["row"] or view["first"] != you else ("end",)
    own: list[Slot] = [
        slot
        for slot in view["row"]
        if slot["controller"] == you and slot["top"]["family"] == you and view["round"] > 1
    ]
    for card in yours["hand"]:
        for place in ends:
            yield Placing(card, place)
        for slot in own:
            yield Placing(card, "on", known(slot["top"]["card"]))


def own_closed(view: View) -> list[str]:
    """The kinds of one's own cards that may be asked for."""
    you = view["you"]
    tops = [slot["top"] for slot in view["row"] if slot["controller"] == you]
    return [known(top["card"]) for top in tops if not top["open"] and top["family"] == you]


def _may_be_asked(slot: Slot, view: View) -> bool:
    """By what all see: how long a bot thinks must not tell its cards."""
    top = slot["top"]
    is_asked = not top["open"] or bool(RULES[view["rules_version"]][known(top["card"])].asks)
    return slot["controller"] == view["you"] and is_asked


# --- playing a card -------------------------------------------------------------------------


def worth(seat: int, round_: int, placing: Placing, world: State, rng: Random) -> float:
    """How well the seat comes out of this world if it plays the card like this in that round."""
    while (asked := question(world)) is not None:
        move = None
        if asked.seat == seat and asked.kind == "place" and world.round == round_:
            move = placing.move(world, seat)
        play(world, move or careful.decide(world, rng))
    return lead(world, seat)


def _habit(world: State, seat: int, rng: Random) -> tuple[Placing | None, dict[str, str]]:
    """What rules of thumb do in this phase of a world: a card played, or what closed ones do."""
    began = world.round, world.phase
    placing, turns = None, {}
    while (asked := question(world)) is not None and (world.round, world.phase) == began:
        move = careful.decide(world, rng)
        if asked.seat == seat and asked.kind == "place":
            _place, card, place, *slot = move.split()
            placing = Placing(card, place, KIND[world.row[int(slot[0]) - 1][-1]] if slot else "")
        elif asked.seat == seat and asked.kind == "wait_or_reveal":
            turns[KIND[world.row[world.cursor][-1]]] = move
        play(world, move)
    return placing, turns


# --- as orders --------------------------------------------------------------------------------


def placed(said: Placing, round_: int) -> Order:
    order: Order = {"do": "place", "card": said.card, "place": said.place, "round": round_}
    return {**order, "on": said.on} if said.on else order


def _said(turns: Mapping[str, str], lessons: Lessons | None, view: View) -> list[Order]:
    """As orders of this round; without lessons whom cards strike is left to the moment."""
    now: Order = {"do": "wait", "from_round": view["round"], "until_round": view["round"] + 1}
    turns = {**dict.fromkeys(own_closed(view), WAIT), **turns}
    said: list[Order] = [{**now, "do": turn, "card": card} for card, turn in turns.items() if card]
    # A card that has come to light since, or another's that one controls.
    said.append({**now, "do": turns.get("", REVEAL)})
    if lessons is None:
        return said
    for card in dict.fromkeys([*lessons.deeds, *lessons.whom]):
        if prefer := lessons.prefer(card)[:MOST_TERMS]:
            said.append({**now, "do": "choose", "card": card, "prefer": prefer})
    return [*said, {**now, "do": "choose", "prefer": list(USUALLY)}]

"""Plans instead of moves: what a bot says beforehand where everybody is asked at once.

It gets the view of its seat when a phase begins, says in orders what it will do, and sees no more
until it is over, as people who plan. It rehearses the rest of the game in imagined worlds, in
which everybody plays by the rules of thumb of `careful`, and keeps what came out best; how often
it does that is its strength. Whom its cards strike follows from what it did in rehearsals.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from random import Random
from typing import NamedTuple

from games.bots import careful
from games.bots.imagine import Worlds
from games.bots.search import Budget, best_of, lead
from games.engine import State, View, legal_moves, play
from games.engine.flow import REVEAL, WAIT, question
from games.engine.names import FAMILY, KIND
from games.engine.state import Question
from games.engine.types import Slot, known
from games.orders import Order
from games.orders.choosing import take_apart
from games.orders.order import OF_MOVES

# More closed cards than these are not tried in all combinations.
MOST_TOGETHER = 3
REHEARSALS = 6
MOST_TERMS = 8
# Of choices that rehearsals told nothing of.
USUALLY = ("others", "eliminate", "gain", "take", "open", "leader", "richest", "lowest")


class Plan(NamedTuple):
    """A card of the hand, where to, and on which own card; what closed cards do, by their kind."""

    card: str = ""
    place: str = ""
    on: str = ""
    turns: Mapping[str, str] = {}


def by_chance(view: View, rng: Random, *, binds: bool) -> list[Order]:
    return _written(rng.choice(plans(view, {})), view, rng, binds=binds)


def by_thumb(view: View, rng: Random, *, binds: bool) -> list[Order]:
    """What `careful` does in one imagined world."""
    world = Worlds(view).draw(rng)
    return _written(_habit(world, known(view["you"]), rng), view, rng, binds=binds)


def by_thinking(view: View, rng: Random, *, binds: bool, budget: Budget) -> list[Order]:
    seat = known(view["you"])
    usual = _habit(Worlds(view).draw(rng), seat, rng).turns
    several = plans(view, usual)
    # As long as it would think about each of the decisions when it came.
    times = max(1, len(several[0].turns))
    budget = Budget(budget.games * times, budget.seconds * times)
    chosen = best_of(several, partial(worth, seat), view, rng, budget)
    return _written(chosen, view, rng, binds=binds)


def plans(view: View, usual: Mapping[str, str]) -> list[Plan]:
    """What can be said of this phase."""
    if view["phase"] == "planning":
        return list(_placings(view))
    return [Plan(turns=turns) for turns in turns_of(own_closed(view), usual)]


def turns_of(closed: list[str], usual: Mapping[str, str]) -> list[dict[str, str]]:
    """What closed cards can do in a round; of many only one does not what is usual."""
    if len(closed) <= MOST_TOGETHER:
        every = product((REVEAL, WAIT), repeat=len(closed))
        return [dict(zip(closed, turns, strict=True)) for turns in every]
    base = {card: usual.get(card, WAIT) for card in closed}
    other = {WAIT: REVEAL, REVEAL: WAIT}
    return [base, *(base | {card: other[base[card]]} for card in closed)]


def own_closed(view: View) -> list[str]:
    """The kinds of one's own cards that may be asked for."""
    you = view["you"]
    tops = [slot["top"] for slot in view["row"] if slot["controller"] == you]
    return [known(top["card"]) for top in tops if not top["open"] and top["family"] == you]


def _placings(view: View) -> Iterator[Plan]:
    yours, you = known(view["yours"]), view["you"]
    ends = ("end", "start") if view["row"] or view["first"] != you else ("end",)
    own: list[Slot] = [
        slot
        for slot in view["row"]
        if slot["controller"] == you and slot["top"]["family"] == you and view["round"] > 1
    ]
    for card in yours["hand"]:
        for place in ends:
            yield Plan(card, place)
        for slot in own:
            yield Plan(card, "on", known(slot["top"]["card"]))


# --- rehearsing -----------------------------------------------------------------------------


def worth(seat: int, plan: Plan, world: State, rng: Random) -> float:
    """How well the seat comes out of this world if it does what it has said."""
    round_ = world.round
    while (asked := question(world)) is not None:
        move = None
        if asked.seat == seat and world.round == round_:
            move = _as_said(world, asked, plan)
        play(world, move or careful.decide(world, rng))
    return lead(world, seat)


def _as_said(world: State, asked: Question, plan: Plan) -> str | None:
    if asked.kind == "place" and plan.card:
        legal = legal_moves(world)
        slot = ""
        if plan.place == "on":
            tops = [
                KIND[stack[-1]] if FAMILY[stack[-1]] == asked.seat else "" for stack in world.row
            ]
            slot = f" {tops.index(plan.on) + 1}" if plan.on in tops else " 0"
        move = f"place {plan.card} {plan.place if world.row else 'end'}{slot}"
        return move if move in legal else None
    if asked.kind == "wait_or_reveal":
        turn = plan.turns.get(KIND[world.row[world.cursor][-1]])
        return turn if turn in (asked.moves or ()) else None
    return None


def _habit(world: State, seat: int, rng: Random) -> Plan:
    """What rules of thumb do in this phase of a world."""
    began = world.round, world.phase
    plan = Plan()
    turns: dict[str, str] = {}
    while (asked := question(world)) is not None and (world.round, world.phase) == began:
        move = careful.decide(world, rng)
        if asked.seat == seat and asked.kind == "place":
            _place, card, place, *slot = move.split()
            on = KIND[world.row[int(slot[0]) - 1][-1]] if slot else ""
            plan = Plan(card, place, on)
        elif asked.seat == seat and asked.kind == "wait_or_reveal":
            turns[KIND[world.row[world.cursor][-1]]] = move
        play(world, move)
    return plan._replace(turns=turns)


def _targets(view: View, plan: Plan, rng: Random) -> dict[str, list[str]]:
    """What the seat's cards chose when the phase was rehearsed, by card, in words of orders: the
    most frequent first, deeds before whom they strike."""
    seat, worlds = known(view["you"]), Worlds(view)
    seen = {slot["top"]["card"] for slot in view["row"]}
    deeds: dict[str, Counter[str]] = defaultdict(Counter)
    struck: dict[str, Counter[str]] = defaultdict(Counter)
    for _time in range(REHEARSALS):
        world = worlds.draw(rng)
        began = world.round, world.phase
        while (asked := question(world)) is not None and (world.round, world.phase) == began:
            mine = asked.seat == seat
            move = (_as_said(world, asked, plan) if mine else None) or careful.decide(world, rng)
            if mine and asked.card is not None:
                choice = take_apart(move, len(world.row))
                whom = choice.card
                if choice.slot is not None:
                    top = world.row[choice.slot - 1][-1]
                    whom = KIND[top] if KIND[top] in seen else f"seat {world.controller(top)}"
                card = KIND[asked.card]
                done = (choice.verb, choice.place)
                deeds[card].update(word for word in done if word in OF_MOVES)
                struck[card].update([whom] if whom else [])
            play(world, move)
    return {card: [*_often(deeds[card])[:2], *_often(struck[card])] for card in deeds}


def _often(counted: Counter[str]) -> list[str]:
    return [word for word, _times in counted.most_common(MOST_TERMS)]


# --- as orders --------------------------------------------------------------------------------


def _written(plan: Plan, view: View, rng: Random, *, binds: bool) -> list[Order]:
    """The plan as orders of this round. Where it does not bind, what may come otherwise than in
    rehearsals is left open: a card whose neighbours change, and whom cards strike."""
    round_ = view["round"]
    if view["phase"] == "planning":
        placed: Order = {"do": "place", "card": plan.card, "place": plan.place, "round": round_}
        return [{**placed, "on": plan.on} if plan.on else placed]
    said: list[Order] = []
    if not binds:
        said = [{"do": "ask", "card": card, "if": ["neighbour"]} for card in plan.turns]
    for card, turn in plan.turns.items():
        said.append({"do": turn, "card": card, "from_round": round_, "until_round": round_ + 1})
    if not binds:
        return said
    now: Order = {"do": "choose", "from_round": round_, "until_round": round_ + 1}
    for card, prefer in _targets(view, plan, rng).items():
        if prefer:
            said.append({**now, "card": card, "prefer": prefer})
    return [*said, {**now, "prefer": list(USUALLY)}]

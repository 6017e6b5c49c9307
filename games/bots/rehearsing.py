"""Rehearses what is left of a round: what each decision would bring where it would be made.

Imagined worlds are played on, everybody else by rules of thumb. Wherever the seat decides, each
choice is tried to the end of that world with the same luck, and the world goes on with what has
done best so far. A choice is remembered by what it is in words of orders – the deed, the card, the
player it belongs to – because where things lie may have changed when it is asked for.
"""

from collections import defaultdict
from random import Random
from time import thread_time
from typing import NamedTuple

from games.bots import careful
from games.bots.search import Budget, play_out, worlds_of
from games.engine import State, View, legal_moves, play
from games.engine.flow import question
from games.engine.names import CARD, FAMILY, KIND
from games.engine.state import Question
from games.engine.types import known
from games.orders.choosing import take_apart
from games.orders.order import OF_MOVES


class Placing(NamedTuple):
    """A card of the hand, where to, and on which own card."""

    card: str
    place: str
    on: str = ""

    def move(self, world: State, seat: int) -> str | None:
        """As the seat would play it in this world, if it can."""
        slot = ""
        if self.on:
            tops = [KIND[stack[-1]] if FAMILY[stack[-1]] == seat else "" for stack in world.row]
            slot = f" {tops.index(self.on) + 1}" if self.on in tops else " 0"
        move = f"place {self.card} {self.place if world.row else 'end'}{slot}"
        return move if move in legal_moves(world) else None


class Words(NamedTuple):
    """A choice in words of orders: what is done, and to whom."""

    deeds: tuple[str, ...]
    whom: str | None


class Gain:
    """How much better something has done than what else could be chosen, on average."""

    def __init__(self) -> None:
        self.times = 0
        self.sum = 0.0

    def add(self, worth: float) -> None:
        self.times += 1
        self.sum += worth

    @property
    def mean(self) -> float:
        return self.sum / self.times if self.times else 0.0


Gains = defaultdict[str, Gain]


class Lessons:
    """By the kind of the card that asks; "" for one whose kind the seat does not know."""

    def __init__(self) -> None:
        self.turns: dict[str, Gains] = defaultdict(_gains)
        self.deeds: dict[str, Gains] = defaultdict(_gains)
        self.whom: dict[str, Gains] = defaultdict(_gains)

    def turn(self, card: str) -> str:
        """Wait or reveal."""
        return max(self.turns[card], key=lambda turn: self.turns[card][turn].mean)

    def prefer(self, card: str) -> list[str]:
        """Words for its choices, the best first: deeds before whom they strike."""
        deeds = _best(self.deeds[card])
        return [*(deeds[:2] if len(deeds) > 1 else []), *_best(self.whom[card])]


def rehearse(view: View, rng: Random, budget: Budget, placing: Placing | None = None) -> Lessons:
    """`placing`: what the seat will play before, where its round has only begun."""
    seat, round_ = known(view["you"]), view["round"]
    lessons, worlds, seen = Lessons(), worlds_of(view), _seen(view)
    if placing is not None:
        seen.add(CARD[seat][placing.card])
    until = thread_time() + budget.seconds
    games = 0
    while not games or (games < budget.games and thread_time() < until):
        games += 1
        world = worlds.draw(rng)
        while (asked := question(world)) is not None and world.round == round_:
            if asked.seat != seat:
                play(world, careful.decide(world, rng))
                continue
            if asked.kind == "place":
                move = placing.move(world, seat) if placing is not None else None
                play(world, move or careful.decide(world, rng))
                continue
            moves, luck = legal_moves(world), rng.getrandbits(32)
            worth = dict.fromkeys(moves, 0.0)
            if len(moves) > 1:
                worth = {move: play_out(world.copy(), move, seat, Random(luck)) for move in moves}
                games += len(moves)
            play(world, _learn(lessons, world, asked, worth, seen))
    return lessons


def _gains() -> Gains:
    return defaultdict(Gain)


def _best(gains: Gains) -> list[str]:
    return sorted(gains, key=lambda word: -gains[word].mean)


def _seen(view: View) -> set[str]:
    """The cards of the row that the seat knows."""
    cards = [card for slot in view["row"] for card in (slot["top"], *slot["covered"])]
    return {CARD[card["family"]][card["card"]] for card in cards if card["card"]}


def _learn(
    lessons: Lessons,
    world: State,
    asked: Question,
    worth: dict[str, float],
    seen: set[str],
) -> str:
    """Note what each choice has brought; the one that has done best so far."""
    usual = sum(worth.values()) / len(worth)
    if asked.card is None:
        card = world.row[world.cursor][-1]
        kind = KIND[card] if card in seen else ""
        for move, value in worth.items():
            lessons.turns[kind][move].add(value - usual)
        return max(worth, key=lambda move: lessons.turns[kind][move].mean)
    kind = KIND[asked.card]
    said = {move: _in_words(move, world, seen) for move in worth}
    for move, value in worth.items():
        for deed in said[move].deeds:
            lessons.deeds[kind][deed].add(value - usual)
        if whom := said[move].whom:
            lessons.whom[kind][whom].add(value - usual)

    def so_far(move: str) -> float:
        deeds, whom = said[move]
        gains = [lessons.deeds[kind][deed].mean for deed in deeds]
        return sum(gains) + (lessons.whom[kind][whom].mean if whom else 0.0)

    return max(worth, key=so_far)


def _in_words(move: str, world: State, seen: set[str]) -> Words:
    choice = take_apart(move, len(world.row))
    whom = choice.card
    if choice.slot is not None:
        top = world.row[choice.slot - 1][-1]
        is_known = top in seen or world.is_open(top)
        whom = KIND[top] if is_known else f"seat {world.controller(top)}"
    deeds = tuple(word for word in (choice.verb, choice.place) if word in OF_MOVES)
    return Words(deeds, whom)

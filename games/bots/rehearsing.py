"""Rehearses what is left of a round: what each decision would bring where it would be made.

Imagined worlds are played through as the lessons so far say, everybody else by rules of thumb; then
each decision of the seat is made otherwise, with the same luck, and all that follows as before. So
one game is what all its decisions are compared with, and a decision is judged by what the rest of
the plan makes of it. A choice is remembered by what it is in words of orders – the deed, the card,
the player it belongs to – because where things lie may have changed when it is asked for. What is
said in the end is learnt as it will be read: word by word, each leaving what it is true of.
"""

from collections import defaultdict
from collections.abc import Callable
from itertools import chain
from random import Random
from statistics import fmean
from time import thread_time
from typing import NamedTuple

from games.bots import careful
from games.bots.search import Budget, lead, worlds_of
from games.engine import State, View, legal_moves, play
from games.engine.legal import question
from games.engine.names import CARD, FAMILY, KIND
from games.engine.state import Question
from games.engine.types import known
from games.orders.choosing import take_apart
from games.orders.order import MOST_TERMS, OF_MOVES

# What has been tried once may have been luck: so many tries that brought nothing are added to all.
DOUBT = 2.0
# … and to choices so many that brought what rules of thumb expect, a unit of theirs so much.
HABIT, THUMB = 6.0, 0.08
# Of what a choice brought in one game so much counts, the rest is what its like have brought.
ITS_OWN = 0.3
# A further word is said for at least so much, on average.
LEAST = 0.0005
# What is done to a card to its harm: one's own is like any other of one's own.
_HARMS = frozenset({"eliminate", "steal", "mark", "bribe"})
# Decisions of a seat in one round, with luck of their own.
_MOST = 12


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
    """A choice in words of orders: what is done, and to whom; and all words that are true of it."""

    deeds: tuple[str, ...]
    whom: str | None
    true: frozenset[str]


class Met(NamedTuple):
    """A choice that there was in a rehearsal, and how much better than others it did."""

    said: Words
    gain: float
    thumb: float  # than others, in the eyes of rules of thumb


# What is true of each, and what it is worth.
_Choices = list[tuple[frozenset[str], float]]


class Gain:
    """How much better something has done than what else could be chosen."""

    def __init__(self) -> None:
        self.times = 0
        self.sum = 0.0

    def add(self, worth: float) -> None:
        self.times += 1
        self.sum += worth

    @property
    def mean(self) -> float:
        return self.sum / (self.times + DOUBT)


Gains = defaultdict[str, Gain]


class Lessons:
    """By the kind of the card that asks; "" for one whose kind the seat does not know."""

    def __init__(self) -> None:
        self.turns: dict[str, Gains] = defaultdict(_gains)
        self.deeds: dict[str, Gains] = defaultdict(_gains)
        self.whom: dict[str, Gains] = defaultdict(_gains)
        self.met: dict[str, list[list[Met]]] = defaultdict(list)

    def turn(self, card: str) -> str:
        """Wait or reveal."""
        return max(self.turns[card], key=lambda turn: self.turns[card][turn].mean)

    def prefer(self, card: str) -> list[str]:
        """Words for its choices, those first that leave the best of what was met."""
        worth = self._worth(card)
        left = [[(one.said.true, worth(one)) for one in moment] for moment in self.met[card]]
        words = sorted({word for moment in left for true, _value in moment for word in true})
        said: list[str] = []
        while left and len(said) < MOST_TERMS:
            best, word = max(((_gained(word, left), word) for word in words), default=(0.0, ""))
            if best <= LEAST * len(self.met[card]):
                break
            said.append(word)
            kept = (_kept(word, moment) for moment in left)
            left = [moment for moment in kept if len(moment) > 1]
        return said

    def _worth(self, card: str) -> Callable[[Met], float]:
        """What a choice may bring: by what its like have brought, rules of thumb, and itself."""
        alike: dict[object, list[Met]] = defaultdict(list)
        for one in chain.from_iterable(self.met[card]):
            alike[one.said.deeds, one.said.whom].append(one)
        usual = {}
        for said, ones in alike.items():
            expected = HABIT * THUMB * fmean(one.thumb for one in ones)
            usual[said] = (sum(one.gain for one in ones) + expected) / (len(ones) + HABIT)

        def worth(one: Met) -> float:
            like_it = usual[one.said.deeds, one.said.whom]
            return like_it + ITS_OWN * (one.gain - like_it)

        return worth

    def note(self, card: str, choices: list[Met]) -> None:
        self.met[card].append(choices)
        for one in choices:
            for deed in one.said.deeds:
                self.deeds[card][deed].add(one.gain)
            if one.said.whom:
                self.whom[card][one.said.whom].add(one.gain)

    def so_far(self, card: str, said: Words) -> float:
        gains = [self.deeds[card][deed].mean for deed in said.deeds]
        return sum(gains) + (self.whom[card][said.whom].mean if said.whom else 0.0)


class _Moment(NamedTuple):
    """Where the seat decides in a world, and what it does."""

    world: State
    asked: Question
    moves: list[str]
    done: str


def rehearse(view: View, rng: Random, budget: Budget, placing: Placing | None = None) -> Lessons:
    """`placing`: what the seat will play before, where its round has only begun."""
    worlds, rehearsal = worlds_of(view), _Rehearsal(view, placing)
    until = thread_time() + budget.seconds
    games = 0
    while not games or (games < budget.games and thread_time() < until):
        games += rehearsal.once(worlds.draw(rng), rng)
    return rehearsal.lessons


class _Rehearsal:
    def __init__(self, view: View, placing: Placing | None) -> None:
        self.seat, self.round = known(view["you"]), view["round"]
        self.placing, self.seen = placing, _seen(view)
        if placing is not None:
            self.seen.add(CARD[self.seat][placing.card])
        self.lessons = Lessons()

    def once(self, world: State, rng: Random) -> int:
        """One world, and each decision in it otherwise; how many games that were."""
        lucks = [rng.getrandbits(32) for _time in range(_MOST)]
        moments: list[_Moment] = []
        as_said = self._play_on(world, lucks, 0, moments)
        games = 1
        for number, moment in enumerate(moments):
            worth = {}
            for move in moment.moves:
                if move == moment.done:
                    worth[move] = as_said
                    continue
                other = moment.world.copy()
                play(other, move)
                worth[move] = self._play_on(other, lucks, number + 1, None)
                games += 1
            self._learn(moment, worth)
        return games

    def _play_on(
        self, world: State, lucks: list[int], number: int, moments: list[_Moment] | None
    ) -> float:
        """To the end, the seat doing in this round what has done best so far; how well it comes
        out. Its decision of that `number` and those after it are noted in `moments`."""
        luck = Random(lucks[number % _MOST])
        while (asked := question(world)) is not None:
            if asked.seat != self.seat or world.round != self.round:
                play(world, careful.decide(world, luck))
                continue
            if asked.kind == "place":
                move = self.placing.move(world, self.seat) if self.placing is not None else None
                play(world, move or careful.decide(world, luck))
                continue
            moves = legal_moves(world)
            if len(moves) == 1:
                play(world, moves[0])
                continue
            move = self._best_so_far(world, asked, moves) or careful.decide(world, luck)
            if moments is not None:
                moments.append(_Moment(world.copy(), asked, moves, move))
            play(world, move)
            number += 1
            luck = Random(lucks[number % _MOST])
        return lead(world, self.seat)

    def _best_so_far(self, world: State, asked: Question, moves: list[str]) -> str | None:
        lessons = self.lessons
        if asked.card is None:
            turns = lessons.turns.get(self._kind(world))
            return max(moves, key=lambda move: turns[move].mean) if turns else None
        kind = KIND[asked.card]
        if kind not in lessons.whom and kind not in lessons.deeds:
            return None
        return max(moves, key=lambda move: lessons.so_far(kind, self._in_words(move, world)))

    def _learn(self, moment: _Moment, worth: dict[str, float]) -> None:
        """Note what each choice has brought, beside the others."""
        usual = sum(worth.values()) / len(worth)
        world, asked = moment.world, moment.asked
        if asked.card is None:
            for move, value in worth.items():
                self.lessons.turns[self._kind(world)][move].add(value - usual)
            return
        thumb = {move: careful.worth_of(world, self.seat, move) for move in worth}
        expected = sum(thumb.values()) / len(thumb)
        self.lessons.note(
            KIND[asked.card],
            [
                Met(self._in_words(move, world), value - usual, thumb[move] - expected)
                for move, value in worth.items()
            ],
        )

    def _kind(self, world: State) -> str:
        """Of the closed card at the cursor."""
        card = world.row[world.cursor][-1]
        return KIND[card] if card in self.seen else ""

    def _in_words(self, move: str, world: State) -> Words:
        choice = take_apart(move, len(world.row))
        deeds = tuple(word for word in (choice.verb, choice.place) if word in OF_MOVES)
        if choice.slot is None:
            return Words(deeds, choice.card, frozenset(filter(None, (*deeds, choice.card))))
        top = world.row[choice.slot - 1][-1]
        holder = world.controller(top)
        is_open, is_mine = world.is_open(top), holder == self.seat
        whom, true = f"seat {holder}", {*deeds, f"seat {holder}", "open" if is_open else "closed"}
        if is_open or top in self.seen:
            whom = KIND[top]
            true.add(whom)
        if is_mine and choice.verb in _HARMS:
            whom = "mine"
        true.add("mine" if is_mine else "others")
        others = world.influence[: self.seat] + world.influence[self.seat + 1 :]
        if not is_mine and world.influence[holder] == max(others):
            true.add("leader")
        return Words(deeds, whom, frozenset(true))


def _kept(word: str, choices: _Choices) -> _Choices:
    """What is left of choices when the word has been read (games.orders.choosing)."""
    return [one for one in choices if word in one[0]] or choices


def _gained(word: str, moments: list[_Choices]) -> float:
    return sum(_mean(_kept(word, choices)) - _mean(choices) for choices in moments)


def _mean(choices: _Choices) -> float:
    return sum(value for _true, value in choices) / len(choices)


def _gains() -> Gains:
    return defaultdict(Gain)


def _seen(view: View) -> set[str]:
    """The cards of the row that the seat knows."""
    cards = [card for slot in view["row"] for card in (slot["top"], *slot["covered"])]
    return {CARD[card["family"]][card["card"]] for card in cards if card["card"]}

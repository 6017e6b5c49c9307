"""Worlds that a seat cannot tell from the real one: games in full that look like its view.

What the view tells stands; the cards it does not tell of are dealt anew among the places where
they can be. `likely` says how well a kind fits a closed card, so that worlds in which people have
played as they usually do come up more often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.engine import State, View
from games.engine.names import CARD, Step
from games.engine.terms import CLOSED, OPEN, SEEN
from games.engine.turn import RULES
from games.engine.types import Acting, CardInRow, known


class Hidden(NamedTuple):
    """A card in the row whose face the seat has never seen."""

    slot: int
    depth: int
    family: int
    card: CardInRow  # as the view tells of it


Likely = Callable[[Hidden, str], float]


class _Family(NamedTuple):
    """Where the unseen cards of a family can be, and which they are."""

    seat: int
    kinds: list[str]
    closed: list[tuple[Hidden, dict[str, float]]]
    hand: int


class Worlds:
    """All the worlds of a view; `draw` gives one of them."""

    def __init__(self, view: View, likely: Likely | None = None) -> None:
        self._known = _known(view)
        hidden = [
            Hidden(slot, depth, card["family"], card)
            for slot, stack in enumerate(_stacks(view))
            for depth, card in enumerate(stack)
            if card["card"] is None
        ]
        self._families = []
        for seat in range(self._known.seats):
            kinds = _unseen(view, self._known, seat)
            if kinds:
                closed = [
                    (one, {kind: likely(one, kind) if likely else 1.0 for kind in kinds})
                    for one in hidden
                    if one.family == seat
                ]
                hand = view["seats"][seat]["hand"]
                self._families.append(_Family(seat, kinds, closed, hand))
        # What asks is public, but to find it out takes a row without gaps.
        world = self.draw(Random(0))
        self._known.active, self._known.agenda = _at_work(world, view["question"])

    def draw(self, rng: Random) -> State:
        """One of these worlds, to be played on."""
        state = self._known.copy()
        hands, aside = list(state.hands), list(state.aside)
        for family in self._families:
            kinds = family.kinds[:]
            rng.shuffle(kinds)
            for hidden, weights in family.closed:
                kind = _drawn(kinds, weights, rng)
                kinds.remove(kind)
                _lay(state, hidden, CARD[family.seat][kind])
            hands[family.seat] = tuple(sorted(kinds[: family.hand]))
            aside[family.seat] = tuple(sorted(kinds[family.hand :]))
        state.hands, state.aside = tuple(hands), tuple(aside)
        return state


def _drawn(kinds: list[str], weights: dict[str, float], rng: Random) -> str:
    fits = [weights[kind] for kind in kinds]
    left = rng.random() * sum(fits)
    for kind, fit in zip(kinds, fits, strict=True):
        left -= fit
        if left < 0:
            return kind
    return kinds[-1]


def _lay(state: State, hidden: Hidden, card: str) -> None:
    """Put a card into the gap that was left for it."""
    stack = state.row[hidden.slot]
    state.row[hidden.slot] = (*stack[: hidden.depth], card, *stack[hidden.depth + 1 :])
    _mark(state, hidden.card, card, CLOSED)


def _mark(state: State, seen: CardInRow, card: str, face: int) -> None:
    """A card of the row with what lies on it."""
    state.faces[card] = face
    if seen["tokens"]:
        state.tokens[card] = seen["tokens"]
    if seen["verdicts"]:
        state.verdicts = {**state.verdicts, card: seen["verdicts"]}
    if seen["asleep"]:
        state.asleep += (card,)


def _stacks(view: View) -> list[list[CardInRow]]:
    return [[*slot["covered"], slot["top"]] for slot in view["row"]]


def _unseen(view: View, known: State, seat: int) -> list[str]:
    """The kinds of a family that are in a hand, set aside or closed, as far as the view tells."""
    if seat == view["you"] or view["phase"] == "over":
        return []
    gone = {*known.discards[seat], *known.kept[seat]}
    return [kind for kind in known.deck if kind not in gone and CARD[seat][kind] not in known.faces]


# --- what the view tells for certain -----------------------------------------------------------


def _known(view: View) -> State:
    """The game as far as the view tells; "" lies in the row for each card that it hides."""
    state = State.__new__(State)
    seats, you = view["seats"], view["you"]
    state.version = view["rules_version"]
    state.set, state.edition, state.deck = view["set"], view["edition"], tuple(view["deck"])
    state.seats, state.direction = len(seats), view["direction"]
    state.phase, state.round, state.first = view["phase"], view["round"], view["first"]
    state.influence = [seat["influence"] for seat in seats]
    state.discards = tuple(tuple(seat["discard"]) for seat in seats)
    state.kept = tuple(tuple(one["card"] for one in seat["kept"]) for seat in seats)
    state.twins = tuple(seat["twin_waiting"] for seat in seats)
    yours = view["yours"]
    state.hands = tuple(
        tuple(yours["hand"] if yours and number == you else seat["hand_cards"] or ())
        for number, seat in enumerate(seats)
    )
    state.aside = tuple(
        tuple(yours["aside"] if yours and number == you else seat["aside_cards"] or ())
        for number, seat in enumerate(seats)
    )
    state.tokens = {
        CARD[number][one["card"]]: one["tokens"]
        for number, seat in enumerate(seats)
        for one in seat["kept"]
        if one["tokens"]
    }
    state.row, state.faces, state.verdicts, state.bribed, state.asleep = [], {}, {}, {}, ()
    for slot, stack in zip(view["row"], _stacks(view), strict=True):
        state.row.append(tuple(CARD[c["family"]][c["card"]] if c["card"] else "" for c in stack))
        for seen, card in zip(stack, state.row[-1], strict=True):
            if card:
                closed = CLOSED if seen["family"] == you else SEEN
                _mark(state, seen, card, OPEN if seen["open"] else closed)
            if seen["bribed"]:
                state.bribed[card] = slot["controller"]
    state.cursor = (view["cursor"] or 1) - 1  # the view has passed sleeping cards over
    state.placed = state.seats if state.phase == "events" else 0
    if state.phase == "planning":
        state.placed = (known(view["question"])["seat"] - state.first) % state.seats
    state.active, state.agenda, state.question = None, (), None
    return state


# --- which effect waits for a choice -----------------------------------------------------------


def _at_work(world: State, asked: Acting | None) -> tuple[str | None, tuple[Step, ...]]:
    """The card whose turn it is, and the effects that wait for answers, the innermost last."""
    if asked is None or asked["card"] is None:
        return None, ()
    seat, left = asked["seat"], asked["tokens"]
    if asked["slot"] is None:
        card = CARD[seat][asked["card"]]
        return card, (_step(world, asked, card)._replace(tokens=known(left)),)
    card = world.row[asked["slot"] - 1][-1]
    step = _step(world, asked, card)
    if left is None:
        return card, (step,)
    # A card that has left the row lets this one act. Such cards cannot be bribed: it is the own.
    parts = [
        rule
        for rule in RULES[world.version]
        if _whole(rule) != rule and _whole(rule) in world.discards[seat]
    ]
    active = CARD[seat][_whole(parts[-1])]
    return active, (Step(parts[-1], active, tokens=left), step) if left else (step,)


def _step(world: State, asked: Acting, card: str) -> Step:
    """The effect that asks this: of the ways to come to the question, the first."""
    for name, rule in RULES[world.version].items():
        if _whole(name) != asked["acts_as"]:
            continue
        for number, ask in enumerate(rule.asks):
            if ask.kind != asked["kind"]:
                continue
            for step in _ways(world, Step(name, card), number):
                if ask.moves(world, step):
                    return step
    raise ValueError(f"nothing asks for {asked['kind']}")


def _ways(world: State, step: Step, number: int) -> Iterator[Step]:
    """The effect with so many answers given, whatever they were, revealed just now or not."""
    if len(step.answers) < number:
        ask = RULES[world.version][step.rule].asks[len(step.answers)]
        answers: Sequence[str | None] = ask.moves(world, step) or (None,)
        for answer in answers:
            yield from _ways(world, step._replace(answers=(*step.answers, answer)), number)
    else:
        yield step
        yield step._replace(revealed=True)


def _whole(rule: str) -> str:
    """The card that a rule is, or is a part of."""
    return rule.partition("/")[0]

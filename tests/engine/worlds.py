"""Other worlds: games that differ only in what one onlooker cannot know.

A random game is played along with a `Witness`, who keeps count, from the referee's positions
alone, of what everybody has seen. For an onlooker, `another_world` deals the unseen cards of the
other families anew and renames the moves that played them. The game must go the same way, and
whatever `Eyes` show that onlooker must be the same to the byte.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from games import bots, engine
from tests import bounded
from tests.engine.table import KINDS

ALL_KINDS = [card for kinds in KINDS.values() for card in kinds.split()]
Card = tuple[int, str]  # family, kind

# Tried by everybody at any time: nonsense, moves of other questions, cards one may not have.
TRIES = (
    *("", "dance", "wait", "reveal", "take", "gain", "stay", "leave", "move 1 to 1", "steal 99"),
    *(
        "eliminate 1",
        "eliminate 2",
        "eliminate 77",
        "use 1",
        "copy 1",
        "mark 1",
        "give 2",
        "bribe 3",
    ),
    *("place spy end", "place judge on 1", "place twin start", "swap prince", "place dragon end"),
)


_honest = engine.view


def everything_open(state: engine.State, seat: int | None) -> engine.View:
    """A view that leaks the names of closed cards: what a test of secrecy has to notice."""
    view = _honest(state, seat)
    for slot, cards in zip(view["row"], engine.position(state)["row"], strict=True):
        slot["top"]["card"] = cards[-1]["card"]
    return view


class LeakError(AssertionError):
    """Somebody could tell two worlds apart that look the same to all he may know."""


@dataclass
class Eyes:
    """The ways in which a seat learns of a game; a test can put a leaking one in their place."""

    view: Callable = engine.view
    redact: Callable = engine.redact
    legal_moves: Callable = engine.legal_moves
    play: Callable = engine.play

    def show(self, state, log, seat):
        """Everything that this seat (None: a spectator) is told, as text."""
        told = [
            self.view(state, seat),
            self.redact(log, seat),
            self.legal_moves(state) if seat == engine.to_move(state) else None,
            [self.error(state, text, seat) for text in TRIES] if seat is not None else None,
        ]
        return json.dumps(told, ensure_ascii=False)

    def error(self, state, text, seat):
        try:
            self.play(state.copy(), text, seat=seat)
        except engine.RulesError as error:
            return f"{type(error).__name__}: {error}"
        return "fine"


@dataclass
class Witness:
    """What everybody has seen so far: made from positions, never from views."""

    seen: set[Card] = field(default_factory=set)  # lies where all saw its face
    placed: dict[Card, int] = field(default_factory=dict)  # step at which it came into the row
    returned: dict[Card, int] = field(default_factory=dict)  # step at which it went to the hand
    not_aside: dict[int, set[str]] = field(default_factory=dict)  # what a substitution did not find

    def watch(self, step, before, move, after):
        seat = before["to_move"]["seat"]
        verb, *rest = move.split()
        if verb == "reveal":
            top = before["row"][before["cursor"] - 1][-1]
            self.seen.add((top["family"], top["card"]))
        if verb == "swap" or (verb == "place" and before["phase"] == "planning"):
            self.placed[seat, rest[0]] = step
        if verb == "swap":
            for kind in {*after["hands"][seat]} - {*before["hands"][seat]}:
                self.returned[seat, kind] = step
                self.seen.discard((seat, kind))
        for slot in after["row"]:
            self.seen |= {(card["family"], card["card"]) for card in slot if card["open"]}
        gone = [
            {*now} - {*then}
            for now, then in zip(after["discards"], before["discards"], strict=True)
        ]
        for family, kinds in enumerate(gone):
            if "substitution" in kinds:
                unfound = set().union(*gone) - {*after["aside"][family]}
                self.not_aside.setdefault(family, set()).update(unfound)


@dataclass
class Game:
    """A game so far: how it was dealt, its moves, and what happened."""

    deal: dict
    moves: list[tuple[int, str]]
    state: engine.State
    log: list

    @classmethod
    def begin(cls, deal):
        state = engine.new_game(**deal)
        return cls(deal, [], state, engine.opening(state))

    def play(self, seat, move):
        self.log += engine.play(self.state, move, seat=seat)
        self.moves.append((seat, move))


SETS = ("oriflamme", "ablaze", "alliance", "mixed", "mixed")


def by_bots(state, rng):
    """Careful and careless bots play a game to its end: each move, and what it led to."""
    bound = bounded()
    while (seat := engine.to_move(state)) is not None and next(bound):
        name = "careful" if rng.random() < 0.3 else "random"
        move = bots.choose(name, engine.view(state, seat), rng)
        yield move, engine.play(state, move)


def random_deal(rng, set_, seats):
    kinds = rng.sample(ALL_KINDS, 10) if set_ == "mixed" else KINDS[set_].split()
    dealt = [rng.sample(kinds, 10) for _ in range(seats)]
    return {
        "set": set_,
        "deck": kinds if set_ == "mixed" else None,
        "edition": rng.choice(["uk", "it"]),
        "seats": seats,
        "first": rng.randrange(seats),
        "hands": [cards[:7] for cards in dealt],
        "aside": [cards[7:] for cards in dealt],
    }


def another_world(game, position, witness, onlooker, rng):
    """The same game with the cards that `onlooker` cannot know dealt anew, and what was renamed."""
    deal = game.deal | {
        "hands": [sorted(hand) for hand in game.deal["hands"]],
        "aside": [sorted(aside) for aside in game.deal["aside"]],
    }
    moves = list(game.moves)
    renamed = {}
    for family in range(deal["seats"]):
        if family == onlooker:
            continue
        names = _other_names(family, position, witness, rng)
        renamed |= {(family, old): new for old, new in names.items() if old != new}
        spent = {*deal["aside"][family]} - {*position["aside"][family]}
        aside = spent | {names[kind] for kind in position["aside"][family]}
        every = {*deal["hands"][family], *deal["aside"][family]}
        deal["hands"][family] = rng.sample(sorted(every - aside), 7)
        deal["aside"][family] = rng.sample(sorted(aside), 3)
        for card in _closed(family, position, witness):
            step = witness.placed[family, card]
            seat, move = moves[step]
            verb, _, *where = move.split()
            moves[step] = seat, " ".join([verb, names[card], *where])
    other = Game.begin(deal)
    for seat, move in moves:
        try:
            other.play(seat, move)
        except engine.RulesError as error:
            raise LeakError(f"{move} was open in a world that looks the same") from error
    return other, renamed


def _closed(family, position, witness):
    """Cards of a family in the row, covered or not, whose faces nobody else has seen."""
    return [
        card["card"]
        for slot in position["row"]
        for card in slot
        if card["family"] == family and (family, card["card"]) not in witness.seen
    ]


def _other_names(family, position, witness, rng):
    """A permutation of the unseen kinds of a family, as nobody else can rule it out."""
    closed = _closed(family, position, witness)
    aside = position["aside"][family]
    unseen = [*closed, *aside, *position["hands"][family]]

    def possible(old, new):
        back = witness.returned.get((family, new), -1)
        if old in aside:
            return back < 0 and new not in witness.not_aside.get(family, ())
        return old not in closed or witness.placed[family, old] > back

    for _ in range(30):
        names = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
        if all(possible(old, new) for old, new in names.items()):
            return names
    return {kind: kind for kind in unseen}


def public(position, witness):
    """What lies open to all in a position."""

    def face(card):
        known = (card["family"], card["card"]) in witness.seen
        return card | {"card": card["card"] if known else None}

    row = [[face(card) for card in slot] for slot in position["row"]]
    mover = position["to_move"] and position["to_move"]["seat"]
    hidden = {
        "row": row,
        "hands": [len(hand) for hand in position["hands"]],
        "aside": [len(aside) for aside in position["aside"]],
        "to_move": mover,
    }
    return position | hidden


def random_game(rng, set_, seats):
    """Play to the end; after each move yield the game, its position, a witness and the move."""
    game = Game.begin(random_deal(rng, set_, seats))
    witness = Witness()
    position = engine.position(game.state)
    yield game, position, witness, None
    bound = bounded()
    while next(bound) and position["to_move"]:
        seat = position["to_move"]["seat"]
        move = rng.choice(position["to_move"]["legal"])
        game.play(seat, move)
        before, position = position, engine.position(game.state)
        witness.watch(len(game.moves) - 1, before, move, position)
        yield game, position, witness, (before, move)


def tell_apart(rng, set_, seats, eyes):
    """Look for a leak in a random game: raise it, or count what the worlds differed in."""
    count = Counter()
    for game, position, witness, last in random_game(rng, set_, seats):
        if position["phase"] == "over":
            break
        for onlooker in (None, *range(seats)):
            other, renamed = another_world(game, position, witness, onlooker, rng)
            if public(position, witness) != public(engine.position(other.state), witness):
                raise LeakError(f"the table itself differs after {game.moves[-1:]}")
            here = eyes.show(game.state, game.log, onlooker)
            there = eyes.show(other.state, other.log, onlooker)
            if here != there:
                raise LeakError(f"seat {onlooker} after {game.moves[-1:]}:\n{here}\n{there}")
            count += _differences(position, witness, last, renamed)
    return count


def _differences(position, witness, last, renamed):
    count = Counter(worlds=1, other_worlds=bool(renamed))
    for slot in position["row"]:
        for card in slot:
            name = card["family"], card["card"]
            if name in renamed and name not in witness.seen:
                count["closed"] += 1
                count["covered"] += card is not slot[-1]
                count["returned to the hand before"] += name in witness.returned
    for family, aside in enumerate(position["aside"]):
        count["set aside"] += any((family, kind) in renamed for kind in aside)
    if last and last[1] == "wait":
        before, _ = last
        top = before["row"][before["cursor"] - 1][-1]
        for waiting in {top["card"], renamed.get((top["family"], top["card"]))}:
            if waiting == "uprising" and (top["family"], top["card"]) in renamed:
                count["uprising waits " + ("with" if top["tokens"] else "without") + " tokens"] += 1
    return count

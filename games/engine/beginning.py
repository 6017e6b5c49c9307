"""How a game begins: from an explicit deal, or from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .errors import BadDeal
from .events import Event
from .names import FAMILIES
from .shuffle import chance
from .state import State
from .terms import DECK_SIZE, DIRECTIONS, EDITIONS, HAND_SIZE
from .versions import NEWEST, at


def deal(
    *,
    set: str,
    seats: int,
    seed: bytes,
    contributions: Sequence[bytes] | None = None,
    edition: str = "uk",
    deck: Iterable[str] | None = None,
    first: int | None = None,
    direction: str | None = None,
    version: int = NEWEST,
) -> State:
    """A new game dealt from a 256-bit seed, as docs/fair-play.md tells.

    `contributions`: what each seat added to it, in the order of their places; without, the seed
    decides alone. What is not given is drawn: the first player, the direction, and the deck of a
    mixed game.
    """
    _check_seats(seats)
    if contributions is not None and len(contributions) != seats:
        raise BadDeal("contributions", "Every seat contributes once to what decides the deal.")
    draw = chance(seed, contributions)
    if deck is None and set == "mixed":
        deck = draw("deck").shuffled(at(version).pool)[:DECK_SIZE]
    kinds = _checked_deck(version, set, deck)
    if first is None:
        first = draw("first").below(seats)
    if direction is None:
        direction = DIRECTIONS[draw("direction").below(len(DIRECTIONS))]
    dealt = [draw(f"hand {seat}").shuffled(kinds) for seat in range(seats)]
    return new_game(
        set=set,
        deck=kinds,
        edition=edition,
        seats=seats,
        first=first,
        direction=direction,
        hands=[cards[:HAND_SIZE] for cards in dealt],
        aside=[cards[HAND_SIZE:] for cards in dealt],
        version=version,
    )


def new_game(
    *,
    set: str,
    deck: Iterable[str] | None = None,
    edition: str = "uk",
    seats: int,
    first: int,
    hands: Sequence[Iterable[str]],
    aside: Sequence[Iterable[str]],
    direction: str = DIRECTIONS[0],
    version: int = NEWEST,
) -> State:
    """A new game from an explicit deal: per seat seven cards in the hand and three set aside."""
    _check_seats(seats)
    kinds = _checked_deck(version, set, deck)
    if edition not in EDITIONS:
        raise BadDeal(
            "edition", f"There is no edition '{edition}'. Choose one of: {', '.join(EDITIONS)}."
        )
    if direction not in DIRECTIONS:
        raise BadDeal("direction", f"A direction is one of: {', '.join(DIRECTIONS)}.")
    if type(first) is not int or not 0 <= first < seats:
        raise BadDeal("first", f"The first player is a seat from 0 to {seats - 1}.")
    own_hands = [tuple(sorted(hand)) for hand in hands]
    own_aside = [tuple(sorted(cards)) for cards in aside]
    if len(own_hands) != seats or len(own_aside) != seats:
        raise BadDeal("hands", "There is one hand, and one lot set aside, for every seat.")
    for seat, (hand, cards) in enumerate(zip(own_hands, own_aside, strict=True)):
        if len(hand) != HAND_SIZE or tuple(sorted(hand + cards)) != kinds:
            raise BadDeal(
                f"hand {seat}",
                f"Seat {seat} must have seven cards in the hand and the other three of its "
                "ten set aside.",
            )
    state = State.__new__(State)
    state.version = version
    state.set = set
    state.edition = edition
    state.deck = kinds
    state.seats = seats
    state.direction = direction
    state.phase = "planning"
    state.round = 1
    state.first = first
    state.placed = 0
    state.cursor = 0
    state.active = None
    state.influence = [1] * seats
    state.row = []
    state.hands = tuple(own_hands)
    state.aside = tuple(own_aside)
    state.discards = ((),) * seats
    state.kept = ((),) * seats
    state.twins = ("prince" in kinds,) * seats
    state.faces = {}
    state.tokens = {}
    state.verdicts = {}
    state.bribed = {}
    state.asleep = ()
    state.agenda = ()
    state.question = None
    return state


def opening(state: State) -> list[Event]:
    """The events of a game that nobody has played in yet: what a log begins with."""
    if state.round > 1 or state.placed or state.phase != "planning":
        raise BadDeal("state", "Only a game that has just been dealt has an opening.")
    return [
        {
            "kind": "game_began",
            "set": state.set,
            "edition": state.edition,
            "deck": list(state.deck),
            "seats": state.seats,
            "first": state.first,
            "direction": state.direction,
            "knows": None,
        },
        *(_dealt(state, seat) for seat in range(state.seats)),
        {"kind": "round_began", "round": 1, "first": state.first, "knows": None},
    ]


def _dealt(state: State, seat: int) -> Event:
    return {
        "kind": "dealt",
        "seat": seat,
        "hand": list(state.hands[seat]),
        "aside": list(state.aside[seat]),
        "knows": seat,
    }


def _check_seats(seats: int) -> None:
    if type(seats) is not int or not 2 <= seats <= FAMILIES:
        raise BadDeal("seats", f"A game has 2 to {FAMILIES} seats.")


def _checked_deck(version: int, name: str, deck: Iterable[str] | None) -> tuple[str, ...]:
    """The ten kinds of every family, sorted."""
    sets, pool = at(version)
    if name not in (*sets, "mixed"):
        known = ", ".join((*sets, "mixed"))
        raise BadDeal("set", f"There is no set '{name}'. Choose one of: {known}.")
    if name == "mixed":
        kinds = tuple(sorted(deck or ()))
        if len({*kinds}) != DECK_SIZE or len(kinds) != DECK_SIZE or not {*kinds} <= {*pool}:
            raise BadDeal(
                "deck", "A mixed deck is ten different kinds; the twin comes with the prince."
            )
        return kinds
    kinds = sets[name]
    if deck is not None and tuple(sorted(deck)) != kinds:
        raise BadDeal("deck", f"The deck of '{name}' is fixed; leave it out.")
    return kinds

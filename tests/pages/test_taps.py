"""How many touches a decision takes, and among how many things one chooses at a time."""

import random
from collections import Counter
from typing import Any

from games import engine
from games.engine.types import Slot
from games.pages.choosing import MOST, Asked
from tests import bounded
from tests.engine.worlds import SETS, random_deal

GAMES = 24
MOST_TAPS = {
    "place": 3,
    "move": 3,
    "judge": 3,
}  # and two for everything else: what it is, and sending


def asked_of(view: Any, moves: list[str], **sent: str) -> Asked:
    told = [{"move": move, "says": move} for move in moves]
    return Asked(view | {"question": view["question"] | {"moves": told}}, "en", sent)


def levels(asked: Asked, row: list[Slot]) -> list[int]:
    """Of what is chosen one after the other: how much there is to choose from."""
    one_of = len(asked.targets) + len(asked.options) + len(asked.swaps)
    onto = max(map(len, asked.deeds.values()), default=0)
    gaps = max((len(gaps_for(slot, asked, row)) for slot in asked.lifted), default=0)
    found = [len(asked.hand), len(asked.places), len(asked.lifted), gaps, one_of]
    found += [len(asked.deeds), onto]
    if asked.is_twin:
        found[0] = 0  # the only card that can come in is chosen already
    return [count for count in found if count]


def gaps_for(slot: int, asked: Asked, row: list[Slot]) -> set[int]:
    """Where a card can be put that was touched; where it lies already takes no touch, but for one
    that lies on another."""
    return asked.gaps if row[slot - 1]["covered"] else asked.gaps - {slot - 1, slot}


def moves_of(asked: Asked, row: list[Slot], slots: set[int]) -> set[str]:
    lifted = asked.lifted & slots
    return {
        *(f"move {slot} to {gap}" for slot in lifted for gap in gaps_for(slot, asked, row)),
        *(f"{deed} {slot}" for deed, onto in asked.deeds.items() for slot in onto & slots),
        *(move for slot, move, _says in asked.targets if slot in slots),
        *(move for move, _says in asked.rest),
    }


def by_turns(view: Any, moves: list[str]) -> list[set[str]]:
    """The moves of a row of which a part is asked about at a time: those that lie in it, those that
    take one touch more, and those that take two."""
    row, every = view["row"], {*range(1, len(view["row"]) + 1)}
    first = asked_of(view, moves)
    found, (none, one, two) = [first], (moves_of(first, row, every), set[str](), set[str]())
    usual = next(n for n in range(9) if n not in dict(first.others))
    for part, _slots in first.others:
        turned = asked_of(view, moves, turn=str(part))
        one |= moves_of(turned, row, every)
        found.append(turned)
        # A card that is lifted stays so while another part is asked about.
        for slot in first.lifted:
            found.append(asked_of(view, moves, turn=str(part), lifted=str(slot)))
            one |= moves_of(found[-1], row, {slot})
        for slot in turned.lifted:
            for then in {usual, *dict(first.others)}:
                found.append(asked_of(view, moves, turn=str(then), lifted=str(slot)))
                two |= moves_of(found[-1], row, {slot})
    for asked in found:
        assert max(levels(asked, row)) <= MOST
    return [none, one - none, two - one - none]


def test_a_decision_takes_two_or_three_touches_among_at_most_fourteen_things() -> None:
    """Of a row with more to choose from, a part is asked about, which one touch exchanges for the
    other; nothing that may be done cannot be touched."""
    decisions, parted, turns = 0, Counter[str](), Counter[int]()
    for number in range(GAMES):
        rng = random.Random(number)
        state = engine.new_game(**random_deal(rng, SETS[number % 5], 5))
        bound = bounded()
        while next(bound) and (seat := engine.to_move(state)) is not None:
            view: Any = engine.view(state, seat)
            moves = engine.legal_moves(state)
            asked = asked_of(view, moves)
            chosen = levels(asked, view["row"])
            assert len(chosen) + 1 <= MOST_TAPS.get(asked.kind, 2), asked.kind
            assert max(chosen) <= MOST, (asked.kind, chosen)
            decisions += 1
            if asked.others:
                parted[f"{asked.kind} {len(state.row)}"] += 1
                ways = by_turns(view, moves)
                assert set().union(*ways) == set(moves)
                turns.update({n: len(some) for n, some in enumerate(ways)})
            engine.play(state, rng.choice(moves))
    print(f"{decisions} decisions; rows asked about in parts: {dict(parted)}, turns: {dict(turns)}")
    assert 0 < parted.total() <= decisions / 200


def test_the_longest_row_there_can_be_is_asked_about_whole() -> None:
    """Of five families who never turn a card over: in three parts."""
    state = engine.new_game(**random_deal(random.Random(3), "oriflamme", 5))
    bound = bounded()
    while next(bound) and (seat := engine.to_move(state)) is not None:
        moves = engine.legal_moves(state)
        wait = [move for move in moves if move == "wait"]
        engine.play(state, wait[0] if wait else next(m for m in moves if m.endswith(" end")))
        if len(state.row) == 30:
            break
    view: Any = engine.view(state, seat)
    every = [f"move {slot} to {gap}" for slot in range(2, 31) for gap in range(31)]
    legal = [move for move in every if int(move.split()[3]) - int(move.split()[1]) not in {-1, 0}]
    view |= {"question": {"seat": seat, "kind": "move", "slot": 1, "moves": legal}, "you": seat}
    assert set().union(*by_turns(view, legal)) == set(legal)

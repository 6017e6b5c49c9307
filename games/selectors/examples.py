"""A live example of a card: a real position of a small game in which it does most, to be played on.

Nobody sits there, so all of it may be seen.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import NamedTuple

from games import engine
from games.engine import words
from games.engine.types import known
from games.selectors.record import opened

_GAMES, _SEATS, _ROUNDS, _SLOTS = 12, 3, 3, 5
# A question of many moves is tried by a few of them.
_TRIED = 8
_MOST_MOVES = 12
# These name a card without telling what it does.
_NO_DEED = {"played", "waited", "acts", "forced", "dealt", "no_target"}


class Example(NamedTuple):
    view: engine.View
    # What has been tried led to this.
    says: list[str]
    asks: str
    moves: list[tuple[str, str]]


def example(card: str, tried: Sequence[str], lang: str) -> Example:
    """After what was `tried`; a move that is not legal ends it. The best one to try comes first."""
    text, best = _find(card)
    state = engine.load(text)
    says: list[str] = []
    for move in tried[:_MOST_MOVES]:
        if move not in _open_moves(state):
            break
        said = [words.say(event, lang) for event in _all(engine.play(state, move))]
        says += said
    seen = opened(state, None)
    moves = _open_moves(state)
    moves.sort(key=lambda move: move != best and not says)
    return Example(
        view=seen,
        says=says,
        asks=words.ask(known(seen["question"]), lang) if moves else "",
        moves=[(move, words.say_move(move, seen, lang)) for move in moves],
    )


def _all(events: Iterable[engine.Event]) -> list[engine.Event]:
    """As who sees everything is told it."""
    told = words.explain(engine.redact(events, None, over=True))
    return [event for event in told if event["kind"] != "forced"]


def _open_moves(state: engine.State) -> list[str]:
    """None when the row has been resolved: what comes then is another story."""
    seat = engine.to_move(state)
    if seat is None or known(engine.view(state, seat)["question"])["kind"] == "place":
        return []
    return list(engine.legal_moves(state))


@lru_cache(128)
def _find(card: str) -> tuple[str, str]:
    """Where, and by which move, this card does most in a row that is soon understood."""
    box = next(box for box in engine.SETS if card in {*engine.kinds_of(box), *_brought(box)})
    best = (-1, "", "")
    for number in range(_GAMES):
        seed = blake2b(f"{card} {number}".encode(), digest_size=32).digest()
        state, rng = engine.deal(set=box, seats=_SEATS, seed=seed), Random(number)
        while engine.to_move(state) is not None and state.round <= _ROUNDS:
            if 2 <= len(state.row) <= _SLOTS:
                for move in _open_moves(state)[:_TRIED]:
                    does = 10 * len(_deeds(state, move, card)) - len(state.row)
                    if does > best[0]:
                        best = (does, engine.dump(state), move)
            engine.play(state, rng.choice(engine.legal_moves(state)))
    return best[1], best[2]


def _brought(box: str) -> set[str]:
    return {"twin"} if "prince" in engine.kinds_of(box) else set()


def _deeds(state: engine.State, move: str, card: str) -> set[str]:
    """The kinds of what the card does by this move, and by what its player then chooses."""
    after, seat = state.copy(), engine.to_move(state)
    done = {
        event["kind"]
        for event in engine.play(after, move)
        if card in (event.get(name) for name in ("card", "by", "cause", "back"))
    } - _NO_DEED
    further = _open_moves(after) if engine.to_move(after) == seat else []
    if "reveal" in further:
        return done
    return done | max(
        (_deeds(after, next_, card) for next_ in further[:_TRIED]), key=len, default=set()
    )

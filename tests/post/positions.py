"""Positions at which people answer. A letter is a small invented one, as Alice sees it, beside
Bohdan, Carol and Dmytro; `1001@51` is a real one: of the game with that seed in `real_games.txt`,
after so many moves, as whoever is asked there sees it.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games import engine
from games.engine.types import Board, known
from games.replies import Position

NAMES = ("Alice", "Bohdan", "Carol", "Dmytro")
_DECK = ["archer", "soldier", "spy", "heir", "lord", "ambush", "conspiracy", "royal_decree"]
_HAND = ["spy", "ambush", "heir", "lord", "soldier", "archer"]


def _slot(number: int, seat: int, card: str | None, *, is_open: bool = False) -> dict[str, Any]:
    top = {"family": seat, "card": card, "open": is_open, "tokens": 0, "verdicts": 0}
    return {"slot": number, "controller": seat, "covered": [], "top": top}


def _view(kind: str, row: list[Any], slot: int | None, card: str | None) -> dict[str, Any]:
    return {
        "you": 0,
        "first": 0,
        "round": 2,
        "phase": "planning" if kind == "place" else "events",
        "direction": "left_to_right",
        "deck": _DECK,
        "seats": [{"seat": seat, "influence": seat} for seat in range(4)],
        "row": [_slot(at, *one[:2], is_open=len(one) > 2) for at, one in enumerate(row, 1)],
        "question": {"seat": 0, "kind": kind, "slot": slot, "card": card, "moves": []},
    }


_OWN_TWO = [(1, None), (0, "assassination"), (2, "soldier", True), (0, "conspiracy")]
_SIX = [
    *((1, "lord", True), (0, "archer"), (2, "spy", True), (3, None), (1, None)),
    (2, "heir", True),
]
_FOUR = [(1, None), (0, "royal_decree", True), (2, "spy", True), (3, None)]
_AT: dict[str, tuple[dict[str, Any], list[str]]] = {
    "W": (
        _view("wait_or_reveal", [(1, None), (2, None), (3, None), (0, "ambush")], 4, None),
        ["wait", "reveal"],
    ),
    "P": (
        _view("place", _OWN_TWO, None, None),
        [f"place {c} {w}" for c in _HAND for w in ("start", "end", "on 2", "on 4")],
    ),
    "E": (
        _view(
            "eliminate",
            [(3, None), (1, "spy", True), (0, "soldier", True), (2, None)],
            3,
            "soldier",
        ),
        ["eliminate 2", "eliminate 4"],
    ),
    "X": (
        _view("eliminate", _SIX, None, "assassination"),
        [f"eliminate {slot}" for slot in range(1, 7)],
    ),
    "D": (
        _view("move", _FOUR, 2, "royal_decree"),
        [f"move {s} to {g}" for s in (1, 3, 4) for g in range(5) if g not in {s - 1, s}],
    ),
    "S": (
        _view("steal", [(1, None), (0, "spy", True), (2, None)], 2, "spy"),
        ["steal 1", "steal 3"],
    ),
}


# Of the other sets: one's own slot among others', an open character, closed cards.
_COURT = [(1, "queen", True), (0, "judge", True), (2, None), (3, "diplomat", True)]
_AT |= {
    "B": (_view("bribe", _COURT, None, "bribe"), ["bribe 1", "bribe 4"]),
    "C": (
        _view(
            "copy",
            [(1, "queen", True), (0, "shapeshifter", True), (3, "lord", True)],
            2,
            "shapeshifter",
        ),
        ["copy 1", "copy 3"],
    ),
    "U": (
        _view("use", [(0, "lord", True), (0, "fanatic", True), (2, None)], None, "combination"),
        ["use 1", "use 2", "take"],
    ),
    "G": (
        _view("give", [(1, None), (0, "empress", True), (2, None), (3, "spy", True)], 2, "empress"),
        ["give 1", "give 3"],
    ),
    "I": (
        _view("gain_or_swap", [(1, None), (0, "informant", True), (2, None)], 2, "informant"),
        ["gain", "swap treaty", "swap fanatic", "swap judge"],
    ),
    "L": (
        _view("stay_or_leave", [(1, None), (0, "diplomat", True), (2, None)], 2, "diplomat"),
        ["stay", "leave"],
    ),
    "J": (
        _view("judge", _COURT, 2, "judge"),
        ["mark 1", "mark 2", "mark 3", "mark 4", "eliminate 1", "eliminate 3"],
    ),
    "T": (
        _view("place", _OWN_TWO, None, "prince"),
        ["place twin start", "place twin end", "place twin on 2", "place twin on 4"],
    ),
}


POSITIONS = frozenset(_AT)

# Who sits where in a real game of each set.
_AT_REAL_TABLES = {
    "oriflamme": ("Olena", "Marco", "Taras", "Giulia", "Nick"),
    "ablaze": ("Anna", "Bohdan", "Carla", "Dario", "Ewa"),
    "alliance": ("Oksana", "Luca", "Sasha", "Tom", "Irina"),
    "mixed": ("Petro", "Chiara", "Bob", "Yulia", "Sergey"),
}
REAL_GAMES = Path(__file__).with_name("real_games.txt")


class _Game(NamedTuple):
    seed: int
    set: str
    seats: int
    moves: list[str]


@cache
def position(name: str, lang: str) -> Position:
    seed, _at, played = name.partition("@")
    if played:
        view, names = _real(int(seed), int(played))
        return Position(lang, view, tuple(known(view["question"])["moves"]), names)
    view, moves = _AT[name]
    return Position(lang, view, tuple(moves), NAMES)


@cache
def _real(seed: int, played: int) -> tuple[Board, tuple[str, ...]]:
    game = _real_games()[seed]
    state = engine.deal(
        set=game.set,
        seats=game.seats,
        seed=seed.to_bytes(32, "big"),
        direction="left_to_right",
        version=1,
    )
    for move in game.moves[:played]:
        engine.play(state, move, seat=known(engine.to_move(state)))
    view = engine.view(state, engine.to_move(state))
    return view, _AT_REAL_TABLES[game.set][: game.seats]


@cache
def _real_games() -> dict[int, _Game]:
    return {game.seed: game for game in _written(REAL_GAMES.read_text())}


def _written(lines: str) -> Iterator[_Game]:
    """`1001 ablaze 4: place schemer end, wait, …`: its seed, its set, how many play, its moves."""
    for line in lines.splitlines():
        if line[0] != "#":
            head, _, moves = line.partition(": ")
            seed, set_, seats = head.split()
            yield _Game(int(seed), set_, int(seats), moves.split(", "))

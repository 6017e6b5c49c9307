"""A whole game as one text: how it began, then its moves, a line each.

    # Friday table
    Set: oriflamme
    Edition: uk
    Seats: 3
    First: 0
    Direction: left_to_right
    Hand 0: ambush archer heir lord shapeshifter soldier spy
    Aside 0: assassination conspiracy royal_decree
    …
    place spy end

Everything after a `#` is a comment. A `Seed`, with the `Contributions` of the seats where they made
any, may stand in for the hands; beside them it is checked. Moves that the engine makes by itself
are not there: replaying makes them again. A record of later rules than the first begins with their
version, `Rules: 2`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from .beginning import deal, new_game
from .errors import BadDeal, BadRecord, RulesError, UnknownRules
from .flow import play
from .names import FAMILIES
from .notation import read_moves
from .state import State

_HEADERS = (
    *("rules", "set", "edition", "seats", "deck", "first", "direction", "players", "seed"),
    "contributions",
)


@dataclass(repr=False)
class Record:
    """A game that can be replayed, with every hand: its repr says nothing. Seats count from 0;
    `hands` and `aside` may be left to the seed."""

    set: str
    seats: int
    edition: str = "uk"
    deck: list[str] | None = None
    first: int | None = None
    direction: str | None = None
    players: list[str] | None = None
    seed: bytes | None = None
    contributions: list[bytes] | None = None
    hands: list[list[str]] | None = None
    aside: list[list[str]] | None = None
    moves: list[str] = field(default_factory=list)
    version: int = 1
    # The lines of the text it was read from: of each move, and of each header by its name.
    move_lines: list[int] = field(default_factory=list, compare=False, repr=False)
    header_lines: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    def move_line(self, move: int) -> int:
        """The line of a move; its number where the record was not read from a text."""
        return self.move_lines[move] if self.move_lines else move + 1


def record(
    start: State,
    moves: Iterable[str],
    *,
    players: Iterable[str] | None = None,
    seed: bytes | None = None,
    contributions: Iterable[bytes] | None = None,
) -> Record:
    """The record of a game: how it stood when nobody had played yet, and its moves."""
    return Record(
        set=start.set,
        seats=start.seats,
        edition=start.edition,
        deck=list(start.deck),
        first=start.first,
        direction=start.direction,
        players=None if players is None else list(players),
        seed=seed,
        contributions=None if contributions is None else list(contributions),
        hands=[list(hand) for hand in start.hands],
        aside=[list(cards) for cards in start.aside],
        moves=list(moves),
        version=start.version,
    )


def write_record(game: Record) -> str:
    """The record as text."""
    lines = [] if game.version == 1 else [f"Rules: {game.version}"]
    lines += [f"Set: {game.set}", f"Edition: {game.edition}", f"Seats: {game.seats}"]
    if game.deck is not None:
        lines.append(f"Deck: {' '.join(game.deck)}")
    if game.first is not None:
        lines.append(f"First: {game.first}")
    if game.direction is not None:
        lines.append(f"Direction: {game.direction}")
    if game.players is not None:
        lines.append(f"Players: {', '.join(game.players)}")
    if game.seed is not None:
        lines.append(f"Seed: {game.seed.hex()}")
    if game.contributions is not None:
        lines.append(f"Contributions: {' '.join(one.hex() for one in game.contributions)}")
    for title, piles in (("Hand", game.hands), ("Aside", game.aside)):
        lines += [f"{title} {seat}: {' '.join(cards)}" for seat, cards in enumerate(piles or [])]
    return "\n".join([*lines, "", *game.moves, ""])


def read_record(text: str) -> Record:
    """The record of a text; BadRecord says at which line it is wrong, and why."""
    headers: dict[str, tuple[int, str]] = {}
    moves: list[str] = []
    lines: list[int] = []
    number = 0
    for number, whole in enumerate(text.splitlines(), 1):
        line = whole.partition("#")[0].strip()
        if not line:
            continue
        name, colon, value = line.partition(":")
        if not colon:
            read = _read_moves(number, line)
            moves += read
            lines += [number] * len(read)
            continue
        key = " ".join(name.casefold().split())
        _require(not moves, number, f"the header '{name}' stands among the moves")
        _require(key not in headers, number, f"the header '{name}' stands there twice")
        headers[key] = (number, value.strip())
    return _record_of(headers, moves, lines, number or 1)


def replay(game: Record | str) -> State:
    """The game of a record, played again; BadRecord where that is not possible."""
    if isinstance(game, str):
        game = read_record(game)
    state = _begin(game)
    for number, move in enumerate(game.moves):
        try:
            play(state, move)
        except RulesError as error:
            raise BadRecord(game.move_line(number), str(error)) from error
    return state


def _begin(game: Record) -> State:
    try:
        dealt = None
        if game.seed is not None:
            dealt = deal(
                set=game.set,
                seats=game.seats,
                seed=game.seed,
                contributions=game.contributions,
                edition=game.edition,
                deck=game.deck,
                first=game.first,
                direction=game.direction,
                version=game.version,
            )
        if game.hands is None or game.aside is None:
            if dealt is None:
                raise BadRecord(1, "there are neither hands nor a seed to deal them from")
            return dealt
        state = new_game(
            set=game.set,
            deck=game.deck,
            edition=game.edition,
            seats=game.seats,
            first=game.first or 0,
            direction=game.direction or "left_to_right",
            hands=game.hands,
            aside=game.aside,
            version=game.version,
        )
    except UnknownRules as error:
        raise BadRecord(game.header_lines.get("rules", 1), str(error)) from error
    except BadDeal as error:
        line = game.header_lines.get(error.about, 1)
        raise BadRecord(line, f"the game cannot begin: {error}") from error
    if dealt is not None and (state.hands, state.aside) != (dealt.hands, dealt.aside):
        raise BadRecord(
            game.header_lines.get("seed", 1), "the hands are not those that the seed deals"
        )
    return state


def _read_moves(number: int, line: str) -> list[str]:
    try:
        return read_moves(line)
    except RulesError as error:
        raise BadRecord(number, str(error)) from error


def _record_of(
    headers: dict[str, tuple[int, str]], moves: list[str], lines: list[int], end: int
) -> Record:
    for name in ("set", "seats"):
        _require(name in headers, end, f"the header '{name.title()}' is missing")
    seats = _number(headers, "seats")
    assert seats is not None
    _require(2 <= seats <= FAMILIES, headers["seats"][0], f"a game has 2 to {FAMILIES} seats")
    piles = {f"{title} {seat}" for title in ("hand", "aside") for seat in range(seats)}
    for name, (line, _) in headers.items():
        _require(name in piles or name in _HEADERS, line, f"there is no header '{name[:40]}'")
    version = _number(headers, "rules")
    deck, players, seed = (headers.get(name) for name in ("deck", "players", "seed"))
    contributions = headers.get("contributions")
    return Record(
        set=headers["set"][1],
        seats=seats,
        edition=headers.get("edition", (0, "uk"))[1],
        deck=deck and deck[1].split(),
        first=_number(headers, "first"),
        direction=headers["direction"][1] if "direction" in headers else None,
        players=players and [name.strip() for name in players[1].split(",")],
        seed=seed and _hex("Seed", *seed),
        contributions=contributions
        and [_hex("Contributions", contributions[0], one) for one in contributions[1].split()],
        hands=_piles(headers, "hand", seats, end),
        aside=_piles(headers, "aside", seats, end),
        moves=moves,
        version=1 if version is None else version,
        move_lines=lines,
        header_lines={name: line for name, (line, _) in headers.items()},
    )


def _piles(
    headers: dict[str, tuple[int, str]], title: str, seats: int, end: int
) -> list[list[str]] | None:
    found = [headers.get(f"{title} {seat}") for seat in range(seats)]
    if not any(found):
        return None
    piles = []
    for seat, pile in enumerate(found):
        if pile is None:
            raise BadRecord(end, f"the header '{title.title()} {seat}' is missing")
        piles.append(pile[1].split())
    return piles


def _number(headers: dict[str, tuple[int, str]], name: str) -> int | None:
    if name not in headers:
        return None
    line, value = headers[name]
    _require(value.isdecimal() and len(value) < 9, line, f"'{name.title()}' is not a number")
    return int(value)


def _hex(name: str, line: int, value: str) -> bytes:
    try:
        return bytes.fromhex(value)
    except ValueError as error:
        raise BadRecord(line, f"'{name}' is not hexadecimal") from error


def _require(condition: bool, line: int, otherwise: str) -> None:
    if not condition:
        raise BadRecord(line, otherwise)

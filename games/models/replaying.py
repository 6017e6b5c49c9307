"""A game played again from its log, move by move."""

from typing import Any, NamedTuple

import orjson

from accounts.secret import Secret, hidden
from games import engine
from games.engine.types import known
from games.models.packing import pack
from games.models.rows import fetch_one

# One statement, hence one moment: a move made meanwhile is in both or in neither.
_WHOLE = """
SELECT g."set", g.edition, g.deck, g.seats, g.direction, g.seed, g.commitment, g.status, g.seq,
    g.state, g.to_move, g.rules_version, g.result::text,
    (SELECT json_agg(json_build_array(m.seq, m.seat, m.move, m.events) ORDER BY m.seq)::text
     FROM games_move m WHERE m.game_id = g.id),
    g.deal_scheme, g.left_to_chance, g.tournament <> '', g.round_key, g.round_table,
    (SELECT json_agg(json_build_array(s.place, s.number, encode(s.contribution, 'hex'))
        ORDER BY s.place, s.id)::text
     FROM games_seat s WHERE s.game_id = g.id)
FROM games_game g WHERE g.id = %s"""


class Whole(NamedTuple):
    """A game with its log and its chairs."""

    set: str
    edition: str
    deck: list[str] | None
    seats: int
    direction: str
    seed: Secret[bytes]
    commitment: str
    status: str
    seq: int
    state: Secret[str]
    to_move: int | None
    rules_version: int
    result: str | None
    log: str | None
    scheme: int | None
    left_to_chance: list[str] | None
    in_turn_order: bool
    round_key: Secret[bytes] | None
    round_table: int | None
    chairs: str


class Fault(Exception):
    """Where log and snapshot part."""


# A game that ended before its cards did: by people's word, of which the log tells nothing.
EARLY = ("agreed", "abandoned", "adjudicated")


def ended_early(game: Whole) -> bool:
    result: dict[str, object] = orjson.loads(game.result) if game.result else {}
    return game.status == "over" and result.get("reason") in EARLY


def read_whole(pk: int) -> Whole:
    whole = Whole(*fetch_one(_WHOLE, [pk]))
    whole = whole._replace(
        seed=hidden(whole.seed), state=None if whole.state is None else hidden(whole.state)
    )
    if whole.round_key is not None:
        whole = whole._replace(round_key=hidden(whole.round_key))
    return whole


def log_of(game: Whole) -> list[list[Any]]:
    """Its rows: number, seat, move, events."""
    rows: list[list[Any]] = orjson.loads(game.log or "[]")
    return rows


def replay(game: Whole) -> engine.State:
    """Where the log leads, if it follows from what was committed to, and each row from the rows
    before it."""
    rows = log_of(game)
    same("the numbers of the log", [row[0] for row in rows], list(range(max(1, len(rows)))))
    seed, scheme = game.seed.reveal(), game.scheme or 1
    same("the commitment", game.commitment, engine.commitment(seed, scheme))
    if game.round_key is not None:
        follows = engine.seed_of_table(game.round_key.reveal(), known(game.round_table))
        same("the seed", game.seed, Secret(follows))
    contributions = _contributions(game) if scheme > 1 else None
    state = _dealt(game, contributions)
    if contributions is not None:
        draw = engine.chance(seed, contributions)
        seated = engine.seating(draw, game.seats, in_order=game.in_turn_order)
        sits = {came: number for number, came in enumerate(seated)}
        stored = [number for _place, number, _added in orjson.loads(game.chairs)]
        same("who sits where", stored, [sits[came] for came in range(game.seats)])
    dealt = orjson.loads(pack(engine.opening(state)))
    same("the deal", Secret(orjson.loads(rows[0][3])), Secret(dealt))
    for seq, seat, move, events in rows[1:]:
        _play(state, seq, seat, move, events)
    return state


def _contributions(game: Whole) -> list[bytes]:
    return [
        bytes.fromhex(added) if added else engine.drawn(game.seed.reveal(), place or 0)
        for place, _number, added in orjson.loads(game.chairs)
    ]


def _dealt(game: Whole, contributions: list[bytes] | None) -> engine.State:
    drawn = game.left_to_chance or ()
    try:
        return engine.deal(
            set=game.set,
            seats=game.seats,
            seed=game.seed.reveal(),
            edition=game.edition,
            contributions=contributions,
            deck=None if "deck" in drawn else game.deck,
            direction=None if "direction" in drawn else game.direction,
            version=game.rules_version,
        )
    except engine.RulesError as error:
        raise Fault(f"the deal of rules {game.rules_version} cannot be made: {error}") from error


def _play(state: engine.State, seq: int, seat: int, move: str, events: str) -> None:
    try:
        happened = engine.play(state, move, seat)
    except engine.RulesError as error:
        raise Fault(f"move {seq} of seat {seat} cannot be made: {error}") from error
    same(f"what move {seq} led to", Secret(events), Secret(pack(happened)))


def same(what: str, stored: object, replayed: object) -> None:
    if stored != replayed:
        raise Fault(f"{what}: stored {_short(stored)}, by the log {_short(replayed)}")


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 200 else f"{text[:200]}…"

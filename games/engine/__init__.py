"""The rules of the three Oriflamme games and their mixes: the door.

    state = engine.deal(set="oriflamme", seats=4, seed=secrets.token_bytes(32))
    log = engine.opening(state)
    while (seat := engine.to_move(state)) is not None:
        log += engine.play(state, choose(engine.view(state, seat)), seat=seat)

What a seat may read of the log is `redact(log, seat)`; what it may see, `view(state, seat)`.
"""

from .beginning import SETS, deal, new_game, opening
from .cards import kinds_of
from .errors import (
    BadDeal,
    BadNotation,
    BadRecord,
    BadState,
    GameOver,
    IllegalMove,
    NotYourTurn,
    RulesError,
)
from .events import EVENTS, QUESTIONS, Event, redact
from .flow import legal_moves, play, to_move
from .notation import read_moves
from .record import Record, read_record, record, replay, write_record
from .referee import position
from .shuffle import commitment
from .state import State
from .terms import DIRECTIONS, EDITIONS, RULES_VERSION
from .view import View, view

__all__ = [
    "DIRECTIONS",
    "EDITIONS",
    "EVENTS",
    "QUESTIONS",
    "RULES_VERSION",
    "SETS",
    "BadDeal",
    "BadNotation",
    "BadRecord",
    "BadState",
    "Event",
    "GameOver",
    "IllegalMove",
    "NotYourTurn",
    "Record",
    "RulesError",
    "State",
    "View",
    "commitment",
    "deal",
    "kinds_of",
    "legal_moves",
    "new_game",
    "opening",
    "play",
    "position",
    "read_moves",
    "read_record",
    "record",
    "redact",
    "replay",
    "to_move",
    "view",
    "write_record",
]

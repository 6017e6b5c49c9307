"""The rules of the three Oriflamme games and their mixes: the door.

    state = engine.deal(set="oriflamme", seats=4, seed=secrets.token_bytes(32))
    log = engine.opening(state)
    while (seat := engine.to_move(state)) is not None:
        log += engine.play(state, choose(engine.view(state, seat)), seat=seat)

What a seat may read of the log is `redact(log, seat)`; what it may see, `view(state, seat)`.
A game is played to its end, and again in many years, by the version of the rules that dealt it:
`state.version`. `RULES_VERSION` is the newest, which deals when none is asked for.
"""

from .beginning import deal, new_game, opening
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
    UnknownRules,
)
from .events import EVENTS, QUESTIONS, Event, redact
from .flow import play
from .full_position import position
from .legal import legal_moves, to_move
from .notation import read_moves
from .record import Record, read_record, record, replay, write_record
from .scoring import result
from .shuffle import (
    NEWEST_SCHEME,
    PURPOSES,
    chance,
    commitment,
    drawn,
    key,
    mark,
    marks,
    opened,
    round_key,
    rounds_commitment,
    seating,
    seed_of_table,
)
from .state import State
from .storage import dump, load
from .terms import DIRECTIONS, EDITIONS
from .types import View
from .versions import NEWEST as RULES_VERSION
from .versions import SETS, VERSIONS, asks_of, at, reach_of
from .view import view

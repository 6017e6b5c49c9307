"""The rules of the three Oriflamme games and their mixes: the door.

state = deal(set="oriflamme", seats=4, seed=secrets.token_bytes(32))
while (seat := to_move(state)) is not None:
    events = play(state, choose(view(state, seat)))
"""

from .flow import legal_moves, play, to_move
from .referee import position
from .setup import deal, new_game, opening
from .shuffle import commitment
from .state import RULES_VERSION, State

__all__ = [
    "RULES_VERSION",
    "State",
    "commitment",
    "deal",
    "legal_moves",
    "new_game",
    "opening",
    "play",
    "position",
    "to_move",
]

"""Players that are programs: a bot gets the view of its seat, and nothing else."""

from random import Random

from games.bots import careful, chance
from games.engine import View

BOTS = {"random": chance.choose, "careful": careful.choose}
# Plays on for whoever resigns, and fills seats that nobody took.
STAND_IN = "careful"


def choose(name: str, view: View, rng: Random) -> str:
    """One of the moves that the view's question offers."""
    return BOTS[name](view, rng)

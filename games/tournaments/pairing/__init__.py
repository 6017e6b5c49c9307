"""Who plays whom, and who begins: pure, and the same for the same seed.

`drawing` calls it, with what a stage has come to. Each kind of stage has its way; all give tables
in turn order with a measured quality beside what the optimum can be at best. docs/tournaments.md
tells it to players.
"""

from games.tournaments.pairing.fixed import Fixed, in_places, numbers
from games.tournaments.pairing.knockout import Placed, pair_knockout, survivors
from games.tournaments.pairing.league import divide, promote
from games.tournaments.pairing.robin import excess, plan_robin, rounds_to_meet_all
from games.tournaments.pairing.round import Apart, Pairing, Past, Player
from games.tournaments.pairing.sizes import LEAST, MOST, table_sizes
from games.tournaments.pairing.swiss import pair_swiss

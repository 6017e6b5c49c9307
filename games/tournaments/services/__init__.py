"""Everything that changes a tournament. One transaction each; every writer locks its row first.

All take keyword arguments only, and raise games.errors.Refusal when they change nothing.
"""

from games.tournaments.services.announcing import announce, announce_like
from games.tournaments.services.desk import import_entries, take_step
from games.tournaments.services.entries import confirm, enter_tournament, withdraw
from games.tournaments.services.running import advance, advance_due, due

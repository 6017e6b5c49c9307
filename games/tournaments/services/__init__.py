"""Everything that changes a tournament. One transaction each; every writer locks its row first.

Pages, the API, tasks and staff call it; games tell it when one is over. All functions take keyword
arguments only, and raise games.errors.Refusal when they change nothing; tables they change by
games' services.
"""

from games.tournaments.services.announcing import announce, announce_like
from games.tournaments.services.arena import announce_next
from games.tournaments.services.desk import import_entries, take_step
from games.tournaments.services.entries import confirm, enter_tournament, withdraw
from games.tournaments.services.objections import object_to
from games.tournaments.services.running import advance, advance_due, due
from games.tournaments.services.series import begin_series

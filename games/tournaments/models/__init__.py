"""Tournaments as PostgreSQL keeps them: who plays, who sat where, and what the desk did.

This room's services write them, its selectors read, mostly as one `Book`. They point at games and
people, who know nothing of them.
"""

from games.tournaments.models.entry import Berth, Entry, KeptApart
from games.tournaments.models.objection import Objection
from games.tournaments.models.play import Round, Sitting, Stage, TournamentTable
from games.tournaments.models.series import Series
from games.tournaments.models.step import Step, last_undoable, undoable_now
from games.tournaments.models.tournament import Organiser, Tournament

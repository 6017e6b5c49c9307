"""Tournaments as PostgreSQL keeps them: who plays, who sat where, and what the desk did."""

from games.tournaments.models.entry import Berth, Entry, KeptApart
from games.tournaments.models.objection import Objection
from games.tournaments.models.play import Round, Sitting, Stage, TournamentTable
from games.tournaments.models.step import Step, last_undoable
from games.tournaments.models.tournament import Organiser, Tournament

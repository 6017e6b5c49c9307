"""Choices that need a name of their own in the schema, because fields of one name have several."""

from games.models import Game, Invitation
from games.tournaments.models import Entry, Objection, Round, Stage, Tournament

GAME_STATUS = Game.Status.values
GAME_START = Game.Start.values
INVITATION_STATE = Invitation.State.values
TOURNAMENT_STATUS = Tournament.Status.values
TOURNAMENT_START = Tournament.Start.values
STAGE_STATUS = Stage.Status.values
ROUND_STATUS = Round.Status.values
ENTRY_STATE = Entry.State.values
OBJECTION_OUTCOME = Objection.Outcome.values
STAGE_FORMAT = Stage.Format.values

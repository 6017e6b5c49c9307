"""The desk: what it shows, what was done, what a step does."""

from games.api.serializers.parts import choice, moment
from games.api.serializers.parts import number as count
from games.models import Game
from games.tournaments.api.serializers.parts import (
    EnteredShape,
    NamedShape,
    Shape,
    said,
    texts,
    yes,
)
from games.tournaments.api.serializers.playing import TournamentTableShape
from games.tournaments.models import Round
from games.tournaments.services.desk import CHOICES, KINDS
from oriflamme_site.rest import serializers


class WaitingEntryShape(EnteredShape):
    entered_at = moment("When they entered.")


class DeskTableShape(TournamentTableShape):
    status = choice(Game.Status.values, "How far the game is.", allow_null=True)
    waits_for = NamedShape(allow_null=True, help_text="Who decides now.")
    since = moment("Since when.", allow_null=True)
    moves = count("How many moves were made.", allow_null=True)


class DeskShape(Shape):
    round = count("The round that is drawn or played.", allow_null=True)
    round_status = choice(Round.Status.values, "How far it is.", allow_null=True)
    deadline = moment("When it has to be over.", allow_null=True)
    paused_at = moment("Since when all is paused.", allow_null=True)
    code = said("The code to enter by.", allow_null=True)
    can_undo = said("The step that `undo` would take back.", allow_null=True)
    asking = WaitingEntryShape(many=True, help_text="Who asks to be admitted.")
    not_confirmed = WaitingEntryShape(many=True, help_text="Who has not said that they will play.")
    tables = DeskTableShape(many=True, help_text="The tables of the round.")


class StepShape(Shape):
    id = count("Its number.")
    step = choice(KINDS, "What was done.")
    by = NamedShape(allow_null=True, help_text="Who did it.")
    at = moment("When.")
    reason = said("Why.", allow_blank=True)
    facts = serializers.DictField(help_text="What was asked for.")
    undoes = count("Which step it took back.", allow_null=True)
    undone = yes("It was taken back.")
    can_be_undone = yes("`undo` would take it back now.")


class ChangedStandingShape(Shape):
    stage = count("In which stage.")
    entry = count("Whose.")
    handle = said("Their handle.")
    place = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="Before and after."
    )
    points = serializers.ListField(
        child=serializers.FloatField(allow_null=True), help_text="Before and after."
    )


class ChangedTableShape(Shape):
    round = count("In which round.")
    table = count("Which table.")
    before = texts("Who sat there.")
    after = texts("Who sits there now.")


class ChangedCutShape(Shape):
    stage = count("A stage that is over.")
    more = texts("Who would have gone on from it.")
    fewer = texts("Who would not have.")


class DeskLettersShape(Shape):
    kind = said("What kind of letter.")
    handles = serializers.ListField(child=serializers.CharField(), help_text="Who has it.")


class EffectsShape(Shape):
    standings = ChangedStandingShape(many=True, help_text="Places and points that change.")
    tables = ChangedTableShape(many=True, help_text="Tables that change.")
    would_go_on = ChangedCutShape(
        many=True, help_text="Cuts that were made and would be others now; they stay as they are."
    )
    letters = count("How many letters go out.")
    letters_to = DeskLettersShape(many=True, help_text="Which letters, and to whom.")


class TakenStepShape(Shape):
    id = count("The step's number; null for a dry run.", allow_null=True)
    step = choice(CHOICES, "What was asked for.")
    done = yes("It was done; false for a dry run.")
    can_be_undone = yes("`undo` can take it back, as long as it is the last.")
    effects = EffectsShape(help_text="What it does.")


class ImportedShape(Shape):
    handle = said("Who.")
    state = said("What became of it; empty: nothing.", allow_blank=True)
    why = said("Why nothing did.", allow_blank=True)

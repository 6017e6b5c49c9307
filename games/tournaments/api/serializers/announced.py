"""What a tournament is: in lists, one as announced, who is in it, where somebody has played."""

from accounts.models import LANGUAGES
from games import engine, pace
from games.api.serializers.parts import choice, moment
from games.api.serializers.parts import number as count
from games.models import Game
from games.tournaments import scoring
from games.tournaments.api.serializers.parts import (
    KEY,
    STATE,
    STATUS,
    EnteredShape,
    NamedShape,
    Shape,
    real,
    said,
    texts,
    yes,
)
from games.tournaments.models import Stage, Tournament
from games.tournaments.permissions import MAY
from oriflamme_site.rest import serializers


class TournamentSummaryShape(Shape):
    id = KEY
    title = said("What it is called.")
    status = STATUS
    languages = texts("What is spoken.")
    capacity = count("How many may play.")
    entered = count("How many have entered.")
    admission = choice(Tournament.Admission.values, "Who may enter.")
    rated = yes("It counts for ratings.")
    pace = choice(pace.PACES, "Time for a decision.")
    starts_at = moment("When it begins, if at a time.", allow_null=True)
    announced_at = moment("When it was announced.")
    organiser = NamedShape(help_text="Who announced it.")


class TournamentPageShape(Shape):
    items = TournamentSummaryShape(many=True, help_text="The tournaments.")
    next = said("Send it as `cursor` for more; null at the end.", allow_null=True)


class StageShape(Shape):
    number = serializers.IntegerField(min_value=1, help_text="Its place among the stages.")
    format = choice(Stage.Format.values, "How people are put together.")
    sets = texts("Which boxes are played, round by round in turn.")
    rounds = count("How many rounds; 0: as many as it takes.")
    takes = count("How many come in from the stage before; null: all.", allow_null=True)
    through = count("Knock-out: how many of a table go on.")
    divisions = count("League: how many divisions.")
    moving = count("League: how many change places between two divisions.")
    carries = yes("Points of the stage before count on.")
    status = choice(Stage.Status.values, "How far it is.")


class PointsTableShape(Shape):
    name = choice(scoring.POINTS, "The table's name.")
    by_size = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="By the number of seats: what each place is worth. Ties share.",
    )
    bye = real("What a bye is worth.")


class LotsShape(Shape):
    commitment = said("`sha256:` of the seed: nobody can change it any more.")
    seed = said("The seed of all lots in hex, when it is over.", allow_null=True)


class WinnerShape(EnteredShape):
    place = count("1 has won.")


class OwnEntryShape(Shape):
    entry = count("Your number.")
    state = STATE
    confirmed_for = count("The last round that you have confirmed; 0: none.")


class TournamentShape(Shape):
    id = KEY
    title = said("What it is called.")
    text = said("What it is about.", allow_blank=True)
    languages = serializers.ListField(
        child=serializers.ChoiceField(LANGUAGES), help_text="What is spoken."
    )
    visibility = choice(Tournament.Visibility.values, "Whether it is listed.")
    status = STATUS
    edition = choice(engine.EDITIONS, "Whose reading of Ambush.")
    pace = choice(pace.PACES, "Time for a decision.")
    talk = choice(Game.Talk.values, "Whether players talk at tables.")
    seats = count("How many a table shall have.")
    exact_seats = yes("No table has another size; who is left over has a bye.")
    rated = yes("It counts for ratings.")
    admission = choice(Tournament.Admission.values, "Who may enter.")
    bots_welcome = yes("Accounts of bots may enter.")
    conduct_min = count("The least reliability.", allow_null=True)
    rating_min = count("The least rating.", allow_null=True)
    rating_max = count("The highest rating.", allow_null=True)
    capacity = count("How many may play.")
    start = choice(Tournament.Start.values, "When it begins.")
    starts_at = moment("The time it begins at, if it does.", allow_null=True)
    confirms = choice(Tournament.Confirms.values, "When people are asked whether they will play.")
    confirm_for = count("For how many seconds they are asked.")
    confirm_until = moment("Until when they are asked now.", allow_null=True)
    round_for = count("How many seconds a round may take.", allow_null=True)
    at_deadline = choice(Tournament.AtDeadline.values, "What happens to tables that are late.")
    break_for = count("Seconds between two rounds.")
    first_break_for = count("Seconds from the draw of the first round to its beginning.")
    tie_breaks = texts("What decides among equals, in this order.")
    late = choice(scoring.LATE_RULES, "What a latecomer has for each missed round.")
    late_until = count("Up to which round people may still come.")
    announced_at = moment("When it was announced.")
    began_at = moment("When it began.", allow_null=True)
    ended_at = moment("When it ended.", allow_null=True)
    round_begins_at = moment("When the round begins that is drawn; null: none is.", allow_null=True)
    paused_at = moment("Since when it is paused.", allow_null=True)
    organisers = NamedShape(many=True, help_text="Who has the desk.")
    points = PointsTableShape(help_text="What places are worth.")
    stages = StageShape(many=True, help_text="In order.")
    lots = LotsShape(help_text="What all chance comes from.")
    winners = WinnerShape(many=True, help_text="The first three; none before the end.")
    entered = count("How many play.")
    waiting = count("How many are on the waiting list.")
    you = OwnEntryShape(allow_null=True, help_text="Your entry, if you have one.")
    may = serializers.ListField(
        child=serializers.ChoiceField(sorted(MAY)), help_text="What you may do here."
    )


class EntryShape(EnteredShape):
    state = STATE
    entered_at = moment("When they entered.")
    left_at = moment("When they left.", allow_null=True)
    confirmed_for = count("The last round they have confirmed; 0: none.")
    from_round = count("The first round they play in.")
    successor = count("The number of who plays on for them.", allow_null=True)


class PlayedTournamentShape(Shape):
    id = KEY
    title = said("What it was called.")
    status = STATUS
    began_at = moment("When it began.")
    ended_at = moment("When it ended.", allow_null=True)
    state = STATE
    place = count("The final place.", allow_null=True)
    players = count("Of how many.", allow_null=True)

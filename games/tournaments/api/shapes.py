"""What tournaments send, field by field. Selectors make it, tests hold them equal."""

from typing import Any

from rest_framework import serializers

from accounts.models import LANGUAGES
from games import engine, pace
from games.api.shapes.parts import choice, moment
from games.api.shapes.parts import number as count
from games.models import Game
from games.tournaments import scoring, tie_breaks
from games.tournaments.models import Entry, Round, Stage, Tournament, TournamentTable
from games.tournaments.permissions import MAY
from games.tournaments.services.desk import CHOICES, KINDS

Shape = serializers.Serializer[Any]


def _text(about: str, **more: Any) -> serializers.CharField:
    return serializers.CharField(help_text=about, **more)


def _yes(about: str, **more: Any) -> serializers.BooleanField:
    return serializers.BooleanField(help_text=about, **more)


def _real(about: str, **more: Any) -> serializers.FloatField:
    return serializers.FloatField(help_text=about, **more)


def _texts(about: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField(), help_text=about)


STATUS = choice(Tournament.Status.values, "How far it is.")
STATE = choice(Entry.State.values, "What has become of the entry.")
KEY = _text("The tournament's id.")


class NamedShape(Shape):
    handle = _text("Null for a former player, and for a stand-in.", allow_null=True)
    name = _text("How they are called.")
    bot = _yes("It is a bot.")

    class Meta:
        ref_name = "Named"


class SummaryShape(Shape):
    id = KEY
    title = _text("What it is called.")
    status = STATUS
    languages = _texts("What is spoken.")
    capacity = count("How many may play.")
    entered = count("How many have entered.")
    admission = choice(Tournament.Admission.values, "Who may enter.")
    rated = _yes("It counts for ratings.")
    pace = choice(pace.PACES, "Time for a decision.")
    starts_at = moment("When it begins, if at a time.", allow_null=True)
    announced_at = moment("When it was announced.")
    organiser = NamedShape(help_text="Who announced it.")

    class Meta:
        ref_name = "TournamentSummary"


class PageShape(Shape):
    items = SummaryShape(many=True, help_text="The tournaments.")
    next = _text("Send it as `cursor` for more; null at the end.", allow_null=True)

    class Meta:
        ref_name = "TournamentPage"


class StageShape(Shape):
    number = serializers.IntegerField(min_value=1, help_text="Its place among the stages.")
    format = choice(Stage.Format.values, "How people are put together.")
    sets = _texts("Which boxes are played, round by round in turn.")
    rounds = count("How many rounds; 0: as many as it takes.")
    takes = count("How many come in from the stage before; null: all.", allow_null=True)
    through = count("Knock-out: how many of a table go on.")
    divisions = count("League: how many divisions.")
    moving = count("League: how many change places between two divisions.")
    carries = _yes("Points of the stage before count on.")
    status = choice(Stage.Status.values, "How far it is.")

    class Meta:
        ref_name = "Stage"


class PointsShape(Shape):
    name = choice(scoring.POINTS, "The table's name.")
    by_size = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="By the number of seats: what each place is worth. Ties share.",
    )
    bye = _real("What a bye is worth.")

    class Meta:
        ref_name = "PointsTable"


class LotsShape(Shape):
    commitment = _text("`sha256:` of the seed: nobody can change it any more.")
    seed = _text("The seed of all lots in hex, from the start on.", allow_null=True)

    class Meta:
        ref_name = "Lots"


class OwnEntryShape(Shape):
    entry = count("Your number.")
    state = STATE
    confirmed_for = count("The last round that you have confirmed; 0: none.")

    class Meta:
        ref_name = "OwnEntry"


class TournamentShape(Shape):
    id = KEY
    title = _text("What it is called.")
    text = _text("What it is about.", allow_blank=True)
    languages = serializers.ListField(
        child=serializers.ChoiceField(LANGUAGES), help_text="What is spoken."
    )
    visibility = choice(Tournament.Visibility.values, "Whether it is listed.")
    status = STATUS
    edition = choice(engine.EDITIONS, "Whose reading of Ambush.")
    pace = choice(pace.PACES, "Time for a decision.")
    talk = choice(Game.Talk.values, "Whether players talk at tables.")
    seats = count("How many a table shall have.")
    exact_seats = _yes("No table has another size; who is left over has a bye.")
    rated = _yes("It counts for ratings.")
    admission = choice(Tournament.Admission.values, "Who may enter.")
    bots_welcome = _yes("Accounts of bots may enter.")
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
    tie_breaks = _texts("What decides among equals, in this order.")
    late = choice(scoring.LATE_RULES, "What a latecomer has for each missed round.")
    late_until = count("Up to which round people may still come.")
    announced_at = moment("When it was announced.")
    began_at = moment("When it began.", allow_null=True)
    ended_at = moment("When it ended.", allow_null=True)
    paused_at = moment("Since when it is paused.", allow_null=True)
    organisers = NamedShape(many=True, help_text="Who has the desk.")
    points = PointsShape(help_text="What places are worth.")
    stages = StageShape(many=True, help_text="In order.")
    lots = LotsShape(help_text="What all chance comes from.")
    entered = count("How many play.")
    waiting = count("How many are on the waiting list.")
    you = OwnEntryShape(allow_null=True, help_text="Your entry, if you have one.")
    may = serializers.ListField(
        child=serializers.ChoiceField(sorted(MAY)), help_text="What you may do here."
    )

    class Meta:
        ref_name = "Tournament"


class _Entered(Shape):
    entry = count("Their number in this tournament.")
    player = NamedShape(help_text="Who it is.")


class EntryShape(_Entered):
    state = STATE
    entered_at = moment("When they entered.")
    left_at = moment("When they left.", allow_null=True)
    confirmed_for = count("The last round they have confirmed; 0: none.")
    from_round = count("The first round they play in.")
    successor = count("The number of who plays on for them.", allow_null=True)

    class Meta:
        ref_name = "Entry"


class TieBreakShape(Shape):
    name = choice(tie_breaks.TIE_BREAKS, "Which one.")
    value = _real("Its number; the larger is better.")
    exact = _text("The same as a fraction.")
    facts = serializers.DictField(
        child=serializers.CharField(), help_text="What the number was made from."
    )

    class Meta:
        ref_name = "TieBreak"


class StandingShape(_Entered):
    state = STATE
    place = serializers.IntegerField(min_value=1, help_text="Equals share one.")
    points = _real("All points.")
    tables = count("At how many tables they have a result.")
    byes = count("How many byes they had.")
    tie_breaks = TieBreakShape(many=True, help_text="In the order in which they decide.")

    class Meta:
        ref_name = "TournamentStanding"


class DivisionShape(Shape):
    division = count("Counted from 0, the highest.")
    rows = StandingShape(many=True, help_text="The best first.")

    class Meta:
        ref_name = "Division"


class StageStandingsShape(Shape):
    stage = count("Which stage.")
    format = choice(Stage.Format.values, "How people are put together.")
    status = choice(Stage.Status.values, "How far it is.")
    rounds_played = count("How many of its rounds are over.")
    goes_on = count("How many go on from here; null: nobody is cut.", allow_null=True)
    divisions = DivisionShape(many=True, help_text="One, but for a league.")

    class Meta:
        ref_name = "StageStandings"


class SeatShape(_Entered):
    seat = count("Their seat in the game.", allow_null=True)
    rank = count("Their rank at this table.", allow_null=True)
    influence = serializers.IntegerField(allow_null=True, help_text="Their influence.")
    points = _real("What they got.", allow_null=True)

    class Meta:
        ref_name = "TournamentSeat"


class TableShape(Shape):
    table = count("Its number in the round.")
    division = count("Counted from 0.")
    game = _text("The game's id, once it has begun.", allow_null=True)
    result = choice(
        [how for how in TournamentTable.How.values if how],
        "How it came to its result; null: it has none yet.",
        allow_null=True,
    )
    deadline = moment("When it has to be over.", allow_null=True)
    seats = SeatShape(many=True, help_text="In turn order: the first begins.")

    class Meta:
        ref_name = "TournamentTable"


class ByeShape(_Entered):
    points = _real("What they got.")

    class Meta:
        ref_name = "Bye"


class QualityShape(Shape):
    division = count("Counted from 0.")
    repeats = count("How often those at one table have met before, over all pairs.")
    least_repeats = count("Fewer are impossible.")
    spread = count("Squared distances of points from their table's mean, in small units.")
    least_spread = count("Less is impossible.")
    widest = count("The largest difference of points at one table, in sixtieths.")
    lean = count("How far the turn order of all rounds is from even, for who is worst off.")

    class Meta:
        ref_name = "DrawQuality"


class RoundShape(Shape):
    round = count("Counted through the tournament.")
    stage = count("Of which stage.")
    status = choice(Round.Status.values, "How far it is.")
    drawn_at = moment("When it was drawn.")
    begins_at = moment("When it begins.")
    began_at = moment("When it began.", allow_null=True)
    deadline = moment("When it has to be over.", allow_null=True)
    ended_at = moment("When it ended.", allow_null=True)
    drawn_again = count("How often it was drawn anew.")
    quality = QualityShape(many=True, help_text="How good the draw is, beside what is possible.")
    tables = TableShape(many=True, help_text="Its tables.")
    byes = ByeShape(many=True, help_text="Who rests.")

    class Meta:
        ref_name = "TournamentRound"


class OwnTableShape(TableShape):
    round = count("Of which round.")

    class Meta:
        ref_name = "OwnTournamentTable"


class NeedsShape(Shape):
    places = count("How many go on; in a knock-out: of each table.")
    rounds_left = count("How many rounds are to come.", allow_null=True)
    points_at_the_cut = _real("What the last of them has now, you aside.", allow_null=True)
    enough = _real(
        "With so many more points you are through whatever happens; null: not in your hands alone.",
        allow_null=True,
    )
    sure = _yes("You are through.")
    out = _yes("You cannot go on any more.")

    class Meta:
        ref_name = "Needs"


class OwnShape(Shape):
    entry = count("Your number.")
    state = STATE
    confirm_until = moment("Until when you are asked whether you play.", allow_null=True)
    confirmed = _yes("You have said that you will play the next round.")
    standing = StandingShape(allow_null=True, help_text="How you stand.")
    tables = OwnTableShape(many=True, help_text="Your tables, the last first.")
    needs = NeedsShape(allow_null=True, help_text="What it takes to go on; null: nobody is cut.")

    class Meta:
        ref_name = "OwnTournament"


class PlayedShape(Shape):
    id = KEY
    title = _text("What it was called.")
    status = STATUS
    began_at = moment("When it began.")
    ended_at = moment("When it ended.", allow_null=True)
    state = STATE
    place = count("The final place.", allow_null=True)
    players = count("Of how many.", allow_null=True)

    class Meta:
        ref_name = "PlayedTournament"


class WaitingEntryShape(_Entered):
    entered_at = moment("When they entered.")

    class Meta:
        ref_name = "WaitingEntry"


class DeskTableShape(TableShape):
    status = choice(Game.Status.values, "How far the game is.", allow_null=True)
    waits_for = NamedShape(allow_null=True, help_text="Who decides now.")
    since = moment("Since when.", allow_null=True)
    moves = count("How many moves were made.", allow_null=True)

    class Meta:
        ref_name = "DeskTable"


class DeskShape(Shape):
    round = count("The round that is drawn or played.", allow_null=True)
    round_status = choice(Round.Status.values, "How far it is.", allow_null=True)
    deadline = moment("When it has to be over.", allow_null=True)
    paused_at = moment("Since when all is paused.", allow_null=True)
    code = _text("The code to enter by.", allow_null=True)
    can_undo = _text("The step that `undo` would take back.", allow_null=True)
    asking = WaitingEntryShape(many=True, help_text="Who asks to be admitted.")
    not_confirmed = WaitingEntryShape(many=True, help_text="Who has not said that they will play.")
    tables = DeskTableShape(many=True, help_text="The tables of the round.")

    class Meta:
        ref_name = "Desk"


class StepShape(Shape):
    id = count("Its number.")
    step = choice(KINDS, "What was done.")
    by = NamedShape(allow_null=True, help_text="Who did it.")
    at = moment("When.")
    reason = _text("Why.", allow_blank=True)
    facts = serializers.DictField(help_text="What was asked for.")
    undoes = count("Which step it took back.", allow_null=True)
    undone = _yes("It was taken back.")
    can_be_undone = _yes("`undo` would take it back now.")

    class Meta:
        ref_name = "Step"


class ChangedStandingShape(Shape):
    stage = count("In which stage.")
    entry = count("Whose.")
    handle = _text("Their handle.")
    place = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="Before and after."
    )
    points = serializers.ListField(
        child=serializers.FloatField(allow_null=True), help_text="Before and after."
    )

    class Meta:
        ref_name = "ChangedStanding"


class ChangedTableShape(Shape):
    round = count("In which round.")
    table = count("Which table.")
    before = _texts("Who sat there.")
    after = _texts("Who sits there now.")

    class Meta:
        ref_name = "ChangedTable"


class ChangedCutShape(Shape):
    stage = count("A stage that is over.")
    more = _texts("Who would have gone on from it.")
    fewer = _texts("Who would not have.")

    class Meta:
        ref_name = "ChangedCut"


class EffectsShape(Shape):
    standings = ChangedStandingShape(many=True, help_text="Places and points that change.")
    tables = ChangedTableShape(many=True, help_text="Tables that change.")
    would_go_on = ChangedCutShape(
        many=True, help_text="Cuts that were made and would be others now; they stay as they are."
    )
    letters = count("How many letters go out.")

    class Meta:
        ref_name = "Effects"


class TakenShape(Shape):
    id = count("The step's number; null for a dry run.", allow_null=True)
    step = choice(CHOICES, "What was asked for.")
    done = _yes("It was done; false for a dry run.")
    can_be_undone = _yes("`undo` can take it back, as long as it is the last.")
    effects = EffectsShape(help_text="What it does.")

    class Meta:
        ref_name = "TakenStep"


class ImportedShape(Shape):
    handle = _text("Who.")
    state = _text("What became of it; empty: nothing.", allow_blank=True)
    why = _text("Why nothing did.", allow_blank=True)

    class Meta:
        ref_name = "Imported"

"""Standings, rounds, and one's own page."""

from games.api.serializers.parts import choice, moment
from games.api.serializers.parts import number as count
from games.tournaments import tie_breaks
from games.tournaments.api.serializers.parts import (
    STATE,
    EnteredShape,
    Shape,
    real,
    said,
    yes,
)
from games.tournaments.models import Round, Stage, TournamentTable
from oriflamme_site.rest import serializers


class TieBreakShape(Shape):
    name = choice(tie_breaks.TIE_BREAKS, "Which one.")
    value = real("Its number; the larger is better.")
    exact = said("The same as a fraction.")
    facts = serializers.DictField(
        child=serializers.CharField(), help_text="What the number was made from."
    )


class TournamentStandingShape(EnteredShape):
    state = STATE
    place = serializers.IntegerField(min_value=1, help_text="Equals share one.")
    points = real("All points.")
    tables = count("At how many tables they have a result.")
    byes = count("How many byes they had.")
    tie_breaks = TieBreakShape(many=True, help_text="In the order in which they decide.")


class DivisionShape(Shape):
    division = count("Counted from 0, the highest.")
    rows = TournamentStandingShape(many=True, help_text="The best first.")


class StageStandingsShape(Shape):
    stage = count("Which stage.")
    format = choice(Stage.Format.values, "How people are put together.")
    status = choice(Stage.Status.values, "How far it is.")
    rounds_played = count("How many of its rounds are over.")
    goes_on = count("How many go on from here; null: nobody is cut.", allow_null=True)
    divisions = DivisionShape(many=True, help_text="One, but for a league.")


class TournamentSeatShape(EnteredShape):
    seat = count("Their seat in the game.", allow_null=True)
    was_late = serializers.BooleanField(
        help_text="The table waited for them when its time was over, or the desk decided."
    )
    rank = count("Their rank at this table.", allow_null=True)
    influence = serializers.IntegerField(allow_null=True, help_text="Their influence.")
    points = real("What they got.", allow_null=True)


class TournamentTableShape(Shape):
    table = count("Its number in the round.")
    division = count("Counted from 0.")
    game = said("The game's id, once it has begun.", allow_null=True)
    result = choice(
        [how for how in TournamentTable.How.values if how],
        "How it came to its result; null: it has none yet.",
        allow_null=True,
    )
    deadline = moment("When it has to be over.", allow_null=True)
    seats = TournamentSeatShape(many=True, help_text="In turn order: the first begins.")


class ByeShape(EnteredShape):
    points = real("What they got.")


class DrawQualityShape(Shape):
    division = count("Counted from 0.")
    repeats = count("How often those at one table have met before, over all pairs.")
    least_repeats = count("Fewer are impossible.")
    spread = count("Squared distances of points from their table's mean, in small units.")
    least_spread = count("Less is impossible.")
    widest = count("The largest difference of points at one table, in sixtieths.")
    lean = count("How far the turn order of all rounds is from even, for who is worst off.")


class TournamentRoundShape(Shape):
    round = count("Counted through the tournament.")
    stage = count("Of which stage.")
    status = choice(Round.Status.values, "How far it is.")
    drawn_at = moment("When it was drawn.")
    begins_at = moment("When it begins.")
    began_at = moment("When it began.", allow_null=True)
    deadline = moment("When it has to be over.", allow_null=True)
    ended_at = moment("When it ended.", allow_null=True)
    drawn_again = count("How often it was drawn anew.")
    lot = said("What it was drawn with: SHA-256 of `SEED stage N round N draw N`.")
    quality = DrawQualityShape(
        many=True, help_text="How good the draw is, beside what is possible."
    )
    tables = TournamentTableShape(many=True, help_text="Its tables.")
    byes = ByeShape(many=True, help_text="Who rests.")


class OwnTournamentTableShape(TournamentTableShape):
    round = count("Of which round.")


class NeedsShape(Shape):
    places = count("How many go on; in a knock-out: of each table.")
    rounds_left = count("How many rounds are to come.", allow_null=True)
    points_at_the_cut = real("What the last of them has now, you aside.", allow_null=True)
    enough = real(
        "With so many more points you are through whatever happens; null: not in your hands alone.",
        allow_null=True,
    )
    sure = yes("You are through.")
    out = yes("You cannot go on any more.")


class OwnTournamentShape(Shape):
    entry = count("Your number.")
    state = STATE
    confirm_until = moment("Until when you are asked whether you play.", allow_null=True)
    confirmed = yes("You have said that you will play the next round.")
    standing = TournamentStandingShape(allow_null=True, help_text="How you stand.")
    tables = OwnTournamentTableShape(many=True, help_text="Your tables, the last first.")
    needs = NeedsShape(allow_null=True, help_text="What it takes to go on; null: nobody is cut.")

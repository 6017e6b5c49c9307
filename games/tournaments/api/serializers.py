"""What may be sent to tournaments, field by field."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.fields import Field

from accounts.models import LANGUAGES
from games import bots, engine, pace
from games.api.serializers.parts import choice
from games.api.serializers.requests import contribution
from games.models import Game
from games.pace import DAY
from games.tournaments import importing, scoring, standings
from games.tournaments.models import Stage, Tournament
from games.tournaments.permissions import MOST_PEOPLE
from games.tournaments.selectors import FILES
from games.tournaments.services.announcing import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_OF_A_TEAM,
    MOST_ROUNDS,
    MOST_STAGES,
)
from games.tournaments.services.desk import CHOICES, TAKES
from games.tournaments.services.objections import LONGEST as LONGEST_OBJECTION
from games.tournaments.services.series import MOST_COUNT
from games.tournaments.services.teams import LONGEST as LONGEST_TEAM
from oriflamme_site.rest import serializers
from oriflamme_site.rest.typed import Tag


def _number(about: str, least: int, most: int, **more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=least, max_value=most, help_text=about, **{"required": False, **more}
    )


class StageForm(serializers.Serializer):
    format = choice(Stage.Format.values, "How people are put together.")
    sets = serializers.ListField(
        child=serializers.ChoiceField(list(engine.SETS)),
        min_length=1,
        max_length=MOST_ROUNDS,
        help_text="Which boxes are played; several: round by round in turn.",
    )
    rounds = _number("How many rounds; 0 or left out: as many as it takes.", 0, MOST_ROUNDS)
    takes = _number(
        "How many come in from the stage before; null: all.", 3, MOST_PEOPLE, allow_null=True
    )
    through = _number("Knock-out: how many of a table go on; usually 2.", 1, 4)
    divisions = _number("League: how many divisions; usually 1.", 1, MOST_PEOPLE // 3)
    moving = _number("League: how many go up and down between seasons.", 0, MOST_PEOPLE)
    carries = serializers.BooleanField(
        required=False, help_text="Points of the stage before count on."
    )


class TournamentForm(serializers.Serializer):
    title = serializers.CharField(max_length=LONGEST_TITLE, help_text="What it is called.")
    text = serializers.CharField(
        required=False, allow_blank=True, max_length=LONGEST_TEXT, help_text="What it is about."
    )
    languages = serializers.ListField(
        child=serializers.ChoiceField(LANGUAGES),
        required=False,
        min_length=1,
        max_length=len(LANGUAGES),
        help_text="What is spoken; tables speak the first. Usually yours.",
    )
    capacity = _number("How many may play.", 3, MOST_PEOPLE, required=True)
    stages = serializers.ListField(
        child=StageForm(), min_length=1, max_length=MOST_STAGES, help_text="In order."
    )
    visibility = choice(
        Tournament.Visibility.values, "`public`, or who has the `link`.", required=False
    )
    edition = choice(engine.EDITIONS, "Whose reading of Ambush.", required=False)
    pace = choice(pace.PACES, "Time for a decision.", required=False)
    talk = choice(Game.Talk.values, "Whether players talk at tables.", required=False)
    seats = _number("How many a table shall have; usually 4.", 3, 5)
    together = serializers.BooleanField(
        required=False,
        help_text="Ask everybody at a table at once for a plan of each half of a round: rounds "
        "take days instead of weeks.",
    )
    blind = serializers.BooleanField(
        required=False,
        help_text="With `together`: plans bind, and nothing is asked again before the next half.",
    )
    exact_seats = serializers.BooleanField(
        required=False, help_text="No other size: who is left over has a bye."
    )
    rated = serializers.BooleanField(required=False, help_text="Count it for ratings.")
    admission = choice(Tournament.Admission.values, "Who may enter.", required=False)
    code = serializers.CharField(
        required=False, max_length=24, help_text="For admission by `code`: the code."
    )
    bots_welcome = serializers.BooleanField(required=False, help_text="Accounts of bots may enter.")
    fill_with = serializers.ChoiceField(
        list(bots.BOTS),
        required=False,
        allow_blank=True,
        help_text="Which bot of ours takes the seats that are left at smaller tables; empty: none.",
    )
    conduct_min = _number("The least reliability.", 0, 100, allow_null=True)
    rating_min = _number("The least rating.", 0, 10_000, allow_null=True)
    rating_max = _number("The highest rating.", 0, 10_000, allow_null=True)
    start = choice(
        Tournament.Start.values, "When it begins; usually by the `desk`.", required=False
    )
    starts_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="For a start `at` a time: that time."
    )
    confirms = choice(
        Tournament.Confirms.values, "When people are asked whether they will play.", required=False
    )
    confirm_for = _number(
        "Seconds they are asked before round 1; before others, `break_for`.",
        60,
        30 * DAY,
    )
    round_for = _number(
        "How many seconds a round may take; null: as long as its games.",
        600,
        366 * DAY,
        allow_null=True,
    )
    at_deadline = choice(
        Tournament.AtDeadline.values, "What happens to tables that are late.", required=False
    )
    break_for = _number("Seconds between two rounds.", 0, 30 * DAY)
    first_break_for = _number(
        "Seconds from the draw of the first round, when entries close, to its beginning; usually "
        "3600.",
        0,
        30 * DAY,
    )
    points = choice(scoring.POINTS, "What a place is worth.", required=False)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(list(standings.TIE_BREAKS)),
        required=False,
        max_length=len(standings.TIE_BREAKS),
        help_text="What decides among equals, in this order.",
    )
    late = choice(scoring.LATE_RULES, "What a latecomer has for each missed round.", required=False)
    seeding = choice(
        Tournament.Seeding.values,
        "In which order people come into the first stage, behind those with a seed; usually by "
        "`lot`.",
        required=False,
    )
    seeded_from = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=16,
        help_text="For seeding by `earlier` places: the id of that tournament.",
    )
    series = serializers.CharField(
        required=False, allow_blank=True, max_length=16, help_text="The id of a series of yours."
    )
    late_until = _number("Up to which round people may still come; 0: none.", 0, MOST_ROUNDS)
    team_counts = _number(
        "People play for teams, and so many of a team's best count for it; 0: no teams.",
        0,
        MOST_OF_A_TEAM,
    )


class SettingsForm(TournamentForm):
    """Of a tournament only what shall be otherwise."""

    def get_fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class SeriesForm(serializers.Serializer):
    title = serializers.CharField(max_length=LONGEST_TITLE, help_text="What it is called.")
    counts = _number(
        "How many of somebody's best results count; null or left out: all.",
        1,
        MOST_COUNT,
        allow_null=True,
    )


class SeriesQuery(serializers.Serializer):
    cursor = serializers.CharField(
        required=False, max_length=16, help_text="The `next` of the page before."
    )


class EntryForm(serializers.Serializer):
    contribution = contribution(required=False)
    code = serializers.CharField(
        required=False, max_length=24, help_text="Where one enters by a code."
    )
    team = serializers.CharField(
        required=False, max_length=LONGEST_TEAM, help_text="Where there are teams: for which one."
    )


class ObjectionForm(serializers.Serializer):
    round = _number("Which round.", 1, 32_767, required=True)
    table = _number("Which table of it: one of yours.", 1, 32_767, required=True)
    text = serializers.CharField(max_length=LONGEST_OBJECTION, help_text="What is not right.")


class FixedResult(serializers.Serializer):
    handle = serializers.CharField(max_length=24, help_text="Whose result.")
    rank = _number("Their rank, 1 the best; equals share one.", 1, 5, required=True)
    influence = _number("Their influence, where it counts for tie-breaks.", -999, 999)


class StepForm(serializers.Serializer):
    step = choice(CHOICES, "What to do.")
    dry_run = serializers.BooleanField(
        required=False, help_text="Only say what it would do; change nothing."
    )
    after = _number(
        "The `id` of the last step you know of, 0 for none: if another has been taken since, "
        "nothing is done.",
        0,
        2**63 - 1,
    )
    reason = serializers.CharField(
        required=False, max_length=500, help_text="Why. Everybody in the tournament may ask."
    )
    handle = serializers.CharField(required=False, max_length=24, help_text="Whom it concerns.")
    other = serializers.CharField(
        required=False,
        max_length=24,
        help_text="`replace`: who comes. `move`, `keep_apart`, `let_meet`: with whom.",
    )
    round = _number("Which round; left out: the last.", 1, 32_767)
    table = _number("Which table of the round.", 1, 32_767)
    place = _number("`seat`: which place in turn order; 1 begins.", 1, 5)
    hours = _number("`extend`: by how much.", 1, 24 * 60)
    seed = _number("`seed`: 1 is the best; 0 takes it away.", 0, MOST_PEOPLE)
    team = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=LONGEST_TEAM,
        help_text="`team`: for which one they play; left out: for none.",
    )
    points = serializers.FloatField(
        required=False,
        min_value=-100,
        max_value=100,
        help_text="`adjust`: how many, or how many less.",
    )
    how = choice(
        ["adjudicate", "stand_ins", "uphold", "refuse"],
        "`decide`: as it stands, or a stand-in plays for who is waited for. `answer`: whether it "
        "is right.",
        required=False,
    )
    objection = _number("`answer`: the objection's number.", 1, 32_767)
    public = serializers.BooleanField(
        required=False, help_text="`answer`: everybody may read the `reason`."
    )
    words = serializers.CharField(
        required=False, max_length=4000, help_text="`announce`: what to tell everybody."
    )
    title = serializers.CharField(
        required=False, max_length=LONGEST_TITLE, help_text="`change`: what it is called."
    )
    text = serializers.CharField(
        required=False, max_length=LONGEST_TEXT, help_text="`change`: what it is about."
    )
    capacity = _number("`change`: how many may play.", 3, MOST_PEOPLE)
    starts_at = serializers.DateTimeField(
        required=False, help_text="`change`: when it begins, if it begins at a time."
    )
    settings = SettingsForm(
        required=False, help_text="`change`: what was announced, as it shall be."
    )
    results = serializers.ListField(
        child=FixedResult(),
        required=False,
        max_length=5,
        help_text="`fix`: everybody at the table, with their rank.",
    )


def _step(fields: tuple[str, ...], steps: list[str]) -> type[serializers.Serializer]:
    """A step that looks at these fields, as the schema tells of it."""
    said = StepForm._declared_fields
    common = ("dry_run", "after", "reason")
    word = Tag(steps, help_text="What to do.") if len(steps) == 1 else choice(steps, "What to do.")
    return type(
        "".join(part.capitalize() for field in fields for part in field.split("_"))
        + ("Step" if fields else "PlainStep"),
        (serializers.Serializer,),
        {"step": word, **{name: said[name] for name in (*common, *fields)}},
    )


def _steps() -> serializers.Members:
    by_fields: dict[tuple[str, ...], list[str]] = {}
    for step, fields in TAKES.items():
        by_fields.setdefault(fields, []).append(step)
    members = {fields: _step(fields, steps) for fields, steps in by_fields.items()}
    return {step: members[fields] for step, fields in TAKES.items()}


# Read by StepForm, which takes what a step does not look at as well.
STEP = PolymorphicProxySerializer(
    component_name="StepRequest", serializers=_steps(), resource_type_field_name="step"
)


class ImportForm(serializers.Serializer):
    csv = serializers.CharField(
        max_length=importing.LONGEST,
        help_text="A list with the column `handle`, perhaps `seed` and `team`, or one handle a "
        "line.",
    )
    dry_run = serializers.BooleanField(
        required=False, help_text="Only say what would become of each."
    )


class ListQuery(serializers.Serializer):
    list = choice(
        ["open", "running", "over", "mine"],
        "`open` to enter, `running` and `over` to watch, `mine`: entered or organised.",
        default="open",
    )
    cursor = serializers.CharField(
        required=False, max_length=16, help_text="The `next` of the page before."
    )
    limit = _number("How many on a page.", 1, 100, default=50)


class StandingsQuery(serializers.Serializer):
    stage = _number("Only this stage.", 1, MOST_STAGES)


class RoundsQuery(serializers.Serializer):
    round = _number("Only this round.", 1, 32_767)


class ExportQuery(serializers.Serializer):
    round = _number("`all.zip`: with the records of this round's games.", 1, 32_767)


FILE_PATTERN = "|".join(name.replace(".", r"\.") for name in FILES)

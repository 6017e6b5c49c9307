"""What may be sent to tournaments, field by field."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.fields import Field

from accounts.models import LANGUAGES
from games import bots, engine, pace
from games.api.serializers.requests import contribution
from games.models import Game
from games.pace import DAY
from games.tournaments import importing, scoring, tie_breaks
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
from oriflamme_site.rest import sent, serializers
from oriflamme_site.rest.typed import Tag


class StageForm(serializers.Serializer):
    format = sent.choice(Stage.Format.values, "How people are put together.", required=True)
    sets = sent.several(
        serializers.ChoiceField(list(engine.SETS)),
        "Which boxes are played; several: round by round in turn.",
        1,
        MOST_ROUNDS,
        required=True,
    )
    rounds = sent.number("How many rounds; 0 or left out: as many as it takes.", 0, MOST_ROUNDS)
    takes = sent.number(
        "How many come in from the stage before; null: all.", 3, MOST_PEOPLE, allow_null=True
    )
    through = sent.number("Knock-out: how many of a table go on; usually 2.", 1, 4)
    divisions = sent.number("League: how many divisions; usually 1.", 1, MOST_PEOPLE // 3)
    moving = sent.number("League: how many go up and down between seasons.", 0, MOST_PEOPLE)
    carries = sent.flag("Points of the stage before count on.")


class TournamentForm(serializers.Serializer):
    title = sent.text("What it is called.", LONGEST_TITLE, required=True)
    text = sent.text("What it is about.", LONGEST_TEXT, allow_blank=True)
    languages = sent.several(
        serializers.ChoiceField(LANGUAGES),
        "What is spoken; tables speak the first. Usually yours.",
        1,
        len(LANGUAGES),
    )
    capacity = sent.number("How many may play.", 3, MOST_PEOPLE, required=True)
    stages = sent.several(StageForm(), "In order.", 1, MOST_STAGES, required=True)
    visibility = sent.choice(Tournament.Visibility.values, "`public`, or who has the `link`.")
    edition = sent.choice(engine.EDITIONS, "Whose reading of Ambush.")
    pace = sent.choice(pace.PACES, "Time for a decision.")
    talk = sent.choice(Game.Talk.values, "Whether players talk at tables.")
    seats = sent.number("How many a table shall have; usually 4.", 3, 5)
    together = sent.flag(
        "Ask everybody at a table at once for a plan of each half of a round: rounds "
        "take days instead of weeks."
    )
    blind = sent.flag(
        "With `together`: plans bind, and nothing is asked again before the next half."
    )
    exact_seats = sent.flag("No other size: who is left over has a bye.")
    rated = sent.flag("Count it for ratings.")
    admission = sent.choice(Tournament.Admission.values, "Who may enter.")
    code = sent.text("For admission by `code`: the code.", 24)
    bots_welcome = sent.flag("Accounts of bots may enter.")
    fill_with = sent.choice(
        list(bots.BOTS),
        "Which bot of ours takes the seats that are left at smaller tables; empty: none.",
        allow_blank=True,
    )
    conduct_min = sent.number("The least reliability.", 0, 100, allow_null=True)
    rating_min = sent.number("The least rating.", 0, 10_000, allow_null=True)
    rating_max = sent.number("The highest rating.", 0, 10_000, allow_null=True)
    start = sent.choice(Tournament.Start.values, "When it begins; usually by the `desk`.")
    starts_at = sent.moment("For a start `at` a time: that time.", allow_null=True)
    confirms = sent.choice(
        Tournament.Confirms.values, "When people are asked whether they will play."
    )
    confirm_for = sent.number(
        "Seconds they are asked before round 1; before others, `break_for`.", 60, 30 * DAY
    )
    round_for = sent.number(
        "How many seconds a round may take; null: as long as its games.",
        600,
        366 * DAY,
        allow_null=True,
    )
    at_deadline = sent.choice(Tournament.AtDeadline.values, "What happens to tables that are late.")
    break_for = sent.number("Seconds between two rounds.", 0, 30 * DAY)
    first_break_for = sent.number(
        "Seconds from the draw of the first round, when entries close, to its beginning; usually "
        "3600.",
        0,
        30 * DAY,
    )
    points = sent.choice(scoring.POINTS, "What a place is worth.")
    tie_breaks = sent.several(
        serializers.ChoiceField(list(tie_breaks.TIE_BREAKS)),
        "What decides among equals, in this order.",
        most=len(tie_breaks.TIE_BREAKS),
    )
    late = sent.choice(scoring.LATE_RULES, "What a latecomer has for each missed round.")
    seeding = sent.choice(
        Tournament.Seeding.values,
        "In which order people come into the first stage, behind those with a seed; usually by "
        "`lot`.",
    )
    seeded_from = sent.text(
        "For seeding by `earlier` places: the id of that tournament.", 16, allow_blank=True
    )
    series = sent.text("The id of a series of yours.", 16, allow_blank=True)
    late_until = sent.number("Up to which round people may still come; 0: none.", 0, MOST_ROUNDS)
    team_counts = sent.number(
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
    title = sent.text("What it is called.", LONGEST_TITLE, required=True)
    counts = sent.number(
        "How many of somebody's best results count; null or left out: all.",
        1,
        MOST_COUNT,
        allow_null=True,
    )


class SeriesQuery(serializers.Serializer):
    cursor = sent.text("The `next` of the page before.", 16)


class EntryForm(serializers.Serializer):
    contribution = contribution(required=False)
    code = sent.text("Where one enters by a code.", 24)
    team = sent.text("Where there are teams: for which one.", LONGEST_TEAM)


class ObjectionForm(serializers.Serializer):
    round = sent.number("Which round.", 1, 32_767, required=True)
    table = sent.number("Which table of it: one of yours.", 1, 32_767, required=True)
    text = sent.text("What is not right.", LONGEST_OBJECTION, required=True)


class FixedResult(serializers.Serializer):
    handle = sent.text("Whose result.", 24, required=True)
    rank = sent.number("Their rank, 1 the best; equals share one.", 1, 5, required=True)
    influence = sent.number("Their influence, where it counts for tie-breaks.", -999, 999)


class StepForm(serializers.Serializer):
    step = sent.choice(CHOICES, "What to do.", required=True)
    dry_run = sent.flag("Only say what it would do; change nothing.")
    after = sent.number(
        "The `id` of the last step you know of, 0 for none: if another has been taken since, "
        "nothing is done.",
        0,
        2**63 - 1,
    )
    reason = sent.text("Why. Everybody in the tournament may ask.", 500)
    handle = sent.text("Whom it concerns.", 24)
    other = sent.text("`replace`: who comes. `move`, `keep_apart`, `let_meet`: with whom.", 24)
    round = sent.number("Which round; left out: the last.", 1, 32_767)
    table = sent.number("Which table of the round.", 1, 32_767)
    place = sent.number("`seat`: which place in turn order; 1 begins.", 1, 5)
    hours = sent.number("`extend`: by how much.", 1, 24 * 60)
    seed = sent.number("`seed`: 1 is the best; 0 takes it away.", 0, MOST_PEOPLE)
    team = sent.text(
        "`team`: for which one they play; left out: for none.", LONGEST_TEAM, allow_blank=True
    )
    points = serializers.FloatField(
        required=False,
        min_value=-100,
        max_value=100,
        help_text="`adjust`: how many, or how many less.",
    )
    how = sent.choice(
        ["adjudicate", "stand_ins", "uphold", "refuse"],
        "`decide`: as it stands, or a stand-in plays for who is waited for. `answer`: whether it "
        "is right.",
    )
    objection = sent.number("`answer`: the objection's number.", 1, 32_767)
    public = sent.flag("`answer`: everybody may read the `reason`.")
    words = sent.text("`announce`: what to tell everybody.", 4000)
    title = sent.text("`change`: what it is called.", LONGEST_TITLE)
    text = sent.text("`change`: what it is about.", LONGEST_TEXT)
    capacity = sent.number("`change`: how many may play.", 3, MOST_PEOPLE)
    starts_at = sent.moment("`change`: when it begins, if it begins at a time.")
    settings = SettingsForm(
        required=False, help_text="`change`: what was announced, as it shall be."
    )
    results = sent.several(FixedResult(), "`fix`: everybody at the table, with their rank.", most=5)


def _step(fields: tuple[str, ...], steps: list[str]) -> type[serializers.Serializer]:
    """A step that looks at these fields, as the schema tells of it."""
    said = StepForm._declared_fields
    common = ("dry_run", "after", "reason")
    word = (
        Tag(steps, help_text="What to do.")
        if len(steps) == 1
        else sent.choice(steps, "What to do.", required=True)
    )
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
    csv = sent.text(
        "A list with the column `handle`, perhaps `seed` and `team`, or one handle a line.",
        importing.LONGEST,
        required=True,
    )
    dry_run = sent.flag("Only say what would become of each.")


class ListQuery(serializers.Serializer):
    list = sent.choice(
        ["open", "running", "over", "mine"],
        "`open` to enter, `running` and `over` to watch, `mine`: entered or organised.",
        default="open",
    )
    cursor = sent.text("The `next` of the page before.", 16)
    limit = sent.number("How many on a page.", 1, 100, default=50)


class StandingsQuery(serializers.Serializer):
    stage = sent.number("Only this stage.", 1, MOST_STAGES)


class RoundsQuery(serializers.Serializer):
    round = sent.number("Only this round.", 1, 32_767)


class ExportQuery(serializers.Serializer):
    round = sent.number("`all.zip`: with the records of this round's games.", 1, 32_767)


FILE_PATTERN = "|".join(name.replace(".", r"\.") for name in FILES)

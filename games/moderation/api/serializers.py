"""What is sent and answered about reports and decisions."""

from games.moderation.models import Decision, Report
from games.moderation.services.reporting import LONGEST
from oriflamme_site.rest import serializers

# Their plain names, for the schema.
KINDS = tuple(Report.Kind.values)
_WHY = "What happened, in your words. Only staff read it."


class ReportForm(serializers.Serializer):
    kind = serializers.ChoiceField(
        KINDS,
        help_text="`talk`: what was said. `conduct`: how they play or let others wait. "
        "`collusion`: they play together against others. `accounts`: one person under several "
        "handles.",
    )
    text = serializers.CharField(max_length=LONGEST, help_text=_WHY)


class TableReportForm(ReportForm):
    seat = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=4,
        help_text="Whom. Not needed with `message`.",
    )
    message = serializers.RegexField(
        "^[2-9a-z]{10}$",
        required=False,
        allow_null=True,
        help_text="The id of something that was said, which you can read.",
    )


class ReportShape(serializers.Serializer):
    """A report of yours. Whom it is about is never told of it."""

    kind = serializers.ChoiceField(KINDS, help_text="As you sent it.")
    text = serializers.CharField(help_text="As you sent it.")
    at = serializers.DateTimeField(help_text="When.")
    game = serializers.CharField(
        source="game.key", allow_null=True, help_text="At which table; null: none."
    )
    seat = serializers.IntegerField(allow_null=True, help_text="Which seat there.")
    handle = serializers.CharField(
        source="told_about", allow_null=True, help_text="Whom; null at a table, where it is a seat."
    )
    decided = serializers.BooleanField(
        source="is_decided",
        help_text="Whether staff have decided. What they decided is between them and whom it is "
        "about.",
    )


class AppealForm(serializers.Serializer):
    text = serializers.CharField(
        max_length=LONGEST, help_text="Why the decision is wrong. Another member of staff reads it."
    )


class DecisionShape(serializers.Serializer):
    """What staff decided about you or a bot of yours."""

    handle = serializers.CharField(help_text="You, or your bot.")
    outcome = serializers.ChoiceField(
        [value for value in Decision.Outcome.values if value != Decision.Outcome.NOTHING],
        help_text="`warning`; `silence`: no talk until then; `suspension`: shut out until then.",
    )
    until = serializers.DateTimeField(allow_null=True, help_text="When it ends by itself.")
    reason = serializers.CharField(help_text="Why.")
    at = serializers.DateTimeField(help_text="When it was decided.")
    lifted = serializers.BooleanField(help_text="Whether it was taken back.")
    appealed = serializers.BooleanField(help_text="Whether you have appealed: once is possible.")
    answer = serializers.CharField(
        allow_null=True, help_text="What your appeal was answered; null before."
    )
    token = serializers.CharField(help_text="The right to appeal: POST to `appeals/{token}`.")


def show_decision(decision: Decision) -> dict[str, object]:
    appeal = getattr(decision, "appeal", None)
    return {
        "handle": decision.person.handle if decision.person else "",
        "outcome": decision.outcome,
        "until": decision.until,
        "reason": decision.reason,
        "at": decision.at,
        "lifted": decision.lifted_at is not None,
        "appealed": appeal is not None,
        "answer": appeal.answer if appeal and appeal.answered_at else None,
        "token": decision.token.reveal(),
    }

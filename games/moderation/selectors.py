"""What people may read of their own reports and decisions, and what staff need to judge."""

from django.db.models import Q, QuerySet

from accounts.discretion import without_secrets
from accounts.models import User
from games.models import Message, Seat
from games.models.conduct import conduct_of
from games.moderation.models import Decision, Report

MOST = 100
# So many messages before and after the one that is reported.
NEIGHBOURS = 10


def reports_by(person: User) -> QuerySet[Report]:
    mine = Report.objects.filter(reporter=person).select_related("game", "person")
    return mine.order_by("-at", "-pk")[:MOST]


def decisions_about(person: User) -> QuerySet[Decision]:
    """About a person and their bots, as they were told."""
    about = Decision.objects.filter(Q(person=person) | Q(person__owner=person))
    told = about.exclude(outcome=Decision.Outcome.NOTHING)
    return told.select_related("person", "appeal").order_by("-at", "-pk")[:MOST]


def around(report: Report) -> list[dict[str, object]]:
    """What was said about the reported words: to the table, and between the same two where the
    words were private. Who reads it has a report in hand, and no other way to these rows."""
    said = report.message
    if said is None:
        return []
    rows = Message.objects.filter(game=said.game_id, to_seat=None)
    if said.to_seat is not None:
        two = [said.seat, said.to_seat]
        rows = Message.objects.filter(game=said.game_id, seat__in=two, to_seat__in=two)
    before = list(rows.filter(pk__lt=said.pk).order_by("-pk")[:NEIGHBOURS])
    after = list(rows.filter(pk__gt=said.pk).order_by("pk")[:NEIGHBOURS])
    return [
        {"seat": one.seat, "at": one.at, "text": one.text, "is_it": one.pk == said.pk}
        for one in [*reversed(before), said, *after]
    ]


def file_of(report: Report) -> dict[str, object]:
    """Everything that staff need to decide, in a fixed number of queries."""
    person = report.person
    return {
        "said": around(report),
        "chairs": list(
            without_secrets(
                Seat.objects.filter(game=report.game_id)
                .exclude(number=None)
                .select_related("person")
                .order_by("number")
            )
        )
        if report.game_id
        else [],
        "conduct": conduct_of(person.pk, person.time_zone) if person else None,
        "decisions": list(
            without_secrets(Decision.objects.filter(person=person).select_related("by")).order_by(
                "-at"
            )[:20]
        )
        if person
        else [],
        "others": list(
            without_secrets(
                Report.objects.filter(person=person)
                .exclude(pk=report.pk)
                .select_related("decision")
            ).order_by("-at")[:20]
        )
        if person
        else [],
    }

"""Staff take a report and decide it. Nobody decides where they are a party."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.services import staff as deeds
from games.models.knowing import accounts_of, seen
from games.moderation import mails
from games.moderation.models import Decision, Report

Outcome = Decision.Outcome
LASTING = (Outcome.SILENCE, Outcome.SUSPENSION)


@transaction.atomic
def take(*, report: int, staff: User) -> Report:
    """From now on it is this person's to decide."""
    case = _locked(report, staff)
    if case.state == Report.State.TAKEN and case.taken_by_id != staff.pk:
        raise ValidationError(_("Somebody else of staff has it already."), code="taken")
    if case.state == Report.State.OPEN:
        case.state, case.taken_by = Report.State.TAKEN, staff
        case.save(update_fields=["state", "taken_by"])
        deeds.note_work(staff=staff, what=f"took report {case.pk}")
    return case


@transaction.atomic
def give_back(*, report: int, staff: User) -> None:
    """Into the queue again: by whoever has it, or for whoever has it and does not come."""
    case = _locked(report, staff)
    case.state, case.taken_by = Report.State.OPEN, None
    case.save(update_fields=["state", "taken_by"])
    deeds.note_work(staff=staff, what=f"gave back report {case.pk}")


@transaction.atomic
def decide(
    *,
    report: int,
    staff: User,
    outcome: str,
    reason: str,
    until: datetime | None = None,
    with_others: bool = False,
) -> Decision:
    """Answer a report, and with it, if asked to, all that still wait about the same person.

    Whom it is about is told outcome and reason, but where nothing follows; whoever reported it is
    told that it was decided and not what.
    """
    case = take(report=report, staff=staff)
    _must_be_whole(case, outcome, reason, until)
    decision = Decision.objects.create(
        person=case.person, by=staff, outcome=outcome, until=until, reason=reason.strip()
    )
    _carry_out(decision, staff)
    answered = [case, *(_others(case, staff) if with_others else [])]
    for one in answered:
        one.state, one.decision, one.taken_by = Report.State.DECIDED, decision, staff
        one.save(update_fields=["state", "decision", "taken_by"])
        mails.tell_reporter(one)
    if outcome != Outcome.NOTHING:
        mails.tell_decision(decision)
    numbers = ", ".join(str(one.pk) for one in answered)
    deeds.note_work(staff=staff, what=f"decided report {numbers}: {outcome}")
    return decision


def _locked(pk: int, staff: User) -> Report:
    case = Report.objects.select_for_update(of=("self",)).select_related("person").get(pk=pk)
    if case.state == Report.State.DECIDED:
        raise ValidationError(_("This is decided already."), code="decided")
    must_be_no_party(case, staff)
    return case


def must_be_no_party(case: Report, staff: User) -> None:
    """ValidationError for who reported it, whom it is about, or who played at that table."""
    played = case.game_id is not None and seen(case.game_id, staff).is_party
    if {case.reporter_id, case.person_id} & accounts_of(staff) or played:
        raise ValidationError(
            _("You have a part in this yourself. Leave it to somebody else."), code="party"
        )


def _must_be_whole(case: Report, outcome: str, reason: str, until: datetime | None) -> None:
    if not reason.strip():
        raise ValidationError({"reason": _("Say why. The reason is told.")})
    if (outcome in LASTING) != (until is not None):
        raise ValidationError({"until": _("A ban needs an end, and nothing else has one.")})
    if until is not None and until <= moment.now():
        raise ValidationError({"until": _("The end must lie in the future.")})
    if case.person is None and outcome != Outcome.NOTHING:
        raise ValidationError({"outcome": _("This is about a bot of the house.")})


def _carry_out(decision: Decision, staff: User) -> None:
    facts: dict[str, Any] = {
        "person": decision.person,
        "staff": staff,
        "reason": decision.reason,
    }
    if decision.outcome == Outcome.WARNING:
        deeds.warn(**facts)
    elif decision.outcome == Outcome.SILENCE:
        deeds.silence(**facts | {"until": decision.until})
    elif decision.outcome == Outcome.SUSPENSION:
        deeds.shut_out(**facts, until=decision.until)


def _others(case: Report, staff: User) -> list[Report]:
    """All that still wait about the same person and nobody else has taken."""
    waiting = Report.objects.select_for_update(of=("self",)).select_related("person")
    rows = waiting.filter(person=case.person, person__isnull=False).exclude(pk=case.pk)
    found = []
    for one in rows.exclude(state=Report.State.DECIDED).order_by("pk"):
        try:
            must_be_no_party(one, staff)
        except ValidationError:
            continue
        if one.taken_by_id in {None, staff.pk}:
            found.append(one)
    return found

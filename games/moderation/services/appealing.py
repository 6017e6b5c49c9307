"""Against a decision one may appeal once; another member of staff looks at it again."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import moment
from accounts.models import User
from accounts.services import staff as deeds
from accounts.services.trail import Kind, note
from games import errors
from games.moderation import mails
from games.moderation.models import Appeal, Decision
from games.moderation.services.deciding import must_be_no_party
from games.moderation.services.reporting import LONGEST

Outcome = Decision.Outcome


def find_by_appeal(token: str) -> Decision | None:
    """The decision that a letter gave the right to appeal against."""
    found = Decision.objects.select_related("person", "appeal").filter(
        token=token, person__isnull=False, person__erased_at=None
    )
    return found.exclude(outcome=Outcome.NOTHING).first()


@transaction.atomic
def appeal(*, token: str, text: str) -> Appeal:
    """Whoever holds the token of the letter, signed in or not: who is suspended cannot be."""
    decision = find_by_appeal(token)
    if decision is None:
        raise errors.NotFound
    words = text.strip()
    if not 1 <= len(words) <= LONGEST or "\0" in words:
        raise errors.BadText(most=LONGEST)
    Decision.objects.select_for_update().get(pk=decision.pk)
    if Appeal.objects.filter(decision=decision).exists():
        raise errors.NotAllowed(why=_("You have appealed already. There is one appeal."))
    assert decision.person is not None
    note(person=decision.person, kind=Kind.APPEALED)
    return Appeal.objects.create(decision=decision, text=words)


@transaction.atomic
def answer_appeal(*, appeal: int, staff: User, is_upheld: bool, answer: str) -> None:
    """Lift the decision, or let it stand; the person is told why."""
    asked = Appeal.objects.select_for_update().get(pk=appeal)
    decision = (
        Decision.objects.select_for_update(of=("self",))
        .select_related("person")
        .get(pk=asked.decision_id)
    )
    _must_be_another(decision, staff)
    if asked.answered_at is not None:
        raise ValidationError(_("This is decided already."), code="decided")
    if not answer.strip():
        raise ValidationError({"answer": _("Say why. The reason is told.")})
    asked.answered_by, asked.answered_at = staff, moment.now()
    asked.is_upheld, asked.answer = is_upheld, answer.strip()
    asked.save(update_fields=["answered_by", "answered_at", "is_upheld", "answer"])
    if is_upheld:
        _lift(decision, staff, asked.answer)
    mails.tell_answer(asked)
    how = "lifted" if is_upheld else "stands"
    deeds.note_work(staff=staff, what=f"answered the appeal against {decision.pk}: {how}")


def _must_be_another(decision: Decision, staff: User) -> None:
    if decision.by_id == staff.pk:
        raise ValidationError(
            _("This was your decision. Somebody else looks at the appeal."), code="own"
        )
    for case in decision.reports.select_related("person"):
        must_be_no_party(case, staff)


def _lift(decision: Decision, staff: User, reason: str) -> None:
    """Undo what this decision did and no later one has done again."""
    decision.lifted_at = moment.now()
    decision.save(update_fields=["lifted_at"])
    assert decision.person is not None
    person = decision.person
    if decision.outcome == Outcome.SILENCE and person.silenced_until == decision.until:
        deeds.let_talk(person=person, staff=staff, reason=reason)
    if decision.outcome == Outcome.SUSPENSION and person.suspended_until == decision.until:
        for one in [person, *User.objects.filter(owner=person, suspended_until=decision.until)]:
            deeds.let_in(person=one, staff=staff, reason=reason)

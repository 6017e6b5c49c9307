"""The letters of this room. They obey no wishes: whoever is judged is told."""

from django.conf import settings
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.care.models import Appeal, Decision, Report
from notifications.models import Notification
from notifications.registry import Kind, Letter, register
from notifications.services import enqueue

DECISION = "moderation decision"
REPORT_SEEN = "moderation report seen"
APPEAL_ANSWERED = "moderation appeal answered"
Outcome = Decision.Outcome


def tell_decision(decision: Decision) -> None:
    """To the person, or to whoever answers for the bot that it is about."""
    _tell(_addressee(decision), DECISION, decision.pk)


def tell_reporter(report: Report) -> None:
    if report.reporter is not None:
        _tell(report.reporter, REPORT_SEEN, report.pk)


def tell_answer(appeal: Appeal) -> None:
    _tell(_addressee(appeal.decision), APPEAL_ANSWERED, appeal.pk)


def _addressee(decision: Decision) -> User:
    assert decision.person is not None
    return decision.person.owner or decision.person


def _tell(person: User, kind: str, about: int) -> None:
    # The number alone: reasons are read from their row when the letter is worded.
    enqueue(person=person, kind=kind, dedupe_key=f"{kind} {about}", about=about)


def decided(notification: Notification) -> Letter:
    decision = Decision.objects.select_related("person").get(pk=notification.context["about"])
    lines = [
        what_follows(decision),
        _("The reason: {reason}").format(reason=decision.reason),
        _("If you think that this is wrong, say so once here, and somebody else looks at it:"),
        f"{settings.SITE_URL}/appeal/{decision.token}",
    ]
    person = decision.person
    if person is not None and person.pk != notification.person_id:
        lines.insert(0, _("This is about your bot {handle}.").format(handle=person.handle))
    return _letter(_("A decision about your account"), lines)


def what_follows(decision: Decision) -> str:
    """The outcome in a sentence, for whom it is about."""
    day = formats.date_format(decision.until, "DATE_FORMAT") if decision.until else ""
    return {
        Outcome.NOTHING: "",
        Outcome.WARNING: _("The people who run this site warn you. Nothing else follows."),
        Outcome.SILENCE: _(
            "The people who run this site have taken talk from you until {day}. You play on as "
            "before, and from that day on you can talk again."
        ).format(day=day),
        Outcome.SUSPENSION: _(
            "The people who run this site have suspended your account until {day}. On that day it "
            "opens again by itself; until then stand-ins play for you."
        ).format(day=day),
    }[Outcome(decision.outcome)]


def report_seen(notification: Notification) -> Letter:
    report = Report.objects.get(pk=notification.context["about"])
    return _letter(
        _("We have looked at your report"),
        [
            _("On {day} you told us that something was wrong. Thank you.").format(
                day=formats.date_format(report.at, "DATE_FORMAT")
            ),
            _(
                "We have looked at it and decided. What we decided is between us and whom it is "
                "about; who reported it is told to nobody."
            ),
        ],
    )


def appeal_answered(notification: Notification) -> Letter:
    appeal = Appeal.objects.select_related("decision").get(pk=notification.context["about"])
    outcome = (
        _("Somebody else has looked at your case. The decision is lifted.")
        if appeal.is_upheld
        else _("Somebody else has looked at your case. The decision stands.")
    )
    reason = _("The reason: {reason}").format(reason=appeal.answer)
    return _letter(_("The answer to your appeal"), [outcome, reason])


def _letter(subject: str, lines: list[str]) -> Letter:
    return Letter(subject=subject, text="\n\n".join(lines) + "\n")


def register_kinds() -> None:
    for name, compose, title in (
        (DECISION, decided, gettext_lazy("A decision about your account")),
        (REPORT_SEEN, report_seen, gettext_lazy("Your report was looked at")),
        (APPEAL_ANSWERED, appeal_answered, gettext_lazy("The answer to your appeal")),
    ):
        register(Kind(name, compose, obeys_wishes=False, title=title))

"""The letters of this room. They obey no wishes: whoever is judged is told."""

from django.conf import settings
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.moderation.models import Appeal, Decision, Report
from notifications.registry import Kind, Letter
from notifications.services import enqueue

Outcome = Decision.Outcome


def tell_decision(decision: Decision) -> None:
    """To the person, or to whoever answers for the bot that it is about."""
    _tell(_addressee(decision), Decided.name, decision.pk)


def tell_reporter(report: Report) -> None:
    if report.reporter is not None:
        _tell(report.reporter, ReportSeen.name, report.pk)


def tell_answer(appeal: Appeal) -> None:
    _tell(_addressee(appeal.decision), AppealAnswered.name, appeal.pk)


def _addressee(decision: Decision) -> User:
    assert decision.person is not None
    return decision.person.owner or decision.person


def _tell(person: User, kind: str, about: int) -> None:
    # The number alone: reasons are read from their row when the letter is worded.
    enqueue(person=person, kind=kind, dedupe_key=f"{kind} {about}", about=about)


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


class Decided(Kind):
    name = "moderation decision"
    title = gettext_lazy("A decision about your account")
    obeys_wishes = False

    def letter(self) -> Letter:
        decision = Decision.objects.select_related("person").get(pk=self.facts["about"])
        lines = [
            what_follows(decision),
            _("The reason: {reason}").format(reason=decision.reason),
            _("If you think that this is wrong, say so once here, and somebody else looks at it:"),
            f"{settings.SITE_URL}/appeal/{decision.token.reveal()}",
        ]
        person = decision.person
        if person is not None and person.pk != self.notification.person_id:
            lines.insert(0, _("This is about your bot {handle}.").format(handle=person.handle))
        return _letter(_("A decision about your account"), lines)


class ReportSeen(Kind):
    name = "moderation report seen"
    title = gettext_lazy("Your report was looked at")
    obeys_wishes = False

    def letter(self) -> Letter:
        report = Report.objects.get(pk=self.facts["about"])
        return _letter(
            _("We have looked at your report"),
            [
                _("On {day} you told us that something was wrong. Thank you.").format(
                    day=formats.date_format(report.at, "DATE_FORMAT")
                ),
                _(
                    "We have looked at it and decided. What we decided is between us and whom it "
                    "is about; who reported it is told to nobody."
                ),
            ],
        )


class AppealAnswered(Kind):
    name = "moderation appeal answered"
    title = gettext_lazy("The answer to your appeal")
    obeys_wishes = False

    def letter(self) -> Letter:
        appeal = Appeal.objects.select_related("decision").get(pk=self.facts["about"])
        outcome = (
            _("Somebody else has looked at your case. The decision is lifted.")
            if appeal.is_upheld
            else _("Somebody else has looked at your case. The decision stands.")
        )
        reason = _("The reason: {reason}").format(reason=appeal.answer)
        return _letter(_("The answer to your appeal"), [outcome, reason])


def _letter(subject: str, lines: list[str]) -> Letter:
    return Letter(subject=subject, text="\n\n".join(lines) + "\n")

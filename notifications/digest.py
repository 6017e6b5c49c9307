"""One mail for several things: each in a few lines, the most urgent first."""

from dataclasses import replace
from datetime import UTC, datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from notifications import stopping
from notifications.addressing import numbered_all
from notifications.models import Notification
from notifications.plain import one_line
from notifications.registry import Brief, Letter

_NEVER = datetime.max.replace(tzinfo=UTC)


def compose(notifications: list[Notification]) -> Letter:
    """Called with the person's language active."""
    briefs = sorted((_brief(one) for one in notifications), key=_by_urgency)
    answered = [at for at, brief in enumerate(briefs, 1) if brief.reply_to]
    person = notifications[0].person
    facts = {
        "lang": get_language(),
        "subject": _subject(briefs),
        "briefs": briefs,
        "answered": len(answered),
        "wishes_page": f"{settings.SITE_URL}/account/letters",
        "stop_page": stopping.page(person.pk, [one.kind for one in notifications]),
    }
    text = render_to_string("notifications/digest.txt", facts)
    return Letter(
        subject=str(facts["subject"]),
        text=text.strip() + "\n",
        html=render_to_string("notifications/digest.html", facts),
        headers={
            "List-Id": f'"Oriflamme by post" <letters.{settings.ANSWER_DOMAIN}>',
            **({"Reply-To": _reply_to(briefs, answered)} if answered else {}),
        },
    )


def _brief(notification: Notification) -> Brief:
    brief = notification.what.brief()
    return replace(brief, heading=one_line(brief.heading))


def _by_urgency(brief: Brief) -> tuple[bool, bool, datetime]:
    return not brief.asks, not brief.reply_to, brief.until or _NEVER


def _reply_to(briefs: list[Brief], answered: list[int]) -> str:
    """The address of each, with its number where there are several: one mail may answer all."""
    if len(answered) == 1:
        return briefs[answered[0] - 1].reply_to
    each = ((number, briefs[number - 1]) for number in answered)
    return numbered_all((number, brief.heading, brief.reply_to) for number, brief in each)


def _subject(briefs: list[Brief]) -> str:
    asking = sum(brief.asks for brief in briefs)
    if asking:
        return ngettext(
            "{number} game waits for you", "{number} games wait for you", asking
        ).format(number=asking)
    return _("News from your tables")

"""A person's private feeds, at secret addresses: facts that show no card."""

from collections.abc import Callable
from datetime import datetime
from hashlib import blake2b
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User
from games import kinds, mails, selectors
from games.pages.atom import Entry
from games.pages.atom import write as write_atom
from games.wording import calendar, times
from games.wording.questions import asked
from notifications.registry import Told
from notifications.services import find_by_feed, told_lately

Made = tuple[bytes, datetime]


@require_safe
def atom(request: HttpRequest, token: str) -> HttpResponseBase:
    return _answer(request, token, "application/atom+xml; charset=utf-8", _atom)


@require_safe
def deadlines(request: HttpRequest, token: str) -> HttpResponseBase:
    return _answer(request, token, "text/calendar; charset=utf-8", _calendar)


def _answer(
    request: HttpRequest, token: str, kind: str, make: Callable[[User, str], Made]
) -> HttpResponseBase:
    person = find_by_feed(token)
    if person is None:
        raise Http404
    with translation.override(person.language):
        content, at = make(person, f"{settings.SITE_URL}{request.path}")
    response = HttpResponse(content, content_type=kind)
    response["ETag"] = tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    response["Last-Modified"] = http_date(at.timestamp())
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    # By the tag alone: a turn that is over vanishes from a feed without making it any newer.
    return get_conditional_response(request, tag, None, response) or response


def _atom(person: User, own: str) -> Made:
    waiting = [
        Entry(
            id=_id("turn", turn["id"], turn["seq"]),
            title=f"[{turn['name']}] {asked(turn)}",
            text=_until(turn["deadline"], person) or asked(turn),
            link=mails.table_link(turn["id"]),
            at=turn["waiting_since"],
        )
        for turn in selectors.turns(viewer=person, lang=person.language)
    ]
    happened = [
        Entry(
            id=_id(told.type, _about(told), f"{at:%Y%m%d%H%M%S%f}"),
            title=told.line.partition("\n")[0],
            text=told.line,
            link=told.facts["url"],
            at=at,
        )
        for told, at in told_lately(person=person, but=(kinds.YOUR_TURN,))
    ]
    entries = sorted([*waiting, *happened], key=lambda entry: entry.at, reverse=True)
    at = entries[0].at if entries else person.created_at
    content = write_atom(
        id=_id("feed", person.handle),
        title=_("Your games – Oriflamme by post"),
        lang=person.language,
        link=f"{settings.SITE_URL}/",
        own=own,
        at=at,
        entries=entries,
    )
    return content, at


def _about(told: Told) -> str:
    """The table or the tournament."""
    return str((told.facts.get("game") or told.facts["tournament"])["id"])


def _until(deadline: datetime | None, person: User) -> str:
    if deadline is None:
        return ""
    moment = times.moment(deadline, person.time_zone, person.language)
    return _("Until {moment}.").format(moment=moment)


def _calendar(person: User, _own: str) -> Made:
    turns = selectors.turns(viewer=person, lang=person.language)
    ends = [
        calendar.Deadline(
            id=f"{turn['id']}-{turn['seq']}@{_host()}",
            title=f"[{turn['name']}] {asked(turn)}",
            link=mails.table_link(turn["id"]),
            at=turn["deadline"],
            since=turn["waiting_since"],
        )
        for turn in turns
        if turn["deadline"]
    ]
    content = calendar.write(
        title=_("Deadlines – Oriflamme by post"), zone=person.time_zone, deadlines=ends
    )
    return content, max((one.since for one in ends), default=person.created_at)


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or ""


def _id(*parts: object) -> str:
    return f"tag:{_host()},2026:" + ":".join(map(str, parts))

"""The first page: for who is signed in what waits for them, for everybody else the way in."""

from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.db.models import F, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Holiday, User
from accounts.rooms import Part
from accounts.services.consent import terms_in_force
from games import selectors, services
from games.pages import lobby, pennant
from games.pages.asking import language, viewer
from games.selectors.rows import Seen, rows
from games.types import GameSummary
from games.wording import times

# What is due within that time is said in red.
_SOON = timedelta(hours=3)
_ENDED = 5
# What other rooms add beside somebody's tables, and what they say of the person.
_parts: dict[str, Callable[[User], Part]] = {}
_about: dict[str, Callable[[User], Part]] = {}


def connect(name: str, part: Callable[[User], Part]) -> None:
    _parts[name] = part


def connect_about(name: str, part: Callable[[User], Part]) -> None:
    _about[name] = part


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = viewer(request)
    if person is None:
        return _landing(request)
    lang, now = person.language, timezone.now()
    asked = selectors.turns(viewer=person, lang=lang)
    mine = selectors.list_games(which="mine", viewer=person)[0]
    over = selectors.list_games(which="mine_over", viewer=person, limit=_ENDED)[0]
    invited = selectors.list_games(which="invited", viewer=person)[0]
    waits = {turn["id"] for turn in asked}
    others = [table for table in mine if table["id"] not in waits]
    seen = rows(viewer=person, keys=[table["id"] for table in (*asked, *others)])
    unread = selectors.unread(person)

    def told(table: GameSummary) -> dict[str, object]:
        left = table["deadline"] - now if table["deadline"] else None
        return lobby.row(table, lang) | {
            "row": _row(seen.get(table["id"]), lang),
            "unread": unread.get(table["id"], 0),
            "left": times.brief(max(left, timedelta()), lang) if left is not None else "",
            "hot": left is not None and left < _SOON,
            "until": times.clock(table["deadline"], person.time_zone, lang, now)
            if table["deadline"]
            else "",
        }

    facts: dict[str, object] = {
        "turns": [
            told(turn)
            | {
                "asks": turn["question"]["asks"],
                "round": _("round {round} of {rounds}").format(
                    round=turn["round"], rounds=turn["rounds"]
                ),
                "since": times.span(now - turn["waiting_since"], lang),
            }
            for turn in asked
        ],
        "others": [told(table) for table in others],
        "invited": [lobby.row(table, lang) for table in invited],
        "over": [lobby.result(table, lang) for table in over],
        "parts": [part(person) for part in _parts.values()],
        "about": [part(person) for part in _about.values()],
        **_oneself(person),
        "practice": person.is_guest and services.practice_of(person) is not None,
    }
    return render(request, "games/pages/home.html", facts)


def _oneself(person: User) -> dict[str, object]:
    """What somebody has said of their hours, and how reliably they decide: for their own eyes."""
    if person.is_guest:
        return {}
    today = timezone.now().astimezone(ZoneInfo(person.time_zone)).date()
    ahead = Holiday.objects.filter(person=OuterRef("pk"), last_day__gte=today)
    said = User.objects.values(
        quiet_from=F("profile__quiet_from"),
        quiet_until=F("profile__quiet_until"),
        holiday_from=Subquery(ahead.values("first_day")[:1]),
        holiday_until=Subquery(ahead.values("last_day")[:1]),
    ).get(pk=person.pk)
    return {"conduct": selectors.conduct(person), "hours": said}


def _row(seen: Seen | None, lang: str) -> str:
    return pennant.of(seen.view, lang, seen.names) if seen else ""


def _landing(request: HttpRequest) -> HttpResponse:
    """Who has never been here is shown a table that is played at this moment, if there is one."""
    lang = language(None)
    running = selectors.list_games(which="running", viewer=None, limit=1)[0]
    seen = rows(viewer=None, keys=[table["id"] for table in running])
    facts = {
        "has_terms": terms_in_force() is not None,
        "live": [
            lobby.row(table, lang) | {"row": _row(seen.get(table["id"]), lang)}
            for table in running
            if table["id"] in seen
        ],
    }
    return render(request, "games/pages/landing.html", facts)

"""A table as a page shows it: one view, in the picture and in words."""

from datetime import datetime, timedelta

from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import selectors
from games.engine import words
from games.selectors.people import names as names_of
from games.selectors.plans import FOLLOWS, asks
from games.selectors.tables import Found
from games.types import Game, Plan
from games.wording import times

Facts = dict[str, object]


def around(found: Found, lang: str) -> Facts:
    """What stands at the head of every page of a table."""
    table = found.table
    return {
        "key": table.key,
        "here": reverse("table", args=[table.key]),
        "name": table.name,
        "box": words.set_name(table.set, lang),
        "table": table,
        "at_table": found.viewer is not None and table.chair_of(found.viewer) is not None,
    }


def asking_all(view: Game, found: Found, lang: str, person: User | None) -> Facts:
    """What everybody is asked at once; and whether who plays has answered, and how."""
    you, answer, said_ahead = view["you"], None, None
    is_asked = person is not None and you is not None and not found.table.chairs[you].bot
    if is_asked and person is not None and any(said := selectors.has_said(found)):
        plan = selectors.plan(key=found.table.key, viewer=person, lang=lang)
        answer, said_ahead = (plan, None) if said.now else (None, plan)
    until = view["asks_all"] and view["asks_all"]["until"]
    return {
        **forecast(view, lang),
        "left": left_open(answer) if answer else [],
        "plan_asks": asks(view, lang, blind=view["blind"]),
        "follows": FOLLOWS[view["blind"]] if view["round"] == 1 else "",
        "plans": is_asked,
        "answer": answer,
        "said_ahead": said_ahead,
        "is_ahead": bool(said_ahead and said_ahead["orders"]),
        **_left(until, lang),
    }


def left_open(plan: Plan) -> list[str]:
    """What of it its owner will be asked, as far as can be seen."""
    return [one["says"] for one in plan["ahead"] if not one["planned"]]


def forecast(view: Game, lang: str) -> Facts:
    end = view["estimated_end"]
    return {"ends_in": end and times.span(max(end - timezone.now(), timedelta()), lang)}


def waiting(view: Game, found: Found, lang: str) -> Facts:
    """Who is waited for, since when, and how long they may take."""
    table, question = found.table, view["question"]
    if question is None:
        return {}
    names = names_of(table) or [words.family(seat, lang) for seat in range(len(table.chairs))]
    return {
        "waited_for": names[question["seat"]],
        "waits_since": times.span(timezone.now() - view["changed_at"], lang),
        **_left(question["deadline"], lang),
    }


def _left(until: datetime | None, lang: str) -> Facts:
    if until is None:
        return {"time_left": "", "short_left": ""}
    return {
        "time_left": times.time_left(until, timezone.get_current_timezone_name(), lang),
        "short_left": times.brief(max(until - timezone.now(), timedelta()), lang),
    }

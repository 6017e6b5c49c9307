"""The form of a plan: which card and where, or what each own card does; and what was sent, read.

It stands on a page of its own, and on the one behind a letter's buttons.
"""

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games import errors, faces, selectors, services
from games.engine import words
from games.engine.types import known
from games.orders import Order
from games.pages import ordering, table_context
from games.pages.asking import language, to_table, viewer
from games.selectors.people import names as names_of
from games.selectors.tables import Found
from games.types import Game
from games.wording import plans, times

Choices = list[tuple[str, str]]
# It reaches the ends of the row, the others what lies beside them.
_FAR = "archer"


class Own(NamedTuple):
    """A card of one's own that acts in this round, and what it may be told."""

    id: str
    name: str
    slot: int
    is_open: bool
    strikes: Choices


def form(found: Found, person: User) -> dict[str, object]:
    """What the form shows of what everybody is asked; nothing where the viewer is not."""
    lang = language(person)
    view = found.view(lang)
    you, asked = view["you"], view["asks_all"]
    if you is None or asked is None or found.table.chairs[you].bot:
        return {}
    named = names_of(found.table) or [words.family(n, lang) for n in range(len(view["seats"]))]
    is_placing = view["phase"] == "planning"
    return {
        "plan": selectors.plan(key=found.table.key, viewer=person, lang=lang),
        "ends_in": view["estimated_end"]
        and times.span(max(view["estimated_end"] - timezone.now(), timedelta()), lang),
        "plan_until": asked["until"] and times.time_left(asked["until"], person.time_zone, lang),
        "hand": [(card, words.name(card, lang)) for card in known(view["yours"])["hand"]]
        if is_placing
        else [],
        "places": _places(view, you, lang),
        "others": [(str(n), name) for n, name in enumerate(named) if n != you],
        "own": _own(view, found.seen["rules_version"], lang, named),
        "is_placing": is_placing,
        "blind": found.table.blind,
    }


def _places(view: Game, you: int, lang: str) -> Choices:
    places = [("end", _("last"))]
    if view["row"]:
        places.insert(0, ("start", _("first")))
    for slot in view["row"]:
        card = slot["top"]["card"]
        if slot["controller"] == you and card is not None and slot["top"]["family"] == you:
            on = _("on your {card} ({slot})").format(card=words.name(card, lang), slot=slot["slot"])
            places.append((f"on {card}", on))
    return places


def _own(view: Game, rules: int, lang: str, names: list[str]) -> list[Own]:
    row, you = view["row"], known(view["you"])
    found = []
    for at, slot in enumerate(row):
        top, card = slot["top"], slot["top"]["card"]
        if slot["controller"] != you or card is None:
            continue
        near = [0, len(row) - 1] if card == _FAR else [n for n in (at - 1, at + 1) if n >= 0]
        whose = {row[n]["controller"] for n in near if n < len(row)} - {you}
        hits = plans.strikes(card, rules)
        struck = [(f"seat {n}", names[n]) for n in sorted(whose)] if hits else []
        if len(struck) > 1:
            struck.append(("leader", _("whoever leads")))
        if struck or not top["open"]:
            found.append(Own(card, words.name(card, lang), slot["slot"], top["open"], struck))
    return found


def read(sent: QueryDict, found: Found, person: User) -> list[object]:
    """The orders that the form stands for. BadOrder says which line cannot be understood."""
    view = found.view(language(person))
    if "live" in sent:
        return []
    lines = [line for line in ordering.typed(sent).splitlines() if line.strip()]
    typed = selectors.read_lines(key=found.table.key, viewer=person, lines=lines, is_plan=True)
    if view["phase"] == "planning":
        return [*_read_place(sent, view["round"]), *typed, *_read_cards(sent)]
    return [*typed, *_read_cards(sent)]


def _read_place(sent: QueryDict, round_: int) -> list[Order]:
    card, (where, _space, on) = sent.get("card", ""), sent.get("place", "").partition(" ")
    if not card and not where:
        return []
    if not card or not where:
        # Half of it would be left as nothing, and its player would think that it is said.
        raise errors.BadOrder(
            field="place" if card else "card",
            why=_("Choose a card and a place for it, or neither to be asked in turn."),
        )
    order: Order = {"do": "place", "card": card, "place": where, "round": round_}
    if on:
        order["on"] = on
    if sent.get("unless"):
        order["no_neighbour"] = [f"seat {sent['unless']}"]
    return [order]


def _read_cards(sent: QueryDict) -> list[Order]:
    """The first that applies decides: so what asks stands before what does."""
    asking: list[Order] = []
    doing: list[Order] = []
    for field in sent:
        what, _dot, card = field.partition(".")
        said = sent.get(field, "")
        card = card or sent.get("card", "")  # the one that is played now
        if what == "do" and said in {"wait", "reveal"}:
            doing.append({"do": said, "card": card})
            if sent.get("wary"):
                asking.append({"do": "ask", "card": card, "if": ["neighbour"]})
        elif what == "strike" and said:
            doing.append(
                {"do": "choose", "card": card, "prefer": [said, "lowest"], "never": ["mine"]}
            )
    return [*asking, *doing]


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, key: str) -> HttpResponse:
    """What everybody is asked at once, answered by tapping."""
    person = viewer(request)
    if person is None:
        return redirect_to_login(request.path)
    problem, status = "", 200
    found = selectors.find_game(key, person)
    if request.method == "POST":
        try:
            leave(request.POST, found, person)
            return to_table(key)
        except errors.BadOrder as no:
            problem, status = str(no), 400
    facts = form(found, person)
    if not facts:
        return to_table(key)
    lang = language(person)
    view, names = found.view(lang), names_of(found.table)
    facts |= table_context.around(found, lang) | {
        "lines": faces.lines(view, lang, names),
        "moment": faces.moment(view, lang),
        "nothing": faces.nothing(lang),
        "problem": problem,
        "typed": ordering.typed(request.POST),
        "action": request.path,
    }
    return render(request, "games/pages/plan.html", facts, status=status)


def leave(sent: QueryDict, found: Found, person: User) -> None:
    """Refusals are the services'."""
    seq = sent.get("seq", "")
    services.make_plan(
        game_key=found.table.key,
        person=person,
        wanted=read(sent, found, person),
        seq=int(seq) if seq.isdecimal() and len(seq) < 9 else -1,
    )

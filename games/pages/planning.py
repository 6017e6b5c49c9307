"""The form of a plan: which card and where, or what each own card does; and what was sent, read.

It stands on a page of its own, and on the one behind a letter's buttons.
"""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games import errors, faces, selectors, services
from games.engine import words
from games.engine.types import known
from games.orders import Order
from games.pages import ordering, pennant, planned, playing, table_context
from games.pages.asking import language, to_table, viewer
from games.selectors.people import names as names_of
from games.selectors.plans import asks
from games.selectors.tables import Found
from games.types import Game, Plan
from games.wording import times


def form(found: Found, person: User) -> dict[str, object]:
    """What the form shows of what everybody is asked; nothing where the viewer is not."""
    lang = language(person)
    view = found.view(lang)
    you, asked = view["you"], view["asks_all"]
    if you is None or asked is None or found.table.chairs[you].bot:
        return {}
    named = names_of(found.table) or [words.family(n, lang) for n in range(len(view["seats"]))]
    is_placing = view["phase"] == "planning"
    plan = selectors.plan(key=found.table.key, viewer=person, lang=lang)
    left = table_context.left_open(plan)
    return {
        "plan": plan,
        "left": left,
        "planned": len(plan["ahead"]) - len(left),
        "of": len(plan["ahead"]),
        **table_context.forecast(view, lang),
        "plan_until": asked["until"] and times.time_left(asked["until"], person.time_zone, lang),
        "hand": [(card, words.name(card, lang)) for card in planned.playable(view)],
        "places": _places(view, lang),
        "others": [(str(n), name) for n, name in enumerate(named) if n != you],
        "own": planned.own_cards(view, found, lang, named),
        "family": you,
        "is_placing": is_placing,
        "blind": found.table.blind,
    }


def said_ahead(plan: Plan) -> list[object]:
    """Of this phase, in the one before."""
    return [] if plan["answered"] else [one["order"] for one in plan["orders"]]


def _places(view: Game, lang: str) -> planned.Choices:
    said = {"start": _("first"), "end": _("last")}
    return [(place, said.get(place) or _on(view, place, lang)) for place in planned.places(view)]


def _on(view: Game, place: str, lang: str) -> str:
    slot = view["row"][int(place[3:]) - 1]
    card = words.name(known(slot["top"]["card"]), lang)
    return _("on your {card} ({slot})").format(card=card, slot=slot["slot"])


def read(sent: QueryDict, found: Found, person: User) -> list[object]:
    """The orders that the form stands for. BadOrder says which line cannot be understood."""
    view = found.view(language(person))
    if "live" in sent:
        return []
    if "keep" in sent:
        return said_ahead(selectors.plan(key=found.table.key, viewer=person, lang="en"))
    lines = [line for line in ordering.typed(sent).splitlines() if line.strip()]
    typed = selectors.read_lines(key=found.table.key, viewer=person, lines=lines, is_plan=True)
    if view["phase"] == "planning":
        return [*_read_place(sent, view), *typed, *_read_cards(sent)]
    return [*typed, *_read_cards(sent), *_read_place(sent, view)]


def _read_place(sent: QueryDict, view: Game) -> list[Order]:
    card, place = sent.get("card", ""), sent.get("place", "")
    if not card and not place:
        return []
    if not card or place not in planned.places(view):
        # Half of it would be left as nothing, and its player would think that it is said.
        raise errors.BadOrder(
            field="place" if card else "card",
            why=_("Choose a card and a place for it, or neither to be asked in turn."),
        )
    where, _space, on = place.partition(" ")
    order: Order = {"do": "place", "card": card, "place": where, "round": planned.plays_in(view)}
    if on:
        order["on"] = known(view["row"][int(on) - 1]["top"]["card"])
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
        elif what == "strike" and said and sent.get(f"do.{card}", "reveal") == "reveal":
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
    on_board = "board" in request.POST and found.table.status == "running"
    if on_board and "more" in request.POST:
        return playing.show(request, found, person)
    if request.method == "POST":
        try:
            leave(request.POST, found, person)
            return to_table(key)
        except errors.BadOrder as no:
            problem, status = str(no), 400
        except errors.Stale as no:
            if not on_board:
                raise
            problem, status = str(no), 409
        if on_board:
            return playing.show(request, found, person, problem=problem, status=status)
    facts = form(found, person)
    if not facts:
        return to_table(key)
    lang = language(person)
    view, names = found.view(lang), names_of(found.table)
    facts |= table_context.around(found, lang) | {
        "row": pennant.of(view, lang, names),
        "lines": faces.lines(view, lang, names),
        "moment": faces.moment(view, lang),
        "problem": problem,
        "typed": ordering.typed(request.POST),
        "asks": asks(view, lang, blind=found.table.blind),
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

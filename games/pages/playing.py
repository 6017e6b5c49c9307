"""A running table: what happened, what is asked, and answering it.

Choosing is one form of radio buttons that lie on the cards and places themselves; what is chosen
is said beside the button that sends it, by the style sheet alone. It can be changed until it is
sent, and not afterwards. All of it works without JavaScript.
"""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.models import User
from games import errors, faces, selectors, services, types
from games.engine import words
from games.models import Move
from games.pages import board, guide, offers, ordering, planned, stepping, table_context, talking
from games.pages.asking import FIRST_TABLE, language, to_table
from games.pages.choosing import Asked, compose, question, said
from games.selectors.course import course
from games.selectors.log import entries, told
from games.selectors.orders import example
from games.selectors.since_own_move import glance
from games.selectors.tables import Found
from games.wording.happened import lines

# Of what happened before somebody looks in who does not play.
_LATEST = 12
# More than any game leads to: who asks for everything gets it.
_MOST_LINES = 5000
# What most pages have not: for a name that is nowhere a template looks everywhere, at each look.
_NOT_THERE: dict[str, object] = {
    **dict.fromkeys(("answer", "from_move", "orders", "shared_at", "step", "stepwise_from")),
    **dict.fromkeys(
        (
            "lesson",
            "may_talk",
            "plans",
            "plans_round",
            "further",
            "is_next",
            "since_own",
            "said_ahead",
            "is_ahead",
        ),
        False,
    ),
    **dict.fromkeys(("asks", "dots", "hint", "steps"), ""),
}


def show(
    request: HttpRequest,
    found: Found,
    person: User | None,
    *,
    problem: str = "",
    status: int = 200,
    **typed: str,
) -> HttpResponse:
    """`typed`: what was sent and refused, to be sent again."""
    lang = language(person)
    view = found.view(lang, in_short=True)
    you = view["you"]
    offered = offers.of(view, found, lang)
    names = offered["names"]
    facts: dict[str, object] = {
        **_NOT_THERE,
        **table_context.around(found, lang),
        **table_context.waiting(view, found, lang),
        "view": view,
        **offered,
        "place": found.place.write(),
        "is_player": you is not None,
        "guest": you is not None and person is not None and person.is_guest,
        "bot_decides": _bot_decides(view),
        "problem": problem,
        "typed": {"text": "", "orders": "", **typed},
    }
    since = _number(request.GET.get("after"))
    begin = max(0, found.table.seq - _LATEST) if since is None else since
    if you is None:
        facts["happened"] = lines(entries(found, lang, begin), most=_MOST_LINES)
    else:
        assert person is not None
        at_a_glance = glance(found, you, since)
        facts["happened"] = lines(told(found, lang, at_a_glance.moves), most=_MOST_LINES)
        if since is None:
            begin = at_a_glance.last_own or 0
        facts["since_own"] = since is None and at_a_glance.last_own is not None
        facts |= talking.of(request, found, names, person, is_any=at_a_glance.has_talk)
        facts["example"] = example(lang)
        if at_a_glance.has_orders:
            key = found.table.key
            facts["orders"] = selectors.standing_orders(key=key, viewer=person, lang=lang)
        if request.session.get(FIRST_TABLE) == found.table.key:
            facts["hint"] = guide.hint(view)
    more, step = _stepwise(request, found, lang, begin, names)
    facts |= more
    if facts["happened"]:
        facts["stepwise_from"] = facts["from_move"]
    if step:
        view = step.view
        facts |= {"step": step, "view": view}
    asked = Asked(view, lang, request.POST)
    if view["asks_all"]:
        facts |= table_context.asking_all(view, found, lang, person)
        may = facts["answer"] is None or planned.wants(request)
        if facts["plans"] and may and not step:
            view, asked, more = planned.on_board(request, view, found, lang, names)
            facts |= {**more, "view": view}
    facts |= board.of(view, asked, lang, names)
    facts |= said(asked, view, lang)
    if asked.kind and not facts["asks"]:
        facts["asks"] = question(view, asked)
    facts["nothing"] = "" if view["row"] else faces.nothing(lang)
    facts["moment"] = faces.moment(view, lang)
    facts["phase"] = words.phase(view["phase"], lang)
    return render(request, "games/pages/play.html", facts, status=status)


def _stepwise(
    request: HttpRequest, found: Found, lang: str, begin: int, names: Sequence[str]
) -> tuple[dict[str, object], stepping.Shown | None]:
    """What happened after the move `begin`, one thing after the other: a step a page, or all at
    once for the script, which says what it shows already."""
    seq = found.table.seq
    facts: dict[str, object] = {}
    step = None
    shown = _number(request.headers.get("X-Shown"))
    if shown is not None and shown < seq <= shown + stepping.MOST:
        told = stepping.frames(course(found, lang, shown), lang, names)
        facts["steps"] = stepping.dense(told)
    if begin < seq <= begin + stepping.MOST:
        facts["from_move"] = begin
        number = _number(request.GET.get("step"))
        if number:
            step = stepping.step_at(course(found, lang, begin), number, lang)
    return facts, step


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 9 else None


def _bot_decides(view: types.Game) -> bool:
    """Then it is worth while to look again in a moment. By the view: an anonymous table does not
    tell who is a bot."""
    if view["question"] is None:
        return False
    return board.is_of_the_house(view["seats"][view["question"]["seat"]]["player"])


def act(request: HttpRequest, key: str, person: User) -> HttpResponse:
    """What a form of the table sends: something said, standing orders, or moves."""
    if "text" in request.POST:
        return _say(request, key, person)
    if "orders" in request.POST or "revoke" in request.POST:
        return _order(request, key, person)
    if "no_hints" in request.POST:
        request.session.pop(FIRST_TABLE, None)
        return to_table(key)
    if "turn" in request.POST:  # of a long row: the other part of it is asked about
        return _again(request, key, person)
    return _play(request, key, person)


def _say(request: HttpRequest, key: str, person: User) -> HttpResponse:
    to, text = request.POST.get("to", ""), request.POST["text"]
    try:
        services.say(
            game_key=key,
            person=person,
            text=text,
            to_seat=int(to) if to.isdecimal() and len(to) < 3 else None,
        )
    except (errors.NotAllowed, errors.BadText, errors.TooMuchTalk) as no:
        return _again(request, key, person, str(no), 409, text=text)
    return to_table(key, "#talk")


def _order(request: HttpRequest, key: str, person: User) -> HttpResponse:
    try:
        ordering.change(request.POST, key=key, person=person, seq=None)
    except errors.BadOrder as no:
        text = ordering.typed(request.POST)
        return _again(request, key, person, str(no), 400, orders=text)
    return to_table(key, "#orders")


def _play(request: HttpRequest, key: str, person: User) -> HttpResponse:
    """What was chosen, sent."""
    seq, moves = request.POST.get("seq", ""), compose(request.POST)
    at = int(seq) if seq.isdecimal() and len(seq) < 9 else -1
    if not moves:
        return _again(request, key, person, _("Choose first, then send it."), 400)
    try:
        played = services.play_and_let_answer(game_key=key, person=person, seq=at, moves=moves)
    except (errors.Stale, errors.GameOver, errors.NotYourTurn) as refusal:
        if _was_sent_before(key, person, at, moves):
            return _after(key, at)
        return _again(request, key, person, str(refusal), 409)
    except (errors.IllegalMove, errors.BadNotation, errors.TooManyMoves, errors.ComesToLight) as no:
        return _again(request, key, person, str(no), 400)
    return _after(key, played.seq - len(moves))


def _after(key: str, seq: int) -> HttpResponse:
    return to_table(key, f"?after={seq}")


def _was_sent_before(key: str, person: User, seq: int, moves: Sequence[str]) -> bool:
    """The button pressed twice, or the page sent again: it is done already, and all is well."""
    made = Move.objects.filter(game__key=key, by=person, seq__gt=seq, seq__lte=seq + len(moves))
    return bool(moves) and list(made.order_by("seq").values_list("move", flat=True)) == list(moves)


def _again(
    request: HttpRequest,
    key: str,
    person: User,
    problem: str = "",
    status: int = 200,
    **typed: str,
) -> HttpResponse:
    """The table as it is now, above it what was not done, and in its place what was typed."""
    found = selectors.find_game(key, person)
    if found.table.status != "running":
        if problem:
            messages.error(request, problem)
        return to_table(key)
    return show(request, found, person, problem=problem, status=status, **typed)

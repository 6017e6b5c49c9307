"""A running table: what happened, what is asked, and answering it.

Choosing only looks: each choice is an address (`?move=…&move=…`) that shows what will be sent, in
words, and what would be asked next as far as that is certain. It can be taken back until it is
sent, and not afterwards. All of it works without JavaScript.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games import engine, errors, selectors, services
from games.engine import words
from games.models import Move
from games.pages import guide, offers, ordering, sight, talking
from games.pages.asking import FIRST_TABLE, language, refused, to_table
from games.post.choices import group
from games.post.matter import sentences
from games.selectors.glance import glance
from games.selectors.log import entries
from games.selectors.orders import example
from games.selectors.people import names as names_of
from games.selectors.tables import Found

# Of what happened before somebody looks in who does not play.
_LATEST = 12
# More than any game leads to: who asks for everything gets it.
_MOST_LINES = 5000
_MOST_MOVES = 20


def show(
    request: HttpRequest,
    found: Found,
    person: User | None,
    place: selectors.Cursor,
    *,
    problem: str = "",
    status: int = 200,
    **typed: str,
) -> HttpResponse:
    """`place`: in the feed, from before the table was read, so that the stream of the page misses
    nothing. `typed`: what was sent and refused, to be sent again."""
    lang = language(person)
    view = found.view(lang)
    you = view["you"]
    chosen = request.GET.getlist("move")[:_MOST_MOVES]
    facts: dict[str, Any] = {
        **sight.around(found, lang),
        **sight.waiting(view, found, lang),
        "view": view,
        **offers.of(view, found, lang),
        "place": place.write(),
        "is_player": you is not None,
        "bot_decides": _bot_decides(view),
        "problem": problem,
        "typed": typed,
    }
    after = request.GET.get("after", "")
    since = int(after) if after.isdecimal() and len(after) < 9 else None
    if you is None:
        latest = found.table.seq - _LATEST if since is None else since
        facts["happened"] = sentences(entries(found, lang, latest), most=_MOST_LINES)
    else:
        assert person is not None
        at_a_glance = glance(found, you, lang, since)
        facts["happened"] = sentences(at_a_glance.happened, most=_MOST_LINES)
        facts["since_own"] = since is None and at_a_glance.last_own is not None
        facts |= talking.of(request, found, facts["names"], person, is_any=at_a_glance.has_talk)
        facts["example"] = example(lang)
        if at_a_glance.has_orders:
            key = found.table.key
            facts["orders"] = selectors.standing_orders(key=key, viewer=person, lang=lang)
        if request.session.get(FIRST_TABLE) == found.table.key:
            facts["hint"] = guide.hint(view)
    asked = view["question"] is not None and view["question"]["seat"] == you and you is not None
    links: dict[int, str] = {}
    if asked:
        assert person is not None
        check = _check(found, person, view, chosen, lang)
        problem = facts["problem"] or check.pop("problem", "")
        facts |= check | {"problem": problem}
        links = _by_slot(facts["choices"], facts["address"])
    facts |= sight.of(view, found, lang, links) | {"asked": asked}
    return render(request, "games/pages/play.html", facts, status=status)


def _bot_decides(view: dict[str, Any]) -> bool:
    """Then it is worth while to look again in a moment. By the view: an anonymous table does not
    tell who is a bot."""
    if view["question"] is None:
        return False
    player = view["seats"][view["question"]["seat"]]["player"]
    return player is not None and player["bot"] and player["handle"] is None


def act(request: HttpRequest, key: str, person: User) -> HttpResponse:
    """What a form of the table sends: something said, standing orders, or moves."""
    if "text" in request.POST:
        return _say(request, key, person)
    if "orders" in request.POST or "revoke" in request.POST:
        return _order(request, key, person)
    if "no_hints" in request.POST:
        request.session.pop(FIRST_TABLE, None)
        return to_table(key)
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
        return _with_problem(request, key, person, str(no), 409, text=text)
    except errors.Refusal as refusal:
        return refused(request, refusal)
    return to_table(key, "#talk")


def _order(request: HttpRequest, key: str, person: User) -> HttpResponse:
    try:
        ordering.change(request.POST, key=key, person=person, seq=None)
    except errors.BadOrder as no:
        text = ordering.typed(request.POST)
        return _with_problem(request, key, person, str(no), 400, orders=text)
    except errors.Refusal as refusal:
        return refused(request, refusal)
    return to_table(key, "#orders")


def _play(request: HttpRequest, key: str, person: User) -> HttpResponse:
    """What was chosen, sent."""
    seq, moves = request.POST.get("seq", ""), request.POST.getlist("move")[:_MOST_MOVES]
    at = int(seq) if seq.isdecimal() and len(seq) < 9 else -1
    try:
        played = services.play_and_let_answer(game_key=key, person=person, seq=at, moves=moves)
    except (errors.Stale, errors.GameOver, errors.NotYourTurn) as refusal:
        if _was_sent_before(key, person, at, moves):
            return _after(key, at)
        return _with_problem(request, key, person, str(refusal), 409)
    except (errors.IllegalMove, errors.BadNotation, errors.TooManyMoves, errors.ComesToLight) as no:
        return _with_problem(request, key, person, str(no), 400)
    except errors.Refusal as refusal:
        return refused(request, refusal)
    return _after(key, played.seq - len(moves))


def _after(key: str, seq: int) -> HttpResponse:
    return to_table(key, f"?after={seq}")


def _was_sent_before(key: str, person: User, seq: int, moves: Sequence[str]) -> bool:
    """The button pressed twice, or the page sent again: it is done already, and all is well."""
    made = Move.objects.filter(game__key=key, by=person, seq__gt=seq, seq__lte=seq + len(moves))
    return bool(moves) and list(made.order_by("seq").values_list("move", flat=True)) == list(moves)


def _with_problem(
    request: HttpRequest, key: str, person: User, problem: str, status: int, **typed: str
) -> HttpResponse:
    """The table as it is now, above it what was not done, and in its place what was typed."""
    place = selectors.feed_now()
    try:
        found = selectors.find_game(key, person)
    except errors.Refusal as refusal:
        return refused(request, refusal)
    if found.table.status != "running":
        messages.error(request, problem)
        return to_table(key)
    return show(request, found, person, place, problem=problem, status=status, **typed)


def _check(
    found: Found, person: User, view: dict[str, Any], chosen: Sequence[str], lang: str
) -> dict[str, Any]:
    """What is chosen so far, in words, and what can be chosen next."""
    here = reverse("table", args=[found.table.key])
    names = names_of(found.table)
    said: list[str] = []
    seen, question = view, view["question"]
    problem = ""
    for number, move in enumerate(chosen):
        offered = {one["move"]: one["says"] for one in (question and question["moves"]) or []}
        if move not in offered:
            problem = _("This cannot be chosen any more: {move}.").format(move=move[:80])
            chosen = chosen[:number]
            break
        said.append(offered[move])
        seen, question = _foreseen(found, person, chosen[: number + 1], lang)
    moves = (question and question["moves"]) or []
    groups = group(moves, seen, lang, names) if moves else []
    return {
        "problem": problem,
        "chosen": [{"move": one, "says": says} for one, says in zip(chosen, said, strict=True)],
        "asks": (question and question["asks"]) or "",
        "groups": groups,
        "choices": [choice for one in groups for choice in one.choices],
        "address": f"{here}?{urlencode([('move', one) for one in chosen])}".rstrip("?"),
        "back": f"{here}?{urlencode([('move', one) for one in chosen[:-1]])}".rstrip("?"),
    }


def _foreseen(
    found: Found, person: User, chosen: Sequence[str], lang: str
) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The view and the question after these moves, as far as one's own seat can know them."""
    try:
        played = services.play(
            game_key=found.table.key,
            person=person,
            seq=found.table.seq,
            moves=chosen,
            door=Move.Door.PAGE,
            dry_run=True,
        )
    except errors.Refusal:
        return {}, None
    if not played.certain or engine.to_move(played.state) != played.seat:
        return {}, None
    seen = engine.view(played.state, played.seat)
    question = seen["question"]
    names = names_of(found.table)
    moves = [
        {"move": move, "says": words.say_move(move, seen, lang, names)}
        for move in question["moves"]
    ]
    asks = words.ask(question, lang, played.seat, names)
    return seen, {**question, "moves": moves, "asks": asks}


def _by_slot(choices: Sequence[Any], address: str) -> dict[int, str]:
    """Where tapping a card leads: to the one choice that means it, or else to all of them."""
    meant: dict[int, list[str]] = {}
    for choice in choices:
        _verb, *rest = choice.move.split()
        if rest and rest[0].isdecimal():
            meant.setdefault(int(rest[0]), []).append(choice.move)
    joint = "&" if "?" in address else "?"
    return {
        slot: f"{address}{joint}{urlencode({'move': moves[0]})}#check"
        if len(moves) == 1
        else "#moves"
        for slot, moves in meant.items()
    }

"""The page behind a letter's buttons: the table, the one move, and all others that are legal.

Its address holds the right (games.post.tokens): no cookie is asked for or set, so nobody signs
in, and a forged form on another site has nothing to ride on. Looking changes nothing – programs
that follow the links of mails only look – and a position that has passed shows nothing any more.
"""

from collections.abc import Callable, Sequence
from functools import wraps

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games import errors, faces, selectors, services
from games.models import Move
from games.pages import ordering, planning
from games.post import addresses, agreements, asking, tokens
from games.post.doing import do
from games.post.letter import time_left
from games.post.letter_facts import Matter, gather
from games.post.tokens import BadToken, Right
from games.selectors.orders import example
from games.types import Game

_STATUS = {
    errors.Stale: 409,
    errors.NotYourTurn: 409,
    errors.AskedTogether: 409,
    errors.GameOver: 409,
    errors.NotFound: 404,
    errors.NotAtTable: 403,
}

View = Callable[..., HttpResponse]


def _by_right(view: View) -> View:
    """Find out what the token allows, and whose language is spoken."""

    @wraps(view)
    def with_right(request: HttpRequest, token: str) -> HttpResponse:
        try:
            right = tokens.read(token)
        except BadToken:
            return _private(_say(request, _("This link is not complete. Copy all of it."), 404))
        person = User.objects.filter(pk=right.person, is_active=True).first()
        if person is None:
            return _private(_say(request, _("This link is no longer valid."), 410))
        with translation.override(person.language):
            if right.has_expired() or agreements.is_revoked(right):
                return _private(_say(request, _("This link is no longer valid."), 410))
            return _private(view(request, right, person))

    return with_right


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@_by_right
def turn(request: HttpRequest, right: Right, person: User) -> HttpResponse:
    if request.method == "POST":
        if "seq" in request.POST or "orders" in request.POST or "revoke" in request.POST:
            return _order(request, right, person)
        return _play(request, right, person)
    try:
        matter = _matter(right, person, request.GET.get("after", ""))
        return _page(request, right, matter, chosen=request.GET.get("move", ""))
    except errors.Refusal as refusal:
        return _refused(request, refusal)


def _play(request: HttpRequest, right: Right, person: User) -> HttpResponse:
    try:
        played = services.play(
            game_key=right.key,
            person=person,
            seq=right.seq,
            moves=[request.POST.get("move", "")],
            door=Move.Door.MAIL_LINK,
        )
    except (errors.IllegalMove, errors.BadNotation) as refusal:
        matter = gather(right.key, person, shows_all=True)
        return _page(request, right, matter, problem=str(refusal), status=400)
    except errors.Refusal as refusal:
        return _refused(request, refusal)
    # What follows from the move at once may be decided by who made it.
    token = tokens.make(right.key, person.pk, played.seq)
    return HttpResponseRedirect(f"{addresses.page(token)}?after={right.seq}", status=303)


def _order(request: HttpRequest, right: Right, person: User) -> HttpResponse:
    """Leave standing orders, or take one back."""
    try:
        matter = _matter(right, person, "")  # nothing is shown of a position that has passed
        if "seq" in request.POST:
            planning.leave(request.POST, selectors.find_game(right.key, person), person)
            return HttpResponseRedirect(request.path, status=303)
        ordering.change(request.POST, key=right.key, person=person, seq=right.seq)
    except errors.BadOrder as refusal:
        text = ordering.typed(request.POST)
        return _page(request, right, matter, problem=str(refusal), typed_orders=text, status=400)
    except errors.Refusal as refusal:
        return _refused(request, refusal)
    return HttpResponseRedirect(f"{request.path}#orders", status=303)


def _matter(right: Right, person: User, after: str) -> Matter:
    since = int(after) if after.isdecimal() and len(after) < 9 else None
    matter = gather(right.key, person, since=since, shows_all=True)
    if matter.table.seq != right.seq:
        raise errors.Stale(seq=matter.table.seq)
    return matter


def _page(
    request: HttpRequest,
    right: Right,
    matter: Matter,
    *,
    chosen: str = "",
    problem: str = "",
    typed_orders: str = "",
    status: int = 200,
) -> HttpResponse:
    view, lang, names = matter.view, matter.lang, matter.names
    choices = [choice for group in matter.groups for choice in group.choices]
    facts: dict[str, object] = {
        "matter": matter,
        "name": matter.table.name,
        "problem": problem,
        "chosen": next((one for one in choices if one.move == chosen), None),
        "time": time_left(matter),
        "moment": faces.moment(view, lang),
        "lines": faces.lines(view, lang, names),
        "standing": faces.standing(view, lang, names).splitlines(),
        "holdings": faces.holdings(view, lang).splitlines(),
        "short": faces.short(view, lang, names),
        "picture": f"{request.path}/table.png",
        "narrow": faces.size(view, faces.NARROW),
        "wide": faces.size(view, faces.WIDE),
        "orders": selectors.standing_orders(key=right.key, viewer=matter.person, lang=lang),
        "typed_orders": typed_orders,
        "example": example(lang),
        "here": request.path,
        "table_page": addresses.table_page(right.key),
        "hooks_page": f"{addresses.table_page(right.key)}/hooks",
    }
    if view["asks_all"]:
        found = selectors.find_game(right.key, matter.person)
        facts |= planning.form(found, matter.person) | {"action": request.path}
    return render(request, "games/pages/turn.html", facts, status=status)


@require_safe
@_by_right
def picture(request: HttpRequest, right: Right, person: User) -> HttpResponse:
    try:
        matter = _matter(right, person, "")
    except errors.Refusal as refusal:
        return _refused(request, refusal)
    wide = "wide" in request.GET
    drawn = faces.picture(
        matter.view,
        matter.lang,
        per_line=faces.WIDE if wide else faces.NARROW,
        dark="dark" in request.GET,
    )
    return HttpResponse(drawn, content_type="image/png")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@_by_right
def stop(request: HttpRequest, right: Right, person: User) -> HttpResponse:
    """Also what a mail program's own unsubscribe button posts to."""
    if request.method != "POST":
        return _ask(request, _("Stop letters about this table?"), _("Stop them"))
    agreements.stop(right.key, person)
    return _say(
        request,
        _("You get no more letters about this table. Answer “resume” to get them again."),
    )


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@_by_right
def yes(request: HttpRequest, right: Right, person: User) -> HttpResponse:
    """The button below "Did you mean this?"."""
    try:
        found = selectors.find_game(right.key, person)
        if (seq := found.table.seq) != right.seq:
            raise errors.Stale(seq=seq)
        proposal = asking.asked_about(right)
        if proposal is None:
            return _not_asked(request, asking.pending(right), found.view(person.language))
        if request.method != "POST":
            view = found.view(person.language)
            return _ask(
                request, _in_words(proposal, view), _("Yes"), _others(proposal, right, view)
            )
        outcome = do(proposal, right, person, door=Move.Door.MAIL_LINK)
    except errors.Refusal as refusal:
        return _refused(request, refusal)
    if outcome.only_says:
        return _say(request, " ".join(outcome.says))
    token = tokens.make(right.key, person.pk, outcome.seq)
    return HttpResponseRedirect(f"{addresses.page(token)}?after={right.seq}", status=303)


def _not_asked(request: HttpRequest, now: asking.Proposal | None, view: Game) -> HttpResponse:
    """`now`: what another letter asks back about."""
    if now is None:
        return _say(request, _("This question has been answered already."), 409)
    said = _("You are asked something else now, by another letter. Answer that one.")
    return _say(request, f"{said} {_in_words(now, view)}", 409)


def _others(proposal: asking.Proposal, right: Right, view: Game) -> list[tuple[str, str]]:
    """What is offered beside it, and where each is decided."""
    asked = (view["question"] and view["question"]["moves"]) or []
    says = {one["move"]: one["says"] for one in asked}
    # The right to this position alone, and not to the question.
    token = tokens.make(right.key, right.person, right.seq)
    return [(addresses.page(token, one), says[one]) for one in proposal.others if one in says]


def _in_words(proposal: asking.Proposal, view: Game) -> str:
    if proposal.resigns:
        return _("Shall a stand-in play on for you, for good? That is resigning.")
    asked = (view["question"] and view["question"]["moves"]) or []
    says = {one["move"]: one["says"] for one in asked}
    # What is asked only after the first has no words yet.
    meant = [says.get(move, move) for move in proposal.moves]
    meant += proposal.orders
    return _("Did you mean: {move}?").format(move=", ".join(meant))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@_by_right
def void(request: HttpRequest, right: Right, person: User) -> HttpResponse:
    if request.method != "POST":
        return _ask(
            request,
            _("Make the links of all letters about this table void? The next letter has new ones."),
            _("Make them void"),
        )
    agreements.revoke(right.key, person.pk)
    return _say(request, _("The links and answer addresses of earlier letters are void."))


def _ask(
    request: HttpRequest, question: str, yes: str, others: Sequence[tuple[str, str]] = ()
) -> HttpResponse:
    facts = {"question": question, "yes": yes, "others": others}
    return render(request, "games/pages/ask.html", facts)


def _refused(request: HttpRequest, refusal: errors.Refusal) -> HttpResponse:
    return _say(request, str(refusal), _STATUS.get(type(refusal), 400))


def _say(request: HttpRequest, sentence: str, status: int = 200) -> HttpResponse:
    facts = {"sentence": sentence, "status": status}
    return render(request, "games/pages/say.html", facts, status=status)


def _private(response: HttpResponse) -> HttpResponse:
    """The address is a right: it is kept nowhere and told to nobody."""
    response["Cache-Control"] = "no-store, private"
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response

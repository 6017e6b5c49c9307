"""How it is played: the course of a game, every card, and playing by mail."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import engine, faces
from games.engine import words
from games.engine.types import Board
from games.pages import board, cards
from games.pages.asking import language, viewer
from games.selectors.card_numbers import numbers_of
from games.selectors.examples import example
from games.wording.choices import Choice

# In whose colour cards are shown here.
_FAMILY = 1
BOXES = tuple(box for box in engine.SETS if box != "mixed")


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    lang = language(viewer(request))
    boxes = [
        {"id": box, "name": words.set_name(box, lang), "cards": [_card(one, lang) for one in cards]}
        for box in BOXES
        for cards in [_kinds(box)]
    ]
    kinds = {kind for box in BOXES for kind in _kinds(box)}
    large = board.large({(kind, _FAMILY) for kind in kinds}, lang)
    return render(request, "games/pages/learn.html", {"boxes": boxes, "large": large})


@require_safe
def card(request: HttpRequest, name: str) -> HttpResponse:
    lang = language(viewer(request))
    if not any(name in _kinds(box) for box in BOXES):
        raise Http404
    tried = request.GET.getlist("move")
    shown = example(name, tried, lang)
    everything = [*dict.fromkeys(kind for box in BOXES for kind in _kinds(box))]
    at = everything.index(name)
    facts = {
        "card": _card(name, lang),
        "boxes": [box for box in BOXES if name in _kinds(box)],
        "first_box": next(box for box in BOXES if name in _kinds(box)),
        **_sort(name),
        "tried": tried,
        "example": shown,
        "numbers": numbers_of(name),
        "row": _row(shown.view, lang),
        "short": faces.short(shown.view, lang),
        "standing": faces.standing(shown.view, lang),
        "choices": [Choice(move, says, move) for move, says in shown.moves],
        "before": _card(everything[at - 1], lang),
        "after": _card(everything[(at + 1) % len(everything)], lang),
    }
    return render(request, "games/pages/card.html", facts)


def _row(view: Board, lang: str) -> SafeString:
    """The cards of an example on a pennant, large enough to be read."""
    tops = "".join(cards.card(slot["top"], lang, known=True) for slot in view["row"])
    return cards.safe(f'<span class="mrow read">{tops}</span>')


def _sort(name: str) -> dict[str, str]:
    """Of the two sorts, and what that means for when it acts."""
    if cards.is_character(name):
        return {
            "sort": _("character"),
            "sort_means": _("Once turned over it stays open and acts again in each round."),
        }
    return {
        "sort": _("intrigue"),
        "sort_means": _("It acts once, when it is turned over; then it leaves the row, as a rule."),
    }


def _card(name: str, lang: str) -> dict[str, object]:
    return {
        "id": name,
        "name": words.name(name, lang),
        "effect": words.effect(name, lang),
        "ruling": words.ruling(name, lang),
        "large": f"z-{name}-{_FAMILY}",
        "picture": cards.safe(cards.of_hand(name, _FAMILY, lang)),
    }


def _kinds(box: str) -> list[str]:
    """Of whoever reads of the Prince, too, who comes with him."""
    kinds = list(engine.kinds_of(box))
    return [*kinds, "twin"] if "prince" in kinds else kinds

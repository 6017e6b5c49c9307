"""How it is played: the course of a game, every card, and playing by mail."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import engine, faces
from games.engine import words
from games.pages.asking import language, viewer
from games.selectors.examples import example
from games.wording.choices import Choice

BOXES = tuple(box for box in engine.SETS if box != "mixed")


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    lang = language(viewer(request))
    boxes = [
        {"id": box, "name": words.set_name(box, lang), "cards": [_card(one, lang) for one in cards]}
        for box in BOXES
        for cards in [_kinds(box)]
    ]
    return render(request, "games/pages/learn.html", {"boxes": boxes})


@require_safe
def card(request: HttpRequest, name: str) -> HttpResponse:
    lang = language(viewer(request))
    boxes = [words.set_name(box, lang) for box in BOXES if name in _kinds(box)]
    if not boxes:
        raise Http404
    tried = request.GET.getlist("move")
    shown = example(name, tried, lang)
    facts = {
        "card": _card(name, lang),
        "boxes": boxes,
        "tried": tried,
        "example": shown,
        "picture": faces.draw(shown.view, lang, paints=faces.PAGE),
        "short": faces.short(shown.view, lang),
        "choices": [Choice(move, says, move) for move, says in shown.moves],
    }
    return render(request, "games/pages/card.html", facts)


def _card(name: str, lang: str) -> dict[str, str]:
    return {
        "id": name,
        "name": words.name(name, lang),
        "effect": words.effect(name, lang),
        "picture": faces.draw_card(name, lang),
    }


def _kinds(box: str) -> list[str]:
    """Of whoever reads of the Prince, too, who comes with him."""
    kinds = list(engine.kinds_of(box))
    return [*kinds, "twin"] if "prince" in kinds else kinds

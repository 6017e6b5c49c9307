"""How it is played: the course of a game, every card, and playing by mail."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import engine, faces
from games.engine import words
from games.pages.asking import language, viewer

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
    return render(request, "games/pages/card.html", {"card": _card(name, lang), "boxes": boxes})


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

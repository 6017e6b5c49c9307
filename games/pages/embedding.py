"""A table or the standings of a tournament, shown within pages of other sites.

As a stranger sees it, whoever looks: it reads no cookie, runs no script, and takes no press but the
link that leads here. Only these addresses may stand in a frame.
"""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.models import LANGUAGES
from games import errors, selectors
from games.faces.reading import heading, player_names
from games.pages import pennant
from games.selectors.people import names as names_of
from games.selectors.tables import Found

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors *"
)
SECONDS_KEPT = 30  # by caches on the way


@require_safe
@xframe_options_exempt
def table(request: HttpRequest, key: str) -> HttpResponse:
    try:
        found = selectors.find_game(key, None)
    except errors.NotFound:
        return nothing(request)
    with translation.override(language(request, found.table.language)):
        return framed(request, "games/pages/embedded.html", _shown(found))


def _shown(found: Found) -> dict[str, object]:
    table, lang = found.table, translation.get_language() or "en"
    facts: dict[str, object] = {"title": table.name, "key": table.key, "set": table.set}
    if table.status not in {"running", "over"}:
        return facts | {"status": table.status}
    view, names = found.seen, names_of(table)
    decides = None if table.asks_all else table.to_move
    called = player_names(view, names, lang)
    seats = [
        {"name": name, "influence": seat["influence"], "decides": decides == seat["seat"]}
        for name, seat in zip(called, view["seats"], strict=True)
    ]
    return facts | {
        "status": table.status,
        "said": heading(view, lang),
        "row": pennant.of(view, lang, names),
        "seats": seats,
    }


def language(request: HttpRequest, usual: str) -> str:
    """That which the address asks for, else that of what is shown: a reader's own is not known."""
    asked = request.GET.get("lang", "")
    return asked if asked in dict(LANGUAGES) else usual


def framed(
    request: HttpRequest, template: str, facts: Mapping[str, object], status: int = 200
) -> HttpResponse:
    response = render(request, template, dict(facts), status=status)
    response["Content-Security-Policy"] = POLICY
    response["Cache-Control"] = f"public, max-age={SECONDS_KEPT}"
    return response


def nothing(request: HttpRequest) -> HttpResponse:
    """The same for what is not there and for what is nobody's to see."""
    with translation.override(language(request, "en")):
        return framed(request, "games/pages/embedded_nothing.html", {}, status=404)

"""The picture that a link to a table brings along where it is passed on.

Of tables that everybody may watch, as who does not sit there sees them; of all others, and of those
that are not there, the one picture of the site.
"""

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games import errors, selectors
from games.engine import words
from games.faces import painting, shared
from games.faces.drawn import Look
from games.faces.reading import heading
from games.models.table import Table
from games.pages.replay import happened_at
from games.selectors.people import names as names_of
from games.selectors.record import moments
from games.selectors.tables import Found

GENERAL = "oriflamme/share.png"
_KEPT = 3600


@require_safe
@cache_control(public=True, max_age=600)
def table(request: HttpRequest, key: str) -> HttpResponse:
    try:
        found = selectors.find_game(key, None)
        if found.table.status not in {"running", "over"}:
            return redirect(static(GENERAL))
        at = _moment(request.GET.get("at"), found.table)
        name = f"shared:{key}:{found.table.seq}:{found.table.status}:{at}"
        return kept(name, lambda: _drawn(found) if at is None else _drawn_at(found, at))
    except errors.Refusal:
        return redirect(static(GENERAL))


def kept(name: str, draw: Callable[[], bytes]) -> HttpResponse:
    """Drawn once in an hour, however many pass it on."""
    drawn = cache.get(name)
    if drawn is None:
        drawn = draw()
        cache.set(name, drawn, _KEPT)
    # Pages of other sites may show it.
    headers = {"Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(drawn, content_type="image/png", headers=headers)


def _moment(text: str | None, table: Table) -> int | None:
    """A move of a game that is over; of one that runs there is its present alone."""
    if not table.is_over or text is None or not text.isdecimal() or len(text) > 6:
        return None
    return min(int(text), table.seq)


def _drawn_at(found: Found, at: int) -> bytes:
    """A moment of a game that is over, with all cards open: what happened, and where it led."""
    table, lang = found.table, found.table.language
    with translation.override(lang):
        seen = moments(found, at=at, chair=None)
        placed = painting.placed(seen.seen, lang)
        looks = [one.tile for one in placed if isinstance(one.tile, Look)]
        said = happened_at(seen, at, None, lang) or [heading(seen.seen, lang)]
        where = _("Move {at} of {last}").format(at=at, last=table.seq)
        return shared.picture(said[0], f"{where} · {table.name}", looks)


def _drawn(found: Found) -> bytes:
    """In the language of the table: whoever fetches it for others says none."""
    table, view, lang = found.table, found.seen, found.table.language
    with translation.override(lang):
        names = names_of(table) or [words.family(seat, lang) for seat in range(len(table.chairs))]
        looks = [one.tile for one in painting.placed(view, lang) if isinstance(one.tile, Look)]
        box = words.set_name(table.set, lang)
        ranks = table.result["ranks"] if table.result else None
        if table.result is None or not ranks:
            return shared.picture(table.name, f"{box} · {heading(view, lang)}", looks)
        scores = table.result["scores"]
        order = sorted(range(len(names)), key=lambda seat: (ranks[seat], seat))
        first = [names[seat] for seat in order if ranks[seat] == 1]
        said = _("{name} takes the throne").format(name=", ".join(first))
        podium = [shared.Place(ranks[seat], names[seat], str(scores[seat]), seat) for seat in order]
        return shared.picture(said, f"{box} · {table.name}", _best(looks, order[0]), podium)


def _best(looks: list[Look], winner: int) -> list[Look]:
    """Three cards that lie open, the winner's before others'."""
    plain = [one._replace(below=(), covers=0, tokens=0, active=False) for one in looks if one.card]
    return sorted(plain, key=lambda one: one.family != winner)[:3]

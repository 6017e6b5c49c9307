"""Pictures of a tournament to pass on: its podium, or what it is; a round; the bracket."""

from collections.abc import Sequence
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts import coat_of_arms
from accounts.lookalikes import called
from games.faces import charts, shared
from games.pages.sharing import GENERAL, kept
from games.tournaments import errors, selectors, types, words
from games.tournaments.models import Tournament
from games.tournaments.pages import looking

# Of a round: so many columns, and so many tables, which are all of a hundred people.
_ACROSS, _MOST_TABLES = 4, 32
_CARDS = (("empress", 1), ("lord", 2), ("queen", 3))


@require_safe
@cache_control(public=True, max_age=600)
def tournament(request: HttpRequest, key: str) -> HttpResponse:
    cup = public_view(key)
    if cup is None:
        return redirect(static(GENERAL))
    name = f"shared:{key}:{cup['status']}:{len(cup['winners'])}"
    return kept(name, lambda: _drawn(cup))


def public_view(key: str) -> types.Tournament | None:
    try:
        cup = selectors.view(key=key, viewer=None)
    except errors.Refusal:
        return None
    return cup if cup["visibility"] == "public" else None


@require_safe
@cache_control(public=True, max_age=60)
def tables(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """A round: who sits with whom, and what it came to."""
    cup = public_view(key)
    found = selectors.rounds(key=key, viewer=None, ordinal=number) if cup else []
    if cup is None or not found:
        return redirect(static(GENERAL))
    with translation.override(next(iter(cup["languages"]), "en")):
        boxes = [
            charts.Box(
                _("Table {table}").format(table=table["table"]),
                [_row(seat, is_first=seat["rank"] == 1) for seat in table["seats"]],
            )
            for table in found[0]["tables"][:_MOST_TABLES]
        ]
        said = _("Round {round}").format(round=number)
        across = min(_ACROSS, len(boxes))
        columns = [boxes[at::across] for at in range(across)]
        return _chart(said, cup["title"], columns, level=True)


@require_safe
@cache_control(public=True, max_age=60)
def bracket(request: HttpRequest, key: str) -> HttpResponse:
    """The rounds of a knock-out from left to right, from where they fit into a picture."""
    cup = public_view(key)
    whole = looking.bracket(cup, selectors.rounds(key=key, viewer=None)) if cup else []
    columns = [column for column in whole if len(column["tables"]) <= _MOST_TABLES]
    if cup is None or not columns:
        return redirect(static(GENERAL))
    with translation.override(next(iter(cup["languages"]), "en")):
        boxes = [
            [
                charts.Box(
                    column["named"], [_row(s, is_first=s["through"]) for s in table["seats"]]
                )
                for table in column["tables"]
            ]
            for column in columns
        ]
        return _chart(_("To the throne"), cup["title"], boxes)


def _row(seat: types.TournamentSeat, *, is_first: bool) -> charts.Row:
    score = "" if seat["points"] is None else words.number(seat["points"])
    return charts.Row(called(seat["player"]), score, is_first)


def _chart(
    heading: str, about: str, columns: Sequence[Sequence[charts.Box]], *, level: bool = False
) -> HttpResponse:
    shown = sha256(repr((heading, about, columns, level)).encode()).hexdigest()
    return kept(f"chart:{shown}", lambda: charts.picture(heading, about, columns, level=level))


def _drawn(cup: types.Tournament) -> bytes:
    lang = next(iter(cup["languages"]), "en")
    with translation.override(lang):
        cards = [shared.look(kind, family, lang) for kind, family in _CARDS]
        if not cup["winners"]:
            return shared.picture(cup["title"], str(Tournament.Status(cup["status"]).label), cards)
        said = _("{name} has won").format(name=called(cup["winners"][0]["player"]))
        podium = [
            shared.Place(
                one["place"],
                called(one["player"]),
                str(one["place"]),
                arms=coat_of_arms.drawn(one["player"]["handle"] or "", mark=str(at)),
            )
            for at, one in enumerate(cup["winners"])
        ]
        return shared.picture(said, cup["title"], cards, podium)

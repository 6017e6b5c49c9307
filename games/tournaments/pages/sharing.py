"""The picture that a link to a tournament brings along: its podium, or what it is."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts import coat_of_arms
from accounts.lookalikes import called
from games.faces import shared
from games.pages.sharing import GENERAL
from games.tournaments import errors, selectors, types
from games.tournaments.models import Tournament

_KEPT = 3600
_CARDS = (("empress", 1), ("lord", 2), ("queen", 3))


@require_safe
@cache_control(public=True, max_age=600)
def tournament(request: HttpRequest, key: str) -> HttpResponse:
    try:
        cup = selectors.view(key=key, viewer=None)
    except errors.Refusal:
        return redirect(static(GENERAL))
    if cup["visibility"] != "public":
        return redirect(static(GENERAL))
    name = f"shared:{key}:{cup['status']}:{len(cup['winners'])}"
    drawn = cache.get(name)
    if drawn is None:
        drawn = _drawn(cup)
        cache.set(name, drawn, _KEPT)
    return HttpResponse(drawn, content_type="image/png")


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

"""The standings of a public tournament, within pages of other sites."""

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.pages import embedding
from games.tournaments.pages import looking
from games.tournaments.pages.sharing import public_view


@require_safe
@xframe_options_exempt
def standings(request: HttpRequest, key: str) -> HttpResponse:
    cup = public_view(key)
    if cup is None:
        return embedding.nothing(request)
    spoken = next(iter(cup["languages"]), "en")
    with translation.override(embedding.language(request, spoken)):
        facts = {"title": cup["title"], "cup": cup, "shown": looking.current_stage(cup)}
        return embedding.framed(request, "tournaments/embedded.html", facts)

"""The pages that belong to the site and to no game."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django.views.i18n import set_language as django_set_language

ICONS = [("icon-192", "192x192", "any"), ("icon-512", "512x512", "any")]
MASKED = [("icon-maskable-512", "512x512", "maskable")]


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    facts = {"operator": settings.OPERATOR_MAIL, "source": settings.SOURCE_URL}
    return render(request, "about.html", facts)


@require_safe
@vary_on_headers("Accept-Language")
def offline(request: HttpRequest) -> HttpResponse:
    """What the service worker keeps for when there is no way to us: nobody's own page."""
    return HttpResponse(render_to_string("offline.html"))


@require_safe
@vary_on_headers("Accept-Language", "Cookie")
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to know to keep the site among its apps."""
    facts = {
        "id": "/",
        "name": _("Oriflamme by post"),
        "short_name": "Oriflamme",
        "description": _("Card games that can wait for you"),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#efe3c9",
        "theme_color": "#efe3c9",
        "icons": [
            {
                "src": static(f"oriflamme/{name}.png"),
                "sizes": sizes,
                "type": "image/png",
                "purpose": purpose,
            }
            for name, sizes, purpose in [*ICONS, *MASKED]
        ],
        "shortcuts": [
            {"name": _("Tables"), "url": "/tables"},
            {"name": _("Learn"), "url": "/learn"},
        ],
    }
    return JsonResponse(facts, content_type="application/manifest+json")


# Which language a visitor reads is no secret and moves nothing, and a token for its form would
# set a cookie on every page, also on those that a letter leads to.
set_language = csrf_exempt(require_POST(django_set_language))

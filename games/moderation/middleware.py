"""While the site is closed for maintenance, nobody but staff comes in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.around import Around
from games.moderation import notices
from games.moderation.problems import CLOSED
from oriflamme_site.rest import again, problems

# Seconds after which to ask again.
LATER = "300"
# What staff need to come in and open it again, what no page does without, and mail that a provider
# brings: letters are taken at any time, by SMTP too.
_OPEN = ("/admin/", "/account/login/", "/account/2fa/", "/account/logout/", "/static/", "/mail/")


class ClosedForMaintenance(Around):
    """For the requests of programs too. Streams that are open go on: they only tell."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not notices.is_closed() or request.path.startswith(_OPEN):
            response = self.get_response(request)
            again.also(response, _if_open)
            return response
        response = (
            problems.answer(problems.Problem(CLOSED), request)
            if request.path.startswith("/api/")
            else render(None, "care/closed.html", status=503)
        )
        response["Retry-After"] = LATER
        return response


def _if_open() -> dict[str, str] | None:
    return None if notices.is_closed() else {}

"""Long answers, made short for whoever can read them so."""

import gzip

from django.http import HttpRequest, HttpResponse

from oriflamme_site.rest.request import Grant, Request

# Below this compression costs more than it saves.
WORTH_COMPRESSING = 1400


def compress(request: Request, response: HttpResponse) -> None:
    """Make a long answer short, unless a browser's cookie came with the request.

    An attacker who can make a browser send requests, put words of his own into the answers and
    watch their length reads secrets out of compressed pages (BREACH). A token never travels by
    itself, so nobody but its holder chooses what such a request says.
    """
    if (
        len(response.content) < WORTH_COMPRESSING
        or response.has_header("Content-Encoding")
        or not accepts_gzip(request)
        or not _is_safe(request)
    ):
        return
    response.content = gzip.compress(response.content, compresslevel=4, mtime=0)
    response["Content-Encoding"] = "gzip"


def _is_safe(request: Request) -> bool:
    if isinstance(request.auth, Grant):
        return not request.auth.by_session
    return request.viewer is None


def accepts_gzip(request: HttpRequest) -> bool:
    for offer in request.META.get("HTTP_ACCEPT_ENCODING", "").split(","):
        coding, _, weight = offer.partition(";")
        if coding.strip().lower() in {"gzip", "*"}:
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False

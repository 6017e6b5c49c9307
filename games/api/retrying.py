"""Idempotency-Key: the same request sent again is answered as the first time, and done once."""

import re
from collections.abc import Callable
from hashlib import sha256

from django.http import HttpResponse
from django.utils.translation import gettext as _

from accounts.api import problems
from accounts.api.answers import JSON
from accounts.api.endpoint import Call, as_problem
from accounts.api.problems import Problem
from games import services

_KEY = re.compile(r"[!-~]{1,80}\Z")
# What may be otherwise the next time: not an answer to keep.
_PASSING = {401, 429, 500, 503}


def once(call: Call, act: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer a POST, by what is remembered if the caller named it with a key."""
    request = call.request
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return act()
    if not _KEY.match(key):
        detail = _("A key has 1 to 80 letters, digits or signs, and no blanks.")
        raise Problem(
            problems.INVALID,
            errors=[{"field": "Idempotency-Key", "code": "invalid", "detail": detail}],
        )
    is_new = False

    def remembered() -> tuple[int, bytes]:
        nonlocal is_new
        is_new = True
        response = _with_refusals(call, act)
        return response.status_code, response.content

    digest = sha256(b"\0".join([str(request.method).encode(), request.path.encode(), request.body]))
    status, body = services.answer_once(
        person=call.person, key=key, digest=digest.digest(), act=remembered
    )
    media_type = JSON if status < 400 else problems.MEDIA_TYPE
    response = HttpResponse(body, status=status, content_type=media_type)
    if not is_new:
        response["Idempotent-Replayed"] = "true"
    return response


def _with_refusals(call: Call, act: Callable[[], HttpResponse]) -> HttpResponse:
    try:
        return act()
    except Exception as error:
        problem = as_problem(error)
        if problem is None or problem.kind.status in _PASSING:
            raise
        return problems.answer(problem, call.request)

"""What the endpoints of games have in common."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase

from accounts.api import problems
from accounts.api.answers import json_answer
from accounts.api.describe import IDEMPOTENCY_KEY, path_id
from accounts.api.endpoint import Call, Endpoint
from accounts.api.problems import Kind
from games import errors, selectors
from games.api import errors as mapping
from games.api.retrying import once

KEY = path_id("key", "The game's id.", "^[2-9a-z]{16}$")
FOUND = mapping.kinds(errors.NotFound)
SEATED = [*FOUND, *mapping.kinds(errors.NotAtTable, errors.NotAllowed)]


class GameEndpoint(Endpoint):
    """Every POST may be sent again with the same Idempotency-Key."""

    def answer(
        self, handler: Callable[..., HttpResponseBase], call: Call, ids: dict[str, Any]
    ) -> HttpResponseBase:
        if call.request.method != "POST":
            return handler(call, **ids)
        return once(call, lambda: handler(call, **ids))  # type: ignore[arg-type, return-value]


def view_answer(call: Call, key: str, status: int = 200) -> HttpResponse:
    """The table as it stands now, for who has just changed it."""
    return json_answer(selectors.find_game(key, call.viewer).view(call.language), status)


def written(*more: Kind) -> list[Kind]:
    """The problems that come with every POST that takes an Idempotency-Key."""
    return [*mapping.kinds(errors.KeyReused), problems.INVALID, *more]


__all__ = ["FOUND", "IDEMPOTENCY_KEY", "KEY", "SEATED", "GameEndpoint", "view_answer", "written"]

"""What the views of games have in common."""

from rest_framework.response import Response

from games import errors, selectors
from games.api import exceptions
from games.api.permissions import OpenToApps
from oriflamme_site.rest.describe import path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.request import Request

KEY = path_id("key", "The game's id.", "^[2-9a-z]{16}$")


class TableEndpoint(Endpoint):
    """Of one table, `games/{key}…`."""

    tag = "play"
    ids = [KEY]
    permission_classes = [OpenToApps]


FOUND = exceptions.kinds(errors.NotFound)
SEATED = [*FOUND, *exceptions.kinds(errors.NotAtTable, errors.NotAllowed)]
RUNNING = exceptions.kinds(errors.NotRunning, errors.GameOver)
PLAYING = [*SEATED, *RUNNING]


def view_answer(request: Request, key: str, status: int = 200) -> Response:
    """The table as it stands now, for who has just changed it."""
    return Response(selectors.find_game(key, request.viewer).view(request.language), status)

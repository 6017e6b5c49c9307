"""The organisers' desk."""

from rest_framework.response import Response

from games.api.views.base import FOUND
from games.tournaments import importing, selectors, services, types
from games.tournaments.api import serializers
from games.tournaments.api.exceptions import REFUSED
from games.tournaments.api.views.listing import TournamentEndpoint
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.parsers import LongTextParser
from oriflamme_site.rest.request import Request


class Desk(TournamentEndpoint):
    scopes = {"GET": "organise"}

    @operation("get_desk", "The desk", answers={200: types.Desk}, errors=REFUSED)
    def get(self, request: Request, key: str) -> Response:
        """For organisers: every table of the round, who is waited for and since when."""
        return Response(selectors.desk(key=key, viewer=request.person))


class Steps(TournamentEndpoint):
    scopes = {"GET": "read", "POST": "organise"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        "list_steps", "What was done at the desk", answers={200: list[types.Step]}, errors=FOUND
    )
    def get(self, request: Request, key: str) -> Response:
        """The latest two hundred steps, with who, when and why. Everybody may read them; whom it
        admitted or turned away, organisers alone."""
        return Response(selectors.steps(key=key, viewer=request.viewer))

    @operation(
        "take_step",
        "Take a step",
        request=serializers.STEP,
        answers={200: types.TakenStep},
        errors=REFUSED,
    )
    def post(self, request: Request, key: str) -> Response:
        """For organisers. With `dry_run` you are told what it would do, and nothing is done. What
        each step does, docs/tournaments.md tells."""
        wanted = serializers.StepForm.read(request)
        return Response(services.take_step(key=key, person=request.person, **wanted))


class Import(TournamentEndpoint):
    parser_classes = [LongTextParser]
    scopes = {"POST": "organise"}

    @operation(
        "import_entries",
        "Enter a list of people",
        request=serializers.ImportForm,
        answers={200: list[types.Imported]},
        errors=REFUSED,
    )
    def post(self, request: Request, key: str) -> Response:
        """From a CSV with the column `handle`, perhaps `seed` and `team`, parted by commas,
        semicolons or tabs. Who cannot be entered is told with the reason; the others are. It is a
        step of the desk, which `undo` takes back."""
        wanted = serializers.ImportForm.read(request)
        taken = services.import_entries(
            key=key,
            person=request.person,
            rows=importing.rows(wanted["csv"]),
            dry_run=wanted.get("dry_run", False),
        )
        return Response(taken["outcomes"])

"""The bots of the house, and a table to practise at with them."""

from rest_framework.response import Response

from games import errors, selectors, services, types
from games.api.exceptions import kinds
from games.api.serializers import examples, requests
from games.api.views.base import view_answer
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.request import Request


class Bots(ReadByAnyone, Endpoint):
    tag = "tables"

    @operation("list_house_bots", "Bots of the house", answers={200: list[types.HouseBot]})
    def get(self, request: Request) -> Response:
        """Those that may fill empty seats and that you may practise with, the weakest first."""
        return Response(selectors.list_bots())


class Practice(Endpoint):
    tag = "tables"
    scopes = {"POST": "organise"}

    @operation(
        "practise",
        "Practise alone",
        request=requests.PracticeForm,
        answers={201: types.Game},
        errors=kinds(errors.BadTable, errors.NotAllowed),
        examples=[examples.PRACTICE],
    )
    def post(self, request: Request) -> Response:
        """A table for you and bots, who answer at once. It begins right away, does not count for
        ratings, and nobody else sees it."""
        wanted = requests.PracticeForm.read(request)
        game = services.practise(person=request.person, **wanted)
        return view_answer(request, game.key, 201)

"""What a deal was made of, and adding to it."""

from rest_framework.response import Response

from games import errors, selectors, services, types
from games.api.exceptions import kinds
from games.api.serializers import requests
from games.api.views.base import FOUND, SEATED, TableEndpoint
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import ReadByAnyone
from oriflamme_site.rest.request import Request


class Deal(ReadByAnyone, TableEndpoint):
    @operation("get_deal", "Check the deal", answers={200: types.DealPaper}, errors=FOUND)
    def get(self, request: Request, key: str) -> Response:
        """What the site had fixed before anybody sat down, what each seat contributed, and the keys
        that are open to you: while it runs to your own hand, afterwards to all. `docs/fair-play.md`
        describes how the deal follows from it, with a checker that reads this answer."""
        return Response(selectors.deal_of(key=key, viewer=request.viewer))


class Contribution(TableEndpoint):
    tag = "tables"
    scopes = {"PUT": "play"}

    @operation(
        "contribute",
        "Contribute to the deal of a table that you opened",
        request=requests.ContributionForm,
        answers={200: types.DealPaper},
        errors=[*SEATED, *kinds(errors.NotGathering)],
    )
    def put(self, request: Request, key: str) -> Response:
        """Once, when you have seen its commitment, and before anybody else has sat down. Whoever
        comes later contributes in taking a seat."""
        wanted = requests.ContributionForm.read(request)
        services.contribute(game_key=key, person=request.person, **wanted)
        return Response(selectors.deal_of(key=key, viewer=request.person))

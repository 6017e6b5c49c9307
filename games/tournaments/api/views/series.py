"""Series: several tournaments with one table over all of them."""

from typing import ClassVar

from rest_framework.response import Response

from games.api.exceptions import kinds
from games.api.views.base import FOUND
from games.tournaments import errors, selectors, services, types
from games.tournaments.api import serializers
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.request import Request


class AllSeries(Endpoint):
    tag = "tournaments"
    scopes: ClassVar = {"GET": "read", "POST": "organise"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        "list_series",
        "Series of tournaments",
        parameters=[serializers.SeriesQuery],
        answers={200: types.SeriesPage},
        errors=[],
    )
    def get(self, request: Request) -> Response:
        """One page, newest first."""
        wanted = serializers.SeriesQuery.read_query(request)
        items, following = selectors.list_series(after=wanted.get("cursor"))
        return Response({"items": items, "next": following})

    @operation(
        "begin_series",
        "Begin a series",
        request=serializers.SeriesForm,
        answers={201: types.Series},
        errors=kinds(errors.BadTournament, errors.NotAllowed),
    )
    def post(self, request: Request) -> Response:
        """For whoever may announce a tournament. A tournament of yours joins it by its setting
        `series`."""
        wanted = serializers.SeriesForm.read(request)
        made = services.begin_series(person=request.person, **wanted)
        return Response(selectors.series(key=made.key), 201)


class OneSeries(ReadByAnyone, Endpoint):
    tag = "tournaments"
    ids = [path_id("key", "The series' id.", "^[2-9a-z]{16}$")]

    @operation("get_series", "A series with its table", answers={200: types.Series}, errors=FOUND)
    def get(self, request: Request, key: str) -> Response:
        """Of each public tournament that is over everybody has one point, and one for each whom
        they left behind; the best `counts` are added up."""
        return Response(selectors.series(key=key))

"""Ratings by API: lists for everybody, and what is known of one person."""

from rest_framework.response import Response

from games import errors
from games.api.exceptions import kinds
from games.ratings import selectors, types
from games.ratings.api import serializers
from games.ratings.pool import MEET
from games.ratings.rating import PROVISIONAL
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.request import Request

HANDLE = path_id("handle", "Whose.", "^[A-Za-z][A-Za-z0-9_-]{2,23}$")


class Leaderboard(ReadByAnyone, Endpoint):
    tag = "ratings"

    @operation(
        "list_ratings",
        "Who is how strong",
        description="Everybody who is settled and has played within a year, the best first. Of "
        f"people that is who has played {PROVISIONAL} such games, and has met {MEET} different "
        "settled people at rated games; `get_ratings` says what somebody has. Bots have lists of "
        "their own, which ask for games alone.",
        parameters=[serializers.ListQuery],
        answers={200: types.RatingPage},
    )
    def get(self, request: Request) -> Response:
        wanted = serializers.ListQuery.read_query(request)
        items, following = selectors.leaderboard(
            name=wanted["set"],
            bots=wanted["bots"],
            after=wanted["cursor"],
            limit=wanted["limit"],
        )
        return Response({"items": items, "next": following})


class OfPerson(ReadByAnyone, Endpoint):
    tag = "ratings"
    ids = [HANDLE]

    @operation(
        "get_ratings",
        "Somebody's ratings",
        parameters=[serializers.PersonQuery],
        answers={200: types.RatingsOfPerson},
        errors=kinds(errors.NotFound),
    )
    def get(self, request: Request, handle: str) -> Response:
        """The numbers of a person or of a bot's account, and the history of one."""
        wanted = serializers.PersonQuery.read_query(request)
        person = selectors.find_rated(handle)
        shown: types.RatingsOfPerson = {
            "handle": person.handle,
            "ratings": selectors.ratings_of(person),
            "history": selectors.history_of(person, name=wanted["set"]),
        }
        return Response(shown)

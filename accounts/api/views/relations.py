"""Your friends, and whom you have muted or blocked. None of them is ever told."""

from rest_framework.response import Response

from accounts.api.serializers import HANDLE, RelationShape, RelationsQuery
from accounts.models import Relation, User
from accounts.services import people, relations
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.exceptions import telling_refusals
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

KIND = path_id(
    "kind",
    "`friend`: quick to invite. `mute`: no letters from them. `block`: never at a table with "
    "them, but in tournaments.",
    "^(friend|mute|block)$",
)
WHOM = path_id("handle", "Whom.", HANDLE)


class Relations(Endpoint):
    # Whom somebody has blocked is nothing for every program that may look at games.
    tag = "me"
    scopes = {"GET": "account"}

    @operation(
        "list_relations",
        "Your friends, muted and blocked",
        parameters=[RelationsQuery],
        answers={200: RelationShape(many=True)},
    )
    def get(self, request: Request) -> Response:
        """By kind and handle. Which friends a table could still use is at `games/{key}/friends`."""
        kind = RelationsQuery.read_query(request).get("kind")
        found = relations.relations_of(request.person, kind)
        return Response(RelationShape(found, many=True).data)


class OneRelation(Endpoint):
    tag = "me"
    ids = [KIND, WHOM]
    scopes = {"PUT": "account", "DELETE": "account"}

    @operation(
        "relate",
        "Befriend, mute or block somebody",
        answers={204: None},
        errors=[problems.NOT_FOUND, problems.CSRF],
    )
    def put(self, request: Request, kind: str, handle: str) -> Response:
        """Twice is once. Nobody is both a friend and blocked: the later wins. With somebody blocked
        you leave the tables that you both wait at."""
        with telling_refusals("handle"):
            relations.relate(person=request.person, other=_find(handle), kind=Relation.Kind(kind))
        return Response(status=204)

    @operation(
        "unrelate",
        "Take somebody off a list",
        answers={204: None},
        errors=[problems.NOT_FOUND, problems.CSRF],
    )
    def delete(self, request: Request, kind: str, handle: str) -> Response:
        """Of somebody who is not on it, nothing is changed."""
        relations.unrelate(person=request.person, other=_find(handle), kind=Relation.Kind(kind))
        return Response(status=204)


def _find(handle: str) -> User:
    found = people.find_visible(handle)
    if found is None:
        raise Problem(problems.NOT_FOUND)
    return found

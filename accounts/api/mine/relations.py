"""Your friends, and whom you have muted or blocked. None of them is ever told."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers

from accounts.api import guard, intake, problems
from accounts.api.answers import json_answer, no_content
from accounts.api.describe import operation, path_id
from accounts.api.endpoint import Call, Endpoint
from accounts.api.mine.profile import HANDLE
from accounts.api.problems import Problem
from accounts.models import Relation, User
from accounts.services import people, relations

KIND = path_id(
    "kind",
    "`friend`: quick to invite. `mute`: no letters from them. `block`: never at a table with "
    "them, but in tournaments.",
    "^(friend|mute|block)$",
)
WHOM = path_id("handle", "Whom.", HANDLE)


class RelationShape(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(
        Relation.Kind.values, help_text="What they are to you. Only you see it."
    )
    handle = serializers.CharField(help_text="Who.")
    name = serializers.CharField(help_text="Their shown name.")
    is_bot = serializers.BooleanField(help_text="Whether a program plays under this handle.")
    since = serializers.DateTimeField(help_text="Since when.")

    class Meta:
        ref_name = "Relation"


class RelationsQuery(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(
        Relation.Kind.values, required=False, help_text="Only these; without it, all."
    )


def show(relation: Relation) -> dict[str, Any]:
    return {
        "kind": relation.kind,
        "handle": relation.other.handle,
        "name": relation.other.shown_name,
        "is_bot": relation.other.is_bot,
        "since": relation.since,
    }


class Relations(Endpoint):
    # Whom somebody has blocked is nothing for every program that may look at games.
    scopes: ClassVar = {"GET": "account"}

    @operation(
        id="list_relations",
        summary="Your friends, muted and blocked",
        description="By kind and handle. Which friends a table could still use is at "
        "`games/{key}/friends`.",
        tag="me",
        parameters=[RelationsQuery],
        answers={200: RelationShape(many=True)},
    )
    def get(self, call: Call) -> HttpResponse:
        kind = intake.read_query(RelationsQuery, call.request).get("kind")
        return json_answer([show(one) for one in relations.relations_of(call.person, kind)])


class OneRelation(Endpoint):
    scopes: ClassVar = {"PUT": "account", "DELETE": "account"}

    @operation(
        id="relate",
        summary="Befriend, mute or block somebody",
        description="Twice is once. Nobody is both a friend and blocked: the later wins. With "
        "somebody blocked you leave the tables that you both wait at.",
        tag="me",
        parameters=[KIND, WHOM],
        answers={204: None},
        errors=[problems.NOT_FOUND, problems.CSRF],
    )
    def put(self, call: Call, kind: str, handle: str) -> HttpResponse:
        with guard.telling_refusals("handle"):
            relations.relate(person=call.person, other=_find(handle), kind=Relation.Kind(kind))
        return no_content()

    @operation(
        id="unrelate",
        summary="Take somebody off a list",
        description="Of somebody who is not on it, nothing is changed.",
        tag="me",
        parameters=[KIND, WHOM],
        answers={204: None},
        errors=[problems.NOT_FOUND, problems.CSRF],
    )
    def delete(self, call: Call, kind: str, handle: str) -> HttpResponse:
        relations.unrelate(person=call.person, other=_find(handle), kind=Relation.Kind(kind))
        return no_content()


def _find(handle: str) -> User:
    found = people.find_visible(handle)
    if found is None:
        raise Problem(problems.NOT_FOUND)
    return found

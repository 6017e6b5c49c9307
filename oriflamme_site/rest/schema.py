"""The schema of the API: what REST framework's describer cannot know by itself."""

from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.utils import translation
from drf_spectacular.openapi import AutoSchema
from rest_framework.serializers import BaseSerializer, ListField

from oriflamme_site.rest import about, describe, links, problems, said_once
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.typed import Tag, TextOrData

Json = dict[str, Any]


# Of every answer, and of some refusals; said with those that any operation has.
HEADERS = {
    "X-Request-ID": "RequestId",
    "RateLimit": "RateLimit",
    "RateLimit-Policy": "RateLimitPolicy",
    "Retry-After": "RetryAfter",
    "WWW-Authenticate": "WwwAuthenticate",
}


class Schema(AutoSchema):
    """An operation says who may call it from what its endpoint enforces."""

    def get_auth(self) -> list[Json]:
        if not isinstance(self.view, Endpoint):
            return [{}]
        if self.method in self.view.in_person:
            return [{"session": []}]
        strangers: list[Json] = [{}] if self.method in self.view.open_to_strangers else []
        return [{"token": [self.view.scopes[self.method]]}, {"session": []}, *strangers]

    def get_tags(self) -> list[str]:
        return [self.view.tag] if isinstance(self.view, Endpoint) else super().get_tags()

    def get_override_parameters(self) -> list[Any]:
        return [*self.view.ids] if isinstance(self.view, Endpoint) else []

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]  # the library's own
        for name, (other, word) in getattr(serializer, "goes_with", {}).items():
            schema["if"] = {"properties": {other: {"const": word}}}
            schema["then"] = {"required": [name]}
            schema["else"] = {"not": {"required": [name]}}
        return schema

    def _map_serializer_field(
        self, field: Any, direction: Any, bypass_extensions: Any = False
    ) -> Any:
        """Of a list of objects the describer drops that one of them may be null; and a word that
        tells members of a union apart is no enumeration that needs a name."""
        if isinstance(field, Tag):
            (word,) = field.choices
            said = {"description": str(field.help_text)} if field.help_text else {}
            return {"type": "string", "const": word, **said}
        if isinstance(field, TextOrData):
            as_text = self._map_serializer_field(field.text, direction)
            self._insert_field_validators(field.text, as_text)  # type: ignore[no-untyped-call]  # the library's own
            return {"oneOf": [as_text, self._map_serializer_field(field.union, direction)]}
        if union := getattr(field, "union", None):
            of_union = self._map_serializer_field(union, direction)
            said = {"description": str(field.help_text)} if field.help_text else {}
            return {"allOf": [of_union], **said} if said else cast(Json, of_union)
        schema = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]  # the library's own
        child = field.child if isinstance(field, ListField) else None
        if isinstance(child, BaseSerializer) and child.allow_null:
            schema["items"] = {"oneOf": [schema["items"], {"type": "null"}]}
        return schema


def complete(result: Json, generator: object, request: object, public: bool) -> Json:
    """Add what is the same everywhere – headers of answers, refusals, bodies that are taken
    strictly – and say once what is said in many places."""
    components = result.setdefault("components", {})
    components["securitySchemes"] = about.SECURITY_SCHEMES
    with translation.override("en"):
        scopes = cast(Json, settings.OAUTH2_PROVIDER["SCOPES"])
        words = {scope: str(said) for scope, said in scopes.items()}
        anywhere = _anywhere()
    about.SECURITY_SCHEMES["oauth2"]["flows"]["authorizationCode"]["scopes"] = words
    components["headers"] = about.HEADERS
    components["responses"] = {"Refused": anywhere}
    result["servers"] = about.SERVERS
    for operation in said_once.operations(result):
        is_for_apps = True
        for status, response in operation["responses"].items():
            if problems.MEDIA_TYPE in response.get("content", {}):
                # With the headers of all refusals, said there.
                is_for_apps &= "`not_for_apps`" not in response["description"]
                continue
            if response["description"] in {"", "No response body"}:
                response["description"] = HTTPStatus(int(status)).phrase
            if "ETag" in response.get("headers", {}):
                response["headers"]["ETag"] = {"$ref": "#/components/headers/ETag"}
        if is_for_apps:
            operation["security"] = _also_by_app(operation["security"])
        operation["responses"]["default"] = {"$ref": "#/components/responses/Refused"}
        for content in operation.get("requestBody", {}).get("content", {}).values():
            _take_strictly(content["schema"], components["schemas"])
            if "oneOf" in components["schemas"].get(_named(content["schema"]), {}):
                operation["requestBody"]["required"] = True  # one of them is meant
    links.add(said_once.operations(result), components)
    said_once.shorten(result)
    for item in result["webhooks"].values():
        _be_sent(item["post"])
    return result


def _be_sent(operation: Json) -> None:
    """A webhook: of which nobody has to say who they are, and which has a body each time.
    openapi-generator forgets the type of that where it makes Python, unless it stands there."""
    operation["security"] = []
    body = operation["requestBody"]
    body["required"] = True
    body["x-py-typing"] = _named(body["content"]["application/json"]["schema"])


def _anywhere() -> Json:
    """What every operation may refuse, beside what stands with it."""
    of_rooms = [kind for kind in problems.kinds() if kind.anywhere]
    every = (*describe.ANYWHERE, *of_rooms)
    codes = [f"* {kind.status} `{kind.code}`: {kind.said()}" for kind in every]
    return {
        "description": "What any operation may refuse, with the status that is named, beside what "
        "stands with it, which has these headers too.\n\n" + "\n".join(codes),
        "headers": {
            header: {"$ref": f"#/components/headers/{name}"} for header, name in HEADERS.items()
        },
        "content": {problems.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


def _also_by_app(ways: list[Json]) -> list[Json]:
    """Where a token of one's own is enough, so is the key of an app."""
    return [
        also
        for way in ways
        for also in ([way, {"oauth2": way["token"]}] if "token" in way else [way])
    ]


def _take_strictly(schema: Json, components: Json) -> None:
    """Of a body, and of every object in it, no field is taken that is not described."""
    name = _named(schema)
    if name and "oneOf" in components[name]:
        _take_strictly(components[name], components)
    if name and components[name].get("properties"):
        if components[name].get("additionalProperties") is False:
            return
        components[name]["additionalProperties"] = False
        for field in components[name]["properties"].values():
            _take_strictly(field, components)
    for inner in (schema.get("items"), *schema.get("allOf", ()), *schema.get("oneOf", ())):
        if isinstance(inner, dict):
            _take_strictly(inner, components)


def _named(schema: Json) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]

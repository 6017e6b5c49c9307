"""The schema of the API: what REST framework's describer cannot know by itself."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, cast

from django.conf import settings
from django.utils import translation
from drf_spectacular.openapi import AutoSchema
from rest_framework.serializers import BaseSerializer, ListField

from oriflamme_site.rest import about, describe, problems
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.typed import Tag, TextOrData

Json = dict[str, Any]


class Schema(AutoSchema):
    """An operation says who may call it from what its endpoint enforces."""

    def get_auth(self) -> list[Json]:
        if not isinstance(self.view, Endpoint):
            return [{}]
        if self.method in self.view.in_person:
            return [{"session": []}]
        strangers: list[Json] = [{}] if self.method in self.view.open_to_strangers else []
        return [{"token": [self.view.scopes[self.method]]}, {"session": []}, *strangers]

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
        schema = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]  # the library's own
        child = field.child if isinstance(field, ListField) else None
        if isinstance(child, BaseSerializer) and child.allow_null:
            schema["items"] = {"oneOf": [schema["items"], {"type": "null"}]}
        return schema


def complete(result: Json, generator: object, request: object, public: bool) -> Json:
    """Add what is the same everywhere – headers of answers, bodies that are taken strictly – and
    say once what many operations have: refusals, parameters."""
    components = result.setdefault("components", {})
    components["securitySchemes"] = about.SECURITY_SCHEMES
    with translation.override("en"):
        scopes = cast(Json, settings.OAUTH2_PROVIDER["SCOPES"])
        words = {scope: str(said) for scope, said in scopes.items()}
    about.SECURITY_SCHEMES["oauth2"]["flows"]["authorizationCode"]["scopes"] = words
    components["headers"] = about.HEADERS
    result["servers"] = about.SERVERS
    refusals: Json = {}
    parameters: Json = {}
    for path, operation in _operations(result):
        for status, response in operation["responses"].items():
            headers = response.setdefault("headers", {})
            headers |= _headers(status)
            if "ETag" in headers:
                headers["ETag"] = {"$ref": "#/components/headers/ETag"}
            if problems.MEDIA_TYPE in response.get("content", {}) or status == "304":
                name = _called(status, response)
                operation["responses"][status] = _said_once(refusals, "responses", name, response)
        if not any("NotForApps" in one.get("$ref", "") for one in operation["responses"].values()):
            operation["security"] = _also_by_app(operation["security"])
        for content in operation.get("requestBody", {}).get("content", {}).values():
            _take_strictly(content["schema"], components["schemas"])
        if "parameters" in operation:
            operation["parameters"] = [
                parameter
                if parameter["in"] == "query"
                else _said_once(parameters, "parameters", _named(path, parameter), parameter)
                for parameter in operation["parameters"]
            ]
    components["responses"] = dict(sorted(refusals.items()))
    components["parameters"] = dict(sorted(parameters.items()))
    for item in result.get("webhooks", {}).values():
        for name, operation in item.items():
            operation.setdefault("operationId", name)
    return result


def _also_by_app(ways: list[Json]) -> list[Json]:
    """Where a token of one's own is enough, so is the key of an app."""
    return [
        also
        for way in ways
        for also in ([way, {"oauth2": way["token"]}] if "token" in way else [way])
    ]


def _said_once(known: Json, where: str, name: str, said: Json) -> Json:
    """A reference to it; what is called alike and is something else stays where it is."""
    same = known.setdefault(name, said) == said
    return {"$ref": f"#/components/{where}/{name}"} if same else said


def _called(status: str, response: Json) -> str:
    """By the codes that not everything can answer, or by its status: `GameOverOrStale`."""
    codes = re.findall(r"^\* `(\w+)`", response["description"], re.MULTILINE)
    own = sorted(code for code in codes if code not in describe.ALWAYS)
    name = "Or".join(map(describe.camel, own))
    # … and all that can be answered beside them with this status.
    phrase = re.sub(r"\W", "", HTTPStatus(int(status)).phrase.title())
    return name if len(own) == len(codes) and name else f"{phrase}{name}"


def _named(path: str, parameter: Json) -> str:
    """`IfNoneMatch`; of an address `GamesKey`, by what stands before it."""
    before, _, _ = path.partition("{" + parameter["name"])
    words = [before.split("/")[-2] if parameter["in"] == "path" else "", parameter["name"]]
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"\W|_", "-".join(words)))


def _take_strictly(schema: Json, components: Json) -> None:
    """Of a body, and of every object in it, no field is taken that is not described."""
    name = schema.get("$ref", "").rpartition("/")[2]
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


def _headers(status: str) -> Json:
    names = {"X-Request-ID": "RequestId"}
    if status not in {"401", "500", "503"}:
        names |= {"RateLimit": "RateLimit", "RateLimit-Policy": "RateLimitPolicy"}
    if status in {"429", "503"}:
        names["Retry-After"] = "RetryAfter"
    if status == "401":
        names["WWW-Authenticate"] = "WwwAuthenticate"
    if status == "405":
        names["Allow"] = "Allow"
    return {header: {"$ref": f"#/components/headers/{name}"} for header, name in names.items()}


def _operations(schema: Json) -> Iterator[tuple[str, Json]]:
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, operation

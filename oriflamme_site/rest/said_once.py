"""A schema in which nothing is said twice: what many operations share becomes a component, and they
refer to it. A page that every author of a client loads is worth being short."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from oriflamme_site.rest import problems

Json = dict[str, Any]
# A field becomes a component where the schema is shorter by so many letters for it.
WORTH = 60


def operations(schema: Json) -> Iterator[Json]:
    for item in schema["paths"].values():
        yield from item.values()


def _objects(one: Any) -> Iterator[Json]:
    """All that it is made of, what is within others after them."""
    if isinstance(one, dict):
        yield one
    within = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    for part in list(within):
        yield from _objects(part)


def shorten(schema: Json) -> None:
    components = schema["components"]
    _name_words(components["schemas"], components["schemas"])
    _name_words(components["schemas"], schema["paths"])
    _leave_out_what_says_nothing(schema)
    _refer_plainly(schema)
    _name_no_nothing(schema)
    _describe_words(schema)
    _share_fields(components["schemas"])
    _name_titled(components["schemas"])
    _share_answers(schema)
    _share_parameters(schema)
    _share_ways_in(schema)
    for kind in ("schemas", "parameters", "responses"):
        components[kind] = dict(sorted(components[kind].items()))


def _name_words(shapes: Json, within: Json) -> None:
    """Where the words of an enumeration are listed that has a name, its name."""
    named = {
        tuple(shape["enum"]): {"$ref": f"#/components/schemas/{name}"}
        for name, shape in shapes.items()
        if shape.keys() == {"type", "enum"} and shape["type"] == "string"
    }
    own = {id(shape) for shape in shapes.values()}
    for one in _objects(within):
        words = one.get("enum")
        if isinstance(words, list) and one.get("type") == "string" and id(one) not in own:
            known = named.get(tuple(words))
            if known and one.keys() <= {"type", "enum", "description", "default", "minLength"}:
                for part in ("type", "enum", "minLength"):
                    one.pop(part, None)
                one.update({"allOf": [known]} if one else known)


def _leave_out_what_says_nothing(schema: Json) -> None:
    """That a text which is answered has a letter at least: it is for what is sent."""
    shapes = schema["components"]["schemas"]
    sent: set[str] = set()
    _reach([one.get("requestBody") for one in operations(schema)], shapes, sent)
    for name in shapes.keys() - sent:
        for field in shapes[name].get("properties", {}).values():
            for one in (field, field.get("items", {})):
                if one.get("minLength") == 1:
                    del one["minLength"]


def _reach(one: Any, shapes: Json, found: set[str]) -> None:
    """The names of all shapes that something is made of."""
    for each in _objects(one):
        name = str(each.get("$ref", "")).removeprefix("#/components/schemas/")
        if name in shapes and name not in found:
            found.add(name)
            _reach(shapes[name], shapes, found)


def _refer_plainly(schema: Json) -> None:
    """Beside a reference its field is described: this version of OpenAPI needs no `allOf`."""
    for one in _objects(schema):
        every = one.get("allOf", ())
        if len(every) == 1 and every[0].keys() == {"$ref"}:
            del one["allOf"]
            one.update(every[0])


def _name_no_nothing(schema: Json) -> None:
    """Null has a type; the describer gives it a name where it stands beside an enumeration."""
    schema["components"]["schemas"].pop("NullEnum", None)
    for one in _objects(schema):
        if one.get("$ref") == "#/components/schemas/NullEnum":
            one.clear()
            one["type"] = "null"


def _describe_words(schema: Json) -> None:
    """What all fields say that can be the words of one enumeration, it says itself."""
    shapes = schema["components"]["schemas"]
    places: dict[str, list[Json]] = {name: [] for name, one in shapes.items() if "enum" in one}
    for one in _objects(schema):
        name = str(one.get("$ref", "")).removeprefix("#/components/schemas/")
        if name in places:
            places[name].append(one)
    for name, fields in places.items():
        said = {field.get("description") for field in fields}
        if len(fields) > 1 and len(said) == 1 and None not in said:
            shapes[name].setdefault("description", said.pop())
            for field in fields:
                del field["description"]


def _share_fields(shapes: Json) -> None:
    """A field that several shapes have, with the same meaning, by its name: `Says`, `DryRun`. A
    reference stays where it is: generators read a component that is one as an empty shape."""
    having: dict[tuple[str, str], dict[str, Json]] = {}
    for of, shape in shapes.items():
        for name, field in shape.get("properties", {}).items():
            if "$ref" not in field:
                having.setdefault((name, json.dumps(field)), {})[of] = shape["properties"]
    for (name, said), places in sorted(having.items(), key=lambda item: -len(item[1])):
        called = "".join(part.capitalize() for part in name.split("_"))
        if called in shapes:  # there is a `Card`, beside fields of that name
            called += "Field"
        if called in shapes:  # … which mean several things
            called = min(places) + called.removesuffix("Field")
        refers = {"$ref": f"#/components/schemas/{called}"}
        times = len(places)
        saved = (times - 1) * len(said) - times * len(json.dumps(refers)) - len(called)
        if saved >= WORTH and called not in shapes:
            shapes[called] = places[min(places)][name]
            for fields in places.values():
                fields[name] = dict(refers)


def _name_titled(shapes: Json) -> None:
    """A member of a union that has a title is a component of that name, as generators would
    otherwise call it by a number."""
    for shape in list(shapes.values()):
        for member in shape.get("oneOf", ()):
            if title := member.get("title"):
                shapes[title] = {key: said for key, said in member.items() if key != "title"}
                member.clear()
                member["$ref"] = f"#/components/schemas/{title}"


def _share_answers(schema: Json) -> None:
    known = schema["components"]["responses"]
    answers = [
        (one["responses"], status, response)
        for one in operations(schema)
        for status, response in one["responses"].items()
        if "$ref" not in response
    ]
    times = Counter(repr(response) for _, _, response in answers)
    for responses, status, response in answers:
        if times[repr(response)] > 1:
            responses[status] = _said_once(known, "responses", _called(status, response), response)


def _share_parameters(schema: Json) -> None:
    """Those of headers and addresses, and of queries where several operations have the same."""
    known = schema["components"].setdefault("parameters", {})
    asked = [one for operation in operations(schema) for one in operation.get("parameters", ())]
    times = Counter(repr(one) for one in asked)
    for path, item in schema["paths"].items():
        for operation in item.values():
            operation["parameters"] = [
                one
                if one["in"] == "query" and times[repr(one)] == 1
                else _said_once(known, "parameters", _named(path, one), one)
                for one in operation.get("parameters", ())
            ]


def _share_ways_in(schema: Json) -> None:
    """Who may call most operations is said for all; the others say it themselves."""
    ways = Counter(repr(one["security"]) for one in operations(schema))
    (usual, _), *_ = ways.most_common(1)
    for operation in operations(schema):
        if repr(operation["security"]) == usual:
            schema["security"] = operation.pop("security")


def _said_once(known: Json, where: str, name: str, said: Json) -> Json:
    """A reference to it; what is called alike and is something else stays where it is."""
    same = known.setdefault(name, said) == said
    return {"$ref": f"#/components/{where}/{name}"} if same else said


def _called(status: str, response: Json) -> str:
    """A refusal by its codes, `GameOverOrStale`; another by what is answered, or by its status."""
    if problems.MEDIA_TYPE in response.get("content", {}):
        codes = re.findall(r"^\* `(\w+)`", response["description"], re.MULTILINE)
        return "Or".join("".join(map(str.capitalize, code.split("_"))) for code in codes)
    phrase = re.sub(r"\W", "", HTTPStatus(int(status)).phrase.title())
    shapes = [content["schema"] for content in response.get("content", {}).values()]
    shape = shapes[0] if len(shapes) == 1 else {}
    name = str(shape.get("$ref", "")).rpartition("/")[2]
    if "items" in shape:
        name = str(shape["items"].get("$ref", "")).rpartition("/")[2] + "List"
    if name and status == "200":
        return f"{name}WithETag" if "ETag" in response.get("headers", {}) else name
    return name + phrase


def _named(path: str, parameter: Json) -> str:
    """`IfNoneMatch`; of an address `GamesKey`, by what stands before it."""
    before, _, _ = path.partition("{" + parameter["name"])
    words = [before.split("/")[-2] if parameter["in"] == "path" else "", parameter["name"]]
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"\W|_", "-".join(words)))

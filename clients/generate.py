"""The core of both clients, made of docs/openapi.yaml: its shapes, and a method an operation.

    python clients/generate.py

writes `_operations.py` for Python, `operations.js` and `operations.d.ts` for TypeScript. They are
never committed: whoever builds or tests the clients makes them, so they cannot be out of date.
"""

import json
import os
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

HERE = Path(__file__).parent
SCHEMA = HERE.parent / "docs" / "openapi.yaml"
PYTHON = HERE / "python/src/oriflamme_client/_operations.py"
JAVASCRIPT = HERE / "typescript/src/operations.js"
TYPES = HERE / "typescript/src/operations.d.ts"

Shape = dict[str, Any]
PREFIX = "/api/v1/"
MADE = "Made of docs/openapi.yaml by clients/generate.py. Change that."
# How each language says what JSON Schema does.
WORDS = {
    "py": {"string": "str", "integer": "int", "number": "float", "boolean": "bool",
           "null": "None", "any": "Any", "object": "dict[str, Any]"},
    "ts": {"string": "string", "integer": "number", "number": "number", "boolean": "boolean",
           "null": "null", "any": "unknown", "object": "Record<string, unknown>"},
}  # fmt: skip


class Operation(NamedTuple):
    id: str
    method: str
    path: str
    said: str
    in_path: list[str]
    query: dict[str, tuple[Shape, bool]]
    body: Shape | None
    answer: Shape | None  # None: it says nothing
    # Whether who calls it adds to a deal, which is drawn on their own side.
    draws: bool

    @property
    def camel(self) -> str:
        return re.sub(r"_(\w)", lambda found: found[1].upper(), self.id)


def operations(schema: Shape) -> Iterator[Operation]:
    """All but streams, which the clients read by hand."""
    for path, item in schema["paths"].items():
        for method, one in item.items():
            if method == "parameters":
                continue
            asked = [found(schema, p) for p in (*item.get("parameters", ()), *one["parameters"])]
            good = next(a for code, a in one["responses"].items() if code.startswith("2"))
            content = found(schema, good).get("content", {})
            if {"text/event-stream", "application/x-ndjson"} & content.keys():
                continue
            content_sent = found(schema, one.get("requestBody", {})).get("content", {})
            body = content_sent.get("application/json", {}).get("schema")
            yield Operation(
                one["operationId"],
                method.upper(),
                path.removeprefix(PREFIX),
                one["summary"],
                re.findall(r"\{(\w+)\}", path),
                {
                    p["name"]: (p["schema"], p.get("required", False))
                    for p in asked
                    if p["in"] == "query"
                },
                body,
                next((one.get("schema", {}) for one in content.values()), None),
                "contribution" in found(schema, body or {}).get("properties", {}),
            )


def found(schema: Shape, one: Shape) -> Shape:
    """What a reference leads to."""
    while "$ref" in one:
        place: Any = schema
        for part in one["$ref"].removeprefix("#/").split("/"):
            place = place[part]
        one = place
    return one


def said(shape: Shape, into: str) -> str:  # noqa: PLR0911  one for each word of JSON Schema
    """A shape as a type."""
    words = WORDS[into]
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return f'"{name}"' if into == "py" else name
    if "const" in shape:
        return _literal([shape["const"]], into)
    if "enum" in shape:
        return _literal(shape["enum"], into)
    for many in ("oneOf", "anyOf"):
        if many in shape:
            return _either([said(one, into) for one in shape[many]], into)
    if "allOf" in shape:
        return _all([said(one, into) for one in shape["allOf"]], into)
    kinds = shape.get("type", "any")
    if isinstance(kinds, list):
        return _either([said({**shape, "type": kind}, into) for kind in kinds], into)
    if kinds == "array":
        item = said(shape.get("items", {}), into)
        return f"list[{item}]" if into == "py" else f"Array<{item}>"
    if kinds == "object" and shape.get("properties"):
        # In Python only what has a name can say its fields.
        return words["object"] if into == "py" else _fields(shape)
    if kinds == "object" and isinstance(further := shape.get("additionalProperties"), dict):
        item = said(further, into)
        return f"dict[str, {item}]" if into == "py" else f"Record<string, {item}>"
    return words[kinds]


def _literal(values: list[Any], into: str) -> str:
    if into == "py":
        return f"Literal[{', '.join(map(repr, values))}]"
    return " | ".join(json.dumps(value) for value in values)


def _either(types: list[str], into: str) -> str:
    types = list(dict.fromkeys(types))
    if into == "py" and len(types) > 1:
        return f"Union[{', '.join(types)}]"
    return types[0] if len(types) == 1 else f"({' | '.join(types)})"


def _all(types: list[str], into: str) -> str:
    return types[0] if into == "py" or len(types) == 1 else " & ".join(types)


def _fields(shape: Shape) -> str:
    needed = shape.get("required", ())
    lines = [
        f"/** {field.get('description', '').replace('*/', '')} */\n"
        f"{json.dumps(name)}{'' if name in needed else '?'}: {said(field, 'ts')};"
        for name, field in shape["properties"].items()
    ]
    return "{\n" + textwrap.indent("\n".join(lines), "  ") + "\n}"


# --- Python ------------------------------------------------------------------------------


def python(schema: Shape) -> str:
    shapes = schema["components"]["schemas"]
    every = list(operations(schema))
    lines = [
        f'"""{MADE}"""',
        "# ruff: noqa",
        '# mypy: disable-error-code="no-any-return"',
        "from __future__ import annotations",
        "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union",
        "from urllib.parse import quote",
        "import secrets",
        "",
        "def drawn(body: Any) -> Any:",
        '    """With what the own side adds to the deal, if it is not named."""',
        '    return {"contribution": secrets.token_hex(32), **(body or {})}',
        "",
    ]
    for name, shape in shapes.items():
        lines.append(_python_shape(name, shape))
    for kind, begin, wait in (
        ("Operations", "def", ""),
        ("AsyncOperations", "async def", "await "),
    ):
        lines += ["", f"class {kind}:"]
        lines += [
            f"    {begin} _call(self, method: str, path: str, "
            "query: dict[str, Any], body: Any) -> Any:",
            "        raise NotImplementedError",
        ]
        for one in every:
            lines += _python_method(one, begin, wait)
    return "\n".join(lines) + "\n"


def _python_shape(name: str, shape: Shape) -> str:
    if shape.get("type") != "object" or not shape.get("properties"):
        return f"{name}: TypeAlias = {said(shape, 'py')}"
    needed = shape.get("required", ())
    types = {field: said(one, "py") for field, one in shape["properties"].items()}
    fields = [
        f"{field!r}: {type_ if field in needed else f'NotRequired[{type_}]'}"
        for field, type_ in types.items()
    ]
    return f"{name} = TypedDict({name!r}, {{{', '.join(fields)}}})"


def _bare(type_: str) -> str:
    """In an annotation names need no quotes: it is not evaluated."""
    return type_.replace('"', "")


def _python_method(one: Operation, begin: str, wait: str) -> list[str]:
    asked = [f"{name}: str" for name in one.in_path]
    asked += [f"body: {_bare(said(one.body, 'py'))}"] if one.body else []
    if one.query:
        asked.append("*")
    for name, (shape, needed) in one.query.items():
        type_ = _bare(said(shape, "py"))
        asked.append(f"{name}: {type_}" if needed else f"{name}: Union[{type_}, None] = None")
    path = re.sub(r"\{(\w+)\}", r"{quote(\1, safe='')}", one.path)
    query = "{" + ", ".join(f"{name!r}: {name}" for name in one.query) + "}"
    answer = "None" if one.answer is None else _bare(said(one.answer, "py"))
    body = "drawn(body)" if one.draws else "body" if one.body else "None"
    return [
        f"    {begin} {one.id}({', '.join(['self', *asked])}) -> {answer}:",
        f'        """{one.said}"""',
        f'        return {wait}self._call({one.method!r}, f"{path}", {query}, {body})',
    ]


# --- TypeScript --------------------------------------------------------------------------


def javascript(schema: Shape) -> str:
    table = {
        one.camel: [one.method, one.path, bool(one.body), one.draws] for one in operations(schema)
    }
    return f"// {MADE}\nexport const OPERATIONS = {json.dumps(table, indent=1)};\n"


def typescript(schema: Shape) -> str:
    lines = [f"// {MADE}"]
    for name, shape in schema["components"]["schemas"].items():
        lines.append(f"export type {name} = {said(shape, 'ts')};")
    lines += ["", "export interface Operations {"]
    for one in operations(schema):
        asked = [f"{name}: string" for name in one.in_path]
        asked += [f"body: {said(one.body, 'ts')}"] if one.body else []
        if one.query:
            fields = "; ".join(
                f"{name}{'' if needed else '?'}: {said(shape, 'ts')}"
                for name, (shape, needed) in one.query.items()
            )
            needed = any(needed for _, needed in one.query.values())
            asked.append(f"query{'' if needed else '?'}: {{ {fields} }}")
        answer = "null" if one.answer is None else said(one.answer, "ts")
        lines += [f"  /** {one.said} */", f"  {one.camel}({', '.join(asked)}): Promise<{answer}>;"]
    lines += [
        "}",
        "export declare const OPERATIONS: Record<string, [string, string, boolean, boolean]>;",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    told = yaml.safe_load(SCHEMA.read_text())
    for file, write in ((PYTHON, python), (JAVASCRIPT, javascript), (TYPES, typescript)):
        # In one step: others may be reading it.
        new = file.with_suffix(f".{os.getpid()}.new")
        new.write_text(write(told))
        new.replace(file)

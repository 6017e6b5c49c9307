"""What a client of the last release would miss: the schema of then beside the schema of now.

    python -m tests.api_diff             (make api-diff)
    python -m tests.api_diff v0.2.0      beside another commit, or a file

The last release is the commit that gave CHANGELOG.md its newest dated page. What docs/api.md
promises is compared: addresses, methods, scopes, parameters, what is taken, what is answered, what
webhooks are told; of a union each member, by its word. Ends with 1 where a promise is broken.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
FILE = "docs/openapi.yaml"
METHODS = {"get", "put", "post", "delete", "patch"}
DEEPEST = 12
# What the schema of a release said wrongly: nothing that is answered has changed.
SAID_WRONGLY = {
    f"GET /api/v1/{where}.players[] may be null now": "hidden players were null at all times"
    for where in ("games 200 application/json.items[]", "me/turns 200 application/json[]")
} | {
    f"the webhook {name} application/json.data.{field} is gone": "a ping never had it, and what "
    "was told of later – tournaments – is of a kind that is new"
    for name, fields in {
        "at_a_table": "at game result",
        "told_to_you": "asks deadline game result seat seq",
    }.items()
    for field in fields.split()
}
Json = dict[str, Any]


def released(against: str | None) -> tuple[str, str]:
    """The schema of a release, and what it is called."""
    if against and Path(against).is_file():
        return Path(against).read_text(), against
    if against is None:
        pages = re.findall(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
        if not pages:
            sys.exit("CHANGELOG.md tells of no release yet.")
        found = _git("log", "--format=%H", f"-S## {pages[0]} ", "--", "CHANGELOG.md").split()
        if not found:
            sys.exit(f"The history does not reach back to {pages[0]}: fetch it whole.")
        against = found[-1]
    return _git("show", f"{against}:{FILE}"), against[:12]


def _git(*argv: str) -> str:
    return subprocess.run(
        ["git", *argv], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def breaks(before: Json, now: Json) -> Iterator[str]:
    """Each promise of `before` that `now` does not hold, as a sentence."""
    for path, item in before["paths"].items():
        for method in METHODS & item.keys():
            where = f"{method.upper()} {path}"
            other = now["paths"].get(path, {}).get(method)
            if other is None:
                yield f"{where} is gone"
                continue
            yield from _operation(where, (before, item[method]), (now, other))
    for name, item in before.get("webhooks", {}).items():
        other = now.get("webhooks", {}).get(name)
        if other is None:
            yield f"the webhook {name} is gone"
            continue
        sides = ((before, item["post"]), (now, other["post"]))
        for kind, (a, b) in _contents(*sides, "requestBody").items():
            yield from _answered(f"the webhook {name} {kind}", a, b, DEEPEST)


Side = tuple[Json, Json]


def _operation(where: str, old: Side, new: Side) -> Iterator[str]:
    if old[1]["operationId"] != new[1]["operationId"]:
        yield f"{where} is called {new[1]['operationId']} now"
    for way in _ways_in(old) - _ways_in(new):
        yield f"{where} does not let in {way} any more"
    was, has = _parameters(old), _parameters(new)
    for name in was.keys() - has.keys():
        yield f"{where} takes no {name} any more"
    for name in has.keys() - was.keys():
        if has[name].get("required"):
            yield f"{where} needs {name}"
    for name in was.keys() & has.keys():
        schemas = [(side[0], one["schema"]) for side, one in ((old, was[name]), (new, has[name]))]
        yield from _taken(f"{where} {name}", schemas[0], schemas[1], DEEPEST)
    if new[1].get("requestBody", {}).get("required") and "requestBody" not in old[1]:
        yield f"{where} needs a body"
    for kind, (a, b) in _contents(old, new, "requestBody").items():
        yield from _taken(f"{where} {kind}", a, b, DEEPEST)
    for status, answer in old[1]["responses"].items():
        if not status.startswith("2"):
            continue  # codes of problems are told by `code`, and may grow
        if status not in new[1]["responses"]:
            yield f"{where} does not answer {status} any more"
            continue
        there = new[1]["responses"][status]
        for kind, (a, b) in _contents((old[0], answer), (new[0], there)).items():
            yield from _answered(f"{where} {status} {kind}", a, b, DEEPEST)


def _parameters(side: Side) -> Json:
    every = (_found(side[0], one) for one in side[1].get("parameters", ()))
    return {f"{one['in']} {one['name']}": one for one in every}


def _ways_in(side: Side) -> set[str]:
    """By which schemes, and with which scopes."""
    ways = side[1].get("security", side[0].get("security", [{}]))
    return {" and ".join(f"{how} {of}" for how, of in way.items()) or "strangers" for way in ways}


def _contents(old: Side, new: Side, field: str = "") -> dict[str, tuple[Side, Side]]:
    sides = []
    for whole, one in (old, new):
        said = _found(whole, one.get(field, {}) if field else one).get("content", {})
        sides.append({kind: (whole, about.get("schema", {})) for kind, about in said.items()})
    return {kind: (sides[0][kind], sides[1].get(kind, (new[0], {}))) for kind in sides[0]}


def _found(whole: Json, one: Json) -> Json:
    if "$ref" not in one:
        return one
    place: Any = whole
    for part in one["$ref"].removeprefix("#/").split("/"):
        place = place[part]
    return _found(whole, place)


def _members(side: Side) -> list[Json]:
    """A schema as what it can be, without null."""
    whole, one = side
    one = _found(whole, one)
    if len(one.get("allOf", ())) == 1:
        return _members((whole, one["allOf"][0]))
    either = one.get("oneOf") or one.get("anyOf")
    every = [m for part in either for m in _members((whole, part))] if either else [one]
    return [m for m in every if m.get("type") != "null" and m.get("enum") != [None]]


def _by_word(side: Side) -> dict[str, Side]:
    """Of a union: its members, by the words that tell them apart."""
    whole, one = side
    one = _found(whole, one)
    if told := one.get("discriminator", {}).get("mapping"):
        return {word: (whole, {"$ref": where}) for word, where in told.items()}
    return {w: m for part in one.get("oneOf", ()) for w, m in _by_word((whole, part)).items()}


def _types(members: list[Json]) -> set[str]:
    said = [m.get("type", "object" if "properties" in m else "any") for m in members]
    return {t for one in said for t in ([one] if isinstance(one, str) else one)} - {"null"}


def _words(members: list[Json]) -> set[Any] | None:
    said = [set(m["enum"]) if "enum" in m else {m["const"]} for m in members if _is_word(m)]
    return set.union(*said) - {None, ""} if said and len(said) == len(members) else None


def _is_word(member: Json) -> bool:
    return "enum" in member or "const" in member


def _may_be_null(side: Side) -> bool:
    one = _found(*side)
    parts = [*one.get("oneOf", ()), *one.get("anyOf", ()), *one.get("allOf", ())]
    kinds = one.get("type", ())
    return (
        "null" in ([kinds] if isinstance(kinds, str) else kinds)
        or one.get("enum") == [None]
        or any(_may_be_null((side[0], part)) for part in parts)
    )


def _answered(
    where: str, old: Side, new: Side, deep: int, *, of_many: bool = False
) -> Iterator[str]:
    """What was answered is answered, and nothing of another kind. `of_many`: of a shape of which a
    union was made, with one member; what was not always there need not be in each."""
    was, has = _members(old), _members(new)
    if _types(was) and not _types(has) <= _types(was) | ({"any"} & _types(was)):
        yield f"{where} was {_said(was)} and is {_said(has)}"
    if _may_be_null(new) and not _may_be_null(old):
        yield f"{where} may be null now"
    told, words = _by_word(old), _by_word(new)
    if told and words and deep:
        for word in told.keys() & words.keys():  # what does not happen any more breaks nothing
            yield from _answered(f"{where} ({word})", told[word], words[word], deep - 1)
        return
    fields, there = _fields(was), _fields(has)
    needed = {name for one in was for name in one.get("required", ())}
    for name in fields.keys() - there.keys():
        if name in needed or not of_many:
            yield f"{where}.{name} is gone"
    if words and len(was) == 1 and deep:
        for one in has:
            yield from (
                f"{where}.{name} may be missing now" for name in needed - {*one["required"]}
            )
            for name in fields.keys() & one["properties"].keys():
                a, b = (old[0], fields[name]), (new[0], one["properties"][name])
                yield from _answered(f"{where}.{name}", a, b, deep - 1, of_many=True)
        return
    if not deep:
        return
    for name in fields.keys() & there.keys():
        # Of a union each member has its own fields: one is enough to be compared with.
        always = all(name in m.get("required", ()) for m in was if "properties" in m)
        still = all(name in m.get("required", ()) for m in has if "properties" in m)
        if always and not still and len(has) <= len(was):
            yield f"{where}.{name} may be missing now"
        if len(was) == len(has):
            yield from _answered(
                f"{where}.{name}", (old[0], fields[name]), (new[0], there[name]), deep - 1
            )
    for a, b in zip(_items(was), _items(has), strict=False):
        yield from _answered(f"{where}[]", (old[0], a), (new[0], b), deep - 1)


def _taken(where: str, old: Side, new: Side, deep: int) -> Iterator[str]:
    """What was accepted stays accepted."""
    was, has = _members(old), _members(new)
    if "any" not in _types(has) and not _types(was) - {"any"} <= _types(has):
        yield f"{where} took {_said(was)} and takes {_said(has)}"
    if _may_be_null(old) and not _may_be_null(new) and "any" not in _types(has):
        yield f"{where} may not be null any more"
    words, known = _words(was), _words(has)
    if known is not None and (words is None or not words <= known):
        gone = sorted(map(str, (words or set()) - known)) or "anything"
        yield f"{where} does not take {gone} any more"
    for bound, is_tighter in _BOUNDS.items():
        a, b = was[0].get(bound) if was else None, has[0].get(bound) if has else None
        if len(was) == len(has) == 1 and b is not None and (a is None or is_tighter(a, b)):
            yield f"{where} is bound by {bound} {b}, and was by {a}"
    told, taken = _by_word(old), _by_word(new)
    if told and taken and deep:
        yield from (f"{where} does not take {word} any more" for word in told.keys() - taken.keys())
        for word in told.keys() & taken.keys():
            yield from _taken(f"{where} ({word})", told[word], taken[word], deep - 1)
        return
    fields, there = _fields(was), _fields(has)
    for name in fields.keys() - there.keys():
        yield f"{where}.{name} is not taken any more"
    needs = {name for m in has for name in m.get("required", ())}
    needed = {name for m in was for name in m.get("required", ())}
    if len(was) == len(has):
        yield from (f"{where}.{name} is needed now" for name in sorted(needs - needed))
        if deep:
            for name in fields.keys() & there.keys():
                a, b = (old[0], fields[name]), (new[0], there[name])
                yield from _taken(f"{where}.{name}", a, b, deep - 1)
            for a, b in zip(_items(was), _items(has), strict=False):
                yield from _taken(f"{where}[]", (old[0], a), (new[0], b), deep - 1)


_BOUNDS = {
    "maximum": lambda a, b: b < a,
    "maxLength": lambda a, b: b < a,
    "maxItems": lambda a, b: b < a,
    "minimum": lambda a, b: b > a,
    "minLength": lambda a, b: b > a,
    "minItems": lambda a, b: b > a,
    "pattern": lambda a, b: not (_choices(a) and _choices(a) <= _choices(b)) and a != b,
}


def _choices(pattern: str | None) -> set[str]:
    """Of a pattern that is a list of words: these."""
    listed = re.fullmatch(r"\^\((.*)\)\$", pattern or "")
    return set(listed[1].split("|")) if listed else set()


def _fields(members: list[Json]) -> Json:
    return {name: field for m in members for name, field in m.get("properties", {}).items()}


def _items(members: list[Json]) -> list[Json]:
    return [m["items"] for m in members if "items" in m]


def _said(members: list[Json]) -> str:
    return " or ".join(sorted(_types(members))) or "null"


def main() -> None:
    text, name = released(sys.argv[1] if len(sys.argv) > 1 else None)
    now = yaml.load((ROOT / FILE).read_text(), Loader=yaml.CSafeLoader)
    wrong = sorted(set(breaks(yaml.load(text, Loader=yaml.CSafeLoader), now)) - {*SAID_WRONGLY})
    print("\n".join(wrong) or f"Everything that {name} promised is kept.")
    if wrong:
        sys.exit(f"{len(wrong)} promises of {name} are broken (docs/api.md tells what may change).")


if __name__ == "__main__":
    main()

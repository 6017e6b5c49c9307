"""A promise of the API that is broken is named."""

import copy
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.api_diff import ROOT, breaks, main

GAME = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "seats": {"type": ["integer", "null"]}},
    "required": ["id", "seats"],
}
FORM = {
    "type": "object",
    "properties": {
        "set": {"enum": ["base", "mixed"]},
        "seats": {"type": "integer", "maximum": 5},
        "first": {"$ref": "#/components/schemas/Move"},
    },
    "required": ["set"],
}
MOVE = {
    "oneOf": [{"$ref": "#/components/schemas/Place"}, {"$ref": "#/components/schemas/Wait"}],
    "discriminator": {
        "propertyName": "do",
        "mapping": {"place": "#/components/schemas/Place", "wait": "#/components/schemas/Wait"},
    },
}
PLACE = {
    "type": "object",
    "properties": {"do": {"const": "place"}, "card": {"type": "string"}},
    "required": ["do"],
}
TOLD = {
    "oneOf": [{"$ref": "#/components/schemas/Turn"}],
    "discriminator": {"propertyName": "type", "mapping": {"turn": "#/components/schemas/Turn"}},
}
TURN = {"type": "object", "properties": {"type": {"const": "turn"}, "seq": {"type": "integer"}}}
WAIT = {"type": "object", "properties": {"do": {"const": "wait"}}, "required": ["do"]}
SCHEMA: dict[str, Any] = {
    "paths": {
        "/games": {
            "post": {
                "operationId": "create_game",
                "security": [{"token": ["organise"]}, {}],
                "parameters": [
                    {"in": "query", "name": "lang", "schema": {"enum": ["en", "it"]}},
                ],
                "requestBody": {
                    "content": {"json": {"schema": {"$ref": "#/components/schemas/Form"}}}
                },
                "responses": {
                    "200": {"content": {"json": {"schema": {"$ref": "#/components/schemas/Game"}}}}
                },
            }
        }
    },
    "webhooks": {
        "told": {
            "post": {
                "requestBody": {
                    "content": {"json": {"schema": {"$ref": "#/components/schemas/Told"}}}
                }
            }
        }
    },
    "components": {
        "schemas": {
            "Game": GAME,
            "Form": FORM,
            "Move": MOVE,
            "Place": PLACE,
            "Wait": WAIT,
            "Told": TOLD,
            "Turn": TURN,
        }
    },
}
Change = Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], object]

BROKEN: dict[str, Change] = {
    "POST /games is gone": lambda one, _game, _form: one["paths"].clear(),
    "POST /games 200 json.id is gone": lambda _one, game, _form: game["properties"].pop("id"),
    "POST /games 200 json.id was string and is integer": lambda _one, game, _form: game[
        "properties"
    ].update(id={"type": "integer"}),
    "POST /games 200 json.id may be null now": lambda _one, game, _form: game["properties"].update(
        id={"type": ["string", "null"]}
    ),
    "POST /games 200 json.id may be missing now": lambda _one, game, _form: game["required"].remove(
        "id"
    ),
    "POST /games json.seats is needed now": lambda _one, _game, form: form["required"].append(
        "seats"
    ),
    "POST /games json.set does not take ['mixed'] any more": lambda _one, _game, form: form[
        "properties"
    ].update(set={"enum": ["base"]}),
    "POST /games json.seats is bound by maximum 4, and was by 5": lambda _one, _game, form: form[
        "properties"
    ]["seats"].update(maximum=4),
    "POST /games json.first does not take wait any more": lambda one, _game, _form: _shape(
        one, "Move"
    )["discriminator"]["mapping"].pop("wait"),
    "POST /games json.first (place).card is needed now": lambda one, _game, _form: _shape(
        one, "Place"
    )["required"].append("card"),
    "the webhook told json (turn).seq is gone": lambda one, _game, _form: _shape(one, "Turn")[
        "properties"
    ].pop("seq"),
    "the webhook told is gone": lambda one, _game, _form: one["webhooks"].clear(),
    "POST /games does not let in strangers any more": lambda one, _game, _form: one["paths"][
        "/games"
    ]["post"]["security"].pop(),
    "POST /games takes no query lang any more": lambda one, _game, _form: one["paths"]["/games"][
        "post"
    ]["parameters"].clear(),
}


def _shape(one: dict[str, Any], name: str) -> Any:
    return one["components"]["schemas"][name]


def changed(change: Change) -> dict[str, Any]:
    made = copy.deepcopy(SCHEMA)
    schemas = made["components"]["schemas"]
    change(made, schemas["Game"], schemas["Form"])
    return made


@pytest.mark.parametrize("said", BROKEN)
def test_what_breaks_a_promise_is_named(said: str) -> None:
    assert list(breaks(SCHEMA, changed(BROKEN[said]))) == [said]


def test_what_only_grows_breaks_none() -> None:
    def grow(one: dict[str, Any], game: dict[str, Any], form: dict[str, Any]) -> None:
        one["paths"]["/new"] = {}
        game["properties"]["name"] = {"type": "string"}
        form["properties"]["set"]["enum"].append("ablaze")
        form["properties"]["seats"] = {"oneOf": [{"type": "integer"}, {"type": "string"}]}
        form["properties"]["more"] = {"type": "string"}

    assert list(breaks(SCHEMA, changed(grow))) == []


def test_each_member_of_a_union_that_was_one_shape_has_what_was_always_there() -> None:
    def divide(*, lacks: str) -> Change:
        def change(one: dict[str, Any], game: dict[str, Any], form: dict[str, Any]) -> None:
            schemas, whole = one["components"]["schemas"], copy.deepcopy(game)
            for word in ("Short", "Long"):
                schemas[word] = copy.deepcopy(whole)
            schemas["Short"]["required"] = [f for f in whole["required"] if f != lacks]
            schemas["Short"]["properties"].pop(lacks, None)
            game.clear()
            mapping = {word: f"#/components/schemas/{word}" for word in ("Short", "Long")}
            game["oneOf"] = [{"$ref": where} for where in mapping.values()]
            game["discriminator"] = {"propertyName": "kind", "mapping": mapping}

        return change

    always, *_ = SCHEMA["components"]["schemas"]["Game"]["required"]
    said = list(breaks(SCHEMA, changed(divide(lacks=always))))
    assert said
    assert all(one.endswith(f".{always} may be missing now") for one in said)
    assert list(breaks(SCHEMA, changed(divide(lacks="")))) == []


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no history here")
def test_what_the_last_release_promised_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["api_diff"])
    try:
        main()
    except SystemExit as end:
        if "history does not reach" in str(end.code):
            pytest.skip(str(end.code))
        raise

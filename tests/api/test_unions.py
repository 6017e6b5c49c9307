"""What tells members of a union apart in the schema holds for everything that is answered."""

import dataclasses
import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import orjson
import pytest
from jsonschema import Draft202012Validator

from games import engine
from games.engine.events import EVENTS
from games.engine.move_data import as_data
from games.engine.types import known
from games.models import Feed
from games.orders import DOES
from games.selectors.log import say_events
from games.services import hooking
from games.tournaments.pages.steps import STEPS
from games.tournaments.services import desk
from games.tournaments.services.desk.step_facts import Wish
from games.tournaments.services.hooking import TYPES
from notifications import registry
from tests import bounded
from tests.api.operations import schema


@cache
def validator(component: str) -> Any:
    return Draft202012Validator(
        {"$ref": f"#/components/schemas/{component}", "components": schema()["components"]}
    )


def happened(box: str, seats: int) -> list[dict[str, Any]]:
    """Of a game played at random, as each seat reads it and as it is at the end."""
    rng = random.Random(f"{box} {seats}")
    state = engine.deal(set=box, seats=seats, seed=rng.randbytes(32))
    log = engine.opening(state)
    bound = bounded()
    while next(bound) and (moves := engine.legal_moves(state)):
        log += engine.play(state, rng.choice(moves))
    seen = [engine.redact(log, seat) for seat in (None, 0)] + [engine.redact(log, 0, over=True)]
    return [cast(dict[str, Any], event) for one in seen for event in say_events(one, lambda _: "…")]


@pytest.mark.parametrize("box", sorted(engine.SETS))
def test_every_event_is_what_its_kind_says(box: str) -> None:
    kinds = schema()["components"]["schemas"]["GameEvent"]["discriminator"]["mapping"]
    assert set(kinds) == set(EVENTS)
    known = set()
    for seats in range(2, 6):
        for event in happened(box, seats):
            # Many are alike: each once.
            form = (event["kind"], *((name, type(fact)) for name, fact in sorted(event.items())))
            if form not in known:
                known.add(form)
                name = kinds[event["kind"]].rpartition("/")[2]
                validator(name).validate(event)
                about = schema()["components"]["schemas"][name]
                assert set(event) - {"nothing"} == set(about["required"])


def asked(box: str, seats: int, number: int) -> Iterator[dict[str, Any]]:
    """All that is asked in a game played at random, as who decides and who waits are told."""
    rng = random.Random(f"{box} {seats} {number}")
    state = engine.deal(set=box, seats=seats, seed=rng.randbytes(32))
    bound = bounded()
    while next(bound) and (moves := engine.legal_moves(state)):
        for seat in (engine.to_move(state), None):
            question = known(engine.view(state, seat)["question"])
            options = question["moves"] and [
                {"move": move, "data": as_data(move), "says": "…"} for move in question["moves"]
            ]
            yield {**question, "moves": options, "asks": "…", "deadline": None}
        engine.play(state, rng.choice(moves))


def test_every_question_is_what_its_kind_says() -> None:
    kinds = schema()["components"]["schemas"]["Question"]["discriminator"]["mapping"]
    forms, seen = set(), set()
    for box, seats, number in itertools.product(sorted(engine.SETS), range(2, 6), range(6)):
        for question in asked(box, seats, number):
            moves = {tuple(option["data"]) for option in question["moves"] or ()}
            # Many are alike: each once.
            form = (*((name, type(fact)) for name, fact in question.items()), frozenset(moves))
            if (question["kind"], form) not in forms:
                name = kinds[question["kind"]].rpartition("/")[2]
                validator(name).validate(question)
                assert set(question) == set(schema()["components"]["schemas"][name]["required"])
            forms.add((question["kind"], form))
            seen.add(question["kind"])
    assert seen == set(engine.QUESTIONS) == words_of("Question")


def test_wherever_a_move_is_told_it_is_there_as_data_too() -> None:
    """… and wherever one is sent both are taken."""
    told, taken = [], []
    for name, shape in schema()["components"]["schemas"].items():
        for field, said in shape.get("properties", {}).items():
            if field == "move" and said.get("type") != "integer":  # that is its number
                assert "Move'" in str(shape["properties"]["data"]), name
                told.append(name)
            if field == "legal":
                assert "schemas/Move'" in str(shape["properties"]["legal_data"]), name
                told.append(name)
            if field == "moves" and "oneOf" in said.get("items", {}):
                assert "schemas/Move'" in str(said), name
                taken.append(name)
    assert "MovesRequest" in taken
    assert {
        *("LogEntry", "MoveInTime", "MoveOption", "PlaceOption", "OrderNow", "OrderUse"),
        *("ForcedEvent", "IllegalMoveProblem", "BadNotationProblem"),
    } <= set(told)


def test_a_slot_goes_with_on_and_with_nothing_else() -> None:
    placed = {"do": "place", "card": "spy"}
    moves = validator("Move")
    for at, slot, is_one in (("on", 2, True), ("end", None, True), ("on", None, False)):
        move = {**placed, "at": at} | ({} if slot is None else {"slot": slot})
        assert moves.is_valid(move) == is_one
    assert not moves.is_valid({**placed, "at": "end", "slot": 2})


def words_of(union: str) -> set[str]:
    return set(schema()["components"]["schemas"][union]["discriminator"]["mapping"])


def test_every_union_names_each_word_of_what_it_is_made_from() -> None:
    assert words_of("StreamEvent") == {"here", "reset", *Feed.Kind.values}
    assert words_of("TableEvent") == {"ping", *hooking.TYPES}
    assert words_of("TournamentEvent") == {"ping", *TYPES}
    of_persons = {kind.event for kind in registry.kinds() if kind.event and not kind.of}
    assert words_of("OwnEvent") == of_persons
    assert words_of("Order") == set(DOES)
    assert words_of("StepRequest") == set(desk.CHOICES) == set(desk.TAKES)
    fields = {field.name for field in dataclasses.fields(Wish)}
    assert {name for takes in desk.TAKES.values() for name in takes} <= fields
    assert all(set(step.fields) <= {*desk.TAKES[name], "reason"} for name, step in STEPS.items())


def test_the_schema_is_short_enough_to_be_read_by_every_author_of_a_client() -> None:
    assert len(orjson.dumps(schema())) <= 380_000

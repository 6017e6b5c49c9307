"""What tells members of a union apart in the schema holds for everything that is answered."""

import dataclasses
import random
from functools import cache
from typing import Any

import orjson
import pytest
from jsonschema import Draft202012Validator

from games import engine
from games.engine import words
from games.engine.events import EVENTS
from games.models import Feed
from games.orders import DOES
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
    return [{**event, "says": "…"} for one in seen for event in words.explain(one)]


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
    assert len(orjson.dumps(schema())) <= 376_000

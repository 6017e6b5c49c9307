"""What tells members of a union apart in the schema holds for everything that is answered."""

import random
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games import engine
from games.engine import words
from games.engine.events import EVENTS
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

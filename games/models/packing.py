"""Events as the log keeps them: the values in the order of the vocabulary, without its words.

    {"kind": "waited", "seat": 0, "slot": 3, "card": "spy", "tokens": 2, "knows": 0}
    ["waited",0,0,3,"spy",2]

It is less than half the size, and readable still. A field that a later vocabulary adds at the
end of a kind is None in older rows.
"""

from itertools import chain, repeat
from typing import cast

import orjson

from games.engine import EVENTS, Event

_FIELDS = {kind: ("knows", *about.fields) for kind, about in EVENTS.items()}


def pack(events: list[Event]) -> str:
    rows = []
    for event in events:
        get = event.get
        kind = event["kind"]
        rows.append([kind, *[get(field) for field in _FIELDS[kind]]])
    return orjson.dumps(rows).decode()


def unpack(text: str) -> list[Event]:
    return [
        # As the vocabulary has packed them.
        cast(
            Event,
            {"kind": kind, **dict(zip(_FIELDS[kind], chain(values, repeat(None)), strict=False))},
        )
        for kind, *values in orjson.loads(text)
    ]

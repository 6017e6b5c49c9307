"""Questions that no link asks: every parameter of every list and page, with what might tell.

Which parameters a view reads is learned by asking it once and listening; what the admin could be
asked about is every field of its model, and of those behind it.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock
from urllib.parse import urlencode

from django.apps import apps
from django.http import QueryDict

from tests.secrecy import addresses
from tests.secrecy.addresses import Address
from tests.secrecy.eyes import Ask, as_if_first, getter, undone
from tests.secrecy.scene import Scene, Viewer

# What every list of ours or of a library may read.
COMMON = (
    *("q", "o", "p", "e", "all", "ot", "list", "page", "after", "before", "limit", "since", "at"),
    *("player", "set", "sort", "order", "order_by", "search", "fields", "expand", "lang", "chair"),
)
LOOKUPS = ("", "__contains", "__icontains", "__startswith", "__gt", "__isnull", "__in", "__regex")
BEHIND = ("", "game__", "chairs__", "seat__", "person__", "by__", "creator__", "state__", "pk__")
VALUES = (
    *("", "0", "1", "-1", "2", "99", "true", "spy", "ambush", "heir", "prince", "alice", "bob"),
    *(
        "a",
        "running",
        "mine",
        "over",
        "hands",
        "-state",
        "state",
        "seed",
        "link",
        "mixed",
        "[",
        "%",
    ),
)


def asks(scene: Scene, viewer: Viewer, *, each: int = 6, seed: int = 0) -> Iterator[Ask]:
    """To every address that answers with something, so many queries each."""
    for one in addresses.every(scene.values(viewer)):
        if (one.is_admin and not viewer.is_staff) or one.path.endswith("/events"):
            continue
        for number in range(each):
            chance = random.Random(f"{one.path} {seed} {number}")
            yield (
                f"{one.path} asked {number}",
                lambda one=one, chance=chance: _asked(one, viewer, chance),
            )


def _asked(one: Address, viewer: Viewer, rng: random.Random) -> Any:
    as_if_first(viewer, one.path)
    names = rng.sample(_names(one, viewer), rng.choice([1, 1, 2]))
    query = urlencode({name: rng.choice(VALUES) for name in names})
    return query, getter(viewer, Address(f"{one.path}?{query}", one.route, one.methods))()


_read: dict[tuple[str, str], list[str]] = {}


def _names(one: Address, viewer: Viewer) -> list[str]:
    known = _read.get((one.route, viewer.name))
    if known is None:
        with listening() as heard:
            undone(getter(viewer, one))
        as_if_first(viewer, one.path)
        known = _read[one.route, viewer.name] = [*heard, *COMMON, *_of_model(one)]
    return known


def _of_model(one: Address) -> list[str]:
    parts = one.path.strip("/").split("/")
    if not one.is_admin or len(parts) < 3:
        return []
    try:
        model = apps.get_model(parts[1], parts[2])
    except LookupError:
        return []
    fields = [field.name for field in model._meta.get_fields()]
    hidden = ("state", "seed", "link", "move", "events", "token", "text", "orders", "password")
    return [
        f"{behind}{field}{lookup}"
        for behind in BEHIND
        for field in (*fields, *hidden)
        for lookup in LOOKUPS
    ]


@contextmanager
def listening() -> Iterator[list[str]]:
    """Which parameters of a query are read meanwhile."""
    heard: list[str] = []

    def spied(name: str) -> Any:
        honest = getattr(QueryDict, name)

        def listen(self: QueryDict, key: Any = None, *rest: Any, **more: Any) -> Any:
            if isinstance(key, str) and key not in heard:
                heard.append(key)
            return honest(self, key, *rest, **more)

        return mock.patch.object(QueryDict, name, listen)

    with spied("get"), spied("getlist"), spied("__getitem__"), spied("__contains__"):
        yield heard

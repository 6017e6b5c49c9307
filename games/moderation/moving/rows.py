"""Rows of any table as JSON, with the numbers that they have among themselves; and what of a game
is the same on every site."""

import base64
import hashlib
from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Any
from uuid import UUID

import orjson
from django.apps import apps
from django.db import models

from accounts.models import User
from accounts.secret import Secret
from games.models import Game, Move, Seat

FORMAT = "oriflamme-by-post/moved/1"
# What of somebody stands on a page for everybody.
PUBLIC = ("id", "handle", "name", "language", "is_bot", "created_at")
# What makes them the same person elsewhere. Keys, sessions and second factors are made anew there.
PRIVATE = ("email", "email_is_verified", "time_zone", "password")


class Refused(Exception):
    """Why it stays where it is."""


# A row's table and its values by column.
Kept = tuple[str, dict[str, Any]]


def keep(rows: Iterable[models.Model]) -> list[Kept]:
    return [(row._meta.label, kept(row)) for row in rows]


def kept(row: models.Model) -> dict[str, Any]:
    fields = row._meta.concrete_fields
    values = {field.attname: plain(getattr(row, field.attname)) for field in fields}
    return {name: value for name, value in values.items() if name != "pk"}


def plain(value: Any) -> Any:
    match value:
        case Secret():
            return plain(value.reveal())
        case bytes() | memoryview():
            return base64.b64encode(bytes(value)).decode()
        case datetime() | date() | time():
            return value.isoformat()
        case UUID():
            return str(value)
        case tuple():  # a key of several columns
            return list(value)
    return value


def people_in(rows: Iterable[Kept]) -> set[int]:
    """The numbers of everybody whom these rows name."""
    return {
        values[field.attname]
        for label, values in rows
        for field in apps.get_model(label)._meta.concrete_fields
        if field.related_model is User and values.get(field.attname) is not None
    }


_OF_A_GAME = (
    *("key", "set", "edition", "deck", "seats", "direction", "seed", "commitment", "status"),
    *("rules_version", "deal_scheme", "left_to_chance", "round_number", "round_table"),
    *("round_key", "seq", "state", "to_move", "result", "started_at", "ended_at"),
)
_OF_A_SEAT = ("number", "place", "contribution", "bot")
_OF_A_MOVE = ("seq", "seat", "door", "at", "move", "events")


def _hash(
    game: dict[str, Any], seats: Iterable[dict[str, Any]], moves: Iterable[dict[str, Any]]
) -> str:
    """Of all that decides a game and has happened in it, whoever the people are here or there."""
    whole = [
        {name: game[name] for name in _OF_A_GAME},
        sorted(([seat[name] for name in _OF_A_SEAT] for seat in seats), key=str),
        sorted([move[name] for name in _OF_A_MOVE] for move in moves),
    ]
    return hashlib.sha256(orjson.dumps(whole, option=orjson.OPT_SORT_KEYS)).hexdigest()


def hashes(rows: Iterable[Kept]) -> dict[str, str]:
    """Of each game among the rows, by its key."""
    games: dict[int, dict[str, Any]] = {}
    of: dict[tuple[int, str], list[dict[str, Any]]] = defaultdict(list)
    for label, values in rows:
        if label == Game._meta.label:
            games[values["id"]] = values
        elif label in (Seat._meta.label, Move._meta.label):
            of[values["game_id"], label].append(values)
    return {
        game["key"]: _hash(game, of[pk, Seat._meta.label], of[pk, Move._meta.label])
        for pk, game in games.items()
    }

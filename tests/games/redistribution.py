"""The same game, with what a viewer cannot know dealt otherwise."""

import json
import random
from typing import Any

from django.db import connection

from games import engine
from games.models import Game, Move
from games.models.packing import pack, unpack

Swap = dict[str, str]


def hidden_kinds(data: dict[str, Any], seat: int) -> list[str]:
    """What only this seat knows: hand, set aside, and closed cards never seen."""
    row = [card for stack in data["row"] for card in stack.split()]
    closed = [card for card, face in zip(row, data["faces"], strict=True) if face == "0"]
    own = [card.split("/")[0] for card in closed if card.endswith(f"/{seat}")]
    return [*data["hands"][seat].split(), *data["aside"][seat].split(), *own]


def redistribute(game: Game, keep: int | None, rng: random.Random) -> None:
    """Shuffle the hidden cards of every seat but `keep` among their places, in snapshot and log."""
    game.refresh_from_db()
    text, swaps = dealt_otherwise(game.state.reveal(), keep, rng)
    Game.objects.filter(pk=game.pk).update(state=text)
    _rewrite_log(game, swaps)


def dealt_otherwise(text: str, keep: int | None, rng: random.Random) -> tuple[str, dict[int, Swap]]:
    """A stored state with the hidden cards of all seats but `keep` shuffled; what became what."""
    data = json.loads(text)
    order = list(data)
    swaps: dict[int, Swap] = {}
    for seat in range(data["seats"]):
        if seat != keep:
            kinds = hidden_kinds(data, seat)
            swaps[seat] = dict(zip(kinds, rng.sample(kinds, len(kinds)), strict=True))
    for seat, swap in swaps.items():
        for pile in ("hands", "aside"):
            data[pile][seat] = " ".join(sorted(swap[kind] for kind in data[pile][seat].split()))
        named = {f"{old}/{seat}": f"{new}/{seat}" for old, new in swap.items()}
        hands = (data.pop("hands"), data.pop("aside"))
        data = _renamed(data, named)
        data["hands"], data["aside"] = hands
    text = json.dumps({key: data[key] for key in order}, separators=(",", ":"))
    engine.load(text)  # it must be a game that can be
    return text, swaps


def _renamed(value: Any, names: Swap) -> Any:
    if isinstance(value, str):
        return " ".join(names.get(word, word) for word in value.split(" "))
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    if isinstance(value, dict):
        return {_renamed(key, names): _renamed(one, names) for key, one in value.items()}
    return value


def _rewrite_log(game: Game, swaps: dict[int, Swap]) -> None:
    changed = []
    for row in Move.objects.filter(game=game).values_list("seq", "seat", "move", "events"):
        seq, seat, move, packed = row
        events = unpack(packed)
        others = [_other_event(event, swaps) for event in events]
        if seat in swaps and move.split()[0] in {"place", "swap"}:
            verb, kind, *rest = move.split()
            move = " ".join([verb, swaps[seat].get(kind, kind), *rest])
        if (move, others) != (row[2], events):
            changed.append([pack(others), move, game.pk, seq])
    with connection.cursor() as cursor:
        # What nobody else can do: this test is the database's superuser.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.executemany(
            "UPDATE games_move SET events = %s, move = %s WHERE game_id = %s AND seq = %s", changed
        )
        cursor.execute("SET LOCAL session_replication_role = origin")


def _other_event(event: engine.Event, swaps: dict[int, Swap]) -> engine.Event:
    swap = swaps.get(event["knows"]) if event["knows"] is not None else None
    if swap is None:
        return event
    new = dict(event)
    for field in engine.EVENTS[event["kind"]].secret:
        value = event[field]
        if isinstance(value, list):
            new[field] = sorted(swap.get(kind, kind) for kind in value)
        elif value is not None:
            new[field] = swap.get(value, value)
    return new

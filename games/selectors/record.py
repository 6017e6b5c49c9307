"""A game that is over: its record, and how it stood after each move."""

from django.utils.translation import gettext as _

from accounts.models import User
from games import engine, errors
from games.models import Move
from games.models.table import Table
from games.selectors import people
from games.selectors.tables import Found, View, assemble, find_game, open_view


def record_text(*, key: str, viewer: User | None) -> str:
    """The whole game in notation, with the seed: anybody can deal and play it again."""
    found = _find_ended(key, viewer)
    table = found.table
    # Handles and bots' names have no commas; the line is split at them.
    players = [
        people.shown_name(chair) if chair.is_gone else chair.handle or chair.bot
        for chair in table.chairs
    ]
    return engine.write_record(
        engine.record(dealt(table), _moves(table), players=players, seed=bytes(table.seed))
    )


def view_at(*, key: str, viewer: User | None, lang: str, seq: int) -> View:
    """The table as it stood after `seq` moves, with everything open."""
    found = _find_ended(key, viewer)
    table = found.table
    if not 0 <= seq <= table.seq:
        raise errors.NotFound
    state = dealt(table)
    for move in _moves(table)[:seq]:
        engine.play(state, move)
    seen = open_view(state, table.seat_of(found.viewer))
    decider = engine.to_move(state)
    if decider is not None:
        seen["question"] = engine.view(state, decider)["question"]
    return assemble(table, seen, found.viewer, lang) | {"seq": seq}


def dealt(table: Table) -> engine.State:
    """The game before its first move, from its seed."""
    return engine.deal(
        set=table.set,
        seats=table.seats,
        seed=bytes(table.seed),
        edition=table.edition,
        deck=table.deck,
        direction=table.direction,
    )


def _find_ended(key: str, viewer: User | None) -> Found:
    found = find_game(key, viewer)
    if not found.table.is_over:
        raise errors.NotAllowed(why=_("That is open when the game is over."))
    if found.table.rules_version != engine.RULES_VERSION:
        raise errors.OlderRules(rules_version=found.table.rules_version)
    return found


def _moves(table: Table) -> list[str]:
    rows = Move.objects.filter(game_id=table.id, seat__isnull=False).order_by("seq")
    return list(rows.values_list("move", flat=True))

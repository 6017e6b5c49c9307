"""A game that is over: its record, and how it stood after each move."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from games import engine, errors
from games.models import Move, replica
from games.models.dealing import contributions_to
from games.models.position import readable
from games.models.table import Table
from games.selectors import people
from games.selectors.log import ALL, Row, read_rows, told
from games.selectors.tables import Found, assemble, find_game, open_view
from games.types import Game, LogEntry


def record_text(*, key: str, viewer: User | None) -> str:
    """The whole game in notation, with the seed: anybody can deal and play it again."""
    return replica.read(lambda: _record_text(key, viewer))


def _record_text(key: str, viewer: User | None) -> str:
    found = _find_ended(key, viewer)
    table = found.table
    contributions = contributions_to(table.id, table.seed.reveal(), table.deal_scheme)
    return written(table, contributions, _moves(table), players_of(table))


def players_of(table: Table) -> list[str]:
    """As a record names them: handles and bots' names have no commas, at which it is split."""
    return [
        people.shown_name(table, chair) if chair.is_gone else chair.handle or chair.bot
        for chair in table.chairs
    ]


def written(
    table: Table,
    contributions: Sequence[bytes] | None,
    moves: Sequence[str],
    players: Sequence[str] | None,
) -> str:
    """The record of a game that is over."""
    with readable(table.key):
        start = dealt(table, contributions)
    seed = table.seed.reveal()
    return engine.write_record(
        engine.record(start, moves, players=players, seed=seed, contributions=contributions)
    )


def view_at(*, key: str, viewer: User | None, lang: str, seq: int) -> Game:
    """The table as it stood after `seq` moves, with everything open."""
    found = _find_ended(key, viewer)
    table = found.table
    if not 0 <= seq <= table.seq:
        raise errors.NotFound
    contributions = contributions_to(table.id, table.seed.reveal(), table.deal_scheme)
    with readable(table.key):
        state = dealt(table, contributions)
        for move in _moves(table)[:seq]:
            engine.play(state, move)
    return assemble(table, opened(state, table.seat_of(found.viewer)), found.viewer, lang) | {
        "seq": seq
    }


def opened(state: engine.State, seat: int | None) -> engine.View:
    """A moment with everything open, and what was asked in it."""
    seen = open_view(state, seat)
    decider = engine.to_move(state)
    if decider is not None:
        seen["question"] = engine.view(state, decider)["question"]
    return seen


class Moments(NamedTuple):
    """A game that is over, stepped through once: one of its moments, and its course."""

    found: Found
    rows: list[Row]
    seen: engine.View
    # Everybody's influence after each move, from the deal on.
    influence: list[list[int]]

    def view(self, lang: str) -> Game:
        return assemble(self.found.table, self.seen, self.found.viewer, lang)

    def told(self, numbers: list[int], lang: str) -> list[LogEntry]:
        """What these moves led to; 0 is the deal."""
        wanted = set(numbers)
        return told(self.found, lang, [row for row in self.rows if row.seq in wanted])

    def turns(self, most: int) -> list[int]:
        """The moves after which most influence had changed hands, in order."""
        pairs = pairwise(self.influence)
        change = [
            sum(abs(one - other) for one, other in zip(before, after, strict=True))
            for before, after in pairs
        ]
        ranked = sorted(range(len(change)), key=lambda at: (-change[at], at))[:most]
        return sorted(at + 1 for at in ranked if change[at])


def moments(found: Found, *, at: int, chair: int | None) -> Moments:
    """The game after `at` moves, as a chair knew it then; None: with everything open."""
    _must_be_over(found)
    table = found.table
    rows = read_rows(table, since=-1, most=ALL)
    contributions = contributions_to(table.id, table.seed.reveal(), table.deal_scheme)
    with readable(table.key):
        state = dealt(table, contributions)
        influence = [list(state.influence)]
        seen = _at(state, chair) if at == 0 else None
        for number, row in enumerate((row for row in rows if row.seat is not None), 1):
            engine.play(state, row.move)
            influence.append(list(state.influence))
            if number == at:
                seen = _at(state, chair)
    return Moments(found, rows, seen or _at(state, chair), influence)


def _at(state: engine.State, chair: int | None) -> engine.View:
    return opened(state, None) if chair is None else engine.view(state, chair)


def dealt(table: Table, contributions: Sequence[bytes] | None) -> engine.State:
    """The game before its first move, from what decided the deal."""
    return engine.deal(
        set=table.set,
        seats=table.seats,
        seed=table.seed.reveal(),
        contributions=contributions,
        edition=table.edition,
        deck=table.deck,
        direction=table.direction,
        version=table.rules_version or 1,
    )


def _find_ended(key: str, viewer: User | None) -> Found:
    found = find_game(key, viewer)
    _must_be_over(found)
    return found


def _must_be_over(found: Found) -> None:
    if not found.table.is_over:
        raise errors.NotAllowed(why=_("That is open when the game is over."))


def _moves(table: Table) -> list[str]:
    rows = Move.objects.filter(game_id=table.id, seat__isnull=False).order_by("seq")
    return list(rows.values_list("move", flat=True))

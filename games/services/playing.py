"""One decision, by whatever door it comes: the hot path.

Two statements. The first reads the table with all that its clock goes by; the second, a transaction
by itself, writes log, snapshot, seats and feed if nobody has written to the game since, and so what
was read and what was written are the table as it is now. Who was overtaken, and a move with which
more is to be written, does the same again behind the lock of the game's row.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from functools import cache
from typing import Annotated, Any, NamedTuple

import orjson
from django.db import transaction

from accounts import moment
from accounts.models import User
from accounts.secret import Secret, hidden
from games import engine, errors
from games.engine.types import known
from games.models import Game, Move
from games.models.packing import pack
from games.models.position import read_position
from games.models.rows import columns, fetch_one
from games.models.table import WIDTH, Chair, Table, find_table
from games.services import clocks, phases, telling
from games.services.absence import come_back
from games.services.ending import tell_of_end


class _Game(NamedTuple):
    """What is read of a game g beside its table and clock."""

    # Of the row: another after each write, by whomever.
    version: Annotated[str, "g.xmin::text"]
    state: Annotated[Secret[str] | None, "g.state"]


class Position(NamedTuple):
    """All that is read to make a move."""

    version: str
    state: Secret[str] | None
    table: Table
    ticking: clocks.Ticking


_GAME, _ALL = len(_Game._fields), len(_Game._fields) + len(clocks.Ticking._fields) + WIDTH
_COLUMNS = f"{columns(_Game)}, {clocks.COLUMNS}"
_READ = f"SELECT {_COLUMNS} FROM games_game g WHERE g.key = %s"  # noqa: S608  made of constants
# To read it beside the person who decides, if they may: columns, how many, and what is joined.
POSITION = _COLUMNS, _ALL, "LEFT JOIN games_game g ON g.key = %s AND {may}"
_LOCK = "SELECT FROM games_game WHERE key = %s FOR NO KEY UPDATE"

# Nobody is waited for: how late it is, and the chairs in the answer, would be of before that.
_WRITE = """
WITH written AS (
    UPDATE games_game SET state = %(state)s, seq = %(seq)s, revision = %(revision)s,
        changed_at = %(changed_at)s, to_move = %(to_move)s, status = %(status)s,
        asks_all = %(asks_all)s, asked_seq = %(asked_seq)s, ended_at = %(ended_at)s,
        result = %(result)s, waits_since = %(waits_since)s, spent = 0,
        deadline = %(deadline)s, wakes_at = %(wakes_at)s
    WHERE id = (
        SELECT id FROM games_game WHERE id = %(game)s AND xmin = %(version)s::xid AND seq = %(was)s
        FOR NO KEY UPDATE SKIP LOCKED
    ) RETURNING id
), logged AS (
    INSERT INTO games_move (game_id, seq, seat, by_id, door, at, move, events)
    SELECT written.id, made.seq, %(seat)s::smallint, %(by)s::bigint, %(door)s,
        %(changed_at)s, made.move, made.events
    FROM written, (VALUES {rows}) made(seq, move, events)
), told AS (
    INSERT INTO games_feed (game_id, kind, ref, at)
    SELECT id, 'moved', %(seq)s, %(changed_at)s FROM written
){seats}
SELECT true FROM written"""
_ROW = "(%(seq{n})s::int, %(move{n})s, %(events{n})s)"
# Only where a bank or a count of misses changes.
_SEATS = """, seated AS (
    UPDATE games_seat s SET bank = v.bank, misses = v.misses
    FROM written, unnest(%(numbers)s::int[], %(banks)s::int[], %(misses)s::int[])
        v(number, bank, misses)
    WHERE s.game_id = written.id AND s.number = v.number
)"""


@cache
def _write_sql(moves: int, *, seats: bool) -> str:
    rows = ", ".join(_ROW.format(n=n) for n in range(moves))
    return _WRITE.format(rows=rows, seats=_SEATS if seats else "")


@dataclass(slots=True, repr=False)
class Played:
    """What came of it. `events` are redacted for the seat; `state` holds secrets: render it
    with games.selectors.table_view. A dry run has neither moved `table` on nor any events; of
    what would follow it may tell the seat only if that is `certain`: nothing hidden came up."""

    table: Table
    state: engine.State
    seat: int
    seq: int
    events: list[engine.Event]
    certain: bool = True


def play(
    *,
    game_key: str,
    person: User | None = None,
    seat: int | None = None,
    seq: int,
    moves: Sequence[str],
    door: str,
    dry_run: bool = False,
    wake: bool = True,
    position: Position | None = None,
) -> Played:
    """Make one or several moves for a person's seat, all or none, on the position of `seq`.

    `seat` is for those who move where no person does: bots, stand-ins, and the clock, whose door
    says that a person's time is up. Who was absent and moves is back. Without `wake` no worker
    is asked to move for the bots that come next, because the caller does. `position`: as it was
    read just now, for this person, in no transaction.
    Refusals: NotFound, NotAtTable, NotRunning, GameOver, UnreadableGame, Stale, TimeUp,
    NotYourTurn, AskedTogether, PlansBind, BadNotation, IllegalMove, TooManyMoves, ComesToLight.
    """
    wanted = _Wanted(game_key, person, seat, seq, moves, door, wake=wake)
    if not dry_run:
        with suppress(_BehindTheLock):
            return _play(wanted, position or _read(wanted))
    with transaction.atomic():
        fetch_one(_LOCK, [game_key])
        position = _read(wanted)
        return _look(wanted, position) if dry_run else _play(wanted, position, is_locked=True)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What `play` was asked."""

    game_key: str
    person: User | None
    seat: int | None
    seq: int
    moves: Sequence[str]
    door: str
    _: KW_ONLY
    wake: bool


class _BehindTheLock(Exception):
    """Somebody writes to the game, or has since it was read; or more is written than a move."""


class _Made(NamedTuple):
    """Moves on a position in memory."""

    seat: int
    state: engine.State
    texts: list[str]
    steps: list[list[engine.Event]]
    rounds: int
    begins: bool


def _make(wanted: _Wanted, position: Position) -> _Made:
    """The moves, in memory alone."""
    person, table = wanted.person, position.table
    number = _who_decides(wanted, table)
    state = read_position(wanted.game_key, position.state)
    if wanted.seq != table.seq:
        raise _stale(table, number, wanted.seq) if person else errors.Stale(seq=table.seq)
    if table.asks_all:
        raise errors.AskedTogether
    if table.blind and person and wanted.door != Move.Door.ORDER:
        raise errors.PlansBind
    began = state.round, state.phase
    texts, steps = _apply(state, number, wanted.moves, one_phase=table.together)
    begins = table.together and (state.round, state.phase) != began
    return _Made(number, state, texts, steps, state.round - began[0], begins)


def _look(wanted: _Wanted, position: Position) -> Played:
    """What `_play` would do, as far as its seat may know. The game is locked."""
    made = _make(wanted, position)
    certain = not any(map(came_to_light, made.steps))
    return Played(position.table, made.state, made.seat, wanted.seq, [], certain)


def _play(wanted: _Wanted, position: Position, *, is_locked: bool = False) -> Played:
    table, person, asked_seq = position.table, wanted.person, position.table.asked_seq
    if not is_locked and wanted.seq > table.seq:
        raise _BehindTheLock  # what it answers is perhaps being written
    made = _make(wanted, position)
    state, number = made.state, made.seat
    over = engine.to_move(state) is None
    is_back = person is not None and _is_absent(table.chairs[number])
    if not is_locked and (is_back or made.begins or over):
        raise _BehindTheLock
    if is_back:
        come_back(table.id, number)
        return _play(wanted, _read(wanted), is_locked=True)
    if not _write(wanted, position, made):
        raise _BehindTheLock
    if made.begins:
        phases.carry_over(table.id, state, before=asked_seq, now=table.seq)
    if over:
        tell_of_end(table)
    elif table.asks_all or (wanted.wake and (table.to_move != number or person is None)):
        telling.wake_bots(wanted.game_key)  # … or to call the person who is next
    telling.wake_readers(wanted.game_key)
    happened = [event for step in made.steps for event in step]
    told = engine.redact(happened, number, over=over)
    return Played(table, state, number, table.seq, told)


def _stale(table: Table, seat: int, seq: int) -> errors.Refusal:
    """Whose time was up a moment ago is told so."""
    by_clock = Move.objects.filter(game_id=table.id, seq=seq + 1, seat=seat, door=Move.Door.CLOCK)
    return (errors.TimeUp if by_clock.exists() else errors.Stale)(seq=table.seq)


def as_position(row: Sequence[Any]) -> Position | None:
    """Of a row that begins with its columns; None where there is no such game."""
    game = _Game(*row[:_GAME])
    if game.version is None:
        return None
    state: Secret[str] | None = None if game.state is None else hidden(game.state)
    return Position(game.version, state, *clocks.split(row[_GAME:_ALL]))


def _read(wanted: _Wanted) -> Position:
    row = fetch_one(_READ, [wanted.game_key])
    position = as_position(row) if row else None
    if position is None:
        raise errors.NotFound
    return position


def _who_decides(wanted: _Wanted, table: Table) -> int:
    """The seat of a game that runs, whose this is to do."""
    person = wanted.person
    chair = table.chair_of(person.pk) if person else table.chair_at(wanted.seat)
    if chair is None and find_table(wanted.game_key, person.pk if person else None) is None:
        raise errors.NotFound
    by_bot = person is None and wanted.door != Move.Door.CLOCK
    if chair is None or (bool(chair.bot) != by_bot and not (person and _is_absent(chair))):
        raise errors.NotAtTable
    if table.status != Game.Status.RUNNING:
        raise errors.GameOver if table.is_over else errors.NotRunning
    return known(chair.number)


def _is_absent(chair: Chair) -> bool:
    return chair.absent and not chair.resigned


def _apply(
    state: engine.State, seat: int, moves: Sequence[str], *, one_phase: bool
) -> tuple[list[str], list[list[engine.Event]]]:
    """Play the moves on the state in memory; the texts as the log keeps them, and what happened.
    `one_phase`: with the next one everybody is asked first."""
    began = state.round, state.phase
    texts: list[str] = []
    steps: list[list[engine.Event]] = []
    for index, move in enumerate(moves or [""]):
        if steps and came_to_light(steps[-1]):
            raise errors.ComesToLight(number=index)
        is_asked = not (one_phase and (state.round, state.phase) != began)
        if engine.to_move(state) != seat or not is_asked:
            if steps:
                raise errors.TooManyMoves(index=index)
            raise errors.NotYourTurn
        legal = engine.legal_moves(state)
        try:
            text = move if move in legal else _one_move(move)
            steps.append(engine.play(state, text, seat))
        except engine.BadNotation as error:
            raise errors.BadNotation(move=move, legal=legal, index=index) from error
        except engine.IllegalMove as error:
            raise errors.IllegalMove(move=text, legal=legal, index=index) from error
        texts.append(text)
    return texts, steps


def _one_move(text: str) -> str:
    moves = engine.read_moves(text)
    if len(moves) != 1:
        raise engine.BadNotation("Several moves are sent as several texts.")
    return moves[0]


def came_to_light(events: list[engine.Event]) -> bool:
    """Whether something closed was turned over, on which later choices may depend.

    Cards are turned over against their controller's will in one way alone: by elimination.
    """
    return any(event["kind"] == "eliminated" and not event["was_open"] for event in events)


def _write(wanted: _Wanted, position: Position, made: _Made) -> bool:
    """Then the table is what it is now. False: somebody writes to the game, or has since it was
    read."""
    table, state, seat = position.table, made.state, made.seat
    now, seq = moment.now(), table.seq + len(made.texts)
    to_move = engine.to_move(state)
    over = to_move is None
    result = {"reason": "played", **known(engine.result(state))} if over else None
    ticking = clocks.read(table, position.ticking)
    by_clock = wanted.door == Move.Door.CLOCK
    again = by_clock and table.blind and missed_already(table.id, seat, table.asked_seq)
    seats = ticking.after_move(seat, by_clock=by_clock, again=again, rounds=made.rounds, now=now)
    waiting = clocks.NOBODY
    ticking.asks_all = made.begins and not over and ticking.gathers()
    if to_move is not None:
        bank, _misses = seats.get(to_move, ticking.sitters[to_move][2:4])
        waiting = ticking.wait_for(to_move, now, bank=bank)
    after: dict[str, Any] = {
        "seq": seq,
        "revision": table.revision + 1,
        "changed_at": now,
        "to_move": to_move,
        "asks_all": ticking.asks_all,
        "asked_seq": seq if made.begins else table.asked_seq,
        "status": "over" if over else "running",
        "ended_at": now if over else None,
        "result": result,
        "deadline": waiting.deadline,
        # Of a game that is paused: when it goes on.
        "wakes_at": table.wakes_at if table.paused_at and not over else waiting.wakes_at,
    }
    facts: dict[str, Any] = {
        **after,
        "game": table.id,
        "version": position.version,
        "was": table.seq,
        "seat": seat,
        "by": wanted.person.pk if wanted.person else None,
        "door": wanted.door,
        "state": engine.dump(state),
        "result": result and orjson.dumps(result).decode(),
        "waits_since": waiting.waits_since,
    }
    if seats:
        banks, misses = zip(*seats.values(), strict=True)
        facts |= {"numbers": list(seats), "banks": list(banks), "misses": list(misses)}
    for n, (text, events) in enumerate(zip(made.texts, made.steps, strict=True)):
        facts |= {f"seq{n}": table.seq + n + 1, f"move{n}": text, f"events{n}": pack(events)}
    if fetch_one(_write_sql(len(made.texts), seats=bool(seats)), facts) is None:
        return False
    for field, value in after.items():
        setattr(table, field, value)
    for number, (bank, missed) in seats.items():
        table.chairs[number] = table.chairs[number]._replace(bank=bank, misses=missed)
    return True


def missed_already(game: int, seat: int, asked_seq: int | None) -> bool:
    """Whether the clock has decided for this seat in the phase that is played."""
    made = Move.objects.filter(game_id=game, seq__gt=known(asked_seq), door=Move.Door.CLOCK)
    return made.filter(seat=seat).exists()

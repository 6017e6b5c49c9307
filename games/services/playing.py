"""One decision, by whatever door it comes: the hot path.

Two statements in one transaction. The first locks the game; the second writes log, snapshot and
feed, and reads the chairs again behind the lock, so that nobody plays who has resigned meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, NamedTuple

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
from games.models.rows import Parameters, columns, fetch_one
from games.models.table import COLUMNS, Table, find_table, read_table
from games.services import clocks, phases, telling
from games.services.absence import come_back
from games.services.ending import tell_of_end


class _Locked(NamedTuple):
    """A game and the seat that moves, behind the lock; its clock's columns follow."""

    id: Annotated[int, "g.id"]
    seq: Annotated[int, "g.seq"]
    status: Annotated[str, "g.status"]
    state: Annotated[Secret[str] | None, "g.state"]
    together: Annotated[bool, "g.together"]
    blind: Annotated[bool, "g.blind"]
    asks_all: Annotated[bool, "g.asks_all"]
    asked_seq: Annotated[int | None, "g.asked_seq"]
    number: Annotated[int, "s.number"]
    bot: Annotated[str | None, "s.bot"]
    is_absent: Annotated[bool, "s.absent_since IS NOT NULL AND s.resigned_at IS NULL"]


_WIDTH = len(_Locked._fields)
_LOCK = f"""
SELECT {columns(_Locked)}, {clocks.COLUMNS}
FROM games_game g LEFT JOIN games_seat s ON s.game_id = g.id AND s.{{whose}} = %s
WHERE g.key = %s FOR NO KEY UPDATE OF g"""  # noqa: S608  made of constants
_LOCK_FOR = {whose: _LOCK.format(whose=whose) for whose in ("person_id", "number")}

_WRITE = f"""
WITH logged AS (
    INSERT INTO games_move (game_id, seq, seat, by_id, door, at, move, events) VALUES {{rows}}
), told AS (
    INSERT INTO games_feed (game_id, kind, ref, at) VALUES (%(game)s, 'moved', %(seq)s, %(at)s)
){{seats}}
UPDATE games_game g SET state = %(state)s, seq = %(seq)s, revision = revision + 1,
    changed_at = %(at)s, to_move = %(to_move)s::smallint, status = %(status)s,
    asks_all = %(asks_all)s, asked_seq = coalesce(%(asked_seq)s::int, g.asked_seq),
    ended_at = %(ended_at)s::timestamptz, result = %(result)s::jsonb,
    waits_since = %(waits_since)s::timestamptz, spent = 0, deadline = %(deadline)s::timestamptz,
    wakes_at = CASE WHEN g.paused_at IS NULL OR %(to_move)s::smallint IS NULL
        THEN %(wakes_at)s::timestamptz ELSE g.wakes_at END
WHERE id = %(game)s RETURNING {COLUMNS}"""  # noqa: S608  made of constants


_ROW = (
    "(%(game)s, %(seq{n})s, %(seat)s, %(by)s::bigint, %(door)s, %(at)s, %(move{n})s, %(events{n})s)"
)
# Only where a bank or a count of misses changes.
_SEATS = """, seated AS (
    UPDATE games_seat s SET bank = v.bank, misses = v.misses
    FROM unnest(%(numbers)s::int[], %(banks)s::int[], %(misses)s::int[]) v(number, bank, misses)
    WHERE s.game_id = %(game)s AND s.number = v.number
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
) -> Played:
    """Make one or several moves for a person's seat, all or none, on the position of `seq`.

    `seat` is for those who move where no person does: bots, stand-ins, and the clock, whose door
    says that a person's time is up. Who was absent and moves is back. Without `wake` no worker
    is asked to move for the bots that come next, because the caller does.
    Refusals: NotFound, NotAtTable, NotRunning, GameOver, UnreadableGame, Stale, TimeUp,
    NotYourTurn, AskedTogether, PlansBind, BadNotation, IllegalMove, TooManyMoves, ComesToLight.
    """
    with transaction.atomic():
        game, ticking = _lock(game_key, person, seat, by_clock=door == Move.Door.CLOCK)
        number, state = game.number, read_position(game_key, game.state)
        if seq != game.seq:
            raise _stale(game, number, seq) if person else errors.Stale(seq=game.seq)
        if game.asks_all:
            raise errors.AskedTogether
        if game.blind and person and door != Move.Door.ORDER:
            raise errors.PlansBind
        began = state.round, state.phase
        texts, steps = _apply(state, number, moves, one_phase=game.together)
        if dry_run:
            certain = not any(map(came_to_light, steps))
            return Played(_without_change(game_key, person), state, number, seq, [], certain)
        if game.is_absent and person:
            come_back(game.id, number)
        rounds = state.round - began[0]
        begins = game.together and (state.round, state.phase) != began
        table = _write(
            *(game, ticking, state, rounds),
            seat=number,
            person=person,
            door=door,
            texts=texts,
            steps=steps,
            begins=begins,
        )
        chair = table.chairs[number]
        by_bot = person is None and door != Move.Door.CLOCK
        if (person is not None and chair.person != person.pk) or bool(chair.bot) != by_bot:
            raise errors.NotAtTable  # resigned, or came back, while we waited for the lock
        if begins:
            phases.carry_over(game.id, state, before=game.asked_seq, now=table.seq)
        if _waits_wrongly(table):
            clocks.restart(Game.objects.get(pk=table.id), table.changed_at)
        if table.is_over:
            tell_of_end(table)
        elif table.asks_all or (wake and (table.to_move != number or person is None)):
            telling.wake_bots(game_key)  # … or to call the person who is next
        telling.wake_readers(game_key)
    happened = [event for step in steps for event in step]
    return Played(
        table,
        state,
        number,
        table.seq,
        engine.redact(happened, number, over=table.is_over),
    )


def _waits_wrongly(table: Table) -> bool:
    """Whether somebody came back or left while we waited for the lock, so that the clock was set
    by who sat there before."""
    if table.to_move is None or table.paused_at is not None or table.asks_all:
        return False
    return bool(table.chairs[table.to_move].bot) == (table.deadline is not None)


def _stale(game: _Locked, seat: int, seq: int) -> errors.Refusal:
    """Whose time was up a moment ago is told so."""
    by_clock = Move.objects.filter(game_id=game.id, seq=seq + 1, seat=seat, door=Move.Door.CLOCK)
    return (errors.TimeUp if by_clock.exists() else errors.Stale)(seq=game.seq)


def _lock(
    key: str, person: User | None, seat: int | None, *, by_clock: bool
) -> tuple[_Locked, clocks.Ticking]:
    whose, who = ("number", seat) if person is None else ("person_id", person.pk)
    row = fetch_one(_LOCK_FOR[whose], [who, key])
    if row is None:
        raise errors.NotFound
    game = _Locked(*row[:_WIDTH])
    game = game._replace(state=None if game.state is None else hidden(game.state))
    bot = game.bot
    if bot is None and find_table(key, person.pk if person else None) is None:
        raise errors.NotFound
    by_bot = person is None and not by_clock
    if bot is None or (bool(bot) != by_bot and not (person and game.is_absent)):
        raise errors.NotAtTable
    if game.status != Game.Status.RUNNING:
        raise errors.GameOver if game.status == Game.Status.OVER else errors.NotRunning
    return game, clocks.Ticking(*row[_WIDTH:])


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
            text = move if move in legal else _read(move)
            steps.append(engine.play(state, text, seat))
        except engine.BadNotation as error:
            raise errors.BadNotation(move=move, legal=legal, index=index) from error
        except engine.IllegalMove as error:
            raise errors.IllegalMove(move=text, legal=legal, index=index) from error
        texts.append(text)
    return texts, steps


def _read(text: str) -> str:
    moves = engine.read_moves(text)
    if len(moves) != 1:
        raise engine.BadNotation("Several moves are sent as several texts.")
    return moves[0]


def came_to_light(events: list[engine.Event]) -> bool:
    """Whether something closed was turned over, on which later choices may depend.

    Cards are turned over against their controller's will in one way alone: by elimination.
    """
    return any(event["kind"] == "eliminated" and not event["was_open"] for event in events)


def _write(
    game: _Locked,
    clock: clocks.Ticking,
    state: engine.State,
    rounds: int,
    *,
    seat: int,
    person: User | None,
    door: str,
    texts: list[str],
    steps: list[list[engine.Event]],
    begins: bool,
) -> Table:
    now = moment.now()
    to_move = engine.to_move(state)
    over = to_move is None
    result = engine.result(state) if over else None
    ticking = clocks.read(clock)
    if person is not None:
        ticking.seat_is_played(seat)
    by_clock = door == Move.Door.CLOCK
    again = by_clock and game.blind and missed_already(game.id, seat, game.asked_seq)
    seats = ticking.after_move(seat, by_clock=by_clock, again=again, rounds=rounds, now=now)
    waiting = clocks.NOBODY
    ticking.asks_all = begins and not over and ticking.gathers()
    if to_move is not None:
        bank, _misses = seats.get(to_move, ticking.sitters[to_move][2:4])
        waiting = ticking.wait_for(to_move, now, bank=bank)
    facts: Parameters = {
        "game": game.id,
        "seat": seat,
        "by": person.pk if person else None,
        "door": door,
        "at": now,
        "seq": game.seq + len(texts),
        "state": engine.dump(state),
        "to_move": to_move,
        "asks_all": ticking.asks_all,
        "asked_seq": game.seq + len(texts) if begins else None,
        "status": "over" if over else "running",
        "ended_at": now if over else None,
        "result": result and orjson.dumps({"reason": "played", **result}).decode(),
        **waiting._asdict(),
    }
    if seats:
        banks, misses = zip(*seats.values(), strict=True)
        facts |= {"numbers": list(seats), "banks": list(banks), "misses": list(misses)}
    for n, (text, events) in enumerate(zip(texts, steps, strict=True)):
        facts |= {f"seq{n}": game.seq + n + 1, f"move{n}": text, f"events{n}": pack(events)}
    table = read_table(fetch_one(_write_sql(len(texts), seats=bool(seats)), facts))
    for number, (bank, missed) in seats.items():  # the statement reads chairs as they were
        table.chairs[number] = table.chairs[number]._replace(bank=bank, misses=missed)
    return table


def missed_already(game: int, seat: int, asked_seq: int | None) -> bool:
    """Whether the clock has decided for this seat in the phase that is played."""
    made = Move.objects.filter(game_id=game, seq__gt=known(asked_seq), door=Move.Door.CLOCK)
    return made.filter(seat=seat).exists()


def _without_change(key: str, person: User | None) -> Table:
    found = find_table(key, person.pk if person else None)
    assert found is not None  # it is locked
    return found[0]

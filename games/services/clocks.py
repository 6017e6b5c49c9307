"""The clocks of running games: read with the lock, set with every question.

What the clock needs to know of a table comes with the table, by the same statement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated, Any, NamedTuple

import orjson
from django.db.models import F, Q

from accounts import moment
from accounts.models import User
from accounts.services.people import HOURS_WAIT
from games import clock, pace
from games.clock import Calendar, Span
from games.models import Game, Seat
from games.models.rows import columns, fetch_one
from games.models.table import Chair, Table, read_table, with_hours
from games.pace import Pace

# Holidays long past rest no clock that runs; two days are more than zones are apart.
_HOLIDAYS = """(
    SELECT json_agg(json_build_array(h.first_day, h.last_day)) FROM accounts_holiday h
    WHERE h.person_id = s.person_id AND h.last_day >= coalesce(g.waits_since, now())::date - 2)"""
# An evening is on: plans that all have left are played at live pace.
_IS_LIVE = "EXISTS (SELECT FROM games_evening e WHERE e.game_id = g.id AND e.state = 'on')"
# The heartbeat is one, if it is long past: the sweep is away, and nobody has noted it yet.
_STANDSTILLS = """(
    SELECT json_agg(json_build_array(
        extract(epoch FROM w.since), extract(epoch FROM w.until), w.beat))::text
    FROM (SELECT since, until, false AS beat FROM games_standstill WHERE settled_to IS NOT NULL
        UNION ALL SELECT at, NULL, true FROM games_heartbeat) w)"""
# Holidays that are taken so shortly before a deadline do not move it.
LAST_MOMENTS = timedelta(days=1)
# The sweep comes every few seconds; what is shorter than this is no outage but a slow minute.
OUTAGE = timedelta(minutes=2)


class _Hours(NamedTuple):
    """What a chair is read with: when its person u, whose profile is p, plays and rests."""

    quiet_from: Annotated[str | None, "p.quiet_from"]
    quiet_until: Annotated[str | None, "p.quiet_until"]
    weekends: Annotated[bool, "coalesce(p.plays_weekends, true)"]
    holidays: Annotated[list[tuple[str, str]] | None, _HOLIDAYS]
    changed_at: Annotated[float | None, "extract(epoch FROM p.hours_changed_at)"]
    # The four of before: zone, quiet_from, quiet_until, weekends.
    before: Annotated[tuple[str | None, str | None, str | None, bool], "p.hours_before"]


class Sitter(NamedTuple):
    """A seat as the clock sees it."""

    number: int
    is_person: bool
    bank: int
    misses: int
    zone: str | None
    quiet_from: str | None
    quiet_until: str | None
    weekends: bool
    holidays: list[tuple[str, str]] | None

    def calendar(self) -> Calendar:
        if self.quiet_from is None and self.weekends and not self.holidays:
            return Calendar(self.zone or "UTC")
        return Calendar(
            self.zone or "UTC",
            time.fromisoformat(self.quiet_from) if self.quiet_from else None,
            time.fromisoformat(self.quiet_until) if self.quiet_until else None,
            self.weekends,
            tuple(
                (date.fromisoformat(first), date.fromisoformat(last))
                for first, last in self.holidays or ()
            ),
        )


class Ticking(NamedTuple):
    """What the clock of a games_game called g takes beside its table."""

    since: Annotated[datetime | None, "g.waits_since"]
    spent: Annotated[int, "g.spent"]
    is_live: Annotated[bool, _IS_LIVE]
    standstills: Annotated[str | None, _STANDSTILLS]


_TABLE = with_hours(
    f"json_build_array({columns(_Hours)})", "LEFT JOIN accounts_profile p ON p.user_id = u.id"
)
# What `split` takes of a games_game called g.
COLUMNS = f"{columns(Ticking)}, {_TABLE}"
_WIDTH = len(Ticking._fields)
_OF_GAME = f"SELECT {COLUMNS} FROM games_game g WHERE g.id = %s"  # noqa: S608  made of constants


class Waiting(NamedTuple):
    """The clock of a question: columns of the game's row."""

    waits_since: datetime | None
    spent: int
    deadline: datetime | None
    wakes_at: datetime | None


NOBODY = Waiting(None, 0, None, None)


@dataclass(slots=True)
class Clock:
    """What ticks at a table."""

    pace: Pace
    since: datetime | None
    spent: int
    is_paused: bool
    # Everybody is asked at once, and has until the last of them has had their time.
    asks_all: bool
    is_live: bool
    is_blind: bool
    hides_hours: bool
    sitters: list[Sitter]
    pauses: list[Span]

    def used(self, seat: int, now: datetime) -> timedelta:
        """How much playing time the present question has taken its seat."""
        before = timedelta(seconds=self.spent)
        if self.since is None or self.is_paused:
            return before
        calendars = self._calendars() if self.asks_all else [self.sitters[seat].calendar()]
        return before + min(
            clock.elapsed(clock.for_pace(calendar, self.pace), self.since, now, self.pauses)
            for calendar in calendars
        )

    def _calendars(self) -> list[Calendar]:
        """Of all who are asked at once; where nobody may know who plays, nobody's hours count."""
        if self.hides_hours:
            return [clock.AWAKE]
        return [one.calendar() for one in self.sitters if one.is_person] or [clock.AWAKE]

    def _ticks(self) -> Pace:
        return pace.PACES["live"] if self.is_live else self.pace

    def waits_for(self, seat: int) -> bool:
        """Whether a clock runs while this seat is next."""
        return self.asks_all or self.sitters[seat].is_person

    def gathers(self) -> bool:
        """Whether a phase asks everybody at once: where that spares anybody the waiting, and at a
        blind table, where nothing is asked otherwise."""
        return sum(one.is_person for one in self.sitters) > (0 if self.is_blind else 1)

    def wait_for(self, seat: int, now: datetime, *, bank: int, spent: int = 0) -> Waiting:
        """The clock of a question to a seat, which begins (or goes on) now."""
        sitter, pauses = self.sitters[seat], self.pauses
        if self.is_paused or not self.waits_for(seat):
            return Waiting(None if self.is_paused else now, spent, None, None)
        if self.asks_all:
            until = max(
                clock.deadline(self.pace, 0, calendar, now, spent=spent, pauses=pauses)
                for calendar in self._calendars()
            )
            return Waiting(now, spent, until, clock.next_tick(self._ticks(), now, now))
        calendar = sitter.calendar()
        deadline = clock.deadline(self.pace, bank, calendar, now, spent=spent, pauses=pauses)
        reminders = (
            clock.reminders(self.pace, bank, calendar, now, spent=spent, pauses=pauses)
            if self.pace.reminders
            else []
        )
        return Waiting(now, spent, deadline, next((at for at in reminders if at > now), None))

    def next_reminder(self, seat: int, now: datetime) -> datetime | None:
        if self.since is None:
            return None
        if self.asks_all:
            return clock.next_tick(self._ticks(), self.since, now)
        sitter = self.sitters[seat]
        moments = clock.reminders(
            self.pace,
            sitter.bank,
            sitter.calendar(),
            self.since,
            spent=self.spent,
            pauses=self.pauses,
        )
        return next((at for at in moments if at > now), None)

    def after_move(
        self, seat: int, *, by_clock: bool, again: bool, rounds: int, now: datetime
    ) -> dict[int, tuple[int, int]]:
        """Bank and misses of the seats where they change by a decision of one of them, with which
        so many rounds ended. `again`: they have missed this phase already, and miss it once."""
        mover = self.sitters[seat]
        bank, misses = mover.bank, mover.misses
        if by_clock:
            bank, misses = 0, misses + (not again)
        elif mover.is_person:
            bank, misses = clock.spend(self.pace, bank, self.used(seat, now)), 0
        changed = {}
        for sitter in self.sitters:
            mine = (bank, misses) if sitter.number == seat else (sitter.bank, sitter.misses)
            mine = (clock.refill(self.pace, mine[0], rounds), mine[1])
            if mine != (sitter.bank, sitter.misses):
                changed[sitter.number] = mine
        return changed


def split(row: Sequence[Any]) -> tuple[Table, Ticking]:
    return read_table(row[_WIDTH:]), Ticking(*row[:_WIDTH])


def read(table: Table, row: Ticking) -> Clock:
    now = moment.now()
    pauses = []
    for begin, end, is_beat in orjson.loads(row.standstills or "[]"):
        began = datetime.fromtimestamp(begin, tz=UTC)
        if not is_beat or now - began > OUTAGE:
            # One that lasts rests every clock until now; when it is over deadlines are moved.
            pauses.append((began, datetime.fromtimestamp(end, tz=UTC) if end else max(now, began)))
    return Clock(
        pace.of(table.pace, table.own_pace),
        row.since,
        row.spent,
        table.paused_at is not None,
        table.asks_all,
        row.is_live,
        table.blind,
        table.anonymous,
        [_sitter(chair, table, now) for chair in table.chairs if chair.number is not None],
        pauses,
    )


def _sitter(chair: Chair, table: Table, now: datetime) -> Sitter:
    """With the hours that count for them at this table: nobody stretches a game that they play by
    setting their hours anew."""
    assert chair.number is not None
    assert chair.hours is not None
    hours = _Hours(*chair.hours)
    counted = (chair.zone, hours.quiet_from, hours.quiet_until, hours.weekends)
    changed_at = hours.changed_at
    if changed_at is not None and now.timestamp() < changed_at + HOURS_WAIT.total_seconds():
        since = max(chair.joined, table.started_at.timestamp() if table.started_at else 0.0)
        if changed_at > since:
            counted = hours.before
    return Sitter(chair.number, not chair.bot, chair.bank, chair.misses, *counted, hours.holidays)


def of(game_id: int) -> Clock:
    return read(*split(fetch_one(_OF_GAME, [game_id])))


def recount(person: User) -> None:
    """Somebody's holidays have changed: move what is asked of them now, but not in its last day,
    from which nobody shall escape. Other changes of a calendar count from the next question on.
    """
    soon = moment.now() + LAST_MOMENTS
    is_asked = Q(game__to_move=F("number")) | Q(game__asks_all=True)
    asked = Seat.objects.filter(is_asked, person=person, live=True, bot="", game__deadline__gt=soon)
    keys = asked.order_by("game_id").values_list("game_id", flat=True)
    for game in Game.objects.select_for_update(no_key=True).filter(pk__in=list(keys)):
        count_again(game)


def count_again(game: Game) -> None:
    """What the present question's clock is counted from has changed: when it ends, and when it
    reminds. The game is locked; where no clock runs nothing happens."""
    ticking = of(game.pk)
    seat = game.to_move
    if seat is None or ticking.since is None or not ticking.waits_for(seat):
        return
    bank = ticking.sitters[seat].bank
    waiting = ticking.wait_for(seat, ticking.since, bank=bank, spent=ticking.spent)
    Game.objects.filter(pk=game.pk).update(
        deadline=waiting.deadline,
        wakes_at=ticking.next_reminder(seat, moment.now()),
    )


def restart(game: Game, now: datetime, *, spent: int = 0) -> None:
    """Begin the clock of the present question anew, or let it go on with what is `spent`; the
    game is locked, and its row is written. Where everybody is asked at once it runs on."""
    assert game.to_move is not None
    ticking = of(game.pk)
    if ticking.asks_all and ticking.since is not None:
        return  # that one of them comes or goes gives the others no more time
    waiting = ticking.wait_for(
        game.to_move, now, bank=ticking.sitters[game.to_move].bank, spent=spent
    )
    facts = waiting._asdict()
    if ticking.is_paused:
        del facts["wakes_at"]  # when the pause ends
    Game.objects.filter(pk=game.pk).update(**facts)

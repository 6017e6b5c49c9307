"""Time that counts for nobody: while the clocks of the whole site stand still, and while the desk
has paused a tournament. What was waited for then comes so much later."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts import moment
from games.models import Standstill
from games.tournaments.models import Round, Tournament, TournamentTable

Span = tuple[datetime, datetime]


def make_up(tournament: Tournament) -> bool:
    """Move on all times by the standstills that are over and were not made up for. True if that
    changed anything. The tournament is locked."""
    now = moment.now()
    rows = Standstill.objects.filter(until__gt=tournament.made_up_to, until__lte=now)
    spans = [(row.since, row.until) for row in rows if row.until is not None]
    if not spans:
        return False
    lost = _length(spans, since=tournament.made_up_to)
    tournament.made_up_to = max(end for _begin, end in spans)
    _move_on(tournament, lost, missed=tournament.made_up_to)
    return True


def end_pause(tournament: Tournament) -> None:
    """The same for the time since it was paused, whatever of it was a standstill besides."""
    now = moment.now()
    assert tournament.paused_at is not None
    rows = Standstill.objects.filter(since__lt=now).exclude(until__lte=tournament.made_up_to)
    spans = [(row.since, min(row.until or now, now)) for row in rows]
    lost = _length([*spans, (tournament.paused_at, now)], since=tournament.made_up_to)
    tournament.paused_at, tournament.made_up_to = None, now
    tournament.save(update_fields=["paused_at"])
    _move_on(tournament, lost, missed=now)


def _length(spans: Iterable[Span], *, since: datetime) -> timedelta:
    """Of all together: what lies in two of them counts once, what lies before not at all."""
    whole = timedelta()
    for begin, end in sorted(spans):
        whole += max(timedelta(), end - max(begin, since))
        since = max(since, end)
    return whole


def _move_on(tournament: Tournament, by: timedelta, *, missed: datetime) -> None:
    """Before the start only what fell into that time, or is being waited for: a day that was
    promised weeks ago stays that day."""
    waits = tournament.status != Tournament.Status.OPEN
    if waits or (tournament.due_at is not None and tournament.due_at <= missed):
        for name in ("due_at", "confirm_until"):
            _later(tournament, name, by)
        if not tournament.has_begun:
            _later(tournament, "starts_at", by)
    tournament.save(update_fields=["due_at", "confirm_until", "starts_at", "made_up_to"])
    for current in Round.objects.filter(tournament=tournament).exclude(status="over"):
        _later(current, "begins_at", by)
        _later(current, "deadline", by)
        current.save(update_fields=["begins_at", "deadline"])
        for table in current.tables.filter(how=""):
            _later(table, "deadline", by)
            table.save(update_fields=["deadline"])


def _later(row: Tournament | Round | TournamentTable, name: str, by: timedelta) -> None:
    at = getattr(row, name)
    if at is not None:
        setattr(row, name, at + by)

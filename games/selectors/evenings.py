"""What a player knows of the evenings of a table: their own hours, and what all agree on."""

from accounts.models import User
from games import errors, evening, pace, types
from games.engine.types import known
from games.evening import Free
from games.models import Evening, FreeHours
from games.models.table import Chair
from games.selectors.orders import own_seat


def evening_of(*, key: str, viewer: User) -> types.EveningPlan:
    """NotFound, NotAtTable, NotRunning, GameOver."""
    found, _seat = own_seat(key, viewer)
    table = found.table
    if table.status != "running":
        raise errors.GameOver if table.is_over else errors.NotRunning
    mine = FreeHours.objects.filter(game_id=table.id, person=viewer).first()
    open_ones = Evening.objects.filter(game_id=table.id).exclude(state=Evening.State.OVER)
    now = open_ones.prefetch_related("voices").first()
    rests = pace.of(table.pace, table.own_pace).rests
    return {
        "possible": evening.can_be(table.anonymous, rests=rests),
        "hours": [_said(Free(*one)) for one in (mine.hours if mine else [])],
        "zone": mine.zone if mine else viewer.time_zone,
        "evening": None if now is None else _shown(now, found.table.chairs, viewer.pk),
    }


def _shown(now: Evening, chairs: list[Chair], viewer: int) -> types.Evening:
    voices = {one.person_id: one for one in now.voices.all()}
    mine = voices.get(viewer)
    here = [
        known(one.number)
        for one in chairs
        if one.person in voices and voices[one.person].is_here and not one.bot
    ]
    return {
        "at": now.at,
        "state": now.state,
        "you_agree": mine is not None and mine.agrees,
        # Who has come is seen, as at any table; who has agreed is not, until all have.
        "here": here,
    }


def _said(one: Free) -> types.FreeTime:
    return {"day": one.day, "since": _clock(one.since), "until": _clock(one.until)}


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def read_minute(text: str) -> int:
    """Of “19:30”; −1 where it is no time."""
    hour, _colon, minute = text.partition(":")
    if not (hour.isdecimal() and minute.isdecimal() and len(text) <= len("24:00")):
        return -1
    return int(hour) * 60 + int(minute) if int(minute) < 60 else -1

"""The arena of the house: once a week a tournament that nobody need announce or begin. When, and
under whose name, the operator sets (ARENA_AT, ARENA_BY)."""

from datetime import datetime, timedelta
from hashlib import sha256
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts import moment
from accounts.models import LANGUAGES, User
from games.models import keys
from games.tournaments import errors, permissions
from games.tournaments.models import Stage, Tournament
from games.tournaments.services.announcing import announce

log = structlog.get_logger("oriflamme.tournaments")

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ROUNDS = 3


def announce_next() -> Tournament | None:
    """The arena that comes next, a week ahead; None where it is announced, or none is asked for.
    However many ask at once, it is there once: its key follows from its time."""
    if not settings.ARENA_AT:
        return None
    begins = next_time(settings.ARENA_AT, moment.now())
    try:
        return _once(_key(begins), begins)
    except errors.Refusal as refusal:
        # A host with too many tournaments: asked again, and no fault of ours.
        log.warning("the arena cannot be announced", why=str(refusal))
        return None


@transaction.atomic
def _once(key: str, begins: datetime) -> Tournament | None:
    host = (
        User.objects.select_for_update(no_key=True)
        .filter(handle__iexact=settings.ARENA_BY, is_active=True)
        .first()
    )
    if host is None or not permissions.most_people(host):
        log.warning("the arena has nobody to run it", arena_by=settings.ARENA_BY)
        return None
    if Tournament.objects.filter(key=key).exists():
        return None
    with override(host.language):
        return _announce(host, key, begins)


def next_time(at: str, now: datetime) -> datetime:
    """The first `fri 18:00 Europe/Kyiv` after now, by the clocks there."""
    day, clock, zone = at.split()
    here = now.astimezone(ZoneInfo(zone))
    hour, minute = map(int, clock.split(":"))
    # Of the wall clock: a week with another summer time is no reason to begin at another hour.
    begins = here.replace(hour=hour, minute=minute, second=0, microsecond=0)
    begins += timedelta(days=(DAYS.index(day) - here.weekday()) % 7)
    return begins if begins > here else begins + timedelta(days=7)


def _key(begins: datetime) -> str:
    # Of nothing that an operator may change meanwhile.
    drawn = sha256(f"arena {begins.timestamp():.0f}".encode()).digest()
    return "".join(keys.ALPHABET[byte % len(keys.ALPHABET)] for byte in drawn[:16])


def _announce(host: User, key: str, begins: datetime) -> Tournament:
    year, week, _day = begins.isocalendar()
    return announce(
        key=key,
        person=host,
        title=_("Arena {year}/{week}").format(year=year, week=week),
        text=_(
            "Begun by the house every week. Whoever is here plays; there is room until the last "
            "round, and bots take the seats that are left."
        ),
        capacity=permissions.most_people(host),
        languages=[code for code, _name in LANGUAGES],
        stages=[{"format": Stage.Format.SWISS, "sets": ["oriflamme", "ablaze"], "rounds": ROUNDS}],
        pace="evening",
        start=Tournament.Start.AT,
        starts_at=begins,
        confirms=Tournament.Confirms.NEVER,
        first_break_for=0,
        late_until=ROUNDS,
        late="nothing",
        bots_welcome=True,
        fill_with="heron",
    )

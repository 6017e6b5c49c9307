"""How long an address that did not take what was sent is left alone."""

from datetime import timedelta
from email.message import Message

# Longer and longer, while nobody is there: one try for all that waits.
RESTS = [timedelta(seconds=s) for s in (10, 30, 60, 300, 900, 1800, 3600, 7200, 14400, 28800)]
_BUSY = {408, 425, 429}


# Seconds an answer may take. Whoever takes more, though they take everything, rests ten times as
# long, so that what is slow never holds more than a tenth of a hand that others wait for.
SLOW, TIMES = 2.0, 10


def after_slow(seconds: float) -> timedelta | None:
    return timedelta(seconds=seconds * TIMES) if seconds > SLOW else None


def is_passing(status: int) -> bool:
    """Whether such an answer says "not now" rather than "no"."""
    return status >= 500 or status in _BUSY


def after(failures: int) -> timedelta:
    """Of somebody who has failed so often before."""
    return RESTS[min(failures, len(RESTS) - 1)]


def asked_for(headers: Message) -> timedelta | None:
    """What Retry-After says in seconds, within reason; a date is too rare to be read."""
    said = str(headers.get("Retry-After", "")).strip()
    if not said.isascii() or not said.isdigit() or len(said) > 9:
        return None
    return min(max(timedelta(seconds=int(said)), RESTS[0]), RESTS[-1])

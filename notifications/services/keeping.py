"""No mail that was taken in is without a trace; what we fell over is kept for the operator."""

import traceback
from datetime import timedelta
from hashlib import sha256

from accounts import moment
from notifications.models import KeptMail, TakenMail

MOST, MOST_BYTES = 200, 100_000
# So many that lead to nothing may come in an hour; of more nothing is written.
MOST_IN_VAIN, WITHIN = 5000, timedelta(hours=1)
_OF_USE = {TakenMail.CameTo.ANSWERED, TakenMail.CameTo.REPORT}


def note_taken(raw: bytes, came_to: str) -> bool:
    """Whether there was room for it."""
    if came_to not in _OF_USE:
        lately = TakenMail.objects.filter(at__gt=moment.now() - WITHIN)
        if lately.exclude(came_to__in=_OF_USE)[MOST_IN_VAIN - 1 : MOST_IN_VAIN].exists():
            return False
    TakenMail.objects.create(digest=sha256(raw).digest(), came_to=came_to, size=len(raw))
    return True


def keep_aside(raw: bytes, recipients: tuple[str, ...], fault: Exception) -> bool:
    """Whether there was room for it."""
    if KeptMail.objects.count() >= MOST:
        return False
    where = traceback.extract_tb(fault.__traceback__)[-1]
    KeptMail.objects.get_or_create(
        digest=sha256(raw).digest(),
        defaults={
            # Without the fault's words, which may hold those of the mail.
            "reason": f"{type(fault).__name__} in {where.name}, line {where.lineno}"[:300],
            "size": len(raw),
            "recipients": "\n".join(recipients)[:1000].replace("\0", ""),
            "content": raw[:MOST_BYTES],
        },
    )
    return True

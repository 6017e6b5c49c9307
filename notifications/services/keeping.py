"""Mail over which we fell is kept for the operator, a limited lot of it."""

import traceback
from hashlib import sha256

from notifications.models import KeptMail

MOST, MOST_BYTES = 200, 100_000


def keep_aside(raw: bytes, recipients: tuple[str, ...], fault: Exception) -> None:
    if KeptMail.objects.count() >= MOST:
        return
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

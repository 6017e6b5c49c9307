"""A code of an authenticator app works once, for as long as it would be accepted."""

from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.db import transaction


def remember_in_the_database() -> None:
    """allauth remembers codes in the cache, for one step of the three in which one is accepted,
    and offers no other place; every way in asks this one method."""
    auth.TOTP._mark_code_used = _is_first_use


def _is_first_use(totp: auth.TOTP, code: str) -> bool:
    """Mark a right code as used: it, and all before it, are none from now on (RFC 6238, 5.2)."""
    with transaction.atomic():
        row = Authenticator.objects.select_for_update().get(pk=totp.instance.pk)
        secret = get_adapter().decrypt(row.data["secret"])
        step = max(
            step
            for step in auth.yield_hotp_counters_from_time()
            if auth.compare_user_code(
                actual=code, expected=auth.format_hotp_value(auth.hotp_value(secret, step))
            )
        )
        # The code that turned it on is used, too.
        turned_on = int(row.created_at.timestamp()) // app_settings.TOTP_PERIOD
        if step <= row.data.get("last_step", turned_on):
            return False
        row.data["last_step"] = step
        row.save(update_fields=["data"])
    totp.instance.data = row.data
    return True

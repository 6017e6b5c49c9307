"""What came by webhook, if it really comes from the site (Standard Webhooks)."""

import base64
import binascii
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any


class BadSignature(Exception):
    """Not from the site, or too old: answer 401 and do nothing."""


def verify_webhook(
    body: bytes, headers: Mapping[str, str], secret: str, *, tolerance: float = 300.0
) -> dict[str, Any]:
    """`type`, `timestamp` and `data` of a request to a webhook; `body` as it came, byte by byte."""
    named = {name.lower(): value for name, value in headers.items()}
    try:
        message, at = named["webhook-id"], int(named["webhook-timestamp"])
        signed = named["webhook-signature"].split()
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (KeyError, ValueError, binascii.Error) as error:
        raise BadSignature("It is not signed as webhooks are.") from error
    said = f"{message}.{at}.".encode() + body
    ours = "v1," + base64.b64encode(hmac.digest(key, said, "sha256")).decode()
    if not any(hmac.compare_digest(ours.encode(), one.encode()) for one in signed):
        raise BadSignature("It is signed with another secret.")
    if abs(time.time() - at) > tolerance:
        raise BadSignature("It is too old, or a clock is wrong.")
    event: dict[str, Any] = json.loads(body)
    return event

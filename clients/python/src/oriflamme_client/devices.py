"""Signing in from a terminal: the person allows it in a browser, wherever that is."""

import time
from collections.abc import Callable

import httpx

from oriflamme_client.calls import Problem, Tokens, problem

_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def _show(address: str, code: str) -> None:
    print(f"Open {address} and give the code {code}")  # noqa: T201  that is what it is for


def sign_in_by_device(
    site: str,
    client_id: str,
    *,
    scopes: tuple[str, ...] = ("read", "play"),
    show: Callable[[str, str], None] = _show,
) -> Tokens:
    """The tokens of whoever opens the address that is shown and allows this app what it asks."""
    with httpx.Client(base_url=site, timeout=30.0) as http:
        asked = {"client_id": client_id, "scope": " ".join(scopes)}
        begun = http.post("/oauth/device-authorization/", data=asked)
        if begun.is_error:
            raise problem(begun)
        told = begun.json()
        show(told["verification_uri"], told["user_code"])
        pause, until = float(told.get("interval", 5)), time.monotonic() + float(told["expires_in"])
        ask = {"grant_type": _GRANT, "device_code": told["device_code"], "client_id": client_id}
        while time.monotonic() < until:
            time.sleep(pause)
            answer = http.post("/oauth/token/", data=ask)
            if answer.is_success:
                given = answer.json()
                return Tokens(given["access_token"], given.get("refresh_token", ""), client_id)
            why = answer.json().get("error")
            if why == "slow_down":
                pause += 5
            elif why != "authorization_pending":
                raise Problem(answer.status_code, {"code": why or "", **answer.json()})
        raise Problem(400, {"code": "expired_token", "detail": "Nobody has allowed it in time."})

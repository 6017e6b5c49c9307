"""Every page that people meet, by name, for who is asked to look at them all."""

import re
from typing import Any
from urllib.parse import quote

import httpx

# Without an account.
STRANGER = {
    "landing": "/",
    "lobby": "/tables",
    "learn": "/learn",
    "card": "/learn/spy",
    "about": "/about",
    "sign-in": "/account/login/",
    "sign-up": "/account/signup/",
    "reset": "/account/password/reset/",
    "nowhere": "/nowhere",
}
# Of somebody who plays.
PLAYER = {
    "home": "/",
    "new-table": "/tables/new",
    "watch": "/tables?list=running",
    "look-back": "/tables?list=over",
    "person": "/people/carla",
    "myself": "/people/bohdan",
    "account": "/account/",
    "profile": "/account/profile",
    "handle": "/account/handle",
    "holidays": "/account/holidays",
    "people": "/account/people",
    "letters": "/account/letters",
    "deliveries": "/account/deliveries",
    "hooks": "/account/hooks",
    "feeds": "/account/feeds",
    "tokens": "/account/tokens",
    "connected": "/account/connected",
    "bots": "/account/bots",
    "apps": "/account/apps",
    "trail": "/account/trail",
    "data": "/account/data",
    "mail-address": "/account/email/",
    "password": "/account/password/change/",
    "factors": "/account/2fa/",
    "sessions": "/account/sessions/",
    "code-app": "/account/2fa/totp/activate/",
    "passkey": "/account/2fa/webauthn/add/",
    "sign-out": "/account/logout/",
}


def ask(site: str, person: dict[str, Any], path: str) -> Any:
    headers = {"Authorization": f"Bearer {person['token']}"}
    answer = httpx.get(f"{site}/api/v1/{path}", headers=headers)
    return answer.raise_for_status().json()


def who_decides(site: str, people: list[dict[str, Any]]) -> dict[str, Any]:
    """Who of the demo is asked for a move: their pages show the most."""
    return next(person for person in people if ask(site, person, "me/turns"))


def tables(site: str, person: dict[str, Any]) -> dict[str, str]:
    """The demo's tables as somebody sees who is asked at one of them."""

    def first(which: str) -> str:
        return f"/games/{ask(site, person, f'games?list={which}')['items'][0]['id']}"

    turn = f"/games/{ask(site, person, 'me/turns')[0]['id']}"
    return {
        "letter": _letter(site, person),
        "table": turn,
        "table-chosen": f"{turn}?move={_a_move(site, person, turn)}",
        "table-hooks": f"{turn}/hooks",
        "table-leave": f"{turn}/resign",
        "table-gathering": first("open"),
        "table-over": first("over"),
    }


def _a_move(site: str, person: dict[str, Any], turn: str) -> str:
    view = ask(site, person, turn.removeprefix("/"))
    return quote(view["question"]["moves"][0]["move"])


def _letter(site: str, person: dict[str, Any]) -> str:
    """Where the newest letter's buttons lead."""
    box = httpx.get(f"{site}/mailbox/", params={"to": person["email"]}).text
    newest = re.findall(r'href="(/mailbox/[^"]+/)"', box)[0]
    found = re.search(r"/turn/[a-z0-9]+", httpx.get(site + newest).text)
    assert found, "the newest letter asks for no move"
    return found[0]

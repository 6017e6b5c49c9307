"""Where a letter's links, answers and threads lead."""

from email.header import Header
from urllib.parse import quote

from django.conf import settings

from accounts.secret import Secret
from games.models.table import Table
from notifications.plain import one_line

_BOX = "turn+"
# What would end a name in a mail's head.
_SPECIAL = dict.fromkeys(map(ord, '"\\<>()[],;:@'))


def answer_address(token: Secret[str]) -> str:
    return f"{_BOX}{token.reveal()}@{settings.ANSWER_DOMAIN}"


def token_of(address: str) -> str | None:
    """The token in an answer address; None for any other address."""
    local, _at, domain = address.strip().rpartition("@")
    if domain.casefold() != settings.ANSWER_DOMAIN.casefold():
        return None
    box, token = local[: len(_BOX)], local[len(_BOX) :]
    return token if box.casefold() == _BOX and token else None


def page(token: Secret[str], move: str = "") -> str:
    return f"{settings.SITE_URL}/turn/{token.reveal()}" + (f"?move={quote(move)}" if move else "")


def stop_page(token: Secret[str]) -> str:
    return f"{settings.SITE_URL}/turn/{token.reveal()}/stop"


def yes_page(token: Secret[str]) -> str:
    return f"{settings.SITE_URL}/turn/{token.reveal()}/yes"


def void_page(token: Secret[str]) -> str:
    return f"{settings.SITE_URL}/turn/{token.reveal()}/void"


def table_page(key: str) -> str:
    return f"{settings.SITE_URL}/games/{key}"


def headers(table: Table, token: Secret[str]) -> dict[str, str]:
    """One thread and one list for each game; answers to the position, not to the sender."""
    name = table.name
    root = f"<game.{table.key}@{settings.ANSWER_DOMAIN}>"
    return {
        "From": _named(name, _sender()),
        "Reply-To": _named(name, answer_address(token)),
        "In-Reply-To": root,
        "References": root,
        "List-Id": _named(name, f"{table.key}.tables.{settings.ANSWER_DOMAIN}"),
        "List-Unsubscribe": f"<{stop_page(token)}>, <mailto:{answer_address(token)}?subject=stop>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


def _named(name: str, address: str) -> str:
    """`"Friday table" <address>`, in letters that every mail server passes on."""
    plain = one_line(name).translate(_SPECIAL)
    if plain.isascii():
        return f'"{plain}" <{address}>'
    return f"{Header(plain, 'utf-8').encode(linesep='')} <{address}>"


def _sender() -> str:
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("<")[2].rstrip(">")

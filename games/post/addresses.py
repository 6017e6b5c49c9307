"""Where a letter's links, answers and threads lead."""

from collections.abc import Mapping
from urllib.parse import quote

from django.conf import settings

from accounts.models import User
from accounts.secret import Secret
from games.models.table import Table
from games.post import tokens
from notifications.addressing import named, numbered_all, unnumbered

# The subject by which a program's button asks for no more letters.
UNSUBSCRIBE = "stop"
_BOX = "turn+"


def answer_address(token: Secret[str]) -> str:
    return f"{_BOX}{token.reveal()}@{settings.ANSWER_DOMAIN}"


def token_of(address: str) -> str | None:
    """The token in an answer address; None for any other address."""
    token, _number = _taken_apart(address)
    return token


def number_of(address: str) -> int | None:
    """Which table of a letter about several an answer address is of."""
    token, number = _taken_apart(address)
    return number if token else None


def _taken_apart(address: str) -> tuple[str | None, int | None]:
    local, _at, domain = address.strip().rpartition("@")
    if domain.casefold() != settings.ANSWER_DOMAIN.casefold():
        return None, None
    local, number = unnumbered(local)
    box, token = local[: len(_BOX)], local[len(_BOX) :]
    return (token if box.casefold() == _BOX and token else None), number


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
        "From": named(name, _sender()),
        "Reply-To": named(name, answer_address(token)),
        "In-Reply-To": root,
        "References": root,
        "List-Id": named(name, f"{table.key}.tables.{settings.ANSWER_DOMAIN}"),
        "List-Unsubscribe": f"<{stop_page(token)}>, "
        f"<mailto:{answer_address(token)}?subject={UNSUBSCRIBE}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


# Tables of one letter, as it numbers them: key, position, name.
Numbered = Mapping[str, tuple[str, int, str]]


def reply_to(numbered: Numbered, person: User, asks: Mapping[str, int]) -> str:
    """One mail may answer all of these. `asks`: the proposals about which the letter asks back,
    by the keys of their tables."""
    return numbered_all(
        (
            int(number),
            name,
            answer_address(tokens.make(key, person.pk, seq, proposal=asks.get(key))),
        )
        for number, (key, seq, name) in numbered.items()
    )


def _sender() -> str:
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("<")[2].rstrip(">")

"""Where a letter's links, answers and threads lead."""

from urllib.parse import quote

from django.conf import settings

from games.models.table import Table

_BOX = "turn+"


def answer_address(token: str) -> str:
    return f"{_BOX}{token}@{settings.ANSWER_DOMAIN}"


def token_of(address: str) -> str | None:
    """The token in an answer address; None for any other address."""
    local, _at, domain = address.strip().rpartition("@")
    if domain.casefold() != settings.ANSWER_DOMAIN.casefold():
        return None
    box, token = local[: len(_BOX)], local[len(_BOX) :]
    return token if box.casefold() == _BOX and token else None


def page(token: str, move: str = "") -> str:
    return f"{settings.SITE_URL}/turn/{token}" + (f"?move={quote(move)}" if move else "")


def stop_page(token: str) -> str:
    return f"{settings.SITE_URL}/turn/{token}/stop"


def void_page(token: str) -> str:
    return f"{settings.SITE_URL}/turn/{token}/void"


def table_page(key: str) -> str:
    return f"{settings.SITE_URL}/games/{key}"


def headers(table: Table, token: str) -> dict[str, str]:
    """One thread and one list for each game; answers to the position, not to the sender."""
    name = one_line(table.name).translate(str.maketrans("", "", '"\\<>,;@'))
    root = f"<game.{table.key}@{settings.ANSWER_DOMAIN}>"
    return {
        "From": f'"{name}" <{_sender()}>',
        "Reply-To": f'"{name}" <{answer_address(token)}>',
        "In-Reply-To": root,
        "References": root,
        "List-Id": f'"{name}" <{table.key}.tables.{settings.ANSWER_DOMAIN}>',
        "List-Unsubscribe": f"<{stop_page(token)}>, <mailto:{answer_address(token)}?subject=stop>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


def one_line(text: str) -> str:
    return " ".join(text.split())


def _sender() -> str:
    return str(settings.DEFAULT_FROM_EMAIL).rpartition("<")[2].rstrip(">")

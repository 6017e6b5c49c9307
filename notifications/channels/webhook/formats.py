"""How an event is worded for whoever hears it: programs, or the common chat services."""

import json
from datetime import datetime
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import orjson

from notifications.models import Hook
from notifications.plain import plain
from notifications.registry import Told

# Discord's limit is 2000, Telegram's 4096; what is longer nobody reads in a chat.
LONGEST = 1800
_NO_EMBEDS = 1 << 2
_ZERO_WIDTH = "\u200b"


def write(hook_format: str, url: str, told: Told, at: datetime) -> tuple[str, bytes]:
    """The address and the body of the request."""
    if hook_format == Hook.Format.GENERIC:
        return url, orjson.dumps({"type": told.type, "timestamp": at, "data": told.facts})
    text, link = _shortened(plain(told.line)), told.facts.get("url", "")
    said: dict[str, Any]
    if hook_format == Hook.Format.DISCORD:
        # No name of a table rings everybody's bell, and no link unfolds.
        link = f"<{link}>" if link else ""
        said = {
            "content": _lines(_plain_markdown(text), link),
            "allowed_mentions": {"parse": []},
            "flags": _NO_EMBEDS,
        }
    elif hook_format == Hook.Format.SLACK:
        said = {
            "text": _lines(_apart(_escaped(text)), link),
            "mrkdwn": False,
            "unfurl_links": False,
            "unfurl_media": False,
        }
    else:
        url, chat = _chat_of(url)
        said = {
            "chat_id": chat,
            "text": _lines(text, link),
            "link_preview_options": {"is_disabled": True},
        }
    return url, json.dumps(said).encode()


def _lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _plain_markdown(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\*_~`|>#[]()<@" else letter for letter in text)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _apart(text: str) -> str:
    """Those that take Slack's form and obey Markdown ring at "@all", show "![](…)" as a picture
    and "[…](…)" as a link whose address nobody sees; parted from what follows, none does."""
    return text.replace("@", f"@{_ZERO_WIDTH}").replace("](", f"]{_ZERO_WIDTH}(")


def _chat_of(url: str) -> tuple[str, str]:
    """…/bot123:KEY/sendMessage?chat_id=-100 → the address without its chat, and the chat."""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query)
    chat = next((value for name, value in pairs if name == "chat_id"), "")
    rest = urlencode([(name, value) for name, value in pairs if name != "chat_id"])
    return urlunsplit(parts._replace(query=rest)), chat

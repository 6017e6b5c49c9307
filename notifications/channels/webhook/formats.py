"""How an event is worded for whoever hears it: programs, or the common chat services."""

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

import orjson
from django.utils.translation import gettext as _

from notifications.models import Hook
from notifications.plain import plain
from notifications.registry import Told

# Discord's limit is 2000, Telegram's 4096; what is longer nobody reads in a chat.
LONGEST = 1800
_NO_EMBEDS = 1 << 2
# What may stand in a header.
_KEY = re.compile(r"[\w.~+/=-]+", re.ASCII)
_ZERO_WIDTH = "\u200b"


class Request(NamedTuple):
    url: str
    body: bytes
    method: str = "POST"
    headers: tuple[tuple[str, str], ...] = ()


def write(hook_format: str, url: str, told: Told, at: datetime, once: str = "") -> Request:
    """`once`: the same in every try of one telling, where a service asks for such a thing."""
    if hook_format == Hook.Format.GENERIC:
        return Request(url, orjson.dumps({"type": told.type, "timestamp": at, "data": told.facts}))
    text, link = _shortened(plain(told.line)), told.facts.get("url", "")
    return _CHATS[hook_format](url, text, link, once)


def _discord(url: str, text: str, link: str, _once: str) -> Request:
    # No name of a table rings everybody's bell, and no link unfolds.
    link = f"<{link}>" if link else ""
    return _request(
        url,
        {
            "content": _lines(_plain_markdown(text), link),
            "allowed_mentions": {"parse": []},
            "flags": _NO_EMBEDS,
        },
    )


def _slack(url: str, text: str, link: str, _once: str) -> Request:
    return _request(
        url,
        {
            "text": _lines(_apart(_escaped(text)), link),
            "mrkdwn": False,
            "unfurl_links": False,
            "unfurl_media": False,
        },
    )


def _mattermost(url: str, text: str, link: str, _once: str) -> Request:
    """It obeys Markdown, and looks for "@all" before it does."""
    said = _plain_markdown(text).replace("@", f"@{_ZERO_WIDTH}")
    return _request(url, {"text": _lines(said, link)})


def _teams(url: str, text: str, link: str, _once: str) -> Request:
    """A card, as a workflow of Teams takes it; a run of text in it obeys no Markdown."""
    card: dict[str, Any] = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.2",
        "body": [{"type": "RichTextBlock", "inlines": [{"type": "TextRun", "text": text}]}],
    }
    if link:
        title = urlsplit(link).netloc
        card["actions"] = [{"type": "Action.OpenUrl", "title": title, "url": link}]
    kind = "application/vnd.microsoft.card.adaptive"
    attached = {"contentType": kind, "contentUrl": None, "content": card}
    return _request(url, {"type": "message", "attachments": [attached]})


def _telegram(url: str, text: str, link: str, _once: str) -> Request:
    url, chat = _without(url, "chat_id")
    return _request(
        url,
        {
            "chat_id": chat,
            "text": _lines(text, link),
            "link_preview_options": {"is_disabled": True},
        },
    )


def _ntfy(url: str, text: str, link: str, _once: str) -> Request:
    """…/TOPIC → the server, and the topic in the message, which is then text and no Markdown."""
    parts = urlsplit(url)
    server, _slash, topic = parts.path.rstrip("/").rpartition("/")
    said = {"topic": topic, "message": text, **({"click": link} if link else {})}
    return _request(urlunsplit(parts._replace(path=f"{server}/")), said)


def _matrix(url: str, text: str, link: str, once: str) -> Request:
    """…/rooms/ROOM/send/m.room.message?access_token=KEY → the key in the head, and the id by which
    a server knows a second try. A notice rings nobody, whoever it names."""
    url, key = _without(url, "access_token")
    parts = urlsplit(url)
    path = f"{parts.path.rstrip('/')}/{quote(once, safe='')}"
    said = {"msgtype": "m.notice", "body": _lines(text, link), "m.mentions": {}}
    made = _request(urlunsplit(parts._replace(path=path)), said)
    return made._replace(method="PUT", headers=(("Authorization", f"Bearer {key}"),))


_CHATS: dict[str, Callable[[str, str, str, str], Request]] = {
    Hook.Format.DISCORD: _discord,
    Hook.Format.SLACK: _slack,
    Hook.Format.MATTERMOST: _mattermost,
    Hook.Format.TEAMS: _teams,
    Hook.Format.TELEGRAM: _telegram,
    Hook.Format.NTFY: _ntfy,
    Hook.Format.MATRIX: _matrix,
}


def what_is_missing(hook_format: str, url: str) -> str:
    """Why such an address tells no chat of this kind; empty: it does."""
    parts = urlsplit(url)
    asked = dict(parse_qsl(parts.query))
    if hook_format == Hook.Format.TELEGRAM and not asked.get("chat_id"):
        return _("Add the chat to it: …/sendMessage?chat_id=… with the chat's number.")
    if hook_format == Hook.Format.NTFY and not parts.path.strip("/"):
        return _("Add the topic to it: https://ntfy.sh/…")
    is_room = parts.path.rstrip("/").endswith("/send/m.room.message")
    key = asked.get("access_token", "")
    if hook_format == Hook.Format.MATRIX and not (is_room and _KEY.fullmatch(key)):
        return _("It has to be …/rooms/ROOM/send/m.room.message?access_token=… of your bot.")
    return ""


def _request(url: str, said: dict[str, Any]) -> Request:
    return Request(url, json.dumps(said).encode())


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


def _without(url: str, name: str) -> tuple[str, str]:
    """…/bot123:KEY/sendMessage?chat_id=-100 → the address without its chat, and the chat."""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query)
    found = next((value for key, value in pairs if key == name), "")
    rest = urlencode([(key, value) for key, value in pairs if key != name])
    return urlunsplit(parts._replace(query=rest)), found

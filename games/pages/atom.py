"""An Atom feed of entries: what waits for a person, and what happened."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from xml.etree import ElementTree

from notifications.plain import plain

NAMESPACE = "http://www.w3.org/2005/Atom"


class Entry(NamedTuple):
    id: str
    title: str
    text: str
    link: str
    at: datetime


def write(
    *, id: str, title: str, lang: str, link: str, own: str, at: datetime, entries: Sequence[Entry]
) -> bytes:
    ElementTree.register_namespace("", NAMESPACE)
    feed = ElementTree.Element(
        f"{{{NAMESPACE}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": lang}
    )
    _add(feed, "id", id)
    _add(feed, "title", title)
    _add(feed, "updated", _time(at))
    _add(feed, "link", href=link)
    _add(feed, "link", rel="self", type="application/atom+xml", href=own)
    _add(_add(feed, "author"), "name", "Oriflamme by post")
    for entry in entries:
        one = _add(feed, "entry")
        _add(one, "id", entry.id)
        _add(one, "title", entry.title)
        _add(one, "updated", _time(entry.at))
        _add(one, "link", href=entry.link)
        _add(one, "content", entry.text, type="text")
    written: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _add(
    parent: ElementTree.Element, name: str, text: str | None = None, **attributes: str
) -> ElementTree.Element:
    one = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}", attributes)
    # XML has no way to write a control character.
    one.text = plain(text) if text else text
    return one


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")

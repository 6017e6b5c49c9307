"""How a browser without a script reads and sends the pages of tournaments."""

import html
import re
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from tests.pages.conftest import Browser, text_of
from tests.tournaments.conftest import Announce

At = Callable[[str], Browser]


def begun(announce: Announce, *players: str, **wishes: Any) -> Tournament:
    cup = announce(*(players or ("alice", "bob", "carol", "dave")), **wishes)
    tournaments.take_step(key=cup.key, person=cup.creator, step="start")
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    return cup


def read(at: Client, path: str, status: int = 200) -> str:
    answer = at.get(path, secure=True)
    assert answer.status_code == status, (path, answer.status_code, text_of(answer)[:2000])
    return text_of(answer)


def hidden(page: str) -> dict[str, str]:
    """What a page that asks once more sends on."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    return {name: html.unescape(value) for name, value in found if name != "csrfmiddlewaretoken"}


def press(at: Browser, cup: Tournament, step: str, **fields: str) -> str:
    """Take a step as its pages lead one through it; what was shown before it was done."""
    path = f"/tournaments/{cup.key}/desk/{step}"
    shown = at.post(path, fields)
    assert shown.status_code == 200, text_of(shown)[:3000]
    done = at.post(path, hidden(text_of(shown)) | {"sure": "yes"})
    assert (done.status_code, done["Location"]) == (303, f"/tournaments/{cup.key}/desk"), text_of(
        done
    )[:3000]
    return text_of(shown)


def queries(at: Client, path: str) -> int:
    read(at, path)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        read(at, path)
    return len(seen)


def form_of(page: str) -> dict[str, Any]:
    """A form as a browser would send it, untouched."""
    body = page[page.index('<form method="post">', page.index("<main")) :]
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input\b[^>]*>", body):
        facts = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if facts.get("type") == "checkbox" and " checked" not in tag:
            continue
        if "name" in facts:
            sent.setdefault(facts["name"], []).append(html.unescape(facts.get("value", "on")))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', body, re.S):
        chosen = re.findall(r'<option value="([^"]*)" selected', options)
        first = re.findall(r'<option value="([^"]*)"', options)
        sent[name] = [(chosen or first)[0]]
    sent.pop("csrfmiddlewaretoken", None)
    return sent

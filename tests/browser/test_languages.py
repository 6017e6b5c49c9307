"""Whoever reads Ukrainian, Russian or Italian meets no English: on no page and in no state of one;
and their words, which are longer, fit where they stand.

What people wrote themselves stays as they wrote it, and what programs are told stands as code.
"""

import mimetypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as own_settings
from django.contrib.staticfiles import finders
from django.test import Client
from oauth2_provider.models import Application
from playwright.sync_api import Browser

from accounts.models import ApiToken, User
from accounts.secret import Secret
from games.models import Game, Message
from games.moderation.models import Appeal, Decision
from games.tournaments.models import Entry, Tournament
from notifications.models import Delivery, Device, Hook
from tests.api.live import Site
from tests.browser.conftest import PHONE
from tests.browser.opening import Eyes
from tests.browser.pages import SAID_TO_ALL, every_page
from tests.browser.test_tidy import UNTIDY
from tests.browser.world import Shown


def _words(text: str) -> set[str]:
    return {*text.split()}


# Words that no Italian text has, and hardly an English sentence lacks.
ENGLISH = _words("""
    the and you your with for are this that from not what which who has have was will can
    may when where they their there it its or of be by at on an all one two how why been
    were does then than others nobody nothing only each every into out if but
""")
# Names, and what is called so everywhere.
NAMES = _words("""
    oriflamme api atom oauth json png pdf csv zip gzip url https http push webhook webhooks slack
    discord matrix telegram ablaze alliance sha agpl or-later adrien axel hesling later
    swagger openapi github passkey totp email mail example test localhost utc id icalendar
    english italiano deutsch ics javascript cookie cookies pin pkce iphone ipad standard lot
    handle seed team post e-mail league winter
""")
# It asks whether that was meant which was written, as it was written.
NOTATION = {"turn-yes"}
_SILENT = {"script", "style", "code", "pre", "svg", "option"}
_SPOKEN = {"aria-label", "title", "alt", "placeholder", "content", "data-of", "data-done"}
_VOID = {"input", "img", "br", "meta", "link", "hr", "source", "use", "path"}


class Words(HTMLParser):
    """What a page says, in its text and in what is read aloud of it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        silent = tag in _SILENT or (tag != "html" and "lang" in facts)
        if tag == "meta" and facts.get("name") != "description":
            return
        self.said += [value for name, value in attrs if name in _SPOKEN and value]
        if tag not in _VOID:
            self._open.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        names = [name for name, _silent in self._open]
        if tag in names:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        if not any(silent for _tag, silent in self._open):
            self.said.append(data)


# What people wrote: how they are called, what they called their things, what they said.
OWN = {
    User: ("handle", "name", "email"),
    Game: ("name",),
    Tournament: ("title",),
    Entry: ("team",),
    Message: ("text",),
    ApiToken: ("name",),
    Hook: ("name",),
    Application: ("name",),
    Device: ("name",),
    Decision: ("reason",),
    Appeal: ("text", "answer"),
    Delivery: ("last_error",),
}


def own_words() -> list[str]:
    rows = (row for model, names in OWN.items() for row in model.objects.values_list(*names))
    told = (word.reveal() if isinstance(word, Secret) else word for row in rows for word in row)
    own = {str(word).strip() for word in told if word}
    own |= {"Oriflamme by post", "Be kind.", "Play to the end.", "My phone", SAID_TO_ALL}
    return sorted(own, key=len, reverse=True)


def english(html: str, language: str, own: list[str]) -> set[str]:
    page = Words()
    page.feed(html)
    said = " ".join(" ".join(page.said).replace("\u00ad", "").split())
    for word in own:
        said = said.replace(word, " ")
    said = re.sub(r"\S*[@/]\S*", " ", said)
    words = {
        word.lower() for word in re.findall(r"(?<![\w.:-])[A-Za-z][A-Za-z’'-]+(?!\w|:|\.\w)", said)
    }
    if language == "it":
        return words & ENGLISH
    return {word for word in words if len(word) > 2} - NAMES


def answer(shown: Shown) -> str:
    if shown.html:
        return shown.html
    client = Client(raise_request_exception=False)
    if shown.session:
        client.cookies[own_settings.SESSION_COOKIE_NAME] = shown.session
    return client.get(shown.path, secure=True).content.decode()


@contextmanager
def _drawn(answers: dict[str, str]) -> Iterator[str]:
    """Where they are, with styles and pictures that a browser may keep from page to page: were each
    answered by the test, the browser would read all of them for each page again."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            if path.startswith("/static/") and (file := finders.find(path[len("/static/") :])):
                kind = mimetypes.guess_type(file)[0] or "application/octet-stream"
                self._say(Path(file).read_bytes(), kind, "max-age=3600")
            elif page := answers.get(path.removeprefix("/drawn/")):
                self._say(page.encode(), "text/html; charset=utf-8", "no-store")
            else:
                self.send_error(404)

        def _say(self, body: bytes, kind: str, lasting: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", lasting)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def untidy(chromium: Browser, answers: dict[str, str]) -> Iterator[str]:
    """Of pages on a phone and a desk, which are drawn without a site behind them."""
    with (
        _drawn(answers) as address,
        chromium.new_context(
            viewport=PHONE, reduced_motion="reduce", service_workers="block"
        ) as context,
    ):
        context.add_init_script("localStorage.setItem('steps', 'off')")
        page = context.new_page()
        for name in answers:
            page.goto(f"{address}/drawn/{name}")
            for width, height in ((PHONE["width"], PHONE["height"]), (1440, 900)):
                page.set_viewport_size({"width": width, "height": height})
                yield from (f"{name} at {width}: {one}" for one in page.evaluate(UNTIDY))


@pytest.mark.long(60)
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["uk", "ru", "it"])
def test_no_page_says_an_english_word_and_none_cuts_its_own(
    chromium: Browser, settings: Any, tmp_path: Any, language: str
) -> None:
    settings.LOCAL_DIR = str(tmp_path)
    settings.LANGUAGE_CODE = language
    pages = every_page(language)
    own = own_words()
    answers = {shown.name: answer(shown) for shown in pages}
    found = {
        name: english(html, language, own) for name, html in answers.items() if name not in NOTATION
    }
    found = {name: words for name, words in found.items() if words}
    assert not found, "\n".join(f"{name}: {sorted(words)}" for name, words in found.items())
    cut = [*untidy(chromium, answers)]
    assert not cut, "\n".join(cut)


@pytest.mark.parametrize("language", ["uk", "ru", "it"])
def test_longer_words_make_no_page_wider(chromium: Browser, site: Site, language: str) -> None:
    with Eyes(chromium, site, locale=language, viewport={"width": 320, "height": 640}) as eyes:
        for path in ("/", "/tables", "/learn", "/learn/diplomat", "/first-game", "/ratings"):
            page, _wrong = eyes.open(Shown("", path))
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        # On a tablet the tabs are above, beside the ways in.
        page, _wrong = eyes.open(Shown("", "/learn"))
        for width in (600, 768, 1000):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate(UNTIDY) == [], width


def test_an_english_word_is_found() -> None:
    page = '<p>Усі <b>столи</b> <code>spy</code></p><img alt="A picture"><p lang="en">yes</p>'
    assert english(page, "uk", []) == {"picture"}
    assert english("<p>Il tavolo and the rest</p>", "it", []) == {"and", "the"}

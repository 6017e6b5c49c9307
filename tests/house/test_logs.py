"""Logs say what happened, and no secret."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test import Client

from oriflamme_site import logs
from oriflamme_site.logs import OneLineForAnOutage

ROOT = Path(__file__).parents[2]
FAILING = """
import logging
from oriflamme_site import logs
logs.configure(form={form!r}, level="INFO", part="web")
def deal():
    hand = "conspiracy" + "-in-my-hand"
    raise ValueError("the deal failed")
try:
    deal()
except ValueError:
    logging.getLogger("oriflamme").exception("broken")
"""


def logged(form: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", FAILING.format(form=form)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_traceback_shows_lines_and_no_values(form: str) -> None:
    said = logged(form)
    assert "the deal failed" in said
    assert "deal()" in said or "in deal" in said
    assert "conspiracy-in-my-hand" not in said


def test_json_is_one_object_a_line() -> None:
    (line,) = logged("json").splitlines()
    assert json.loads(line)["part"] == "web"


ANSWERING = """
import logging
import structlog
from oriflamme_site import logs
logs.configure(form={form!r}, level={level!r}, part="web")
facts = {{"method": "GET", "route": 'x/(?P<key>[a"z])', "status": 200, "ms": 1.5}}
logs.answered("ofl_abcdefgh", **facts)
structlog.contextvars.bind_contextvars(request_id="ofl_abcdefgh")
structlog.get_logger("oriflamme.web").info("answered", **facts)
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_line_of_a_request_is_a_line_like_all_others(form: str) -> None:
    def said(level: str) -> str:
        program = ANSWERING.format(form=form, level=level)
        argv = [sys.executable, "-c", program]
        return subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True).stderr

    ours, theirs = said("INFO").splitlines()
    if form == "json":
        ours, theirs = ({**json.loads(one), "timestamp": ""} for one in (ours, theirs))
    else:
        ours, theirs = (one.partition(" ")[2].replace("  ", " ") for one in (ours, theirs))
    assert ours == theirs
    assert said("WARNING") == ""


REFUSING = """
import logging
from types import SimpleNamespace
from oriflamme_site import logs
logs.configure(form={form!r}, level="INFO", part="web")
match = SimpleNamespace(route="people/<str:handle>")
request = SimpleNamespace(path="/people/wanda", resolver_match=match)
say = logging.getLogger("django.security.csrf").warning
say("Forbidden (%s): %s", "no cookie", request.path, extra={{"request": request}})
try:
    raise ValueError("not unique\\nDETAIL:  Key (handle)=(wanda) already exists.")
except ValueError as error:
    logging.getLogger("oriflamme").exception("broken")
    logging.getLogger("celery").error("raised: %r", error)
"""


@pytest.mark.parametrize("form", ["text", "json"])
def test_lines_name_routes_and_no_values(form: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", REFUSING.format(form=form)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Forbidden (no cookie): people/<str:handle>" in done.stderr
    assert done.stderr.count("DETAIL: left out") == 2
    assert "wanda" not in done.stderr


def test_an_error_report_says_nothing_of_who_asked_for_what() -> None:
    event = {
        "transaction": "/people/{handle}",
        "request": {"url": "https://here/people/alice", "cookies": {"sessionid": "x"}},
        "user": {"ip_address": "192.0.2.1"},
    }
    assert logs.without_the_request(event, {}) == {"transaction": "/people/{handle}"}


QUOTING = """
import logging
from oriflamme_site import logs
logs.configure(form={form!r}, level="DEBUG", part="web")
logging.getLogger("oriflamme.api").error("refused: wanda@example.test")
logging.getLogger("oriflamme.post").debug("ours", extra={{"to": "turn+abc23@oriflamme.test"}})
logging.getLogger("django.template").debug("context: wanda's hand")
logging.getLogger("anything").debug("wanda's letter")
try:
    raise ValueError("GET /turn/wandasright?x and ofl_wandaskey, Bearer wandas.token")
except ValueError:
    logging.getLogger("celery").exception("broken")
quoted = "/account/undo-address/wandasword with BCDF-WXZK and __Host-session=wandassession; x=1"
quoted += " and /appeal/wandasappeal"
logging.getLogger("oriflamme.api").error(quoted)
"""


def test_a_task_says_in_one_line_that_the_database_is_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    from celery import Celery

    app = Celery("x", broker="memory://", set_as_current=False)

    @app.task(name="x.fails")
    def fails(error: str) -> None:
        raise (
            OperationalError("connection failed:\n refused")
            if error == "away"
            else ValueError(error)
        )

    with caplog.filtering(OneLineForAnOutage()):
        for error in ("away", "other"):
            fails.apply(args=[error])
    away, other = [one for one in caplog.records if one.levelname == "ERROR"]
    assert away.getMessage() == "the database is away: x.fails: connection failed:"
    assert away.exc_info is None
    assert other.exc_info is not None


@pytest.mark.django_db
def test_a_page_says_in_one_line_that_the_tables_are_not_made_yet(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Who asks while a first start still migrates gets a 503, and the log no page for it."""

    def asks_too_early(*_: object, **__: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM not_made_yet")

    monkeypatch.setattr("games.pages.home.render", asks_too_early)
    client.raise_request_exception = False
    with caplog.filtering(OneLineForAnOutage()):
        assert client.get("/", secure=True).status_code == 503
    (line,) = [one for one in caplog.records if one.name == "django.request"]
    assert "the database is away" in line.getMessage()
    assert 'relation "not_made_yet" does not exist' in line.getMessage()
    assert line.exc_info is None


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_level_shows_addresses_keys_links_or_what_libraries_hold(form: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", QUOTING.format(form=form)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "refused: (an address)" in done.stderr
    assert "ours" in done.stderr
    assert "/turn/(left out)" in done.stderr
    assert "wanda" not in done.stderr
    assert "abc23" not in done.stderr
    assert "BCDF" not in done.stderr

"""How the product logs: structured, one event a line, for people or for machines.

No line names a person: logs are kept and copied where a deletion does not reach.
"""

import json
import logging.config
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import structlog
from structlog.typing import EventDict, Processor

from oriflamme_site.postgresql.away import is_away

if TYPE_CHECKING:
    from sentry_sdk.types import Event

# What lines of errors may quote: values that did not fit (PostgreSQL's), keys and mail addresses,
# whose first half may be a right; the words of links; codes that are mailed; cookies.
_SECRETS = (
    (re.compile(r"DETAIL:[^\n]*"), "DETAIL: left out"),
    (re.compile(r"(?i)\b(bearer|basic) [\w.~+/=-]+"), r"\1 (left out)"),
    (re.compile(r"\bofl_\w+"), "(a key)"),
    (re.compile(r"[\w.+=-]+@[\w-]+(\.[\w-]+)+"), "(an address)"),
    (
        re.compile(r"/(join|links|turn|feeds|stop|leave|undo-address|appeals?)/[^\s/\"'?]+"),
        r"/\1/(left out)",
    ),
    (re.compile(r"\b[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}\b"), "(a code)"),
    (re.compile(r"\b(session|csrftoken|messages)=[^\s;,\"']+"), r"\1=(left out)"),
)


class RoutesForPaths(logging.Filter):
    """Django's lines about a request name its path, and that holds handles and the rights of
    links; the route says as much to whoever looks for a fault."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = record.__dict__.pop("request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            match = getattr(request, "resolver_match", None)
            route = match.route if match else "an address of none"
            record.args = tuple(route if said == path else said for said in record.args)
        return True


class OneLineForAnOutage(logging.Filter):
    """While the database is away, or a first start still makes its tables, each task and each
    page would write a page of what it was doing."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_away(error) and record.name.startswith(("celery", "django.request")):
            # Of a task its name, of a request its route (see above).
            match record.args:
                case {"name": what} | (_, what):
                    pass
                case _:
                    what = "?"
            record.exc_info = record.exc_text = None
            said = str(error).partition("\n")[0]
            record.msg, record.args = "the database is away: %s: %s", (what, said)
            record.__dict__.pop("data", None)
        return True


def _without_secrets(_logger: object, _name: str, event: EventDict) -> EventDict:
    return {key: _scrubbed(said) if isinstance(said, str) else said for key, said in event.items()}


def _scrubbed(said: str) -> str:
    for secret, instead in _SECRETS:
        said = secret.sub(instead, said)
    return said


def without_the_request(event: "Event", _hint: object) -> "Event":
    """An error report without who asked and for which address."""
    event.pop("request", None)
    event.pop("user", None)
    return event


_QUOTED = set(" \t=\r\n\"'")
# How the line of a request is written: by `configure`.
_write_answered: Callable[[dict[str, object]], None] | None = None


def answered(request_id: str, **facts: object) -> None:
    """A line for each request, as all lines are – but made by hand, for a tenth of the price. Of
    what it says the id alone comes from outside."""
    if _write_answered is not None:
        _write_answered(facts | {"request_id": _scrubbed(request_id)})


def _writer(form: str, part: str) -> Callable[[dict[str, object]], None]:
    def as_json(facts: dict[str, object]) -> None:
        line: dict[str, object] = {"part": part} if part else {}
        line |= {**facts, "event": "answered", "level": "info", "timestamp": _now()}
        sys.stderr.write(json.dumps(line, ensure_ascii=False) + "\n")

    def as_text(facts: dict[str, object]) -> None:
        said = " ".join(f"{name}={_quoted(facts[name])}" for name in sorted(facts))
        sys.stderr.write(f"{_now()} [info     ] answered {said}\n")

    return as_json if form == "json" else as_text


def _quoted(fact: object) -> str:
    return repr(fact) if isinstance(fact, str) and set(fact) & _QUOTED else str(fact)


def _now() -> str:
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


def configure(*, form: str, level: str, part: str) -> None:
    """Send every log record, ours and the libraries', through one formatter to stderr."""
    global _write_answered  # noqa: PLW0603
    is_told = logging.getLevelName(level) <= logging.INFO
    _write_answered = _writer(form, part) if is_told else None
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":

        def name_part(_logger: object, _name: str, event: EventDict) -> EventDict:
            # The terminal's prefix would break the line as JSON, so the part is a key.
            return {"part": part, **event} if part else event

        last: list[Processor] = [
            name_part,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    else:
        last = [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                pad_event_to=0,
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]

    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "all": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": shared,
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        # Not the pretty one: it prints local variables, and those hold hands
                        # and keys.
                        structlog.processors.format_exc_info,
                        _without_secrets,
                        *last,
                    ],
                }
            },
            "filters": {"routes": {"()": RoutesForPaths}, "outage": {"()": OneLineForAnOutage}},
            "handlers": {
                "stderr": {
                    "class": "logging.StreamHandler",
                    "formatter": "all",
                    "filters": ["routes", "outage"],
                }
            },
            # What libraries say at DEBUG holds whole contexts, queries with their values, and
            # letters. It is ours alone that is made to be read.
            "root": {"handlers": ["stderr"], "level": "INFO" if level == "DEBUG" else level},
            "loggers": {
                "oriflamme": {"level": level},
                # Our own line per request says more than Django's warning about a 404.
                "django.request": {"level": "ERROR"},
                "django.server": {"level": "ERROR"},
                "celery.beat": {"level": "WARNING"},
                "celery.app.trace": {"level": "WARNING"},
                "celery.worker.strategy": {"level": "WARNING"},
                "mail.log": {"level": "WARNING"},
            },
        }
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(level)),
        cache_logger_on_first_use=True,
    )

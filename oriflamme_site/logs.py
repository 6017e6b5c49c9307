"""How the product logs: structured, one event a line, for people or for machines."""

import logging.config
import sys
from typing import Any

import structlog
from structlog.typing import Processor


def configure(*, form: str, level: str, part: str) -> None:
    """Send every log record, ours and the libraries', through one formatter to stderr."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":

        def name_part(_logger: Any, _name: str, event: Any) -> Any:
            # The terminal's prefix would break the line as JSON, so the part is a key.
            return {"part": part, **event} if part else event

        last: list[Processor] = [
            structlog.processors.format_exc_info,
            name_part,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    else:
        last = [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                pad_event_to=0,
                # Not the pretty one: it prints local variables, and those hold hands and keys.
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
                        *last,
                    ],
                }
            },
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "all"}},
            "root": {"handlers": ["stderr"], "level": level},
            "loggers": {
                # Our own line per request says more than Django's warning about a 404.
                "django.request": {"level": "ERROR"},
                "django.server": {"level": "ERROR"},
                "celery": {"level": level},
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

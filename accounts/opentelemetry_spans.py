"""OpenTelemetry's side of `spans`: loaded where it is on, and nowhere else."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import structlog
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

_headers = TraceContextTextMapPropagator()


def _number() -> str:
    return str(structlog.contextvars.get_contextvars().get("trace", ""))


class _LogsNumber(RandomIdGenerator):
    """What begins here has the number that is on the lines of the log."""

    def generate_trace_id(self) -> int:
        number = _number()
        return int(number, 16) if number else super().generate_trace_id()


class Spans:
    def __init__(self, processor: SpanProcessor | None = None) -> None:
        part = os.environ.get("PART") or "oriflamme"
        named = Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME", part)})
        provider = TracerProvider(resource=named, id_generator=_LogsNumber())
        provider.add_span_processor(processor or BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = provider.get_tracer("oriflamme")

    @contextmanager
    def span(self, name: str, parent: str, facts: Mapping[str, str | int]) -> Iterator[trace.Span]:
        context, links = None, []
        around = trace.get_current_span().get_span_context()
        if parent:
            context = _headers.extract({"traceparent": parent}, context=Context())
        elif around.is_valid and trace.format_trace_id(around.trace_id) != _number():
            # A sweep's letter is its cause's: the sweep has only carried it.
            context, links = Context(), [trace.Link(around)]
        with self._tracer.start_as_current_span(
            name,
            context=context,
            attributes=facts,
            links=links,
            # The words of an error may hold what it failed on: an address, a hand.
            record_exception=False,
            set_status_on_exception=False,
        ) as opened:
            try:
                yield opened
            except BaseException as fault:
                opened.set_status(trace.StatusCode.ERROR, type(fault).__name__)
                raise

    def traceparent(self) -> str:
        carrier: dict[str, str] = {}
        _headers.inject(carrier)
        return carrier.get("traceparent", "")

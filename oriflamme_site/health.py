"""Whether this process can serve, and what it has counted. (`/healthz`, whether it lives, is
answered before any thread is asked: asgi.py.)

These answer whatever host name was asked for and without HTTPS: load balancers, container
engines and Prometheus come by address, from inside.
"""

import hmac
import os
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client import REGISTRY as OWN_REGISTRY
from prometheus_client.multiprocess import MultiProcessCollector

from oriflamme_site.gauges import Gauges

broker = redis.Redis.from_url(
    settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, **settings.REDIS_SOCKETS
)


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """What this process needs answers: 200, or 503 with the names of what failed."""
    checks = {"database": _database, "migrations": _migrations, "redis": _redis}
    failed = {}
    for name, check in checks.items():
        try:
            check()
        except (DatabaseError, redis.RedisError, OSError, RuntimeError) as reason:
            # The kind of failure and no more: texts of drivers name hosts and users.
            failed[name] = str(reason) if isinstance(reason, NotReady) else type(reason).__name__
    return JsonResponse({"ready": not failed, "failed": failed}, status=503 if failed else 200)


class NotReady(RuntimeError):
    """A reason that may be shown to anybody."""


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


# Migrations are only ever added while this process runs an older code, so once seen
# complete they need not be counted at each probe.
_migrated = False


def _migrations() -> None:
    global _migrated  # noqa: PLW0603
    if _migrated:
        return
    executor = MigrationExecutor(connection)
    missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if missing:
        raise NotReady(f"{missing} not applied; run manage.py migrate")
    _migrated = True


def _redis() -> None:
    broker.ping()


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus' text, for whoever sends METRICS_TOKEN as a bearer token."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not hmac.compare_digest(
        given.encode(), settings.METRICS_TOKEN.encode()
    ):
        return HttpResponse("Not found.\n", status=404, content_type="text/plain")
    registry = OWN_REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:  # several web processes count together
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    site = CollectorRegistry()
    site.register(Gauges())
    told = generate_latest(registry) + generate_latest(site)
    return HttpResponse(told, content_type=CONTENT_TYPE_LATEST)


PROBES = {"/readyz": readyz, "/metrics": metrics}


def probes(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: answer a probe before anything looks at its host name."""

    def answer(request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path)
        return probe(request) if probe else get_response(request)

    return answer

"""The two stacks of middleware of production, for Django's test client."""

from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.test.client import ClientHandler
from django.test.utils import override_settings


class ProductionStacks:
    """Sends each request through the middleware that the site's own door would choose for it."""

    def __init__(self, enforce_csrf_checks: bool = True) -> None:
        self.enforce_csrf_checks = enforce_csrf_checks
        self._handlers: dict[tuple[str, ...], ClientHandler] = {}

    def __call__(self, environ: dict[str, Any]) -> Any:
        from oriflamme_site.asgi import is_of_program

        if not environ.get("HTTP_COOKIE"):
            environ.pop("HTTP_COOKIE", None)  # the client sends an empty one
        # Of a copy: a request writes its path, decoded, into what it is made from.
        is_program = is_of_program(WSGIRequest(environ.copy()))
        stack = settings.MIDDLEWARE_OF_PROGRAMS if is_program else settings.MIDDLEWARE
        return self._handler(tuple(stack))(environ)

    def _handler(self, stack: tuple[str, ...]) -> ClientHandler:
        if stack not in self._handlers:
            self._handlers[stack] = handler = ClientHandler(self.enforce_csrf_checks)
            with override_settings(MIDDLEWARE=stack):
                handler.load_middleware()
        return self._handlers[stack]

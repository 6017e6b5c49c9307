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
        self._kept: dict[str, object] = {}

    def __call__(self, environ: dict[str, Any]) -> Any:
        from oriflamme_site.asgi import is_of_program

        if not environ.get("HTTP_COOKIE"):
            environ.pop("HTTP_COOKIE", None)  # the client sends an empty one
        # Of a copy: a request writes its path, decoded, into what it is made from.
        is_program = is_of_program(WSGIRequest(environ.copy()))
        stack = settings.MIDDLEWARE_OF_PROGRAMS if is_program else settings.MIDDLEWARE
        asked = repr(sorted((name, environ[name]) for name in environ if _is_asked(name)))
        response = self._handler(tuple(stack))(environ)
        self._must_be_so_again(asked, response)
        return response

    def _must_be_so_again(self, asked: str, response: Any) -> None:
        """The same question with the same facts is answered from what is kept: so whenever it is
        answered by the ordinary way, as always here, it has to be the same answer."""
        basis = getattr(response, "basis", None)
        if basis is not None:
            lasting = {name: said for name, said in response.items() if name not in basis.others}
            said = response.status_code, response.content, lasting
            known = self._kept.setdefault(f"{asked} {basis.key} {basis.row}", said)
            assert known == said, "an answer that is kept would not be true any more"

    def _handler(self, stack: tuple[str, ...]) -> ClientHandler:
        if stack not in self._handlers:
            self._handlers[stack] = handler = ClientHandler(self.enforce_csrf_checks)
            with override_settings(MIDDLEWARE=stack):
                handler.load_middleware()
        return self._handlers[stack]


def _is_asked(name: str) -> bool:
    return name.startswith("HTTP_") or name in {"PATH_INFO", "REQUEST_METHOD", "QUERY_STRING"}

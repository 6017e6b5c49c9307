"""Every address of the site, filled in from the URL conf, so that a new one is there by itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from django.urls import get_resolver
from django.urls.resolvers import RoutePattern, URLPattern, URLResolver
from django.utils.regex_helper import normalize

from oriflamme_site.health import PROBES

# What is the same for all by its making, and slow to ask for.
LEFT_OUT = {
    "api/v1/schema": "the schema is made of the code alone",
    "api/v1/docs": "a page that shows the schema",
    "api/v1/auth/": "signing in: a library's, which knows no games",
    "admin/jsi18n/": "words of a library",
}
_NAMES = re.compile(r"%\((\w+)\)s")
_ANY = "GET", "POST"
_REST = "get", "post", "put", "patch", "delete", "options"

# What stands for the names in an address: of which part of the site, which name, which values.
Values = list[tuple[str, str, list[str]]]


@dataclass(frozen=True)
class Address:
    path: str
    route: str
    methods: tuple[str, ...]

    @property
    def is_api(self) -> bool:
        return self.path.startswith("/api/")

    @property
    def is_admin(self) -> bool:
        return self.path.startswith("/admin/")


class Unknown(AssertionError):
    """An address with a name that nobody has told what it may stand for."""


def every(values: Values) -> list[Address]:
    return [
        Address("/" + template % dict(zip(names, filled, strict=True)), template, methods)
        for template, methods in routes()
        for names in (_NAMES.findall(template),)
        for filled in product(*(_values(values, template, name) for name in names))
    ]


def _values(values: Values, template: str, name: str) -> list[str]:
    for part, known, found in values:
        if known == name and part in template:
            return found
    raise Unknown(f"Say in tests/secrecy/scene.py what {name} in {template} may be.")


@cache
def routes() -> tuple[tuple[str, tuple[str, ...]], ...]:
    # What is answered before any address is looked for.
    found = dict.fromkeys([path.lstrip("/") for path in PROBES], ("GET", "POST"))
    for template, pattern in _walk(get_resolver(), ""):
        if not template.startswith(tuple(LEFT_OUT)):
            found.setdefault(template, _methods(pattern))
    return tuple(found.items())


def _walk(at: URLResolver, before: str) -> Iterator[tuple[str, URLPattern]]:
    for one in at.url_patterns:
        template = before + _template(one)
        if isinstance(one, URLPattern):
            yield template, one
        else:
            yield from _walk(one, template)


def _template(one: URLPattern | URLResolver) -> str:
    if isinstance(one.pattern, RoutePattern):
        return re.sub(r"<(?:\w+:)?(\w+)>", r"%(\1)s", str(one.pattern))
    return normalize(str(one.pattern))[0][0]


def _methods(pattern: URLPattern) -> tuple[str, ...]:
    view = getattr(pattern.callback, "cls", None)
    if view is None:
        return _ANY
    return ("GET", *(name.upper() for name in _REST if name != "get" and hasattr(view, name)))

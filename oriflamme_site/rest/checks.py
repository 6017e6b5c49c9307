"""A system check: no address of the API gets around what guards it."""

from collections.abc import Callable, Iterator

from django.core.checks import CheckMessage, Error, register
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.views import APIView

from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.outside import Nowhere
from oriflamme_site.rest.views import ROOT

# Where a request is let in or turned away.
GUARDS = {
    *("as_view", "dispatch", "initialize_request", "initial", "finalize_response"),
    *("handle_exception", "get_exception_handler", "perform_authentication"),
    *("check_permissions", "check_throttles", "get_permissions", "get_throttles"),
    *("permission_denied", "throttled", "http_method_not_allowed", "exception_handler"),
}
# They answer for their own views.
LIBRARIES = ("allauth.", "drf_spectacular.", "oauth2_provider.")


@register("rest")
def check_views(app_configs: object, **_options: object) -> list[CheckMessage]:
    return [error for path, view in _views(get_resolver()) for error in faults(path, view)]


def faults(path: str, view: Callable[..., object]) -> Iterator[Error]:
    """What is wrong with a view at this path."""
    made_of = getattr(view, "view_class", view)
    if made_of is Nowhere or made_of.__module__.startswith(LIBRARIES):
        return
    name = f"{made_of.__module__}.{made_of.__qualname__}"
    if not (isinstance(made_of, type) and issubclass(made_of, Endpoint)):
        is_of_api = isinstance(made_of, type) and issubclass(made_of, APIView)
        if is_of_api or f"/{path}".startswith(ROOT):
            what = f"{name} at {path} is no Endpoint, so that nothing guards it."
            yield Error(what, id="rest.E1")
        return
    between = made_of.__mro__[: made_of.__mro__.index(Endpoint)]
    for guard in sorted(GUARDS & {attribute for one in between for attribute in vars(one)}):
        yield Error(f"{name} overrides {guard}, which guards it.", id="rest.E2")
    methods = {m.upper() for m in made_of.http_method_names if hasattr(made_of, m)} - {"OPTIONS"}
    for method in sorted(methods - {*made_of.scopes, *made_of.in_person}):
        yield Error(
            f"{name} names no scope for {method}.",
            hint="Put it into `scopes`, or into `in_person` if no program may.",
            id="rest.E3",
        )


def _views(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, Callable[..., object]]]:
    for pattern in resolver.url_patterns:
        path = before + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLPattern):
            yield path, pattern.callback
        else:
            yield from _views(pattern, path)

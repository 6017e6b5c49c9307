"""What every middleware of ours is made of."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class Around:
    """One that does nothing yet around a request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

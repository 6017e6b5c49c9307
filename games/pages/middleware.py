"""What a page does not say of a refusal itself is said here, for all of them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from games import errors
from games.pages.asking import refused


class Refusals:
    """What services refuse is told to a person in one way, wherever a page leaves it alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return refused(request, error) if isinstance(error, errors.Refusal) else None

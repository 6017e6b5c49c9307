"""What a page does not say of a refusal itself is said here, for all of them."""

from django.http import HttpRequest, HttpResponse

from accounts.around import Around
from games import errors
from games.pages.asking import refused


class Refusals(Around):
    """What services refuse is told to a person in one way, wherever a page leaves it alone."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return refused(request, error) if isinstance(error, errors.Refusal) else None

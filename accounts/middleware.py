"""What happens around every page because of who asks."""

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation

from accounts.services import guests
from accounts.services.consent import has_agreed

Answer = Callable[[HttpRequest], HttpResponse]


class PersonsLanguage:
    """Whoever is signed in reads their language and their hours, whatever the browser asks for.
    What a page sets for its reader ends with it: the next request of this thread is another's."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
            with timezone.override(None):
                return self.get_response(request)
        language = request.user.language  # who signs out is nobody afterwards
        with translation.override(language), timezone.override(request.user.time_zone):
            response = self.get_response(request)
        response.headers["Content-Language"] = language
        return response


class TermsFirst:
    """Whoever is signed in agrees to the terms in force before going on. Programs are not
    stopped in the middle of a game: their person is asked at the next page."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self._may_go_on(request):
            return self.get_response(request)
        return redirect(f"{reverse('terms')}?next={request.path}")

    def _may_go_on(self, request: HttpRequest) -> bool:
        return (
            settings.SESSION_COOKIE_NAME not in request.COOKIES
            or request.path.startswith(("/api/", "/admin/", "/static/", "/oauth/token"))
            # Reading them, leaving, and taking one's data along.
            or request.path in {reverse("terms"), reverse("account_logout"), reverse("my_data")}
            or request.path.startswith("/account/leave/")
            or not request.user.is_authenticated
            or has_agreed(request.user)
        )


class Guests:
    """Who plays without an account has no pages about one but the one that makes it theirs; and
    that they are here is remembered, for who stays away is forgotten."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            person = request.user
            if person.is_guest:
                guests.note_visit(person)
                if self._is_about_an_account(request.path):
                    return redirect("keep")
        return self.get_response(request)

    def _is_about_an_account(self, path: str) -> bool:
        return path.startswith(("/account/", "/oauth/")) and path not in {
            *map(reverse, ("keep", "account_logout", "account_email_verification_sent")),
        }


class EvenTime:
    """Answers that could tell by their time whether an address is known take at least FLOOR.

    Beside that the work is much the same on both ways; this hides what is left of it. The answer
    only says `not_before` when it may leave: the event loop holds it (`oriflamme_site/asgi.py`),
    so that whoever waits keeps no thread from others. What is refused unread (429) tells nothing
    and leaves at once.
    """

    FLOOR = 0.5
    ROUTES = frozenset(
        {
            *("account_login", "account_signup", "account_request_login_code"),
            "account_reset_password",
            *("login", "signup", "request_login_code", "request_password_reset"),
            "keep",
        }
    )

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return self.get_response(request)
        began = time.monotonic()
        response = self.get_response(request)
        match = request.resolver_match
        # A way in must not be found by who got in faster: only answers that refuse or ask on.
        is_asked = not request.user.is_authenticated or request.user.is_guest
        if match and match.url_name in self.ROUTES and is_asked and response.status_code != 429:
            response.not_before = began + self.FLOOR  # type: ignore[attr-defined]
        return response

"""What happens around every page because of who asks."""

import re
import time
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.around import Around
from accounts.services import guests
from accounts.services.consent import has_agreed
from accounts.services.sessions import has_second_factor


class PersonsLanguage(Around):
    """Whoever is signed in reads their language and their hours, whatever the browser asks for.
    What a page sets for its reader ends with it: the next request of this thread is another's."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
            with timezone.override(None):
                return self.get_response(request)
        language = request.user.language  # who signs out is nobody afterwards
        with translation.override(language), timezone.override(request.user.time_zone):
            response = self.get_response(request)
        response.headers["Content-Language"] = language
        response.headers.setdefault("Cache-Control", "private, no-store")  # it is theirs alone
        return response


class TermsFirst(Around):
    """Whoever is signed in agrees to the terms in force before going on. Programs are not
    stopped in the middle of a game: their person is asked at the next page."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if self._may_go_on(request):
            return self.get_response(request)
        return redirect(f"{reverse('terms')}?next={request.path}")

    def _may_go_on(self, request: HttpRequest) -> bool:
        return (
            settings.SESSION_COOKIE_NAME not in request.COOKIES
            or request.path.startswith(("/api/", "/admin/", "/static/", "/oauth/token"))
            # Showing oneself anew, and leaving.
            or "/reauthenticate/" in request.path
            or request.path.startswith("/account/leave/")
            # Arms are in the head of every page, of this one too.
            or request.path.endswith("/picture.svg")
            or not request.user.is_authenticated
            or has_agreed(request.user)
            # Reading them, going, and taking one's data along, for which one is asked anew.
            or request.path in {reverse("terms"), reverse("account_logout"), reverse("my_data")}
        )


class StaffProveThemselves(Around):
    """Staff come to the admin and the desks with a second factor, and to what cannot be undone
    there after showing anew who they are. Whoever has none is shown how to get one."""

    PLACES = re.compile(r"/admin/|/tournaments/[^/]+/desk")
    # Deeds on people, rights, looks into games, closing the site.
    GRAVE = re.compile(
        r"/admin/(accounts/user/[0-9]+/(deed/|change/)|care/look/into/|care/closure/site/)"
    )

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (
            not settings.STAFF_SECOND_FACTOR
            or not self.PLACES.match(request.path)
            or settings.SESSION_COOKIE_NAME not in request.COOKIES
            or not request.user.is_authenticated
            or not request.user.is_staff
        ):
            return self.get_response(request)
        if not has_second_factor(request.user):
            return render(request, "account/pages/second_factor_first.html", status=403)
        if not any(
            record["method"] == "mfa"
            for record in get_authentication_records(request, request.user)
        ):
            by_code = is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
            page = "mfa_reauthenticate" if by_code else "mfa_reauthenticate_webauthn"
            return self._ask(page, request)
        if self.GRAVE.match(request.path) and not did_recently_reauthenticate(request):
            return self._ask("account_reauthenticate", request)
        return self.get_response(request)

    def _ask(self, page: str, request: HttpRequest) -> HttpResponse:
        """What was sent is not kept: it may name people, and why something is done to them."""
        return redirect(f"{reverse(page)}?{urlencode({'next': request.path})}")


class AskedAgain(Around):
    """Whoever has to show anew who they are is sent to do so. allauth would keep the whole request
    meanwhile, in the row of the session: passwords in its body, the cookie in its head."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, ReauthenticationRequired) or request.method != "POST":
            return None
        ways = get_adapter().get_reauthentication_methods(request.user)
        if not ways:
            return None
        messages.info(request, _("Once you have shown that it is you, please send it again."))
        return redirect(f"{ways[0]['url']}?{urlencode({'next': request.path})}")


class Guests(Around):
    """Who plays without an account has no pages about one but the one that makes it theirs; and
    that they are here is remembered, for who stays away is forgotten."""

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


class EvenTime(Around):
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

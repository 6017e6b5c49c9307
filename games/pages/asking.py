"""Who asks for a page, and how a refusal is told to a person."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import get_language

from accounts.models import User
from games import errors

# The session remembers a guest's first table, which is explained.
FIRST_TABLE = "first_table"
_STATUS = {
    errors.NotFound: 404,
    errors.NotAtTable: 403,
    errors.NotAllowed: 403,
    errors.UnreadableGame: 503,
}


def viewer(request: HttpRequest) -> User | None:
    """Who is signed in; from here on the page speaks their language and tells their time."""
    user = request.user
    if not isinstance(user, User):
        return None
    translation.activate(user.language)
    timezone.activate(user.time_zone)
    return user


def language(person: User | None) -> str:
    return person.language if person else get_language() or "en"


def say(request: HttpRequest, sentence: str, status: int = 200) -> HttpResponse:
    facts = {"sentence": sentence, "status": status}
    return render(request, "games/pages/say.html", facts, status=status)


def to_table(key: str, more: str = "") -> HttpResponse:
    """See Other: loading the page again sends nothing again."""
    return HttpResponseRedirect(reverse("table", args=[key]) + more, status=303)


def refused(request: HttpRequest, refusal: errors.Refusal) -> HttpResponse:
    """409 for all that was right when it was thought of: somebody was faster."""
    return say(request, str(refusal), _STATUS.get(type(refusal), 409))

"""What else one does at a table: each a small form, its outcome the table again."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games import errors, services
from games.pages.asking import refused, viewer
from games.pages.playing import to_table


class Deed(NamedTuple):
    act: Callable[..., Any]
    # Asked before it is done, for what cannot be taken back.
    question: Any = ""
    yes: Any = ""


DEEDS = {
    "join": Deed(services.join),
    "leave": Deed(services.leave),
    "start": Deed(services.start),
    "cancel": Deed(
        services.cancel, gettext_lazy("Close this table for good?"), gettext_lazy("Close it")
    ),
    "offer-end": Deed(services.offer_end),
    "agree-end": Deed(services.agree_end),
    "withdraw-end": Deed(services.withdraw_end),
    "resign": Deed(
        services.resign,
        gettext_lazy("Leave this game for good? A bot plays on with your cards."),
        gettext_lazy("Leave the game"),
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
def deed(request: HttpRequest, key: str, name: str) -> HttpResponse:
    person = viewer(request)
    here = reverse("table", args=[key])
    if person is None:
        return redirect_to_login(here)
    wanted = DEEDS[name]
    if request.method != "POST":
        if not wanted.question:
            return to_table(key)
        facts = {"question": wanted.question, "yes": wanted.yes, "protected": True, "back": here}
        return render(request, "games/pages/ask.html", facts)
    try:
        wanted.act(game_key=key, person=person)
    except errors.Refusal as refusal:
        return refused(request, refusal)
    return to_table(key)


@require_http_methods(["POST"])
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """A friend by a button, or anybody by handle or mail address."""
    person = viewer(request)
    if person is None:
        return redirect_to_login(reverse("table", args=[key]))
    guest = request.POST.get("handle", "").strip()
    if guest:
        whom = {"address": guest} if "@" in guest else {"handle": guest}
        try:
            services.invite(game_key=key, person=person, **whom)
        except errors.Refusal as refusal:
            return refused(request, refusal)
        messages.success(request, _("{guest} is invited.").format(guest=guest))
    return to_table(key)


@require_http_methods(["POST"])
def talk(request: HttpRequest, key: str) -> HttpResponse:
    person = viewer(request)
    if person is None:
        return redirect_to_login(reverse("table", args=[key]))
    to = request.POST.get("to", "")
    try:
        services.say(
            game_key=key,
            person=person,
            text=request.POST.get("text", ""),
            to_seat=int(to) if to.isdecimal() and len(to) < 3 else None,
        )
    except errors.Refusal as refusal:
        return refused(request, refusal)
    return to_table(key, "#talk")

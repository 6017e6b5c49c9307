"""What else one does at a table: each a small form, its outcome the table again."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games import services
from games.pages.asking import to_table, viewer


class Deed(NamedTuple):
    act: Callable[..., Any]
    # Asked before it is done, for what cannot be taken back.
    question: object = ""
    yes: object = ""
    # Fields of the form that go with it.
    takes: tuple[str, ...] = ()


DEEDS = {
    "join": Deed(services.join, takes=("contribution",)),
    "contribute": Deed(services.contribute, takes=("contribution",)),
    "leave": Deed(services.leave),
    "start": Deed(services.start),
    "cancel": Deed(
        services.cancel, gettext_lazy("Close this table for good?"), gettext_lazy("Close it")
    ),
    "decline": Deed(services.decline),
    "offer-pause": Deed(services.offer_pause),
    "withdraw-pause": Deed(services.withdraw_pause),
    "return": Deed(services.return_to_seat),
    "offer-end": Deed(services.offer_end),
    "agree-end": Deed(services.agree_end),
    "withdraw-end": Deed(services.withdraw_end),
    "show": Deed(services.show_to_others),
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
    sent = {name: request.POST.get(name, "") for name in wanted.takes}
    wanted.act(game_key=key, person=person, **sent)
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
        services.invite(game_key=key, person=person, **whom)
        messages.success(request, _("{guest} is invited.").format(guest=guest))
    return to_table(key)


@require_http_methods(["POST"])
def uninvite(request: HttpRequest, key: str) -> HttpResponse:
    person = viewer(request)
    if person is None:
        return redirect_to_login(reverse("table", args=[key]))
    services.withdraw_invitation(game_key=key, person=person, token=request.POST.get("token", ""))
    return to_table(key)


_OF_A_SEAT: dict[str, Callable[..., Any]] = {
    "offer": services.offer_seat,
    "keep": partial(services.offer_seat, offered=False),
    "take": services.take_over,
}


@require_http_methods(["POST"])
def seat(request: HttpRequest, key: str, number: str, name: str) -> HttpResponse:
    """What can be done about the seat of somebody who is away."""
    person = viewer(request)
    if person is None:
        return redirect_to_login(reverse("table", args=[key]))
    _OF_A_SEAT[name](game_key=key, person=person, seat=int(number))
    return to_table(key)

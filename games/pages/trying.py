"""In ten seconds: one button, and a visitor sits at a table with bots. No account is needed.

Who says which game they want begins a new one; without a word the table that waits goes on.
"""

from allauth.core import ratelimit
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from accounts.services import guests
from games import services
from games.pages.asking import FIRST_TABLE, language, to_table, viewer

SEATS = {"2", "3", "4", "5"}
BACKEND = "accounts.signing_in.Backend"


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    person = viewer(request)
    wanted = request.POST.get("set", "")
    running = services.practice_of(person) if person and not wanted else None
    if running is not None:
        return to_table(running.key)
    if person is None:
        too_often: HttpResponse | None = ratelimit.consume_or_429(request, action="guest")
        if too_often is not None:
            return too_often
        person = guests.welcome(language=language(None))
        login(request, person, backend=BACKEND)
    game = services.practise(
        person=person,
        set=wanted or "oriflamme",
        seats=int(seats) if (seats := request.POST.get("seats", "")) in SEATS else 4,
        contribution=request.POST.get("contribution", ""),
    )
    if person.is_guest:
        request.session.setdefault(FIRST_TABLE, game.key)
    services.bots_answer(game_key=game.key)
    return to_table(game.key)

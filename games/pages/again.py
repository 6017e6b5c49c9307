"""After a game against bots: another one like it, or against stronger ones."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from games import selectors, services
from games.pages import ending
from games.pages.asking import to_table, viewer


@require_POST
def begin(request: HttpRequest, key: str) -> HttpResponse:
    person = viewer(request)
    if person is None:
        return redirect_to_login(reverse("table", args=[key]))
    table = selectors.find_game(key, person).table
    offered = ending.again(table, person.pk)
    if not table.is_over or not offered or table.chair_of(person.pk) is None:
        return to_table(key)
    game = services.practise(
        person=person,
        set=table.set,
        seats=table.seats,
        edition=table.edition,
        deck=table.deck,
        contribution=request.POST.get("contribution", ""),
        bot=str(offered["stronger" if "stronger" in request.POST else "again"]),
    )
    services.bots_answer(game_key=game.key)
    return to_table(game.key)

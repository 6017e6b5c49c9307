"""The page on which a player connects a table with a chat or a program."""

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.pages.asking import me, surely_me
from games import errors, services
from notifications.hook_forms import TableHookForm


@surely_me
def table_hooks(request: HttpRequest, key: str) -> HttpResponse:
    form = TableHookForm(request.POST or None)
    made = secret = None
    try:
        services.own_hooks(game_key=key, person=me(request))
        if form.is_bound and form.is_valid():
            try:
                made, secret = services.hook_table(
                    game_key=key, person=me(request), **form.wishes()
                )
            except ValidationError as error:
                form.refused(error)
            else:
                form = TableHookForm()
        hooks = services.own_hooks(game_key=key, person=me(request))
    except errors.Refusal as refusal:
        raise Http404 from refusal
    seen = {"form": form, "hooks": hooks, "made": made, "key": key}
    seen["secret"] = secret and secret.reveal()
    return render(request, "games/pages/hooks.html", seen)

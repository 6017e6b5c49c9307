"""The page that changes what was announced: the same form, filled in, with what follows from it."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.db.models import Field
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from games.tournaments import errors, selectors, services, types, words
from games.tournaments.api.serializers import SettingsForm
from games.tournaments.models import Stage, Tournament
from games.tournaments.pages import announcing, desk, reading
from games.tournaments.pages.asking import must_have_desk, signed_in, to
from games.tournaments.pages.steps import name_of


@signed_in
def change(request: HttpRequest, person: User, key: str) -> HttpResponse:
    cup = must_have_desk(key, person, "change")
    if cup["began_at"] is not None:
        return desk.step(request, key=key, name="change")
    sent = request.POST
    if request.method != "POST":
        return announcing.ask(request, person, announcing.like(key, person), cup=cup)
    if not {"more", "edit"}.isdisjoint(sent):
        stages = announcing.count_stages(sent) + ("more" in sent)
        return announcing.ask(request, person, sent, stages=stages, cup=cup)
    wish, problems = reading.checked(SettingsForm, announcing.wanted(sent))
    if not problems:
        try:
            return _change(request, person, cup, _otherwise(wish, key, person))
        except errors.BadTournament as refusal:
            problems = {str(refusal.facts["field"]): str(refusal)}
    return announcing.ask(request, person, sent, problems, cup=cup)


def _change(
    request: HttpRequest, person: User, cup: types.Tournament, settings: dict[str, Any]
) -> HttpResponse:
    sent = request.POST
    if "sure" not in sent:
        again = [
            (name, value)
            for name, values in sent.lists()
            for value in values
            if name != "csrfmiddlewaretoken"
        ]
        facts = _told(cup, settings, person.language)
        return desk.show_first(
            request, cup, "change", person, {"settings": settings}, sent=again, told_of=facts
        )
    services.take_step(
        key=cup["id"],
        person=person,
        step="change",
        after=reading.whole(sent.get("after", "")),
        settings=settings,
    )
    messages.success(request, _("Done: {step}.").format(step=name_of("change")))
    return to("tournament-desk", cup["id"])


def _otherwise(wish: dict[str, Any], key: str, person: User) -> dict[str, Any]:
    """What is not as it stands. A field that was left empty is emptied by that."""
    stages = [_usual(Stage, Stage.SETTINGS) | stage for stage in wish.get("stages", [])]
    whole = _usual(Tournament, announcing.PLAIN) | wish | {"stages": stages}
    stood = selectors.settings(key=key, viewer=person)
    return {name: value for name, value in whole.items() if value != stood[name]}


def _usual(model: type[Tournament | Stage], names: Iterable[str]) -> dict[str, Any]:
    fields = {field.name: field for field in model._meta.get_fields() if isinstance(field, Field)}
    return {name: fields[name].get_default() for name in names}


def _told(cup: types.Tournament, settings: dict[str, Any], lang: str) -> list[tuple[str, str]]:
    """What was announced, and what would be."""
    then: Any = {**cup, **settings}
    if "points" in settings:
        then["points"] = selectors.points_table(settings["points"])
    if "stages" in settings:
        then["stages"] = [{**stage, "status": "waiting"} for stage in settings["stages"]]
    pairs = zip(
        words.changed(cup, settings, lang), words.changed(then, settings, lang), strict=True
    )
    return [(label, f"{before} → {after}") for (label, before), (_same, after) in pairs]

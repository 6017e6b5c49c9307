"""The organisers' desk."""

from typing import ClassVar

from django.http import HttpResponse

from accounts.api import intake
from accounts.api.answers import json_answer
from accounts.api.describe import IDEMPOTENCY_KEY, operation
from accounts.api.endpoint import Call
from games.api.base import FOUND, GameEndpoint, written
from games.tournaments import importing, selectors, services
from games.tournaments.api import forms
from games.tournaments.api.errors import REFUSED
from games.tournaments.api.listing import KEY, TAG
from games.tournaments.api.shapes import desk as desk_shapes


class Desk(GameEndpoint):
    scopes: ClassVar = {"GET": "organise"}

    @operation(
        id="get_desk",
        summary="The desk",
        description="For organisers: every table of the round, who is waited for and since when.",
        tag=TAG,
        parameters=[KEY],
        answers={200: desk_shapes.DeskShape},
        errors=REFUSED,
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        return json_answer(selectors.desk(key=key, viewer=call.person))


class Steps(GameEndpoint):
    scopes: ClassVar = {"GET": "read", "POST": "organise"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_steps",
        summary="What was done at the desk",
        description="The latest two hundred steps, with who, when and why. Everybody may read "
        "them; whom it admitted or turned away, organisers alone.",
        tag=TAG,
        parameters=[KEY],
        answers={200: desk_shapes.StepShape(many=True)},
        errors=FOUND,
        for_persons=False,
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        return json_answer(selectors.steps(key=key, viewer=call.viewer))

    @operation(
        id="take_step",
        summary="Take a step",
        description="For organisers. With `dry_run` you are told what it would do, and nothing is "
        "done. Which fields a step needs, docs/tournaments.md tells.",
        tag=TAG,
        request=forms.StepForm,
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={200: desk_shapes.TakenShape},
        errors=written(*REFUSED),
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read(forms.StepForm, intake.body(call.request))
        return json_answer(services.take_step(key=key, person=call.person, **wanted))


class Import(GameEndpoint):
    scopes: ClassVar = {"POST": "organise"}

    @operation(
        id="import_entries",
        summary="Enter a list of people",
        description="From a CSV with the column `handle`. Who cannot be entered is told with the "
        "reason; the others are.",
        tag=TAG,
        request=forms.ImportForm,
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={200: desk_shapes.ImportedShape(many=True)},
        errors=written(*REFUSED),
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read(forms.ImportForm, intake.body(call.request))
        outcomes = services.import_entries(
            key=key,
            person=call.person,
            handles=importing.handles(wanted["csv"]),
            dry_run=wanted.get("dry_run", False),
        )
        return json_answer(outcomes)

"""The bots of the house, and a table to practise at with them."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers

from accounts.api import describe, intake
from accounts.api.answers import conditional, etag
from accounts.api.describe import IDEMPOTENCY_KEY, operation
from accounts.api.endpoint import Call
from games import bots, errors, selectors, services
from games.api import forms
from games.api.base import GameEndpoint, view_answer, written
from games.api.errors import kinds
from games.api.shapes import examples, parts, table


class HouseBotShape(serializers.Serializer[Any]):
    id = parts.choice(bots.BOTS, "What to write where a bot is chosen.")
    name = serializers.CharField(help_text="What people call it, in your language.")
    about = serializers.CharField(help_text="How it plays, in your language.")
    seconds = serializers.FloatField(help_text="How long it thinks about a decision.")

    class Meta:
        ref_name = "HouseBot"


class Bots(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_house_bots",
        summary="Bots of the house",
        description="Those that may fill empty seats and that you may practise with, the weakest "
        "first.",
        tag="tables",
        parameters=[describe.ETAG, describe.IF_NONE_MATCH],
        answers={200: HouseBotShape(many=True), 304: describe.NOT_MODIFIED},
        for_persons=False,
    )
    def get(self, call: Call) -> HttpResponse:
        every = selectors.list_bots()
        return conditional(call.request, etag(every), None, lambda: every)


class Practice(GameEndpoint):
    scopes: ClassVar = {"POST": "organise"}

    @operation(
        id="practise",
        summary="Practise alone",
        description="A table for you and bots, who answer at once. It begins right away, does not "
        "count for ratings, and nobody else sees it.",
        tag="tables",
        request=forms.PracticeForm,
        parameters=[IDEMPOTENCY_KEY],
        answers={201: table.TableShape},
        errors=written(*kinds(errors.BadTable, errors.NotAllowed)),
        examples=[examples.PRACTICE],
    )
    def post(self, call: Call) -> HttpResponse:
        wanted = intake.read(forms.PracticeForm, intake.body(call.request))
        game = services.practise(person=call.person, **wanted)
        return view_answer(call, game.key, 201)

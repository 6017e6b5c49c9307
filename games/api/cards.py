"""The catalogue of cards, the same for everybody, in four languages."""

from functools import cache
from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers

from accounts.api import describe, problems
from accounts.api.answers import conditional, etag
from accounts.api.describe import operation, path_id
from accounts.api.endpoint import Call
from accounts.api.problems import Problem
from games import engine
from games.api.base import GameEndpoint
from games.api.shapes import parts
from games.engine import words


class CardShape(serializers.Serializer[Any]):
    id = parts.card("What moves and views call it.")
    name = serializers.CharField(help_text="What people call it, in your language.")
    set = parts.choice(engine.SETS, "The box that it comes from.")
    effect = serializers.CharField(help_text="What it does, in one line, in your language.")

    class Meta:
        ref_name = "Card"


class Cards(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_cards",
        summary="All cards",
        description="Every card of the three boxes: name and effect in the language asked for.",
        tag="cards",
        parameters=[describe.ETAG, describe.IF_NONE_MATCH],
        answers={200: CardShape(many=True), 304: describe.NOT_MODIFIED},
        for_persons=False,
    )
    def get(self, call: Call) -> HttpResponse:
        catalogue = _catalogue(call.language)
        tag = etag(catalogue)
        return conditional(call.request, tag, None, lambda: list(catalogue.values()))


class OneCard(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="get_card",
        summary="One card",
        description="Its name and effect.",
        tag="cards",
        parameters=[path_id("id", "The card.", "^[a-z_]{1,20}$")],
        answers={200: CardShape},
        errors=[problems.NOT_FOUND],
        for_persons=False,
    )
    def get(self, call: Call, id: str) -> HttpResponse:
        card = _catalogue(call.language).get(id)
        if card is None:
            raise Problem(problems.NOT_FOUND)
        return conditional(call.request, etag(card), None, lambda: card)


@cache
def _catalogue(language: str) -> dict[str, dict[str, str]]:
    box_of = {kind: box for box in engine.SETS if box != "mixed" for kind in engine.kinds_of(box)}
    return {
        kind: {
            "id": kind,
            "name": words.name(kind, language),
            # The twin comes with the prince and is dealt to nobody.
            "set": box_of.get(kind, box_of["prince"]),
            "effect": words.effect(kind, language),
        }
        for kind in parts.CARDS
    }

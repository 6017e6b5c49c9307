"""The catalogue of cards, the same for everybody, in four languages."""

from functools import cache

from rest_framework.response import Response

from games import engine, types
from games.engine import words
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request


class Cards(ReadByAnyone, Endpoint):
    tag = "cards"

    @operation("list_cards", "All cards", answers={200: list[types.Card]})
    def get(self, request: Request) -> Response:
        """Every card of the three boxes: name and effect in the language asked for."""
        return Response(list(_catalogue(request.language).values()))


class OneCard(ReadByAnyone, Endpoint):
    tag = "cards"
    ids = [path_id("id", "The card.", "^[a-z_]{1,20}$")]

    @operation("get_card", "One card", answers={200: types.Card}, errors=[problems.NOT_FOUND])
    def get(self, request: Request, id: str) -> Response:
        """Its name and effect."""
        card = _catalogue(request.language).get(id)
        if card is None:
            raise Problem(problems.NOT_FOUND)
        return Response(card)


@cache
def _catalogue(language: str) -> dict[str, types.Card]:
    box_of = {kind: box for box in engine.SETS if box != "mixed" for kind in engine.kinds_of(box)}
    return {
        kind: {
            "id": kind,
            "name": words.name(kind, language),
            # The twin comes with the prince and is dealt to nobody.
            "set": box_of.get(kind, box_of["prince"]),
            "effect": words.effect(kind, language),
        }
        for kind in sorted(words.LANGUAGES[language].NAMES)
    }

"""Evenings: a slow table meets for half an hour, and plays at live pace while all are there."""

from typing import Any, ClassVar

from django.db import transaction
from rest_framework.response import Response

from games import errors, selectors, services, types
from games.api.exceptions import kinds
from games.api.serializers import requests
from games.api.views.base import PLAYING, TableEndpoint
from games.evening import Free
from games.selectors.evenings import read_minute
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.request import Request


class Evening(TableEndpoint):
    scopes: ClassVar = {"GET": "read", "PUT": "play"}

    @operation(
        "get_evening", "The evening of a table", answers={200: types.EveningPlan}, errors=PLAYING
    )
    def get(self, request: Request, key: str) -> Response:
        """When you have said that you have half an hour for this table, and the evening that is
        proposed, agreed or on."""
        return Response(selectors.evening_of(key=key, viewer=request.person))

    @operation(
        "set_evening",
        "Say when you have time, agree to an evening, come and go",
        request=requests.EveningForm,
        answers={200: types.EveningPlan},
        errors=[*PLAYING, *kinds(errors.NotAllowed)],
    )
    @transaction.atomic  # what is refused in part is not done in part
    def put(self, request: Request, key: str) -> Response:
        """What is left out stays as it is. An hour after all have said their `hours` the table
        proposes the first half hour that suits everybody, by a letter too. When all have agreed it
        is fixed; from a quarter of an hour before it on one can be `here`, and when all are, the
        table plays at live pace: phases within seconds, and nobody is called by letter. It ends
        when somebody goes, or does nothing for ten minutes; the table's clocks have stood as they
        were all the time, so going costs nothing."""
        sent = requests.EveningForm.read(request)
        table: dict[str, Any] = {"game_key": key, "person": request.person}
        if "hours" in sent:
            hours = [
                Free(one["day"], read_minute(one["since"]), read_minute(one["until"]))
                for one in sent["hours"]
            ]
            services.set_hours(**table, hours=hours)
        if "answer" in sent:
            services.answer_evening(**table, **sent["answer"])
        if "here" in sent:
            services.come(**table, here=sent["here"])
        return self.get(request, key)

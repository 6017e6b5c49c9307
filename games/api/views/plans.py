"""Where everybody is asked at once: the plan of a phase. Your own, and nobody else's business."""

from typing import ClassVar

from rest_framework.response import Response

from games import errors, selectors, services, types
from games.api.exceptions import kinds
from games.api.serializers import examples, requests
from games.api.views.base import PLAYING, TableEndpoint
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.request import Request

_REFUSED = kinds(errors.NotTogether, errors.UnreadableGame)


class Plan(TableEndpoint):
    scopes: ClassVar = {"GET": "read", "PUT": "play", "DELETE": "play"}

    @operation(
        "get_plan",
        "Your plan of this phase",
        answers={200: types.Planned},
        errors=[*PLAYING, *_REFUSED],
    )
    def get(self, request: Request, key: str) -> Response:
        """At a table that plays `together`: what everybody is asked at once, and what you have
        answered."""
        plan = selectors.plan(key=key, viewer=request.person, lang=request.language)
        return Response({"dry_run": False, **plan})

    @operation(
        "make_plan",
        "Answer what everybody is asked at once",
        request=requests.PlanForm,
        answers={200: types.Planned},
        errors=[
            *PLAYING,
            *_REFUSED,
            *kinds(errors.BadOrder, errors.Stale, errors.PlansBind),
        ],
        examples=[examples.PLAN, examples.PLAN_IN_WORDS],
    )
    def put(self, request: Request, key: str) -> Response:
        """While cards are played: which card, and where. While the row is resolved: what each of
        your cards does, and to whom. It is made of orders for this phase alone, in place of what
        you have answered before; where they leave a question open you are asked when it comes, and
        without any you are asked everything. Orders for the next phase along with it count there
        after 2/3 of the time. It can be changed until used. With `dry_run` the answer says how it
        is understood. As soon as all have answered, or at `until`, the phase is played."""
        sent = requests.PlanForm.read(request)
        lines = [line for line in sent.get("text", "").splitlines() if line.strip()]
        wanted: list[object] = [*sent.get("orders", [])]
        if lines:
            wanted += selectors.read_lines(
                key=key, viewer=request.person, lines=lines, is_plan=True
            )
        dry_run = sent.get("dry_run", False)
        made = services.make_plan(
            game_key=key, person=request.person, wanted=wanted, seq=sent.get("seq"), dry_run=dry_run
        )
        plan = selectors.plan(
            key=key,
            viewer=request.person,
            lang=request.language,
            proposed=made.orders if dry_run else None,
        )
        return Response({"dry_run": dry_run, **plan})

    @operation(
        "withdraw_plan",
        "Take your plan back",
        answers={200: types.Planned},
        errors=[*PLAYING, *_REFUSED, *kinds(errors.PlansBind)],
    )
    def delete(self, request: Request, key: str) -> Response:
        """As if you had not answered; what it has done stays done."""
        services.withdraw_plan(game_key=key, person=request.person)
        return self.get(request, key)

"""Reporting somebody, hearing what was decided about oneself, appealing."""

from typing import ClassVar

from django.http import HttpResponse

from accounts.api import intake
from accounts.api.answers import json_answer, no_content
from accounts.api.describe import IDEMPOTENCY_KEY, operation, path_id
from accounts.api.endpoint import Call, Endpoint
from accounts.api.mine.profile import HANDLE
from games import errors
from games.api.base import FOUND, KEY, SEATED, GameEndpoint, written
from games.api.errors import kinds
from games.care import selectors, services
from games.care.api import shapes
from games.care.problems import TOO_MANY_REPORTS

_TOKEN = path_id(
    "token", "From the letter that told you, or from `me/decisions`.", "^[2-9a-z]{24}$"
)


class TableReports(GameEndpoint):
    scopes: ClassVar = {"POST": "talk"}

    @operation(
        id="report_at_table",
        summary="Report somebody at your table",
        description="To the people who run the site: a seat, or something that was said. Whom it "
        "is about is not told. The same thing reported again is the same report; ten in a day "
        "are enough.",
        tag="talk",
        parameters=[KEY, IDEMPOTENCY_KEY],
        request=shapes.TableReportForm,
        answers={201: shapes.ReportShape},
        errors=written(*SEATED, *kinds(errors.BadText), TOO_MANY_REPORTS),
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read(shapes.TableReportForm, intake.body(call.request))
        made = services.report_at_table(game_key=key, person=call.person, **wanted)
        return json_answer(shapes.show_report(made), status=201)


class PersonReports(GameEndpoint):
    scopes: ClassVar = {"POST": "talk"}

    @operation(
        id="report_person",
        summary="Report somebody",
        description="To the people who run the site. Whom it is about is not told.",
        tag="talk",
        parameters=[path_id("handle", "Whom.", HANDLE), IDEMPOTENCY_KEY],
        request=shapes.ReportForm,
        answers={201: shapes.ReportShape},
        errors=written(*FOUND, *kinds(errors.BadText, errors.NotAllowed), TOO_MANY_REPORTS),
    )
    def post(self, call: Call, handle: str) -> HttpResponse:
        wanted = intake.read(shapes.ReportForm, intake.body(call.request))
        made = services.report_person(handle=handle, person=call.person, **wanted)
        return json_answer(shapes.show_report(made), status=201)


class OwnReports(Endpoint):
    scopes: ClassVar = {"GET": "account"}

    @operation(
        id="list_reports",
        summary="What you have reported",
        description="The newest hundred.",
        tag="me",
        answers={200: shapes.ReportShape(many=True)},
    )
    def get(self, call: Call) -> HttpResponse:
        return json_answer([shapes.show_report(one) for one in selectors.reports_by(call.person)])


class OwnDecisions(Endpoint):
    scopes: ClassVar = {"GET": "account"}

    @operation(
        id="list_decisions",
        summary="What staff decided about you",
        description="About you and your bots, the newest first.",
        tag="me",
        answers={200: shapes.DecisionShape(many=True)},
    )
    def get(self, call: Call) -> HttpResponse:
        return json_answer(
            [shapes.show_decision(one) for one in selectors.decisions_about(call.person)]
        )


class Appeals(Endpoint):
    """For who is shut out too, and has nothing but the letter."""

    scopes: ClassVar = {"POST": "account"}
    open_to_strangers = frozenset({"POST"})

    @operation(
        id="appeal",
        summary="Appeal against a decision",
        description="Once for each decision; another member of staff looks at it. The token from "
        "the letter is all the right that it needs.",
        tag="account",
        parameters=[_TOKEN],
        request=shapes.AppealForm,
        answers={204: None},
        errors=[*FOUND, *kinds(errors.BadText, errors.NotAllowed)],
        for_persons=False,
    )
    def post(self, call: Call, token: str) -> HttpResponse:
        wanted = intake.read(shapes.AppealForm, intake.body(call.request))
        services.appeal(token=token, **wanted)
        return no_content()

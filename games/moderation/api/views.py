"""Reporting somebody, hearing what was decided about oneself, appealing."""

from rest_framework.response import Response

from accounts.api.permissions import NotForAppsOfOthers
from accounts.api.serializers import HANDLE
from games import errors
from games.api.exceptions import kinds
from games.api.views.base import FOUND, SEATED, TableEndpoint
from games.moderation import selectors, services
from games.moderation.api import serializers
from games.moderation.problems import TOO_MANY_REPORTS
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.request import Request

_TOKEN = path_id(
    "token", "From the letter that told you, or from `me/decisions`.", "^[2-9a-z]{24}$"
)


class TableReports(TableEndpoint):
    tag = "talk"
    scopes = {"POST": "talk"}

    @operation(
        "report_at_table",
        "Report somebody at your table",
        request=serializers.TableReportForm,
        answers={201: serializers.ReportShape},
        errors=[*SEATED, *kinds(errors.BadText), TOO_MANY_REPORTS],
    )
    def post(self, request: Request, key: str) -> Response:
        """To the people who run the site: a seat, or something that was said. Whom it is about is
        not told. The same thing reported again is the same report; ten in a day are enough."""
        wanted = serializers.TableReportForm.read(request)
        made = services.report_at_table(game_key=key, person=request.person, **wanted)
        return Response(serializers.ReportShape(made).data, status=201)


class PersonReports(Endpoint):
    tag = "talk"
    ids = [path_id("handle", "Whom.", HANDLE)]
    scopes = {"POST": "talk"}

    @operation(
        "report_person",
        "Report somebody",
        request=serializers.ReportForm,
        answers={201: serializers.ReportShape},
        errors=[*FOUND, *kinds(errors.BadText, errors.NotAllowed), TOO_MANY_REPORTS],
    )
    def post(self, request: Request, handle: str) -> Response:
        """To the people who run the site. Whom it is about is not told."""
        wanted = serializers.ReportForm.read(request)
        made = services.report_person(handle=handle, person=request.person, **wanted)
        return Response(serializers.ReportShape(made).data, status=201)


class OwnReports(Endpoint):
    tag = "me"
    permission_classes = [NotForAppsOfOthers]
    scopes = {"GET": "account"}

    @operation(
        "list_reports", "What you have reported", answers={200: serializers.ReportShape(many=True)}
    )
    def get(self, request: Request) -> Response:
        """The newest hundred."""
        mine = selectors.reports_by(request.person)
        return Response(serializers.ReportShape(mine, many=True).data)


class OwnDecisions(Endpoint):
    tag = "me"
    permission_classes = [NotForAppsOfOthers]
    scopes = {"GET": "account"}

    @operation(
        "list_decisions",
        "What staff decided about you",
        answers={200: serializers.DecisionShape(many=True)},
    )
    def get(self, request: Request) -> Response:
        """About you and your bots, the newest first."""
        return Response(
            [serializers.show_decision(one) for one in selectors.decisions_about(request.person)]
        )


class Appeals(Endpoint):
    """For who is shut out too, and has nothing but the letter."""

    tag = "account"
    ids = [_TOKEN]
    scopes = {"POST": "account"}
    open_to_strangers = frozenset({"POST"})

    @operation(
        "appeal",
        "Appeal against a decision",
        request=serializers.AppealForm,
        answers={204: None},
        errors=[*FOUND, *kinds(errors.BadText, errors.NotAllowed)],
        takes_key=False,
    )
    def post(self, request: Request, token: str) -> Response:
        """Once for each decision; another member of staff looks at it. The letter's token is all it
        needs."""
        wanted = serializers.AppealForm.read(request)
        services.appeal(token=token, **wanted)
        return Response(status=204)

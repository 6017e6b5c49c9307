"""Your data: a copy of all of it, and its deletion."""

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.api import permissions
from accounts.api.serializers import DeletionConfirmation, DeletionShape
from accounts.services import leaving
from accounts.services.export import export
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request


class Export(Endpoint):
    tag = "account"
    in_person = frozenset({"POST"})

    @operation(
        id="export_me",
        summary="Everything that is kept about you",
        description="A section for each matter: account, keys, letters, games. Secrets – "
        "passwords, keys, other players' cards – are not in it. Taking a copy enters the trail.",
        answers={200: {"type": "object", "additionalProperties": {}}},
        errors=[permissions.REAUTHENTICATE],
        takes_key=False,
    )
    def post(self, request: Request) -> Response:
        permissions.must_be_sure(request)
        return Response(export(person=request.person))


class Deletion(Endpoint):
    tag = "account"
    in_person = frozenset({"GET", "POST", "DELETE"})

    @operation(
        id="get_deletion",
        summary="Whether you are about to leave",
        description="Both times are null while you are not.",
        answers={200: DeletionShape},
    )
    def get(self, request: Request) -> Response:
        return Response(DeletionShape(request.person).data)

    @operation(
        id="ask_for_deletion",
        summary="Ask for your account to be deleted",
        description="A letter comes, whose link is good for a day. Nothing happens before it is "
        "confirmed; then there are 14 days to think again.",
        answers={202: DeletionShape},
        errors=[permissions.REAUTHENTICATE],
        takes_key=False,
    )
    def post(self, request: Request) -> Response:
        permissions.must_be_sure(request)
        leaving.ask_for_deletion(person=request.person)
        return Response(DeletionShape(request.person).data, status=202)

    @operation(
        id="call_off_deletion",
        summary="Stay",
        description="Calls off a deletion that was asked for or confirmed.",
        answers={200: DeletionShape},
        errors=[permissions.REAUTHENTICATE],
    )
    def delete(self, request: Request) -> Response:
        permissions.must_be_sure(request)
        leaving.call_off_deletion(person=request.person)
        return Response(DeletionShape(request.person).data)


class Confirmation(Endpoint):
    tag = "account"
    in_person = frozenset({"POST"})

    @operation(
        id="confirm_deletion",
        summary="Confirm the deletion by the letter's link",
        description="Begins the 14 days. The link itself leads to a page that does the same.",
        request=DeletionConfirmation,
        answers={200: DeletionShape},
        takes_key=False,
    )
    def post(self, request: Request) -> Response:
        wanted = DeletionConfirmation.read(request)
        if leaving.find_by_deletion_link(wanted["key"]) != request.person:
            detail = _("This link is used, called off or older than a day. Ask for a new one.")
            wrong: problems.FieldError = {"field": "key", "code": "not_good", "detail": detail}
            raise Problem(problems.UNFIT, errors=[wrong])
        leaving.confirm_deletion(person=request.person)
        return Response(DeletionShape(request.person).data)

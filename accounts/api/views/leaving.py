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
        "export_me",
        "Everything that is kept about you",
        answers={200: {"type": "object", "additionalProperties": {}}},
        errors=[permissions.REAUTHENTICATE],
        takes_key=False,
    )
    def post(self, request: Request) -> Response:
        """A section for each matter: account, keys, letters, games. Secrets – passwords, keys,
        other players' cards – are not in it. Taking a copy enters the trail."""
        permissions.must_be_sure(request)
        return Response(export(person=request.person))


class Deletion(Endpoint):
    tag = "account"
    in_person = frozenset({"GET", "POST", "DELETE"})

    @operation("get_deletion", "Whether you are about to leave", answers={200: DeletionShape})
    def get(self, request: Request) -> Response:
        """Both times are null while you are not."""
        return Response(DeletionShape(request.person).data)

    @operation(
        "ask_for_deletion",
        "Ask for your account to be deleted",
        answers={202: DeletionShape},
        errors=[permissions.REAUTHENTICATE],
        takes_key=False,
    )
    def post(self, request: Request) -> Response:
        """A letter comes, whose link is good for a day. Nothing happens before it is confirmed;
        then there are 14 days to think again."""
        permissions.must_be_sure(request)
        leaving.ask_for_deletion(person=request.person)
        return Response(DeletionShape(request.person).data, status=202)

    @operation(
        "call_off_deletion",
        "Stay",
        answers={200: DeletionShape},
        errors=[permissions.REAUTHENTICATE],
    )
    def delete(self, request: Request) -> Response:
        """Calls off a deletion that was asked for or confirmed."""
        permissions.must_be_sure(request)
        leaving.call_off_deletion(person=request.person)
        return Response(DeletionShape(request.person).data)


class Confirmation(Endpoint):
    tag = "account"
    in_person = frozenset({"POST"})

    @operation(
        "confirm_deletion",
        "Confirm the deletion by the letter's link",
        request=DeletionConfirmation,
        answers={200: DeletionShape},
        takes_key=False,
    )
    def post(self, request: Request) -> Response:
        """Begins the 14 days. The link itself leads to a page that does the same."""
        wanted = DeletionConfirmation.read(request)
        if leaving.find_by_deletion_link(wanted["key"]) != request.person:
            detail = _("This link is used, called off or older than a day. Ask for a new one.")
            wrong: problems.FieldError = {"field": "key", "code": "not_good", "detail": detail}
            raise Problem(problems.UNFIT, errors=[wrong])
        leaving.confirm_deletion(person=request.person)
        return Response(DeletionShape(request.person).data)

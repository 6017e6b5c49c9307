"""The operator's terms, and whether you have agreed to them."""

from django.utils.translation import gettext as _
from rest_framework.response import Response

from accounts.api.serializers import Agreement, TermsShape
from accounts.models import Terms, User
from accounts.services import consent
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request


def _in_force() -> Terms:
    terms = consent.terms_in_force()
    if terms is None:
        raise Problem(problems.NOT_FOUND)
    return terms


def show(terms: Terms, person: User) -> dict[str, object]:
    return {
        "version": terms.version,
        "published_at": terms.published_at,
        "text": terms.text,
        "agreed_at": consent.agreed_at(person, terms),
    }


class OwnTerms(Endpoint):
    tag = "me"
    scopes = {"GET": "read"}
    in_person = frozenset({"PUT"})

    @operation(
        "get_terms", "The terms in force", answers={200: TermsShape}, errors=[problems.NOT_FOUND]
    )
    def get(self, request: Request) -> Response:
        """Where the operator has put none, there is nothing here."""
        return Response(show(_in_force(), request.person))

    @operation(
        "agree_to_terms",
        "Agree to the terms",
        tag="account",
        request=Agreement,
        answers={200: TermsShape},
        errors=[problems.NOT_FOUND],
    )
    def put(self, request: Request) -> Response:
        """To the version that you have read, if it is still in force. No program agrees for its
        person."""
        wanted = Agreement.read(request)
        terms = _in_force()
        if wanted["version"] != terms.version:
            detail = _("The terms have just changed. Please read them again.")
            wrong: problems.FieldError = {
                "field": "version",
                "code": "not_in_force",
                "detail": detail,
            }
            raise Problem(problems.UNFIT, errors=[wrong])
        consent.agree(person=request.person, terms=terms)
        return Response(show(terms, request.person))

"""Keys of your own programs."""

from django.utils.translation import gettext_noop
from rest_framework.response import Response

from accounts import services
from accounts.api import permissions
from accounts.api.permissions import grant_of
from accounts.api.serializers import NewTokenShape, TokenForm, TokenShape
from accounts.models import User
from accounts.services.tokens import TooManyTokens
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

TOO_MANY_TOKENS = problems.register(
    "too_many_tokens",
    409,
    gettext_noop("You have as many tokens as one person may. Revoke one that you do not need."),
)
OWNERS_TO_MAKE = problems.register(
    "owners_to_make",
    403,
    gettext_noop("A bot's tokens are made by its owner, below me/bots or on the page of bots."),
)
TOKEN = path_id("id", "The token's id.", "^[0-9a-f]{16}$")
MAKING = [TOO_MANY_TOKENS, permissions.NOT_FOR_APPS, permissions.REAUTHENTICATE]


def list_of(user: User) -> Response:
    return Response(TokenShape(services.tokens_of(user), many=True).data)


def make_for(user: User, request: Request) -> Response:
    permissions.must_be_own(request)
    wanted = TokenForm.read(request)
    permissions.must_not_outgrow(grant_of(request), wanted["scopes"], wanted.get("expires_at"))
    try:
        row, key = services.create_api_token(user=user, **wanted)
    except TooManyTokens:
        raise Problem(TOO_MANY_TOKENS) from None
    return Response({**TokenShape(row).data, "token": key.reveal()}, status=201)


def revoke_of(user: User, id: str) -> Response:
    for token in services.tokens_of(user):
        if token.public_id == id:
            services.revoke_api_token(user=user, pk=token.pk)
            return Response(status=204)
    raise Problem(problems.NOT_FOUND)


class Tokens(Endpoint):
    tag = "me"
    scopes = {"GET": "account", "POST": "account"}

    @operation("list_tokens", "Your tokens", answers={200: TokenShape(many=True)})
    def get(self, request: Request) -> Response:
        """Those that work, newest first. The keys themselves are not known to us."""
        return list_of(request.person)

    @operation(
        "make_token",
        "Make a token",
        request=TokenForm,
        answers={201: NewTokenShape},
        errors=[OWNERS_TO_MAKE, *MAKING],
        secret=True,
    )
    def post(self, request: Request) -> Response:
        """The answer holds the key, and it is the only time that it is shown. You are told by mail.
        A token makes none that may more or lasts longer than itself, an app of others makes none at
        all, and a bot's are made by its owner."""
        if request.person.is_bot:
            raise Problem(OWNERS_TO_MAKE)
        return make_for(request.person, request)


class OneToken(Endpoint):
    tag = "me"
    ids = [TOKEN]
    scopes = {"DELETE": "account"}

    @operation("revoke_token", "Revoke a token", answers={204: None}, errors=[problems.NOT_FOUND])
    def delete(self, request: Request, id: str) -> Response:
        """It ends at once. You may revoke the one that you are using."""
        return revoke_of(request.person, id)

"""Bots that you answer for."""

from django.conf import settings
from rest_framework.response import Response

from accounts.api import permissions
from accounts.api.serializers import (
    HANDLE,
    BotForm,
    BotShape,
    BotsShape,
    NewTokenShape,
    TokenForm,
    TokenShape,
)
from accounts.api.views import tokens
from accounts.models import User
from accounts.services import bots
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.exceptions import telling_refusals
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

BOT = path_id("handle", "The bot's handle.", HANDLE)


def _bot(request: Request, handle: str) -> User:
    found = bots.bot_of(request.person, handle)
    if found is None:
        raise Problem(problems.NOT_FOUND)
    return found


class Bots(Endpoint):
    tag = "me"
    scopes = {"GET": "account", "POST": "account"}

    @operation("list_bots", "Your bots", answers={200: BotsShape})
    def get(self, request: Request) -> Response:
        """And what a bot may."""
        limits = {
            "bots": bots.MOST_BOTS,
            "tables": bots.MOST_TABLES,
            "reads": settings.API_LIMITS["bot_reads"],
            "writes": settings.API_LIMITS["bot_writes"],
        }
        mine = bots.bots_of(request.person).select_related("owner")
        return Response({"bots": BotShape(mine, many=True).data, "limits": limits})

    @operation(
        "make_bot",
        "Make a bot",
        request=BotForm,
        answers={201: BotShape},
        errors=[permissions.NOT_FOR_APPS, permissions.REAUTHENTICATE],
    )
    def post(self, request: Request) -> Response:
        """An account of its own, marked as a bot everywhere, for which you answer. It has neither
        password nor address, and acts by tokens that you make for it."""
        permissions.must_be_own(request)
        wanted = BotForm.read(request)
        with telling_refusals():
            bot = bots.make_bot(owner=request.person, **wanted)
        return Response(BotShape(bot).data, status=201)


class OneBot(Endpoint):
    tag = "me"
    ids = [BOT]
    scopes = {"DELETE": "account"}

    @operation(
        "retire_bot",
        "Retire a bot",
        answers={204: None},
        errors=[problems.NOT_FOUND, permissions.NOT_FOR_APPS, permissions.REAUTHENTICATE],
    )
    def delete(self, request: Request, handle: str) -> Response:
        """It ends for good, with its keys; its finished games stay, with “a former player”."""
        permissions.must_be_own(request)
        bots.retire_bot(bot=_bot(request, handle))
        return Response(status=204)


class BotTokens(Endpoint):
    tag = "me"
    ids = [BOT]
    scopes = {"GET": "account", "POST": "account"}

    @operation(
        "list_bot_tokens",
        "A bot's tokens",
        answers={200: TokenShape(many=True)},
        errors=[problems.NOT_FOUND],
    )
    def get(self, request: Request, handle: str) -> Response:
        """Those that work, newest first."""
        return tokens.list_of(_bot(request, handle))

    @operation(
        "make_bot_token",
        "Make a token for a bot",
        request=TokenForm,
        answers={201: NewTokenShape},
        errors=[problems.NOT_FOUND, *tokens.MAKING],
        secret=True,
    )
    def post(self, request: Request, handle: str) -> Response:
        """It acts as the bot, and is shown this once. As with your own: none that may more or lasts
        longer than the key that asks."""
        return tokens.make_for(_bot(request, handle), request)


class OneBotToken(Endpoint):
    tag = "me"
    ids = [BOT, tokens.TOKEN]
    scopes = {"DELETE": "account"}

    @operation(
        "revoke_bot_token", "Revoke a bot's token", answers={204: None}, errors=[problems.NOT_FOUND]
    )
    def delete(self, request: Request, handle: str, id: str) -> Response:
        """It ends at once."""
        return tokens.revoke_of(_bot(request, handle), id)

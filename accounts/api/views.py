"""You and your keys."""

from typing import ClassVar

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts import services
from accounts.api import intake, problems, shapes
from accounts.api.answers import json_answer, no_content
from accounts.api.describe import operation, path_id
from accounts.api.endpoint import Call, Endpoint
from accounts.api.problems import Problem
from accounts.models import ApiToken

TOO_MANY_TOKENS = problems.register(
    "too_many_tokens",
    409,
    gettext_noop("You have as many tokens as one person may. Revoke one that you do not need."),
)
OWNERS_TO_MAKE = problems.register(
    "owners_to_make",
    403,
    gettext_noop("A bot's tokens are made by its owner, on the page of their bots."),
)
MOST_TOKENS = 50


class Me(Endpoint):
    scopes: ClassVar = {"GET": "read", "PATCH": "account"}

    @operation(
        id="get_me",
        summary="Who you are",
        description="Your profile, and what this token may do.",
        tag="me",
        answers={200: shapes.MeShape},
    )
    def get(self, call: Call) -> HttpResponse:
        return json_answer(shapes.show_me(call.person, call.caller.scopes))

    @operation(
        id="change_me",
        summary="Change your profile",
        description="Only what you send is changed.",
        tag="me",
        request=shapes.ProfileForm,
        answers={200: shapes.MeShape},
    )
    def patch(self, call: Call) -> HttpResponse:
        wanted = intake.read(shapes.ProfileForm, intake.body(call.request))
        person = services.change_profile(user=call.person, **wanted)
        return json_answer(shapes.show_me(person, call.caller.scopes))


class Tokens(Endpoint):
    scopes: ClassVar = {"GET": "account", "POST": "account"}

    @operation(
        id="list_tokens",
        summary="Your tokens",
        description="Those that work, newest first. The keys themselves are not known to us.",
        tag="me",
        answers={200: shapes.TokenShape(many=True)},
    )
    def get(self, call: Call) -> HttpResponse:
        tokens = ApiToken.objects.filter(user=call.person, revoked_at=None)
        return json_answer([shapes.show_token(token) for token in tokens])

    @operation(
        id="make_token",
        summary="Make a token",
        description="The answer holds the key, and it is the only time that it is shown. A bot "
        "makes none: its owner does.",
        tag="me",
        request=shapes.TokenForm,
        answers={201: shapes.NewTokenShape},
        errors=[TOO_MANY_TOKENS, OWNERS_TO_MAKE],
    )
    def post(self, call: Call) -> HttpResponse:
        if call.person.is_bot:
            raise Problem(OWNERS_TO_MAKE)
        wanted = intake.read(shapes.TokenForm, intake.body(call.request))
        missing = sorted(set(wanted["scopes"]) - call.caller.scopes)
        if missing:
            # Else a token that leaked could make itself a stronger one.
            detail = _("This request may not do that itself, so it cannot hand it on.")
            wrong: list[problems.FieldError] = [
                {"field": "scopes", "code": "not_yours", "detail": detail}
            ]
            raise Problem(problems.UNFIT, errors=wrong)
        if ApiToken.objects.filter(user=call.person, revoked_at=None).count() >= MOST_TOKENS:
            raise Problem(TOO_MANY_TOKENS)
        row, key = services.create_api_token(user=call.person, **wanted)
        return json_answer({**shapes.show_token(row), "token": key}, status=201)


class OneToken(Endpoint):
    scopes: ClassVar = {"DELETE": "account"}

    @operation(
        id="revoke_token",
        summary="Revoke a token",
        description="It ends at once. You may revoke the one that you are using.",
        tag="me",
        parameters=[path_id("id", "The token's id.", "^[0-9a-f]{16}$")],
        answers={204: None},
        errors=[problems.NOT_FOUND],
    )
    def delete(self, call: Call, id: str) -> HttpResponse:
        for token in ApiToken.objects.filter(user=call.person, revoked_at=None):
            if shapes.token_id(token) == id:
                services.revoke_api_token(user=call.person, pk=token.pk)
                return no_content()
        raise Problem(problems.NOT_FOUND)

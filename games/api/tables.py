"""Finding a table, opening one, looking at it, beginning and closing it."""

from datetime import datetime
from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.api import describe, intake
from accounts.api.answers import conditional, etag, is_unchanged, json_answer, unchanged
from accounts.api.caller import Caller
from accounts.api.describe import IDEMPOTENCY_KEY, operation
from accounts.api.endpoint import Call
from games import errors, selectors, services
from games.api import forms, polling
from games.api.base import FOUND, KEY, SEATED, GameEndpoint, view_answer, written
from games.api.errors import kinds
from games.api.shapes import examples, table
from games.selectors.times import minute_after


class Games(GameEndpoint):
    scopes: ClassVar = {"GET": "read", "POST": "organise"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_games",
        summary="Find tables",
        description="One page of a list, newest first. `mine`, `mine_over` and `invited` are "
        "empty for strangers.",
        tag="tables",
        parameters=[forms.ListQuery],
        answers={200: table.PageShape},
        errors=kinds(errors.BadCursor),
        for_persons=False,
    )
    def get(self, call: Call) -> HttpResponse:
        wanted = intake.read_query(forms.ListQuery, call.request)
        items, following = selectors.list_games(
            which=wanted.pop("list"),
            viewer=call.viewer,
            after=wanted.pop("cursor", None),
            **wanted,
        )
        return json_answer({"items": items, "next": following})

    @operation(
        id="create_game",
        summary="Open a table",
        description="You take the first seat, and those whom you `invite` are told.",
        tag="tables",
        request=forms.GameForm,
        parameters=[IDEMPOTENCY_KEY],
        answers={201: table.TableShape},
        errors=written(*kinds(errors.BadTable, errors.NotAllowed, errors.AlreadySeated)),
        examples=[examples.NEW_GAME],
    )
    def post(self, call: Call) -> HttpResponse:
        wanted = intake.read(forms.GameForm, intake.body(call.request))
        game = services.create_game(person=call.person, **wanted)
        return view_answer(call, game.key, 201)


class OneGame(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    def find_caller(self, request: HttpRequest, **ids: str) -> Caller:
        """A poll asks who calls and whether anything is new in one query."""
        if "HTTP_IF_NONE_MATCH" in request.META and not request.GET:
            return polling.find_poller(request, ids["key"])
        return super().find_caller(request)

    @operation(
        id="get_game",
        summary="One game, as you may see it",
        description="Everything a client draws the table from, and what you may do now. A table "
        "that you may not see answers like one that is not there.",
        tag="play",
        parameters=[
            KEY,
            forms.ViewQuery,
            describe.ETAG,
            describe.IF_NONE_MATCH,
            describe.IF_MODIFIED_SINCE,
        ],
        answers={200: table.TableShape, 304: describe.NOT_MODIFIED},
        errors=[*FOUND, *kinds(errors.NotAllowed, errors.UnreadableGame)],
        for_persons=False,
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        request = call.request
        if request.GET:
            at = intake.read_query(forms.ViewQuery, request).get("at")
            if at is not None:
                return json_answer(
                    selectors.view_at(key=key, viewer=call.viewer, lang=call.language, seq=at)
                )
        if isinstance(call.caller, polling.Poller) and call.caller.standing is not None:
            standing = call.caller.standing
            tag = _etag(call, key, standing.revision)
            if is_unchanged(request, tag):
                return unchanged(tag, settled(standing.changed_at))
        found = selectors.find_game(key, call.viewer)
        return conditional(
            request,
            _etag(call, key, found.table.revision),
            settled(found.table.changed_at),
            lambda: found.view(call.language),
        )


# Raised when views begin to look otherwise, so that no client keeps an old one.
_LOOK = 1


def _etag(call: Call, key: str, revision: int) -> str:
    person = call.viewer
    return etag(_LOOK, key, revision, person and person.pk, call.language)


def settled(changed_at: datetime) -> datetime | None:
    """The end of the minute in which it last changed, as times are shown to the minute – unless
    that is not over yet, and it may change again."""
    end = minute_after(changed_at)
    return end if end < timezone.now() else None


class Start(GameEndpoint):
    scopes: ClassVar = {"POST": "organise"}

    @operation(
        id="start_game",
        summary="Begin",
        description="Its creator begins with those who are there, and with bots where the table "
        "takes them.",
        tag="tables",
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={200: table.TableShape},
        errors=written(*SEATED, *kinds(errors.NotGathering, errors.TooFew)),
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        services.start(game_key=key, person=call.person)
        return view_answer(call, key)


class Cancel(GameEndpoint):
    scopes: ClassVar = {"POST": "organise"}

    @operation(
        id="cancel_game",
        summary="Close a table that waits",
        description="Its creator closes it; those who waited are told.",
        tag="tables",
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={200: table.TableShape},
        errors=written(*SEATED, *kinds(errors.NotGathering)),
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        services.cancel(game_key=key, person=call.person)
        return view_answer(call, key)

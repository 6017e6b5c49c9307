"""Finding a table, opening one, looking at it, beginning and closing it."""

from datetime import datetime

from django.http import HttpResponse
from rest_framework.response import Response

from accounts.api.authentication import SessionAuthentication
from accounts.api.permissions import grant_of
from games import errors, selectors, services, types
from games.api.authentication import PollAuthentication, PollGrant
from games.api.exceptions import kinds
from games.api.permissions import must_be_named
from games.api.serializers import examples, requests
from games.api.views.base import FOUND, SEATED, TableEndpoint, view_answer
from games.selectors.people import Names, all_names
from oriflamme_site.rest import describe
from oriflamme_site.rest.conditional import Copies, etag, is_unchanged, unchanged, validators
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.renderers import JSONRenderer
from oriflamme_site.rest.request import Request


class Games(Endpoint):
    tag = "tables"
    scopes = {"GET": "read", "POST": "organise"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        "list_games",
        "Find tables",
        parameters=[requests.ListQuery],
        answers={200: types.GamePage},
        errors=kinds(errors.BadCursor),
    )
    def get(self, request: Request) -> Response:
        """One page of a list, newest first: `over` and `mine_over` by their end, others by their
        opening. `mine`, `mine_over`, `invited` and `opened` are empty for strangers."""
        wanted = requests.ListQuery.read_query(request)
        items, following = selectors.list_games(
            which=wanted.pop("list"),
            viewer=request.viewer,
            after=wanted.pop("cursor", None),
            maker=grant_of(request).maker,
            **wanted,
        )
        return Response({"items": items, "next": following})

    @operation(
        "create_game",
        "Open a table",
        request=requests.GameForm,
        answers={201: types.Game},
        errors=kinds(errors.BadTable, errors.NotAllowed, errors.AlreadySeated),
        examples=[examples.NEW_GAME],
    )
    def post(self, request: Request) -> Response:
        """You take the first seat, and those whom you `invite` are told."""
        wanted = requests.GameForm.read(request)
        must_be_named(request, anonymous=bool(wanted.get("anonymous")))
        game = services.create_game(person=request.person, **wanted)
        return view_answer(request, game.key, 201)


class Tables(Endpoint):
    tag = "tables"
    scopes = {"POST": "organise"}

    @operation(
        "open_tables",
        "Open many tables for people who are named",
        request=requests.TablesForm,
        answers={201: list[types.GameSummary]},
        errors=kinds(errors.BadTables, errors.NotAllowed),
        examples=[examples.TABLES],
    )
    def post(self, request: Request) -> Response:
        """For a club, a league, a trial of bots. Whoever is named is asked as by an invitation; a
        table begins when all of its own have come, not before, and closes when nobody waits any
        longer. You need not play yourself: `list=opened` tells which still wait, their invitations
        who has answered; instead of who declines you ask somebody else. All are opened or none:
        `errors` names each wrong place, as in `tables.3.players.1`."""
        wanted = requests.TablesForm.read(request)
        games = services.open_tables(person=request.person, **wanted)
        return Response(selectors.summaries(games, request.person), 201)


class OneGame(ReadByAnyone, TableEndpoint):
    # A poll asks who calls and whether anything is new in one query.
    authentication_classes = (PollAuthentication, SessionAuthentication)

    @operation(
        "get_game",
        "One game, as you may see it",
        parameters=[
            requests.ViewQuery,
            describe.ETAG,
            describe.IF_NONE_MATCH,
            describe.IF_MODIFIED_SINCE,
        ],
        answers={200: types.Game, 304: describe.NOT_MODIFIED},
        errors=[*FOUND, *kinds(errors.NotAllowed, errors.UnreadableGame)],
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """Everything a client draws the table from, and what you may do now. A table that you may
        not see answers like one that is not there."""
        if request.GET:
            at = requests.ViewQuery.read_query(request).get("at")
            if at is not None:
                return Response(
                    selectors.view_at(key=key, viewer=request.viewer, lang=request.language, seq=at)
                )
        poll = request.auth if isinstance(request.auth, PollGrant) else None
        stood = None
        if poll and poll.standing is not None:
            standing = poll.standing
            stood = _etag(request, key, standing.revision, standing.deadline, standing.names)
            known = _known(request, stood)
            if known is not None:
                # Made of the caller's row and of nothing else.
                known.basis = poll.basis  # type: ignore[attr-defined]
                return known
        found = selectors.find_game(key, request.viewer)
        table = found.table
        until, names = selectors.deadline(table, found.viewer), all_names(table)
        tag = _etag(request, key, table.revision, until, names)
        known = _known(request, tag)
        if known is not None:
            return known
        content = JSONRenderer().render(found.view(request.language))
        COPIES.keep(tag, content)
        answer = _written(content, tag)
        if poll and tag == stood:  # what that row says, made anew
            answer.basis = poll.basis  # type: ignore[attr-defined]
        return answer


# Raised when views begin to look otherwise, so that no client keeps an old one.
_LOOK = 1
# As many tables as are looked at again and again; a view has some ten kilobytes.
COPIES = Copies(500)


def _etag(
    request: Request, key: str, revision: int, deadline: datetime | None, names: Names
) -> str:
    """Of all that a view is made of: the table by its revision, the moment that this viewer is
    told, what people are called, who asks, where, and what they read."""
    person = request.viewer
    until = deadline and int(deadline.timestamp())
    whom = person and (person.pk, person.handle, person.name, person.time_zone)
    return etag(_LOOK, key, revision, until, names, whom, request.language)


def _known(request: Request, tag: str) -> HttpResponse | None:
    """That nothing is new; or what was shown under this tag."""
    if is_unchanged(request, tag):
        return unchanged(tag)
    copy = COPIES.find(tag)
    return None if copy is None else _written(copy, tag)


def _written(content: bytes, tag: str) -> HttpResponse:
    return HttpResponse(content, content_type="application/json", headers=validators(tag))


class Start(TableEndpoint):
    tag = "tables"
    scopes = {"POST": "organise"}

    @operation(
        "start_game",
        "Begin",
        answers={200: types.Game},
        errors=[*SEATED, *kinds(errors.NotGathering, errors.TooFew)],
    )
    def post(self, request: Request, key: str) -> Response:
        """Its creator begins with those who are there, and with bots where the table takes them."""
        services.start(game_key=key, person=request.person)
        return view_answer(request, key)


class Cancel(TableEndpoint):
    tag = "tables"
    scopes = {"POST": "organise"}

    @operation(
        "cancel_game",
        "Close a table that waits",
        answers={200: types.Game},
        errors=[*SEATED, *kinds(errors.NotGathering)],
    )
    def post(self, request: Request, key: str) -> Response:
        """Its creator closes it; those who waited are told."""
        services.cancel(game_key=key, person=request.person)
        return view_answer(request, key)

"""Making moves, and reading what happened."""

from functools import partial

from django.http import HttpResponse
from rest_framework.response import Response

from accounts.api.authentication import SessionAuthentication
from games import errors, selectors, services, types
from games.api.authentication import MoveAuthentication, MoveGrant
from games.api.exceptions import KINDS, kinds
from games.api.serializers import examples, requests
from games.api.views.base import FOUND, SEATED, TableEndpoint, view_answer
from games.engine import words
from games.selectors import people
from games.selectors.log import say_events
from games.selectors.tables import table_view
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import ReadByAnyone
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request

RUNNING = kinds(errors.NotRunning, errors.GameOver)


class Moves(TableEndpoint):
    authentication_classes = (MoveAuthentication, SessionAuthentication)
    scopes = {"POST": "play"}

    @operation(
        id="make_moves",
        summary="Make your move",
        description="One move, or several in order while the same decision stays with you: all "
        "are made or none. `seq` is that of the view you decided on; if somebody has moved "
        "since, nothing is done and the answer brings the present view.",
        request=requests.MovesForm,
        answers={200: types.Played},
        errors=[
            *SEATED,
            *RUNNING,
            *kinds(
                errors.Stale,
                errors.TimeUp,
                errors.NotYourTurn,
                errors.AskedTogether,
                errors.PlansBind,
                errors.UnreadableGame,
                errors.IllegalMove,
                errors.BadNotation,
                errors.TooManyMoves,
                errors.ComesToLight,
            ),
        ],
        examples=[examples.MOVES],
    )
    def post(self, request: Request, key: str) -> Response:
        wanted = requests.MovesForm.read(request)
        try:
            played = services.play(
                game_key=key,
                person=request.person,
                door="api",
                position=request.auth.position if isinstance(request.auth, MoveGrant) else None,
                **wanted,
            )
        except errors.Stale as stale:
            found = selectors.find_game(key, request.viewer)
            facts = {"seq": found.table.seq, "view": found.view(request.language)}
            raise Problem(KINDS[type(stale)], detail=str(stale), facts=facts) from None
        if wanted.get("dry_run"):
            return Response({"seq": played.seq, "dry_run": True, "events": [], "view": None})
        language = request.language
        return Response(
            {
                "seq": played.seq,
                "dry_run": False,
                "events": _told(played, language),
                "view": table_view(played.table, played.state, request.person.pk, language),
            }
        )


def _told(played: services.Played, language: str) -> list[types.Event]:
    names = people.names(played.table)
    say = partial(words.say, lang=language, you=played.seat, names=names)
    return say_events(played.events, say)


class Log(ReadByAnyone, TableEndpoint):
    @operation(
        id="get_log",
        summary="What happened",
        description="The moves after `since`, each with what came of it as your seat may know it: "
        "all of it when the game is over.",
        parameters=[requests.LogQuery],
        answers={200: list[types.LogEntry]},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        wanted = requests.LogQuery.read_query(request)
        return Response(
            selectors.log(key=key, viewer=request.viewer, lang=request.language, **wanted)
        )


class Timeline(ReadByAnyone, TableEndpoint):
    @operation(
        id="get_timeline",
        summary="What happened and what was said",
        description="Moves after `since`, and the messages from then on, in the order of time. "
        "Spectators hear no talk.",
        parameters=[requests.LogQuery],
        answers={200: list[types.TimelineEntry]},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        wanted = requests.LogQuery.read_query(request)
        return Response(
            selectors.timeline(key=key, viewer=request.viewer, lang=request.language, **wanted)
        )


class Record(ReadByAnyone, TableEndpoint):
    @operation(
        id="get_record",
        summary="The game as a record",
        description="When it is over: all of it in notation, with the seed. Anybody can deal and "
        "play it again.",
        answers={(200, "text/plain"): str},
        errors=[*FOUND, *kinds(errors.NotAllowed, errors.UnreadableGame)],
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        text = selectors.record_text(key=key, viewer=request.viewer)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class Resign(TableEndpoint):
    scopes = {"POST": "play"}

    @operation(
        id="resign",
        summary="Leave a running game",
        description="For good: a bot plays on in your place.",
        answers={200: types.Game},
        errors=[*SEATED, *RUNNING],
    )
    def post(self, request: Request, key: str) -> Response:
        services.resign(game_key=key, person=request.person)
        return view_answer(request, key)


class EarlyEnd(TableEndpoint):
    scopes = {"PUT": "play", "DELETE": "play"}

    @operation(
        id="offer_end",
        summary="Offer to end early, or agree",
        description="When all persons at the table agree, the game is over without a winner.",
        answers={200: types.Game},
        errors=[*SEATED, *RUNNING],
    )
    def put(self, request: Request, key: str) -> Response:
        services.offer_end(game_key=key, person=request.person)
        return view_answer(request, key)

    @operation(
        id="withdraw_end",
        summary="Play on",
        description="Take an offer or an agreement back, or turn down what others offer.",
        answers={200: types.Game},
        errors=[*SEATED, *RUNNING],
    )
    def delete(self, request: Request, key: str) -> Response:
        services.withdraw_end(game_key=key, person=request.person)
        return view_answer(request, key)

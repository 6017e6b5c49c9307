"""Making moves, and reading what happened."""

from functools import partial

from django.http import HttpResponse
from rest_framework.response import Response

from accounts.api.authentication import SessionAuthentication
from games import errors, selectors, services, types
from games.api.authentication import MoveAuthentication, MoveGrant
from games.api.exceptions import KINDS, kinds
from games.api.serializers import examples, requests
from games.api.views.base import FOUND, PLAYING, TableEndpoint, view_answer
from games.engine import words
from games.selectors import people
from games.selectors.log import say_events
from games.selectors.tables import table_view
from oriflamme_site.rest.describe import operation
from oriflamme_site.rest.endpoint import ReadByAnyone
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request


class Moves(TableEndpoint):
    authentication_classes = (MoveAuthentication, SessionAuthentication)
    scopes = {"POST": "play"}

    @operation(
        "make_moves",
        "Make your move",
        request=requests.MovesForm,
        answers={200: types.Played},
        errors=[
            *PLAYING,
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
        """One move, or several in order while the same decision stays with you: all are made or
        none. `seq` is that of the view you decided on; if somebody has moved since, nothing is done
        and the answer brings the present view."""
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
        "get_log",
        "What happened",
        parameters=[requests.LogQuery],
        answers={200: list[types.LogEntry]},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        """The moves after `since`, each with what came of it as your seat may know it: all of it
        when the game is over."""
        wanted = requests.LogQuery.read_query(request)
        return Response(
            selectors.log(key=key, viewer=request.viewer, lang=request.language, **wanted)
        )


class Timeline(ReadByAnyone, TableEndpoint):
    @operation(
        "get_timeline",
        "What happened and what was said",
        parameters=[requests.LogQuery],
        answers={200: list[types.TimelineEntry]},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        """Moves after `since`, and the messages from then on, in the order of time. Spectators hear
        no talk."""
        wanted = requests.LogQuery.read_query(request)
        return Response(
            selectors.timeline(key=key, viewer=request.viewer, lang=request.language, **wanted)
        )


class Record(ReadByAnyone, TableEndpoint):
    @operation(
        "get_record",
        "The game as a record",
        answers={(200, "text/plain"): str},
        errors=[*FOUND, *kinds(errors.NotAllowed, errors.UnreadableGame)],
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        """When it is over: all of it in notation, with the seed. Anybody can deal and play it
        again."""
        text = selectors.record_text(key=key, viewer=request.viewer)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class Resign(TableEndpoint):
    scopes = {"POST": "play"}

    @operation("resign", "Leave a running game", answers={200: types.Game}, errors=PLAYING)
    def post(self, request: Request, key: str) -> Response:
        """For good: a bot plays on in your place."""
        services.resign(game_key=key, person=request.person)
        return view_answer(request, key)


class EarlyEnd(TableEndpoint):
    scopes = {"PUT": "play", "DELETE": "play"}

    @operation(
        "offer_end", "Offer to end early, or agree", answers={200: types.Game}, errors=PLAYING
    )
    def put(self, request: Request, key: str) -> Response:
        """When all persons at the table agree, the game is over without a winner."""
        services.offer_end(game_key=key, person=request.person)
        return view_answer(request, key)

    @operation("withdraw_end", "Play on", answers={200: types.Game}, errors=PLAYING)
    def delete(self, request: Request, key: str) -> Response:
        """Take an offer or an agreement back, or turn down what others offer."""
        services.withdraw_end(game_key=key, person=request.person)
        return view_answer(request, key)

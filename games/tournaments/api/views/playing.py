"""Standings, rounds, one's own page, and files to take away."""

from django.http import HttpResponse, StreamingHttpResponse
from rest_framework.response import Response

from games.api.serializers.requests import EventsQuery
from games.api.streams.hub import Watch
from games.api.views.base import FOUND
from games.api.views.events import ANSWERS, LAST_EVENT_ID, TOO_MANY_STREAMS, streamed
from games.tournaments import selectors, services, types
from games.tournaments.api import serializers
from games.tournaments.api.exceptions import REFUSED
from games.tournaments.api.views.listing import KEY, TournamentEndpoint
from games.tournaments.selectors.finding import find
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import ReadByAnyone
from oriflamme_site.rest.request import Request


class Standings(ReadByAnyone, TournamentEndpoint):
    @operation(
        "get_standings",
        "Standings",
        parameters=[serializers.StandingsQuery],
        answers={200: list[types.StageStandings]},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        """Stage by stage, the present one first, live; each tie-break with its numbers."""
        stage = serializers.StandingsQuery.read_query(request).get("stage")
        return Response(selectors.standings(key=key, viewer=request.viewer, stage=stage))


class Teams(ReadByAnyone, TournamentEndpoint):
    @operation(
        "get_team_standings",
        "Standings of teams",
        answers={200: list[types.TeamStanding]},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        """Live. Everybody has one point, and one for each whom they stand before; of each team the
        best count, as many as `team_counts` says. Empty where there are no teams."""
        return Response(selectors.teams(key=key, viewer=request.viewer))


class Rounds(ReadByAnyone, TournamentEndpoint):
    @operation(
        "list_rounds",
        "Who plays whom",
        parameters=[serializers.RoundsQuery],
        answers={200: list[types.TournamentRound]},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        """The rounds, the last first: tables in turn order, byes, results, and how good the draw is
        beside what is possible."""
        ordinal = serializers.RoundsQuery.read_query(request).get("round")
        return Response(selectors.rounds(key=key, viewer=request.viewer, ordinal=ordinal))


class Events(ReadByAnyone, TournamentEndpoint):
    @operation(
        "stream_tournament",
        "Follow a tournament",
        parameters=[EventsQuery, LAST_EVENT_ID],
        answers=ANSWERS,
        errors=[*FOUND, TOO_MANY_STREAMS],
    )
    def get(self, request: Request, key: str) -> StreamingHttpResponse:
        """What spectators see at all its tables, and `tournament` whenever there is something new
        in its rounds, standings or status: read them again. Marks are good for a day."""
        find(key, request.viewer)
        return streamed(request, Watch(None, request.language, None, tournament=key))


class Objections(TournamentEndpoint):
    scopes = {"GET": "read", "POST": "play"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        "list_objections",
        "Objections and answers",
        answers={200: list[types.Objection]},
        errors=FOUND,
    )
    def get(self, request: Request, key: str) -> Response:
        """Organisers see all, players their own, and everybody what was answered in public, without
        who objected."""
        return Response(selectors.objections(key=key, viewer=request.viewer))

    @operation(
        "object_to_table",
        "Object to a result",
        request=serializers.ObjectionForm,
        answers={201: list[types.Objection]},
        errors=REFUSED,
    )
    def post(self, request: Request, key: str) -> Response:
        """To a table of yours, once, while it plays and for three days after its end. The
        organisers answer."""
        services.object_to(
            key=key, person=request.person, **serializers.ObjectionForm.read(request)
        )
        return Response(selectors.objections(key=key, viewer=request.viewer), 201)


class Own(TournamentEndpoint):
    scopes = {"GET": "read"}

    @operation(
        "get_own_tournament",
        "Your tables, and what you need",
        answers={200: types.OwnTournament},
        errors=REFUSED,
    )
    def get(self, request: Request, key: str) -> Response:
        """How you stand, your tables, and what it takes to go on."""
        return Response(selectors.own(key=key, viewer=request.person))


class Export(ReadByAnyone, TournamentEndpoint):
    ids = [KEY, path_id("file", "Which file.", f"^({serializers.FILE_PATTERN})$")]

    @operation(
        "export_tournament",
        "Take it away",
        parameters=[serializers.ExportQuery],
        answers={
            (200, "text/csv"): str,
            # As the operations of their own give it: `get_standings`, `list_rounds`.
            (200, "application/json"): {"type": "array", "items": {"type": "object"}},
            (200, "text/plain"): str,
            (200, "application/zip"): bytes,
        },
        errors=FOUND,
    )
    def get(self, request: Request, key: str, file: str) -> HttpResponse:
        """Standings, pairings, teams and the cross table as CSV or JSON; `report.trf` for chess
        arbiters' programs; `all.zip` holds all and, if you name a round, the records of its
        games."""
        ordinal = serializers.ExportQuery.read_query(request).get("round")
        content, media_type = selectors.export(
            key=key, viewer=request.viewer, file=file, ordinal=ordinal
        )
        answer = HttpResponse(content, content_type=media_type)
        answer["Content-Disposition"] = f'attachment; filename="{key}-{file}"'
        return answer

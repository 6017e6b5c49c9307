"""Standings, rounds, one's own page, and files to take away."""

from typing import ClassVar

from django.http import HttpResponse

from accounts.api import intake
from accounts.api.answers import json_answer
from accounts.api.describe import operation, path_id
from accounts.api.endpoint import Call
from games.api.base import FOUND, GameEndpoint
from games.tournaments import selectors
from games.tournaments.api import forms
from games.tournaments.api.errors import REFUSED
from games.tournaments.api.listing import KEY, TAG
from games.tournaments.api.shapes import playing as played


class Standings(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="get_standings",
        summary="Standings",
        description="Stage by stage, the present one first, live; each tie-break with its numbers.",
        tag=TAG,
        parameters=[KEY, forms.StandingsQuery],
        answers={200: played.StageStandingsShape(many=True)},
        errors=FOUND,
        for_persons=False,
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        stage = intake.read_query(forms.StandingsQuery, call.request).get("stage")
        return json_answer(selectors.standings(key=key, viewer=call.viewer, stage=stage))


class Rounds(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_rounds",
        summary="Who plays whom",
        description="The rounds, the last first: tables in turn order, byes, results, and how good "
        "the draw is beside what is possible.",
        tag=TAG,
        parameters=[KEY, forms.RoundsQuery],
        answers={200: played.RoundShape(many=True)},
        errors=FOUND,
        for_persons=False,
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        ordinal = intake.read_query(forms.RoundsQuery, call.request).get("round")
        return json_answer(selectors.rounds(key=key, viewer=call.viewer, ordinal=ordinal))


class Own(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}

    @operation(
        id="get_own_tournament",
        summary="Your tables, and what you need",
        description="How you stand, your tables, and what it takes to go on.",
        tag=TAG,
        parameters=[KEY],
        answers={200: played.OwnShape},
        errors=REFUSED,
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        return json_answer(selectors.own(key=key, viewer=call.person))


class Export(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="export_tournament",
        summary="Take it away",
        description="Standings, pairings and the cross table as CSV or JSON; `all.zip` holds all "
        "of them and, if you name a round, the records of its games.",
        tag=TAG,
        parameters=[
            KEY,
            path_id("file", "Which file.", f"^({forms.FILE_PATTERN})$"),
            forms.ExportQuery,
        ],
        answers={
            (200, "text/csv"): str,
            # As the operations of their own give it: `get_standings`, `list_rounds`.
            (200, "application/json"): {"type": "array", "items": {"type": "object"}},
            (200, "application/zip"): bytes,
        },
        errors=FOUND,
        for_persons=False,
    )
    def get(self, call: Call, key: str, file: str) -> HttpResponse:
        ordinal = intake.read_query(forms.ExportQuery, call.request).get("round")
        content, media_type = selectors.export(
            key=key, viewer=call.viewer, file=file, ordinal=ordinal
        )
        answer = HttpResponse(content, content_type=media_type)
        answer["Content-Disposition"] = f'attachment; filename="{key}-{file}"'
        return answer

"""Finding, announcing, entering a tournament; where somebody has played."""

from typing import ClassVar

from django.http import HttpResponse

from accounts.api import intake
from accounts.api.answers import json_answer, no_content
from accounts.api.describe import IDEMPOTENCY_KEY, operation, path_id
from accounts.api.endpoint import Call
from games.api.base import FOUND, GameEndpoint, written
from games.api.errors import kinds
from games.tournaments import errors, selectors, services
from games.tournaments.api import forms
from games.tournaments.api.errors import REFUSED
from games.tournaments.api.shapes import announced

KEY = path_id("key", "The tournament's id.", "^[2-9a-z]{16}$")
TAG = "tournaments"


class Tournaments(GameEndpoint):
    scopes: ClassVar = {"GET": "read", "POST": "organise"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_tournaments",
        summary="Find tournaments",
        description="One page of a list, newest first. `mine` is empty for strangers.",
        tag=TAG,
        parameters=[forms.ListQuery],
        answers={200: announced.PageShape},
        errors=kinds(errors.BadTournament),
        for_persons=False,
    )
    def get(self, call: Call) -> HttpResponse:
        wanted = intake.read_query(forms.ListQuery, call.request)
        items, following = selectors.list_tournaments(
            which=wanted["list"],
            viewer=call.viewer,
            after=wanted.get("cursor"),
            limit=wanted["limit"],
        )
        return json_answer({"items": items, "next": following})

    @operation(
        id="announce_tournament",
        summary="Announce a tournament",
        description="For whoever was given the right, and staff. You have its desk from then on.",
        tag=TAG,
        request=forms.TournamentForm,
        parameters=[IDEMPOTENCY_KEY],
        answers={201: announced.TournamentShape},
        errors=written(*kinds(errors.BadTournament, errors.NotAllowed)),
    )
    def post(self, call: Call) -> HttpResponse:
        wanted = intake.read(forms.TournamentForm, intake.body(call.request))
        made = services.announce(person=call.person, **wanted)
        return json_answer(selectors.view(key=made.key, viewer=call.viewer), 201)


class OneTournament(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="get_tournament",
        summary="One tournament",
        description="What was announced, how far it is, and what you may do.",
        tag=TAG,
        parameters=[KEY],
        answers={200: announced.TournamentShape},
        errors=FOUND,
        for_persons=False,
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        return json_answer(selectors.view(key=key, viewer=call.viewer))


class Entries(GameEndpoint):
    scopes: ClassVar = {"GET": "read", "POST": "play"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_entries",
        summary="Who plays",
        description="In the order of coming. Organisers also see who asks, and who was refused.",
        tag=TAG,
        parameters=[KEY],
        answers={200: announced.EntryShape(many=True)},
        errors=FOUND,
        for_persons=False,
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        return json_answer(selectors.entries(key=key, viewer=call.viewer))

    @operation(
        id="enter_tournament",
        summary="Enter",
        description="You get a place, one on the waiting list, or an answer of the organisers "
        "later: `you` says which.",
        tag=TAG,
        request=forms.EntryForm,
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={201: announced.TournamentShape},
        errors=written(*REFUSED),
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read(forms.EntryForm, intake.body(call.request))
        services.enter_tournament(key=key, person=call.person, **wanted)
        return json_answer(selectors.view(key=key, viewer=call.viewer), 201)


class OwnEntry(GameEndpoint):
    scopes: ClassVar = {"DELETE": "play"}

    @operation(
        id="withdraw_entry",
        summary="Withdraw",
        description="Before the start your place goes to who waits. After it you drop out, and a "
        "stand-in plays your table to its end.",
        tag=TAG,
        parameters=[KEY],
        answers={204: None},
        errors=REFUSED,
    )
    def delete(self, call: Call, key: str) -> HttpResponse:
        services.withdraw(key=key, person=call.person)
        return no_content()


class Confirmation(GameEndpoint):
    scopes: ClassVar = {"POST": "play"}

    @operation(
        id="confirm_entry",
        summary="Say that you will play",
        description="When people are asked, before the first round or before each.",
        tag=TAG,
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={200: announced.TournamentShape},
        errors=written(*REFUSED),
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        services.confirm(key=key, person=call.person)
        return json_answer(selectors.view(key=key, viewer=call.viewer))


class History(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="list_played_tournaments",
        summary="Where somebody has played",
        description="The public tournaments of a person, the latest fifty, with their places.",
        tag=TAG,
        parameters=[path_id("handle", "Whose.", "^[A-Za-z][A-Za-z0-9_-]{2,23}$")],
        answers={200: announced.PlayedShape(many=True)},
        errors=FOUND,
        for_persons=False,
    )
    def get(self, call: Call, handle: str) -> HttpResponse:
        return json_answer(selectors.history(handle=handle))

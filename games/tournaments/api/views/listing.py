"""Finding, announcing, entering a tournament; where somebody has played."""

from rest_framework.response import Response

from games.api.exceptions import kinds
from games.api.views.base import FOUND
from games.tournaments import errors, selectors, services, types
from games.tournaments.api import serializers
from games.tournaments.api.exceptions import REFUSED
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint, ReadByAnyone
from oriflamme_site.rest.request import Request

KEY = path_id("key", "The tournament's id.", "^[2-9a-z]{16}$")


class TournamentEndpoint(Endpoint):
    """Of one tournament, `tournaments/{key}…`."""

    tag = "tournaments"
    ids = [KEY]


class Tournaments(Endpoint):
    tag = "tournaments"
    scopes = {"GET": "read", "POST": "organise"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        "list_tournaments",
        "Find tournaments",
        parameters=[serializers.ListQuery],
        answers={200: types.TournamentPage},
        errors=kinds(errors.BadTournament),
    )
    def get(self, request: Request) -> Response:
        """One page of a list, newest first. `mine` is empty for strangers."""
        wanted = serializers.ListQuery.read_query(request)
        items, following = selectors.list_tournaments(
            which=wanted["list"],
            viewer=request.viewer,
            after=wanted.get("cursor"),
            limit=wanted["limit"],
        )
        return Response({"items": items, "next": following})

    @operation(
        "announce_tournament",
        "Announce a tournament",
        request=serializers.TournamentForm,
        answers={201: types.Tournament},
        errors=kinds(errors.BadTournament, errors.NotAllowed),
    )
    def post(self, request: Request) -> Response:
        """You have its desk from then on. For whoever was given the right, and staff; a small one
        for whoever has played ten games with others to their end. Such a one is rated only if it is
        listed, open, for six people at least, and without a time for its rounds."""
        wanted = serializers.TournamentForm.read(request)
        made = services.announce(person=request.person, **wanted)
        return Response(selectors.view(key=made.key, viewer=request.viewer), 201)


class OneTournament(ReadByAnyone, TournamentEndpoint):
    @operation("get_tournament", "One tournament", answers={200: types.Tournament}, errors=FOUND)
    def get(self, request: Request, key: str) -> Response:
        """What was announced, how far it is, and what you may do."""
        return Response(selectors.view(key=key, viewer=request.viewer))


class Clone(TournamentEndpoint):
    scopes = {"POST": "organise"}

    @operation(
        "clone_tournament",
        "Announce another one like it",
        request=serializers.SettingsForm,
        answers={201: types.Tournament},
        errors=REFUSED,
    )
    def post(self, request: Request, key: str) -> Response:
        """With its settings and stages; the body says what shall be otherwise. A code is taken over
        for its organisers alone, and a time to start only if it is to come."""
        wanted = serializers.SettingsForm.read(request)
        made = services.announce_like(key=key, person=request.person, **wanted)
        return Response(selectors.view(key=made.key, viewer=request.viewer), 201)


class Entries(TournamentEndpoint):
    scopes = {"GET": "read", "POST": "play"}
    open_to_strangers = frozenset({"GET"})

    @operation("list_entries", "Who plays", answers={200: list[types.Entry]}, errors=FOUND)
    def get(self, request: Request, key: str) -> Response:
        """In the order of coming. Organisers also see who asks, and who was refused."""
        return Response(selectors.entries(key=key, viewer=request.viewer))

    @operation(
        "enter_tournament",
        "Enter",
        request=serializers.EntryForm,
        answers={201: types.Tournament},
        errors=REFUSED,
    )
    def post(self, request: Request, key: str) -> Response:
        """You get a place, one on the waiting list, or an answer of the organisers later: `you`
        says which."""
        wanted = serializers.EntryForm.read(request)
        services.enter_tournament(key=key, person=request.person, **wanted)
        return Response(selectors.view(key=key, viewer=request.viewer), 201)


class OwnEntry(TournamentEndpoint):
    scopes = {"DELETE": "play"}

    @operation("withdraw_entry", "Withdraw", answers={204: None}, errors=REFUSED)
    def delete(self, request: Request, key: str) -> Response:
        """Before the start your place goes to who waits. After it you drop out, and a stand-in
        plays your table to its end."""
        services.withdraw(key=key, person=request.person)
        return Response(status=204)


class Confirmation(TournamentEndpoint):
    scopes = {"POST": "play"}

    @operation(
        "confirm_entry", "Say that you will play", answers={200: types.Tournament}, errors=REFUSED
    )
    def post(self, request: Request, key: str) -> Response:
        """When people are asked, before the first round or before each."""
        services.confirm(key=key, person=request.person)
        return Response(selectors.view(key=key, viewer=request.viewer))


class History(ReadByAnyone, Endpoint):
    tag = "tournaments"
    ids = [path_id("handle", "Whose.", "^[A-Za-z][A-Za-z0-9_-]{2,23}$")]

    @operation(
        "list_played_tournaments",
        "Where somebody has played",
        answers={200: list[types.PlayedTournament]},
        errors=FOUND,
    )
    def get(self, request: Request, handle: str) -> Response:
        """The public tournaments of a person, the latest fifty, with their places."""
        return Response(selectors.history(handle=handle))

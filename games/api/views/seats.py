"""Taking a seat, giving it up, inviting others."""

from rest_framework.response import Response

from accounts.api.permissions import grant_of
from accounts.services.bots import MOST_TABLES
from games import errors, selectors, services, types
from games.api.exceptions import kinds
from games.api.permissions import must_be_open
from games.api.serializers import examples, requests
from games.api.views.base import FOUND, KEY, SEATED, TableEndpoint, view_answer
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.request import Request

JOINING = kinds(errors.NotGathering, errors.TableFull, errors.AlreadySeated)
TOKEN = path_id("token", "The token of a link.", "^[2-9a-z]{24}$")


class Seats(TableEndpoint):
    tag = "tables"
    scopes = {"POST": "play"}

    @operation(
        "join_game",
        "Take a seat",
        description="At an open table, or where you are invited, or with a link's token. Where a "
        "table starts when full, the last to come begins the game. Rated seats are for people with "
        f"a verified address; bots sit where bots may fill, at {MOST_TABLES} tables "
        "at most.",
        request=requests.JoinForm,
        answers={201: types.Game},
        errors=[*FOUND, *JOINING, *kinds(errors.NotAllowed)],
    )
    def post(self, request: Request, key: str) -> Response:
        wanted = requests.JoinForm.read(request)
        services.join(game_key=key, person=request.person, **wanted)
        return view_answer(request, key, 201)


class OwnSeat(TableEndpoint):
    tag = "tables"
    scopes = {"DELETE": "play"}

    @operation(
        "leave_game", "Get up", answers={204: None}, errors=[*SEATED, *kinds(errors.NotGathering)]
    )
    def delete(self, request: Request, key: str) -> Response:
        """Before the game begins. A creator's table passes to who came next."""
        services.leave(game_key=key, person=request.person)
        return Response(status=204)


class SeatOf(TableEndpoint):
    tag = "tables"
    ids = [KEY, path_id("handle", "Whom.", "^[A-Za-z][A-Za-z0-9_-]{2,23}$")]
    scopes = {"DELETE": "organise"}

    @operation(
        "remove_player",
        "Send somebody away",
        answers={204: None},
        errors=[*SEATED, *kinds(errors.NotGathering)],
    )
    def delete(self, request: Request, key: str, handle: str) -> Response:
        """Its creator may, before the game begins; not at an anonymous table."""
        services.remove(game_key=key, person=request.person, handle=handle)
        return Response(status=204)


class Invitations(TableEndpoint):
    tag = "tables"
    scopes = {"GET": "organise", "POST": "organise"}

    @operation(
        "list_invitations", "Who is invited", answers={200: list[types.Invitation]}, errors=SEATED
    )
    def get(self, request: Request, key: str) -> Response:
        """The creator reads all, others those that they made."""
        return Response(selectors.list_invitations(key=key, viewer=request.person))

    @operation(
        "invite",
        "Invite somebody",
        request=requests.InvitationForm,
        answers={201: types.Invitation},
        errors=[*SEATED, *kinds(errors.NotGathering, errors.AlreadySeated)],
        examples=[examples.INVITATION],
    )
    def post(self, request: Request, key: str) -> Response:
        """By handle or by mail address; with neither, you get a link for one person."""
        wanted = requests.InvitationForm.read(request)
        made = services.invite(game_key=key, person=request.person, **wanted)
        return Response(selectors.invitation(made, viewer=request.person), status=201)


class Friends(TableEndpoint):
    tag = "tables"
    scopes = {"GET": "organise"}

    @operation(
        "list_friends",
        "Your friends, to be invited quickly",
        answers={200: list[types.Friend]},
        errors=[*SEATED, *kinds(errors.NotGathering)],
    )
    def get(self, request: Request, key: str) -> Response:
        """By handle, each with whether you may invite them to this table. Only you see who your
        friends are."""
        return Response(selectors.list_friends(key=key, viewer=request.person))


class OneInvitation(TableEndpoint):
    tag = "tables"
    ids = [KEY, TOKEN]
    scopes = {"DELETE": "organise"}

    @operation("withdraw_invitation", "Take an invitation back", answers={204: None}, errors=SEATED)
    def delete(self, request: Request, key: str, token: str) -> Response:
        """Who made it may, and the table's creator."""
        services.withdraw_invitation(game_key=key, person=request.person, token=token)
        return Response(status=204)


class OwnInvitation(TableEndpoint):
    tag = "tables"
    scopes = {"DELETE": "play"}

    @operation("decline_invitation", "Decline", answers={204: None}, errors=SEATED)
    def delete(self, request: Request, key: str) -> Response:
        """Say no to an invitation of yours. To accept it, take a seat."""
        services.decline(game_key=key, person=request.person)
        return Response(status=204)


class Link(Endpoint):
    tag = "tables"
    ids = [TOKEN]
    scopes = {"GET": "read", "POST": "play"}
    open_to_strangers = frozenset({"GET"})

    @operation("get_link", "What a link leads to", answers={200: types.Game}, errors=FOUND)
    def get(self, request: Request, token: str) -> Response:
        """The table that waits for its holder."""
        found = selectors.find_by_link(token, request.viewer)
        shown = found.view(request.language)
        must_be_open(request, found.table.key)
        return Response(shown)

    @operation(
        "join_by_link",
        "Take a seat by a link",
        request=requests.LinkForm,
        answers={201: types.Game},
        errors=[*FOUND, *JOINING, *kinds(errors.NotAllowed)],
    )
    def post(self, request: Request, token: str) -> Response:
        """With the link of a table, or of an invitation."""
        wanted = requests.LinkForm.read(request)
        if grant_of(request).maker is not None:
            must_be_open(request, selectors.find_by_link(token, request.viewer).table.key)
        game = services.join_by_link(token=token, person=request.person, **wanted)
        shown = view_answer(request, game.key, 201)
        must_be_open(request, game.key)  # the last to come begins it
        return shown

"""Taking a seat, giving it up, inviting others."""

from typing import ClassVar

from django.http import HttpResponse

from accounts.api import intake
from accounts.api.answers import json_answer, no_content
from accounts.api.describe import IDEMPOTENCY_KEY, operation, path_id
from accounts.api.endpoint import Call
from accounts.services.bots import MOST_TABLES
from games import errors, selectors, services
from games.api import forms
from games.api.base import FOUND, KEY, SEATED, GameEndpoint, view_answer, written
from games.api.errors import kinds
from games.api.shapes import examples, play, table

JOINING = kinds(errors.NotGathering, errors.TableFull, errors.AlreadySeated)
TOKEN = path_id("token", "The token of a link.", "^[2-9a-z]{24}$")


class Seats(GameEndpoint):
    scopes: ClassVar = {"POST": "play"}

    @operation(
        id="join_game",
        summary="Take a seat",
        description="At an open table, or where you are invited, or with a link's token. Where a "
        "table starts when full, the last to come begins the game. Rated seats are for people with "
        "a verified address; accounts of bots sit where bots may fill, at no more than "
        f"{MOST_TABLES} tables at a time.",
        tag="tables",
        request=forms.JoinForm,
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={201: table.TableShape},
        errors=written(*FOUND, *JOINING, *kinds(errors.NotAllowed)),
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read(forms.JoinForm, intake.body(call.request))
        services.join(game_key=key, person=call.person, **wanted)
        return view_answer(call, key, 201)


class OwnSeat(GameEndpoint):
    scopes: ClassVar = {"DELETE": "play"}

    @operation(
        id="leave_game",
        summary="Get up",
        description="Before the game begins. A creator's table passes to who came next.",
        tag="tables",
        parameters=[KEY],
        answers={204: None},
        errors=[*SEATED, *kinds(errors.NotGathering)],
    )
    def delete(self, call: Call, key: str) -> HttpResponse:
        services.leave(game_key=key, person=call.person)
        return no_content()


class SeatOf(GameEndpoint):
    scopes: ClassVar = {"DELETE": "organise"}

    @operation(
        id="remove_player",
        summary="Send somebody away",
        description="Its creator may, before the game begins; not at an anonymous table.",
        tag="tables",
        parameters=[
            KEY,
            path_id("handle", "Whom.", "^[A-Za-z][A-Za-z0-9_-]{2,23}$"),
        ],
        answers={204: None},
        errors=[*SEATED, *kinds(errors.NotGathering)],
    )
    def delete(self, call: Call, key: str, handle: str) -> HttpResponse:
        services.remove(game_key=key, person=call.person, handle=handle)
        return no_content()


class Invitations(GameEndpoint):
    scopes: ClassVar = {"GET": "organise", "POST": "organise"}

    @operation(
        id="list_invitations",
        summary="Who is invited",
        description="The creator reads all, others those that they made.",
        tag="tables",
        parameters=[KEY],
        answers={200: play.InvitationShape(many=True)},
        errors=SEATED,
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        return json_answer(selectors.list_invitations(key=key, viewer=call.person))

    @operation(
        id="invite",
        summary="Invite somebody",
        description="By handle or by mail address; with neither, you get a link for one person.",
        tag="tables",
        request=forms.InvitationForm,
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={201: play.InvitationShape},
        errors=written(*SEATED, *kinds(errors.NotGathering, errors.AlreadySeated)),
        examples=[examples.INVITATION],
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read(forms.InvitationForm, intake.body(call.request))
        made = services.invite(game_key=key, person=call.person, **wanted)
        return json_answer(
            {
                "token": made.token,
                "handle": wanted.get("handle") and made.person and made.person.handle,
                "address": wanted.get("address") if not wanted.get("handle") else None,
                "state": made.state,
                "at": made.at,
            },
            status=201,
        )


class Friends(GameEndpoint):
    scopes: ClassVar = {"GET": "organise"}

    @operation(
        id="list_friends",
        summary="Your friends, to be invited quickly",
        description="By handle, each with whether you may invite them to this table. Only you "
        "see who your friends are.",
        tag="tables",
        parameters=[KEY],
        answers={200: play.FriendShape(many=True)},
        errors=[*SEATED, *kinds(errors.NotGathering)],
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        return json_answer(selectors.list_friends(key=key, viewer=call.person))


class OneInvitation(GameEndpoint):
    scopes: ClassVar = {"DELETE": "organise"}

    @operation(
        id="withdraw_invitation",
        summary="Take an invitation back",
        description="Who made it may, and the table's creator.",
        tag="tables",
        parameters=[KEY, TOKEN],
        answers={204: None},
        errors=SEATED,
    )
    def delete(self, call: Call, key: str, token: str) -> HttpResponse:
        services.withdraw_invitation(game_key=key, person=call.person, token=token)
        return no_content()


class OwnInvitation(GameEndpoint):
    scopes: ClassVar = {"DELETE": "play"}

    @operation(
        id="decline_invitation",
        summary="Decline",
        description="Say no to an invitation of yours. To accept it, take a seat.",
        tag="tables",
        parameters=[KEY],
        answers={204: None},
        errors=SEATED,
    )
    def delete(self, call: Call, key: str) -> HttpResponse:
        services.decline(game_key=key, person=call.person)
        return no_content()


class Link(GameEndpoint):
    scopes: ClassVar = {"GET": "read", "POST": "play"}
    open_to_strangers = frozenset({"GET"})

    @operation(
        id="get_link",
        summary="What a link leads to",
        description="The table that waits for its holder.",
        tag="tables",
        parameters=[TOKEN],
        answers={200: table.TableShape},
        errors=FOUND,
        for_persons=False,
    )
    def get(self, call: Call, token: str) -> HttpResponse:
        return json_answer(selectors.find_by_link(token, call.viewer).view(call.language))

    @operation(
        id="join_by_link",
        summary="Take a seat by a link",
        description="With the link of a table, or of an invitation.",
        tag="tables",
        parameters=[TOKEN, IDEMPOTENCY_KEY],
        answers={201: table.TableShape},
        errors=written(*FOUND, *JOINING, *kinds(errors.NotAllowed)),
    )
    def post(self, call: Call, token: str) -> HttpResponse:
        game = services.join_by_link(token=token, person=call.person)
        return view_answer(call, game.key, 201)

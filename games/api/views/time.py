"""The clock of a table: pauses, coming back, seats that somebody else may take over."""

from rest_framework.response import Response

from games import errors, selectors, services, types
from games.api.exceptions import kinds
from games.api.views.base import FOUND, KEY, PLAYING, RUNNING, TableEndpoint, view_answer
from games.services.pausing import LONGEST
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.request import Request

SEAT = path_id("seat", "The number of the seat.", "^[0-4]$")


class Pause(TableEndpoint):
    scopes = {"PUT": "play", "DELETE": "play"}

    @operation(
        "offer_pause",
        "Offer a pause, or agree",
        description="When all persons at the table agree, the clock stands still, for at most "
        f"{LONGEST.days} days. Whoever wants to move meanwhile may.",
        answers={200: types.Game},
        errors=PLAYING,
    )
    def put(self, request: Request, key: str) -> Response:
        services.offer_pause(game_key=key, person=request.person)
        return view_answer(request, key)

    @operation("end_pause", "End the pause", answers={200: types.Game}, errors=PLAYING)
    def delete(self, request: Request, key: str) -> Response:
        """Let the clock run on: one player is enough. Before the pause has begun, take your offer
        back, or turn down what others offer."""
        services.withdraw_pause(game_key=key, person=request.person)
        return view_answer(request, key)


class Return(TableEndpoint):
    scopes = {"POST": "play"}

    @operation("return_to_seat", "Be back", answers={200: types.Game}, errors=PLAYING)
    def post(self, request: Request, key: str) -> Response:
        """When you have missed several decisions in a row a stand-in answers for you at once, until
        you return. A move of yours returns you too."""
        services.return_to_seat(game_key=key, person=request.person)
        return view_answer(request, key)


class SeatOffer(TableEndpoint):
    tag = "tables"
    ids = [KEY, SEAT]
    scopes = {"PUT": "organise", "DELETE": "organise"}

    @operation(
        "offer_seat", "Offer a seat to somebody else", answers={200: types.Game}, errors=PLAYING
    )
    def put(self, request: Request, key: str, seat: str) -> Response:
        """Whose player is absent or has resigned. When two, and most of those who are there, are
        for it (`offered_by`), and whoever is absent has had the time of a decision to return, it is
        `offered`: in the list `to_take_over`, and you may invite somebody by handle."""
        services.offer_seat(game_key=key, person=request.person, seat=int(seat))
        return view_answer(request, key)

    @operation("keep_seat", "Offer a seat no longer", answers={200: types.Game}, errors=PLAYING)
    def delete(self, request: Request, key: str, seat: str) -> Response:
        """Be for it no longer."""
        services.offer_seat(game_key=key, person=request.person, seat=int(seat), offered=False)
        return view_answer(request, key)


class SeatPlayer(TableEndpoint):
    tag = "tables"
    ids = [KEY, SEAT]
    scopes = {"POST": "play"}

    @operation(
        "take_over",
        "Take over a seat",
        answers={200: types.Game},
        errors=[*FOUND, *RUNNING, *kinds(errors.AlreadySeated, errors.NotAllowed)],
    )
    def post(self, request: Request, key: str, seat: str) -> Response:
        """Play on in a seat that is offered, with its cards and all that it has seen, and to the
        end: whoever leaves it is counted as missing what is decided there. Private letters of its
        former player stay theirs."""
        services.take_over(game_key=key, person=request.person, seat=int(seat))
        return view_answer(request, key)


class Conduct(Endpoint):
    tag = "me"
    scopes = {"GET": "read"}

    @operation("get_conduct", "How reliably you decide in time", answers={200: types.Conduct})
    def get(self, request: Request) -> Response:
        """Tables may ask for a least share. Each decision made in time makes it better."""
        return Response(selectors.conduct(request.person))

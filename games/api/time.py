"""The clock of a table: pauses, coming back, seats that somebody else may take over."""

from typing import ClassVar

from django.http import HttpResponse

from accounts.api.answers import json_answer
from accounts.api.describe import IDEMPOTENCY_KEY, operation, path_id
from accounts.api.endpoint import Call
from games import errors, selectors, services
from games.api.base import FOUND, KEY, SEATED, GameEndpoint, view_answer, written
from games.api.errors import kinds
from games.api.playing import RUNNING
from games.api.shapes import play, table
from games.services.pausing import LONGEST

SEAT = path_id("seat", "The number of the seat.", "^[0-4]$")


class Pause(GameEndpoint):
    scopes: ClassVar = {"PUT": "play", "DELETE": "play"}

    @operation(
        id="offer_pause",
        summary="Offer a pause, or agree",
        description="When all persons at the table agree, the clock stands still, for at most "
        f"{LONGEST.days} days. Whoever wants to move meanwhile may.",
        tag="play",
        parameters=[KEY],
        answers={200: table.TableShape},
        errors=[*SEATED, *RUNNING],
    )
    def put(self, call: Call, key: str) -> HttpResponse:
        services.offer_pause(game_key=key, person=call.person)
        return view_answer(call, key)

    @operation(
        id="end_pause",
        summary="End the pause",
        description="Let the clock run on: one player is enough. Before the pause has begun, take "
        "your offer back, or turn down what others offer.",
        tag="play",
        parameters=[KEY],
        answers={200: table.TableShape},
        errors=[*SEATED, *RUNNING],
    )
    def delete(self, call: Call, key: str) -> HttpResponse:
        services.withdraw_pause(game_key=key, person=call.person)
        return view_answer(call, key)


class Return(GameEndpoint):
    scopes: ClassVar = {"POST": "play"}

    @operation(
        id="return_to_seat",
        summary="Be back",
        description="When you have missed several decisions in a row a stand-in answers for you "
        "at once, until you return. A move of yours, when it is your turn, returns you too.",
        tag="play",
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={200: table.TableShape},
        errors=written(*SEATED, *RUNNING),
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        services.return_to_seat(game_key=key, person=call.person)
        return view_answer(call, key)


class SeatOffer(GameEndpoint):
    scopes: ClassVar = {"PUT": "organise", "DELETE": "organise"}

    @operation(
        id="offer_seat",
        summary="Offer a seat to somebody else",
        description="Whose player is absent or has resigned. When two, and most of those who are "
        "there, are for it (`offered_by`), and whoever is absent has had the time of a decision to "
        "return, it is `offered`: found in the list `to_take_over`, and you may invite somebody to "
        "it by handle.",
        tag="tables",
        parameters=[KEY, SEAT],
        answers={200: table.TableShape},
        errors=[*SEATED, *RUNNING],
    )
    def put(self, call: Call, key: str, seat: str) -> HttpResponse:
        services.offer_seat(game_key=key, person=call.person, seat=int(seat))
        return view_answer(call, key)

    @operation(
        id="keep_seat",
        summary="Offer a seat no longer",
        description="Be for it no longer.",
        tag="tables",
        parameters=[KEY, SEAT],
        answers={200: table.TableShape},
        errors=[*SEATED, *RUNNING],
    )
    def delete(self, call: Call, key: str, seat: str) -> HttpResponse:
        services.offer_seat(game_key=key, person=call.person, seat=int(seat), offered=False)
        return view_answer(call, key)


class SeatPlayer(GameEndpoint):
    scopes: ClassVar = {"POST": "play"}

    @operation(
        id="take_over",
        summary="Take over a seat",
        description="Play on in a seat that is offered, with its cards and all that it has seen, "
        "and to the end: who leaves it again is counted as missing what is decided there. "
        "Letters that its former player wrote or got in private stay theirs.",
        tag="tables",
        parameters=[KEY, SEAT, IDEMPOTENCY_KEY],
        answers={200: table.TableShape},
        errors=written(*FOUND, *RUNNING, *kinds(errors.AlreadySeated, errors.NotAllowed)),
    )
    def post(self, call: Call, key: str, seat: str) -> HttpResponse:
        services.take_over(game_key=key, person=call.person, seat=int(seat))
        return view_answer(call, key)


class Conduct(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}

    @operation(
        id="get_conduct",
        summary="How reliably you decide in time",
        description="Tables may ask for a least share. Each decision made in time makes it better.",
        tag="me",
        answers={200: play.ConductShape},
    )
    def get(self, call: Call) -> HttpResponse:
        return json_answer(selectors.conduct(call.person))

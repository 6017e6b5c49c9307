"""Words to the table and letters to one player."""

from typing import ClassVar

from django.http import HttpResponse

from accounts.api import intake
from accounts.api.answers import json_answer, no_content
from accounts.api.describe import IDEMPOTENCY_KEY, operation, path_id
from accounts.api.endpoint import Call
from games import errors, selectors, services
from games.api import forms
from games.api.base import KEY, SEATED, GameEndpoint, written
from games.api.errors import kinds
from games.api.shapes import examples, log
from games.selectors.talk import messages


class Talk(GameEndpoint):
    scopes: ClassVar = {"GET": "read", "POST": "talk"}

    @operation(
        id="get_talk",
        summary="What was said",
        description="Messages to the table, and private ones from and to you, oldest first.",
        tag="talk",
        parameters=[KEY, forms.TalkQuery],
        answers={200: log.MessageShape(many=True)},
        errors=[*SEATED, *kinds(errors.BadCursor)],
    )
    def get(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read_query(forms.TalkQuery, call.request)
        return json_answer(selectors.talk(key=key, viewer=call.person, **wanted))

    @operation(
        id="say",
        summary="Say something",
        description="To the table, or to one seat where the table allows letters.",
        tag="talk",
        request=forms.TalkForm,
        parameters=[KEY, IDEMPOTENCY_KEY],
        answers={201: log.MessageShape},
        errors=written(*SEATED, *kinds(errors.BadText, errors.TooMuchTalk)),
        examples=[examples.TALK],
    )
    def post(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read(forms.TalkForm, intake.body(call.request))
        said = services.say(game_key=key, person=call.person, **wanted)
        heard = messages(selectors.find_game(key, call.viewer), since=said.at)
        return json_answer(next(m for m in heard if m["id"] == said.key), status=201)


class Read(GameEndpoint):
    scopes: ClassVar = {"PUT": "read"}

    @operation(
        id="mark_read",
        summary="Mark as read",
        description="How far you have read the talk, and seen the moves. It never goes back.",
        tag="talk",
        request=forms.ReadForm,
        parameters=[KEY],
        answers={204: None},
        errors=SEATED,
    )
    def put(self, call: Call, key: str) -> HttpResponse:
        wanted = intake.read(forms.ReadForm, intake.body(call.request))
        services.mark_read(game_key=key, person=call.person, **wanted)
        return no_content()


class Mute(GameEndpoint):
    scopes: ClassVar = {"PUT": "talk", "DELETE": "talk"}
    SEAT = path_id("seat", "Whose words.", "^[0-4]$")

    @operation(
        id="mute",
        summary="Hear no more of a seat",
        description="At this table. Nobody is told.",
        tag="talk",
        parameters=[KEY, SEAT],
        answers={204: None},
        errors=SEATED,
    )
    def put(self, call: Call, key: str, seat: str) -> HttpResponse:
        services.mute(game_key=key, person=call.person, seat=int(seat))
        return no_content()

    @operation(
        id="unmute",
        summary="Hear a seat again",
        description="What was said meanwhile is there again, too.",
        tag="talk",
        parameters=[KEY, SEAT],
        answers={204: None},
        errors=SEATED,
    )
    def delete(self, call: Call, key: str, seat: str) -> HttpResponse:
        services.unmute(game_key=key, person=call.person, seat=int(seat))
        return no_content()

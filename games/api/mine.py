"""What waits for you, at all tables."""

from typing import ClassVar

from django.http import HttpResponse

from accounts.api.answers import json_answer
from accounts.api.describe import operation
from accounts.api.endpoint import Call
from games import selectors
from games.api.base import GameEndpoint
from games.api.shapes import play, table


class Turns(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}

    @operation(
        id="list_turns",
        summary="Games that wait for you",
        description="Those in which you decide now, the most urgent first, at most a hundred.",
        tag="me",
        answers={200: table.TurnShape(many=True)},
    )
    def get(self, call: Call) -> HttpResponse:
        return json_answer(selectors.turns(viewer=call.person, lang=call.language))


class Unread(GameEndpoint):
    scopes: ClassVar = {"GET": "read"}

    @operation(
        id="list_unread",
        summary="Tables with unread messages",
        description="How many messages wait to be read, table by table.",
        tag="me",
        answers={200: play.UnreadShape(many=True)},
    )
    def get(self, call: Call) -> HttpResponse:
        unread = selectors.unread(call.person)
        return json_answer([{"game": key, "unread": count} for key, count in unread.items()])

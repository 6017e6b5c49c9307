"""Words to the table and letters to one player."""

from rest_framework.response import Response

from games import errors, selectors, services, types
from games.api.exceptions import kinds
from games.api.serializers import examples, requests
from games.api.views.base import KEY, SEATED, TableEndpoint
from games.selectors.talk import messages
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.request import Request


class Talk(TableEndpoint):
    tag = "talk"
    scopes = {"GET": "read", "POST": "talk"}

    @operation(
        "get_talk",
        "What was said",
        parameters=[requests.TalkQuery],
        answers={200: list[types.Message]},
        errors=[*SEATED, *kinds(errors.BadCursor)],
    )
    def get(self, request: Request, key: str) -> Response:
        """Messages to the table, and private ones from and to you, oldest first."""
        wanted = requests.TalkQuery.read_query(request)
        return Response(selectors.talk(key=key, viewer=request.person, **wanted))

    @operation(
        "say",
        "Say something",
        request=requests.TalkForm,
        answers={201: types.Message},
        errors=[*SEATED, *kinds(errors.BadText, errors.TooMuchTalk)],
        examples=[examples.TALK],
    )
    def post(self, request: Request, key: str) -> Response:
        """To the table, or to one seat where the table allows letters."""
        wanted = requests.TalkForm.read(request)
        said = services.say(game_key=key, person=request.person, **wanted)
        heard = messages(selectors.find_game(key, request.viewer), since=said.at)
        return Response(next(m for m in heard if m["id"] == said.key), status=201)


class Read(TableEndpoint):
    tag = "talk"
    scopes = {"PUT": "read"}

    @operation(
        "mark_read", "Mark as read", request=requests.ReadForm, answers={204: None}, errors=SEATED
    )
    def put(self, request: Request, key: str) -> Response:
        """How far you have read the talk, and seen the moves. It never goes back."""
        wanted = requests.ReadForm.read(request)
        services.mark_read(game_key=key, person=request.person, **wanted)
        return Response(status=204)


class Mute(TableEndpoint):
    tag = "talk"
    ids = [KEY, path_id("seat", "Whose words.", "^[0-4]$")]
    scopes = {"PUT": "talk", "DELETE": "talk"}

    @operation("mute", "Hear no more of a seat", answers={204: None}, errors=SEATED)
    def put(self, request: Request, key: str, seat: str) -> Response:
        """At this table. Nobody is told."""
        services.mute(game_key=key, person=request.person, seat=int(seat))
        return Response(status=204)

    @operation("unmute", "Hear a seat again", answers={204: None}, errors=SEATED)
    def delete(self, request: Request, key: str, seat: str) -> Response:
        """What was said meanwhile is there again, too."""
        services.unmute(game_key=key, person=request.person, seat=int(seat))
        return Response(status=204)

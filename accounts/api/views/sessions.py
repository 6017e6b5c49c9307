"""Where you are signed in."""

from hashlib import sha256

from allauth.usersessions.models import UserSession
from rest_framework.response import Response

from accounts.api.serializers import SessionShape
from accounts.services import sessions
from oriflamme_site.rest import problems
from oriflamme_site.rest.describe import operation, path_id
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.problems import Problem
from oriflamme_site.rest.request import Request


def session_id(session: UserSession) -> str:
    return sha256(session.session_key.encode()).hexdigest()[:16]


def show(session: UserSession, current: str | None) -> dict[str, object]:
    return {
        "id": session_id(session),
        "is_current": session.session_key == current,
        "created_at": session.created_at,
        "last_seen_at": session.last_seen_at,
        "address": session.ip,
        "program": session.user_agent,
    }


class Sessions(Endpoint):
    tag = "account"
    in_person = frozenset({"GET", "DELETE"})

    @operation("list_sessions", "Where you are signed in", answers={200: SessionShape(many=True)})
    def get(self, request: Request) -> Response:
        """Browsers and apps, the last to sign in first."""
        current = request.asked.session.session_key
        return Response([show(one, current) for one in sessions.sessions_of(request.person)])

    @operation("end_other_sessions", "Sign out everywhere else", answers={204: None})
    def delete(self, request: Request) -> Response:
        """All sessions end but the one that asks."""
        sessions.end_others(person=request.person, but=request.asked.session.session_key)
        return Response(status=204)


class OneSession(Endpoint):
    tag = "account"
    ids = [path_id("id", "The session's id.", "^[0-9a-f]{16}$")]
    in_person = frozenset({"DELETE"})

    @operation("end_session", "End a session", answers={204: None}, errors=[problems.NOT_FOUND])
    def delete(self, request: Request, id: str) -> Response:
        """It ends at once; ending the one that asks is signing out."""
        for session in sessions.sessions_of(request.person):
            if session_id(session) == id:
                sessions.end_one(request=request.asked, person=request.person, session=session)
                return Response(status=204)
        raise Problem(problems.NOT_FOUND)

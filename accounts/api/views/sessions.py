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

    @operation(
        id="list_sessions",
        summary="Where you are signed in",
        description="Browsers and apps, the last to sign in first.",
        answers={200: SessionShape(many=True)},
    )
    def get(self, request: Request) -> Response:
        current = request.asked.session.session_key
        return Response([show(one, current) for one in sessions.sessions_of(request.person)])

    @operation(
        id="end_other_sessions",
        summary="Sign out everywhere else",
        description="All sessions end but the one that asks.",
        answers={204: None},
    )
    def delete(self, request: Request) -> Response:
        sessions.end_others(person=request.person, but=request.asked.session.session_key)
        return Response(status=204)


class OneSession(Endpoint):
    tag = "account"
    ids = [path_id("id", "The session's id.", "^[0-9a-f]{16}$")]
    in_person = frozenset({"DELETE"})

    @operation(
        id="end_session",
        summary="End a session",
        description="It ends at once; ending the one that asks is signing out.",
        answers={204: None},
        errors=[problems.NOT_FOUND],
    )
    def delete(self, request: Request, id: str) -> Response:
        for session in sessions.sessions_of(request.person):
            if session_id(session) == id:
                sessions.end_one(request=request.asked, person=request.person, session=session)
                return Response(status=204)
        raise Problem(problems.NOT_FOUND)

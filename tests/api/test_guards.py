"""Whatever a developer declares at a view of the API guards it, and nothing gets around it."""

from typing import Any, ClassVar

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.http import Http404, HttpRequest
from django.urls import path
from rest_framework import exceptions
from rest_framework.permissions import BasePermission, IsAdminUser
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.models import User
from oriflamme_site.rest import checks
from oriflamme_site.rest.endpoint import Endpoint
from oriflamme_site.rest.request import Grant, Request
from tests.api.conftest import ClientOf

pytestmark = pytest.mark.django_db


class Open(Endpoint):
    scopes = {"GET": "read", "POST": "play"}
    open_to_strangers = frozenset({"GET"})
    raises: ClassVar[Exception | None] = None

    def get(self, request: Request) -> Response:
        if self.raises is not None:
            raise self.raises
        return Response({"viewer": request.viewer and request.viewer.handle})

    def post(self, request: Request) -> Response:
        return Response(request.data)


class Nobody(BasePermission):
    def has_permission(self, request: Any, view: Any) -> bool:
        return False


class Never(BaseThrottle):
    def allow_request(self, request: Any, view: Any) -> bool:
        return False

    def wait(self) -> float:
        return 7


def ask(view: Any, by: User | None = None, grant: Grant | None = None) -> Any:
    request = APIRequestFactory().get("/api/v1/open")
    if by is not None:
        force_authenticate(request, by, grant)  # type: ignore[arg-type]
    answer = view(request)
    return answer.status_code, answer


def test_a_declared_permission_guards(alice: User) -> None:
    for_staff = Open.as_view(permission_classes=[IsAdminUser])
    assert ask(for_staff, alice)[0] == 403
    alice.is_staff = True
    assert ask(for_staff, alice)[0] == 200


def test_a_declared_permission_guards_programs_too(
    client_of: ClientOf, alice: User, settings: Any
) -> None:
    settings.ROOT_URLCONF = __name__
    answer = client_of(alice).get("guarded")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_a_declared_permission_leaves_the_scope_in_force(alice: User) -> None:
    guarded = Open.as_view(permission_classes=[])
    assert ask(guarded, alice, Grant(frozenset({"play"})))[0] == 403
    assert ask(guarded, alice, Grant(frozenset({"read"})))[0] == 200


def test_a_declared_throttle_guards_beside_the_allowance() -> None:
    status, answer = ask(Open.as_view(throttle_classes=[Never]))
    assert (status, answer["Retry-After"]) == (429, "7")
    assert "RateLimit" in answer


def test_who_is_put_in_by_a_test_calls(alice: User) -> None:
    assert ask(Open.as_view(), alice)[1].data == {"viewer": "alice"}
    assert ask(Open.as_view())[1].data == {"viewer": None}


def test_without_authentication_everybody_is_a_stranger(alice: User) -> None:
    class Unknown(Open):
        authentication_classes = ()
        open_to_strangers = frozenset()

    assert ask(Unknown.as_view())[0] == 401


@pytest.mark.parametrize(
    ("raised", "status"),
    [
        (PermissionDenied(), 403),
        (Http404(), 404),
        (exceptions.NotFound(), 404),
        (exceptions.NotAuthenticated(), 401),
        (exceptions.ValidationError({"name": "no"}), 400),
        (exceptions.APIException("Not now."), 500),
    ],
)
def test_what_the_framework_knows_becomes_a_problem(raised: Exception, status: int) -> None:
    class Raising(Open):
        raises = raised

    found, answer = ask(Raising.as_view())
    assert (found, answer["Content-Type"]) == (status, "application/problem+json")


def test_the_check_finds_nothing_to_say_of_the_site() -> None:
    call_command("check")


def _plain(_request: HttpRequest) -> None: ...


class _Foreign(APIView):
    pass


class _Around(Open):
    def initial(self, request: Request, *_args: Any, **_ids: Any) -> None:  # type: ignore[override]
        pass


class _Unnamed(Open):
    def delete(self, request: Request) -> Response:
        return Response()


@pytest.mark.parametrize(
    ("view", "fault"),
    [
        (_plain, "rest.E1"),
        (_Foreign.as_view(), "rest.E1"),
        (_Around.as_view(), "rest.E2"),
        (_Unnamed.as_view(), "rest.E3"),
    ],
)
def test_the_check_refuses_a_view_that_nothing_guards(view: Any, fault: str) -> None:
    assert [error.id for error in checks.faults("api/v1/x", view)] == [fault]


urlpatterns = [path("api/v1/guarded", Open.as_view(permission_classes=[Nobody]))]

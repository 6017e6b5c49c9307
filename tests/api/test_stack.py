"""The middleware of production: what each kind of request passes, and what it would miss."""

from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.moderation import notices
from oriflamme_site.rest import throttling
from tests.api.conftest import ApiClient, ClientOf
from tests.api.operations import Operation, operations
from tests.conftest import Cast

pytestmark = pytest.mark.django_db
ORIGIN = {"Origin": "https://elsewhere.example", "Accept_Language": "uk"}


class Asking:
    """Asks every operation as a web page elsewhere would, in Ukrainian."""

    def __init__(self, client: ApiClient) -> None:
        self.client = client

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        return self.client.ask(method, path, body, **ORIGIN)


@pytest.fixture(params=["token", "cookie"])
def asking(request: Any, client_of: ClientOf, person: Cast) -> Asking:
    user = person("alice")
    User.objects.update(language="uk")
    if request.param == "token":
        return Asking(client_of(user))
    browser = ApiClient()
    browser.client.force_login(user)
    return Asking(browser)


@pytest.fixture
def closed() -> Any:
    cache.set(notices.KEY, {"closed": True})
    notices.forget_own_copy()
    yield
    cache.delete(notices.KEY)
    notices.forget_own_copy()


def missing(answer: Any) -> set[str]:
    """What an answer lacks of what every answer has."""
    wanted = {
        "X-Content-Type-Options": "nosniff",
        "Access-Control-Allow-Origin": "*",
        "Content-Language": "uk",
        "X-Request-ID": None,
        "Content-Length": None,
    }
    if answer.streaming or answer.status_code == 304:
        del wanted["Content-Length"]
    return {
        header
        for header, value in wanted.items()
        if header not in answer or (value and answer[header] != value)
    }


@pytest.mark.parametrize("operation", operations(), ids=lambda one: one.id)
def test_every_address_is_answered_alike_by_both_stacks(
    asking: Asking, operation: Operation
) -> None:
    answer = operation.ask(asking)
    assert missing(answer) == set()
    assert answer.status_code < 500


def test_no_address_is_open_during_maintenance(asking: Asking, closed: None) -> None:
    codes = {one.id: one.ask(asking).json()["code"] for one in operations()}
    assert set(codes.values()) == {"closed"}


@pytest.mark.parametrize("name", settings.MIDDLEWARE_OF_PROGRAMS)
def test_programs_miss_each_middleware_that_is_taken_from_them(
    stranger: ApiClient, settings: Any, name: str
) -> None:
    whole = settings.MIDDLEWARE_OF_PROGRAMS
    settings.MIDDLEWARE_OF_PROGRAMS = [one for one in whole if one != name]
    cache.set(notices.KEY, {"closed": True})
    notices.forget_own_copy()
    is_closed = stranger.get("cards").status_code == 503
    cache.delete(notices.KEY)
    notices.forget_own_copy()
    throttling.forget()
    assert missing(Asking(ApiClient()).ask("GET", "cards")) or not is_closed


def test_who_has_a_cookie_passes_the_stack_of_people(person: Cast, settings: Any) -> None:
    settings.MIDDLEWARE_OF_PROGRAMS = []
    browser = Client()
    browser.force_login(person("alice"))
    assert "X-Request-ID" in browser.get("/api/v1/me", secure=True)
    assert "X-Request-ID" not in ApiClient().get("cards")

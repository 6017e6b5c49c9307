"""The admin's pages of tournaments: nothing secret, nothing changed, no query for each row."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.tournaments import services
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd

pytestmark = pytest.mark.django_db

PAGES = ("tournament", "entry", "round", "tournamenttable", "step")


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss", "boss@example.test", "a-long-secret"))
    return client


def cost(staff: Client) -> dict[str, int]:
    costs = {}
    for page in PAGES:
        with CaptureQueriesContext(connection) as caught:
            answer = staff.get(f"/admin/tournaments/{page}/", secure=True)
        assert answer.status_code == 200
        costs[page] = len(caught.captured_queries)
    return costs


def test_lists_cost_the_same_for_one_tournament_and_for_many(
    staff: Client, announce: Announce, organiser: User
) -> None:
    def one_more(number: int) -> None:
        cup = announce(capacity=8, start="full", title=f"Cup {number}")
        people = crowd(8) if number == 0 else User.objects.filter(handle__startswith="player")
        for one in people:
            services.enter_tournament(key=cup.key, person=one)
        services.advance(key=cup.key)
        services.take_step(key=cup.key, person=organiser, step="pause")

    one_more(0)
    first = cost(staff)
    for number in range(1, 4):
        one_more(number)
    assert cost(staff) == first


def test_neither_seed_nor_code_is_shown_and_nothing_is_changed(
    staff: Client, announce: Announce
) -> None:
    cup = announce(admission="code", code="sesame")
    page = staff.get(f"/admin/tournaments/tournament/{cup.pk}/change/", secure=True)
    assert page.status_code == 200
    shown = page.content.decode()
    assert cup.title in shown
    assert "sesame" not in shown
    assert bytes(cup.seed).hex() not in shown
    for path in ("add/", f"{cup.pk}/delete/"):
        assert staff.get(f"/admin/tournaments/tournament/{path}", secure=True).status_code == 403

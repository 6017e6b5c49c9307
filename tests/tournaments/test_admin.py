"""The admin's pages of tournaments: nothing secret, nothing changed but at the desk, which tries
each step before it takes it."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.db.models import Max
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.tournaments import admin_desk, selectors, services
from games.tournaments.models import Step, Tournament
from games.tournaments.models.book import Book
from games.tournaments.services.desk import CHOICES
from tests.conftest import Cast
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client, person: Cast) -> Client:
    """Olga of the role that runs tournaments, at her browser."""
    olga = person("olga")
    olga.is_staff = True
    olga.save(update_fields=["is_staff"])
    olga.groups.set(Group.objects.filter(name="organiser"))
    client.force_login(olga)
    return client


def begun(announce: Announce, count: int, **wishes: Any) -> Tournament:
    cup = announce(capacity=count, start="full", **wishes)
    here = list(User.objects.filter(handle__startswith="player"))
    for one in (here or crowd(30))[:count]:
        services.enter_tournament(key=cup.key, person=one)
    services.advance(key=cup.key)
    return cup


def page(client: Client, cup: Tournament, step: str = "", **sent: Any) -> str:
    path = f"/admin/tournaments/tournament/{cup.pk}/desk/" + (f"?step={step}" if step else "")
    if sent:
        last = Step.objects.filter(tournament=cup).aggregate(last=Max("pk"))["last"] or 0
        sent = {"after": str(last)} | sent
        answer = client.post(path, sent, secure=True, follow=True)
    else:
        answer = client.get(path, secure=True)
    assert answer.status_code == 200
    return answer.content.decode()


def tables_of(cup: Tournament) -> Any:
    return selectors.desk(key=cup.key, viewer=cup.creator)["tables"]


def test_neither_seed_nor_code_is_shown_and_nothing_is_changed(
    staff: Client, announce: Announce
) -> None:
    cup = announce(admission="code", code="sesame")
    page = staff.get(f"/admin/tournaments/tournament/{cup.pk}/change/", secure=True)
    assert page.status_code == 200
    shown = page.content.decode()
    assert cup.title in shown
    assert "sesame" not in shown
    assert cup.seed.reveal().hex() not in shown
    for path in ("add/", f"{cup.pk}/delete/"):
        assert staff.get(f"/admin/tournaments/tournament/{path}", secure=True).status_code == 403


def test_every_step_of_the_desk_is_offered_with_a_form_of_its_own(
    staff: Client, announce: Announce
) -> None:
    assert set(admin_desk.STEPS) == set(CHOICES)
    cup = begun(announce, 8)
    for step in CHOICES:
        shown = page(staff, cup, step)
        assert 'name="try"' in shown
        assert 'name="do"' not in shown, "nothing is done before it was shown"


def test_every_table_is_there_with_who_is_waited_for(staff: Client, announce: Announce) -> None:
    cup = begun(announce, 8)
    shown = page(staff, cup)
    for table in tables_of(cup):
        assert f"<td>{table['waits_for']['name']}</td>" in shown
    for number in range(8):
        assert f"player{number:03}" in shown


def test_a_result_is_shown_first_then_fixed_and_taken_back(
    staff: Client, announce: Announce
) -> None:
    cup = begun(announce, 3)
    handles = [seat["player"]["handle"] for seat in tables_of(cup)[0]["seats"]]
    results = "\n".join(f"{handle} {rank}" for rank, handle in enumerate(handles, 1))
    wish = {"table": "1", "results": results, "reason": "They agreed on it."}
    shown = page(staff, cup, "fix", **wish, **{"try": ""})
    assert "errorlist" not in shown, shown[shown.index("errorlist") :][:300]
    assert 'name="do"' in shown
    assert f"{handles[0]}: place" in shown
    assert not Step.objects.exists()
    page(staff, cup, "fix", **wish, do="")
    taken = Step.objects.get()
    assert (taken.kind, taken.by.handle if taken.by else "", taken.reason) == (
        "fix",
        "olga",
        "They agreed on it.",
    )
    book = Book(cup)
    first = book.standings(book.stages[0])[0]
    assert book.entries[first.line].person.handle == handles[0]
    page(staff, cup, "undo", do="")
    assert Step.objects.count() == 2


def test_two_presses_are_one(staff: Client, announce: Announce) -> None:
    cup = begun(announce, 3)
    wish = {"handle": "player000", "points": "6", "reason": "A fair deed."}
    shown = page(staff, cup, "adjust", **wish, **{"try": ""})
    assert 'name="after" value="0"' in shown
    for _ in range(2):
        shown = page(staff, cup, "adjust", **wish, do="", after="0")
    assert "Another step has been taken since" in shown
    assert Step.objects.count() == 1
    # What is shown now can be done: it was looked at after that step.
    assert f'name="after" value="{Step.objects.get().pk}"' in shown


def test_what_cannot_be_is_refused_beside_its_field(staff: Client, announce: Announce) -> None:
    cup = begun(announce, 3)
    for step, wish in (
        ("nudge", {"table": "9"}),
        ("drop", {"handle": "nobody-here", "reason": "x"}),
        ("fix", {"table": "1", "results": "player000 first", "reason": "x"}),
        ("decide", {"table": "1", "how": "adjudicate"}),
    ):
        assert "errorlist" in page(staff, cup, step, **wish, do="")
    assert not Step.objects.exists()


def test_who_runs_no_tournaments_has_no_desk(
    client: Client, announce: Announce, person: Cast
) -> None:
    cup = begun(announce, 3)
    path = f"/admin/tournaments/tournament/{cup.pk}/desk/"
    mallory = person("mallory")
    mallory.is_staff = True
    mallory.save(update_fields=["is_staff"])
    for role in ("moderator", "support", "operator"):
        mallory.groups.set(Group.objects.filter(name=role))
        client.force_login(mallory)
        assert client.get(path, secure=True).status_code == 403
    client.force_login(person("alice"))
    assert client.get(path, secure=True).status_code == 302


def test_the_desk_costs_the_same_for_three_people_and_for_thirty(
    staff: Client, announce: Announce
) -> None:
    costs = []
    for count in (3, 30):
        cup = begun(announce, count, title=f"Cup of {count}")
        end_round(cup)
        services.advance(key=cup.key)
        page(staff, cup)
        with CaptureQueriesContext(connection) as caught:
            page(staff, cup)
        costs.append(len(caught))
    assert costs[0] == costs[1] <= 30

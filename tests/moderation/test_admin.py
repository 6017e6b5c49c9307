"""The admin as a tool: the queue, the numbers, the search; no page asks more for more rows."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import (
    ApiToken,
    KeptHandle,
    SecurityEvent,
    User,
)
from accounts.services import create_api_token, people
from games import engine
from games.engine import words
from games.models import Game
from games.moderation import services
from games.moderation.models import Decision, Hint, Look, Report
from games.tournaments.models import Tournament
from notifications.models import Delivery
from tests.conftest import Cast
from tests.games.conftest import OpenTable, move_on, position
from tests.moderation.conftest import say, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss", "boss@example.test", "a-long-secret"))
    return client


def page(client: Client, path: str, **sent: str) -> str:
    if sent:
        answer = client.post(path, sent, secure=True, follow=True)
    else:
        answer = client.get(path, secure=True)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content.decode()


# --- The queue and the numbers -----------------------------------------------------------


def test_a_case_is_read_in_a_fixed_number_of_queries(
    boss: Client, table: Game, alice: User, person: Cast
) -> None:
    bob = person("bob")
    key = say(table, bob, "You fool!")
    facts: dict[str, Any] = {"kind": "talk", "text": "x", "message": key}
    case = services.report_at_table(game_key=table.key, person=alice, **facts)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            page(boss, f"/admin/care/report/{case.pk}/change/")
        return len(asked)

    queries()
    few = queries()
    for n in range(12):
        say(table, alice, f"no. {n}")
        services.report_person(handle="bob", person=person(f"pat{n}"), kind="talk", text="x")
        Decision.objects.create(person=bob, by=person(f"quin{n}"), outcome="warning", reason="x")
    assert queries() == few <= 16


def test_the_numbers_of_the_operator_are_two_queries_and_true(
    boss: Client, open_table: OpenTable, alice: User, person: Cast
) -> None:
    with CaptureQueriesContext(connection) as before:
        page(boss, "/admin/")
    game = open_table("alice", "bob", "carol")
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(hours=1))
    services.report_person(handle="bob", person=alice, kind="talk", text="x")
    Delivery.objects.update(due_at=timezone.now() - timedelta(hours=2))
    cup: dict[str, Any] = {"creator": alice, "capacity": 8, "languages": ["en"], "tie_breaks": []}
    for minutes in (6, 4):
        due = timezone.now() - timedelta(minutes=minutes)
        Tournament.objects.create(title="x", pace="daily", status="running", due_at=due, **cup)
    with CaptureQueriesContext(connection) as after:
        text = page(boss, "/admin/")
    assert len(after) <= len(before)
    assert len([q for q in after if "games_heartbeat" in q["sql"]]) == 1

    def number(name: str) -> str:
        row = text.split(f'id="number-{name}"')[1].split("<td>")[1].split("</td>")[0]
        return row.split(">")[1].split("<")[0] if "<strong" in row else row

    assert (number("running"), number("late"), number("reports")) == ("1", "1", "1")
    assert (number("tournaments"), number("stuck")) == ("2", "1")
    assert number("due_age").startswith("2:00:0")
    assert int(number("new_today")) == 4


# --- Finding a person -----------------------------------------------------------


def test_a_person_is_found_by_anything(boss: Client, alice: User, person: Cast) -> None:
    from allauth.account.models import EmailAddress

    person("bob")
    _, hidden_key = create_api_token(user=alice, name="x")
    key = hidden_key.reveal()
    people.change_profile(user=alice, name="Alice in Wonderland")
    people.change_handle(person=alice, handle="queen-of-hearts")
    EmailAddress.objects.create(user=alice, email="rabbit@hole.test")
    row = f"/admin/accounts/user/{alice.pk}/change/"
    SecurityEvent.objects.create(person=alice, kind="signed in", address="2001:db8::7")
    for asked in (
        *("queen", "HEARTS", "alice", "wonderland", "alice@example", "rabbit@hole"),
        *(key, key[:8], key[:6], str(alice.pk), "2001:db8::7", "2001:DB8:0::7"),
    ):
        text = page(boss, f"/admin/accounts/user/?q={asked}")
        assert row in text, asked
        assert "bob@" not in text, asked
    for nothing in ("ofl_", "alic3", "ofl_zzzz", "2001:db8::8", "9" * 15, "9" * 40):
        assert row not in page(boss, f"/admin/accounts/user/?q={nothing}"), nothing
    assert KeptHandle.objects.count() == 1
    assert ApiToken.objects.count() == 1


# --- The queue -----------------------------------------------------------


def test_staff_take_and_decide_on_a_page(
    boss: Client, table: Game, alice: User, person: Cast
) -> None:
    key = say(table, person("bob"), "You fool!")
    facts: dict[str, Any] = {"kind": "talk", "text": "Ugly.", "message": key}
    case = services.report_at_table(game_key=table.key, person=alice, **facts)
    path = f"/admin/care/report/{case.pk}/change/"
    text = page(boss, path)
    assert "You fool!" in text
    assert "Ugly." in text
    page(boss, path, take="")
    case.refresh_from_db()
    assert case.state == "taken"
    assert "errorlist" in page(boss, path, decide="", outcome="silence", reason="Why not.")
    page(boss, path, decide="", outcome="warning", reason="That was an insult.")
    case.refresh_from_db()
    assert case.decision is not None
    assert case.decision.outcome == "warning"
    assert 'name="decide"' not in page(boss, path)


def test_an_appeal_is_answered_on_a_page(boss: Client, alice: User, person: Cast) -> None:
    decision = Decision.objects.create(
        person=alice, by=person("bob"), outcome="warning", reason="x"
    )
    asked = services.appeal(token=decision.token.reveal(), text="I did not.")
    path = f"/admin/care/appeal/{asked.pk}/change/"
    assert "I did not." in page(boss, path)
    page(boss, path, is_upheld="yes", answer="Right.")
    asked.refresh_from_db()
    assert (asked.is_upheld, asked.answer) == (True, "Right.")


def test_a_hint_is_set_aside_or_becomes_a_case(boss: Client, alice: User, person: Cast) -> None:
    hint = Hint.objects.create(
        kind="feeds",
        person=alice,
        other=person("bob"),
        numbers={"chosen": 9, "expected": 2.5},
        counted_at=timezone.now(),
    )
    assert "chosen 9, expected 2.5" in page(boss, "/admin/care/hint/")
    chosen = {"_selected_action": str(hint.pk)}
    page(boss, "/admin/care/hint/", action="open_case", **chosen)
    page(boss, "/admin/care/hint/", action="set_aside", **chosen)
    hint.refresh_from_db()
    assert hint.set_aside_by is not None
    case = Report.objects.get()
    assert (case.person, case.kind, case.reporter) == (alice, "collusion", None)
    assert "chosen 9" in case.text


# --- Looking into a game -----------------------------------------------------------


def hand_of(game: Game, seat: int) -> set[str]:
    return set(engine.view(position(game), seat)["yours"]["hand"])


def test_a_look_shows_that_seat_and_is_kept_with_its_reason(
    boss: Client, open_table: OpenTable, person: Cast
) -> None:
    game = open_table("alice", "bob", "carol")
    move_on(game, 2)
    path = f"/admin/care/look/into/{game.pk}/"
    assert "errorlist" in page(boss, path, seat="1", reason=" ")
    assert Look.objects.count() == 0

    def shown(seat: int) -> str:
        return page(boss, path, seat=str(seat), reason="A case.")

    first, other = shown(0), shown(1)
    only = hand_of(game, 0) - hand_of(game, 1)
    for card in only:
        assert words.name(card, "en") in first
    assert first != other
    boss_person = User.objects.get(handle="boss")
    assert [(one.staff, one.seat, one.reason) for one in Look.objects.order_by("pk")] == [
        (boss_person, 0, "A case."),
        (boss_person, 1, "A case."),
    ]
    event = SecurityEvent.objects.filter(person=boss_person, kind="game seen").latest("pk")
    assert event.about == f"{game.key}, seat 1: A case."


def test_who_plays_there_does_not_look(client: Client, open_table: OpenTable, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    game = open_table("alice", "bob", "carol")
    client.force_login(alice)
    other = (seat_of(game, alice) + 1) % 3
    text = page(client, f"/admin/care/look/into/{game.pk}/", seat=str(other), reason="x")
    assert "You play at this table yourself, or did" in text
    assert not Look.objects.exists()


def test_who_looked_is_never_changed(boss: Client, open_table: OpenTable) -> None:
    from django.db import Error, transaction

    game = open_table("alice", "bob", "carol")
    page(boss, f"/admin/care/look/into/{game.pk}/", seat="0", reason="x")
    for change in (lambda: Look.objects.update(reason="y"), lambda: Look.objects.all().delete()):
        with pytest.raises(Error, match="never changed"), transaction.atomic():
            change()

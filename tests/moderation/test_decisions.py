"""Staff decide with a reason that is told; one appeal, seen by somebody else."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts import tasks as account_tasks
from accounts.models import SecurityEvent, User
from accounts.services import bots, create_api_token
from accounts.services import staff as deeds
from games import errors
from games.models import Game
from games.moderation import services
from games.moderation.models import Decision, Report
from tests.accounts.keys import find_by_key
from tests.conftest import Cast
from tests.moderation.conftest import WHY, Browser, Post, of_staff, say, seat_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(table: Game, alice: User, person: Cast) -> Report:
    """Bob has insulted somebody, and Alice says so."""
    key = say(table, person("bob"), "You fool!")
    return services.report_at_table(
        game_key=table.key, person=alice, kind="talk", text="Ugly.", message=key
    )


def in_days(days: int) -> datetime:
    return timezone.now() + timedelta(days=days)


def decide(case: Report, by: User, outcome: str, **more: Any) -> Decision:
    until = in_days(7) if outcome in {"silence", "suspension"} else None
    facts: dict[str, Any] = {"reason": WHY, "until": until, **more}
    return services.decide(report=case.pk, staff=by, outcome=outcome, **facts)


def trail(person: User) -> list[tuple[str, str]]:
    return list(SecurityEvent.objects.filter(person=person).values_list("kind", "about"))


def test_a_warning_is_told_with_its_reason_and_never_who_reported(
    case: Report, sam: User, person: Cast, post: Post
) -> None:
    decide(case, sam, "warning")
    letter = post.last("bob@example.test", "decision").body
    assert WHY in letter
    assert "warn" in letter
    assert "alice" not in letter.lower()
    assert ("warned", WHY) in trail(person("bob"))
    assert {what for kind, what in trail(sam) if kind == "as staff"} == {
        f"took report {case.pk}",
        f"decided report {case.pk}: warning",
    }


def test_who_reported_hears_that_it_was_decided_and_not_what(
    case: Report, sam: User, post: Post
) -> None:
    decide(case, sam, "suspension")
    letter = post.last("alice@example.test", "looked at your report").body
    for secret in ("bob", "suspen", WHY):
        assert secret not in letter.lower()


def test_where_nothing_follows_nobody_is_told_but_who_reported(
    case: Report, sam: User, person: Cast, post: Post
) -> None:
    decide(case, sam, "nothing")
    letters = [letter.to for letter in post.come() if "decision" in letter.subject]
    assert letters == []
    post.last("alice@example.test", "looked at your report")
    assert "warned" not in dict(trail(person("bob")))


def test_letters_come_in_the_language_of_who_reads_them(
    case: Report, sam: User, person: Cast, post: Post
) -> None:
    User.objects.filter(handle="bob").update(language="it")
    decide(case, sam, "silence")
    assert WHY in post.last("bob@example.test").body


def test_who_is_silenced_plays_on_and_says_nothing_until_the_end(
    case: Report, table: Game, sam: User, person: Cast
) -> None:
    decide(case, sam, "silence")
    with pytest.raises(errors.NotAllowed, match="taken talk"):
        say(table, User.objects.get(handle="bob"), "But!")
    with time_machine.travel(in_days(8)):
        say(table, User.objects.get(handle="bob"), "Hello again")


def test_who_is_suspended_is_out_until_the_hourly_task_lifts_it(
    case: Report, sam: User, person: Cast, post: Post, browser: Browser
) -> None:
    bob = person("bob")
    robot = bots.make_bot(owner=bob, handle="robot")
    _, hidden_key = create_api_token(user=bob, name="x")
    key = hidden_key.reveal()
    decide(case, sam, "suspension")
    assert find_by_key(key) is None
    assert not browser.sign_in("bob").is_in()
    # One letter tells it, with the end and the way to appeal.
    told = [letter for letter in post.come() if letter.to == ["bob@example.test"]]
    assert len([letter for letter in told if WHY in letter.body]) == 1
    account_tasks.let_go()
    assert not User.objects.get(pk=bob.pk).is_active
    with time_machine.travel(in_days(8)):
        account_tasks.let_go()
        assert browser.sign_in("bob").is_in()
        post.last("bob@example.test", "open again")
    robot.refresh_from_db()
    assert robot.is_active
    assert ("suspension over", "") in trail(bob)


def test_a_suspension_without_an_end_is_not_lifted_by_itself(person: Cast, sam: User) -> None:
    deeds.suspend(person=person("bob"), staff=sam, reason=WHY)
    with time_machine.travel(in_days(4000)):
        assert deeds.end_suspensions() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"outcome": "warning", "reason": " "},
        {"outcome": "warning", "until": datetime(2090, 1, 1).astimezone()},
        {"outcome": "silence", "until": None},
        {"outcome": "suspension", "until": datetime(2020, 1, 1).astimezone()},
    ],
)
def test_a_decision_is_whole_or_none(case: Report, sam: User, wrong: dict[str, Any]) -> None:
    outcome = wrong.pop("outcome")
    with pytest.raises(ValidationError):
        decide(case, sam, outcome, **wrong)
    case.refresh_from_db()
    assert (case.state, Decision.objects.count()) == ("open", 0)


def test_nobody_decides_where_they_have_a_part(
    case: Report, alice: User, person: Cast, sam: User
) -> None:
    for name in ("alice", "bob", "carol"):
        with pytest.raises(ValidationError, match="part in this"):
            services.take(report=case.pk, staff=of_staff(person(name), "moderator"))
    services.take(report=case.pk, staff=sam)


def test_what_one_has_taken_another_does_not_decide(case: Report, sam: User, tess: User) -> None:
    services.take(report=case.pk, staff=sam)
    with pytest.raises(ValidationError, match="has it already"):
        decide(case, tess, "warning")
    services.give_back(report=case.pk, staff=tess)
    decide(case, tess, "warning")
    with pytest.raises(ValidationError, match="decided already"):
        decide(case, tess, "warning")


def test_several_reports_about_one_person_are_answered_together(
    case: Report, sam: User, person: Cast, post: Post
) -> None:
    services.report_person(handle="bob", person=person("dave"), kind="talk", text="Me too.")
    services.report_person(handle="carol", person=person("dave"), kind="talk", text="Another.")
    decision = decide(case, sam, "warning", with_others=True)
    assert decision.reports.count() == 2
    assert Report.objects.filter(state="open").count() == 1
    told = {letter.to[0] for letter in post.come() if "report" in letter.subject}
    assert told == {"alice@example.test", "dave@example.test"}


def test_of_a_bot_its_owner_is_told(alice: User, person: Cast, sam: User, post: Post) -> None:
    robot = bots.make_bot(owner=person("bob"), handle="robot")
    case = services.report_person(handle="robot", person=alice, kind="conduct", text="Slow.")
    decide(case, sam, "suspension")
    robot.refresh_from_db()
    assert not robot.is_active
    assert person("bob").is_active
    assert "robot" in post.last("bob@example.test", "decision").body


def test_staff_decide_nothing_about_staff(person: Cast, alice: User, sam: User) -> None:
    of_staff(person("bob"), "support")
    case = services.report_person(handle="bob", person=alice, kind="conduct", text="x")
    with pytest.raises(ValidationError, match="superuser"):
        decide(case, sam, "suspension")
    case.refresh_from_db()
    assert case.state == "open"


# --- appeals -----------------------------------------------------------------------------


def test_who_is_shut_out_appeals_by_the_letter_and_somebody_else_answers(
    case: Report, sam: User, tess: User, person: Cast, post: Post, browser: Browser
) -> None:
    decision = decide(case, sam, "suspension")
    link = f"/appeal/{decision.token.reveal()}"
    assert link in post.last("bob@example.test", "decision").body
    browser.send(link, text="It was a joke among friends.")
    assert "Somebody else looks at it" in browser.text
    (asked,) = [decision.appeal]
    with pytest.raises(ValidationError, match="your decision"):
        services.answer_appeal(appeal=asked.pk, staff=sam, is_upheld=True, answer="No.")
    services.answer_appeal(appeal=asked.pk, staff=tess, is_upheld=True, answer="So it was.")
    assert User.objects.get(handle="bob").is_active
    assert "So it was." in post.last("bob@example.test", "appeal").body
    assert ("let in again", "So it was.") in trail(person("bob"))
    with pytest.raises(ValidationError, match="already"):
        services.answer_appeal(appeal=asked.pk, staff=tess, is_upheld=False, answer="No.")


def test_there_is_one_appeal(case: Report, sam: User) -> None:
    decision = decide(case, sam, "warning")
    services.appeal(token=decision.token.reveal(), text="No.")
    with pytest.raises(errors.NotAllowed):
        services.appeal(token=decision.token.reveal(), text="No!")


def test_nobody_appeals_by_guessing_nor_where_nothing_follows(case: Report, sam: User) -> None:
    decision = decide(case, sam, "nothing")
    for token in (decision.token.reveal(), "2" * 24):
        with pytest.raises(errors.NotFound):
            services.appeal(token=token, text="No.")


def test_a_decision_that_stands_changes_nothing(
    case: Report, sam: User, tess: User, person: Cast
) -> None:
    decision = decide(case, sam, "silence")
    asked = services.appeal(token=decision.token.reveal(), text="No.")
    services.answer_appeal(appeal=asked.pk, staff=tess, is_upheld=False, answer="It was ugly.")
    assert User.objects.get(handle="bob").is_silenced


def test_lifting_a_decision_leaves_what_a_later_one_did(
    case: Report, alice: User, sam: User, tess: User
) -> None:
    first = decide(case, sam, "silence")
    again = services.report_person(handle="bob", person=alice, kind="talk", text="Again.")
    decide(again, sam, "silence", until=in_days(30))
    asked = services.appeal(token=first.token.reveal(), text="No.")
    services.answer_appeal(appeal=asked.pk, staff=tess, is_upheld=True, answer="Too hard.")
    assert User.objects.get(handle="bob").is_silenced


def test_bob_reads_what_was_decided_about_him_and_alice_does_not(
    case: Report, sam: User, person: Cast, browser: Browser, other_browser: Browser
) -> None:
    decide(case, sam, "silence")
    browser.sign_in("bob").get("/account/decisions")
    assert WHY in browser.text
    other_browser.sign_in("alice").get("/account/decisions")
    assert WHY not in other_browser.text


def test_seat_numbers_are_those_of_the_case(case: Report, table: Game, person: Cast) -> None:
    assert case.seat == seat_of(table, person("bob"))

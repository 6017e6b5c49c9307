"""The same by API, and what a copy, a parting and a merging do with it."""

import json
from typing import Any

import pytest

from accounts import rooms
from accounts.models import User
from accounts.services import leaving, staff
from accounts.services.export import export
from games.models import Game
from games.moderation import services
from games.moderation.models import Appeal, Decision, Hint, Report
from tests.api.conftest import ApiClient, ClientOf, client_of, stranger
from tests.conftest import Cast
from tests.moderation.conftest import say, seat_of

__all__ = ["client_of", "stranger"]
pytestmark = pytest.mark.django_db


def test_a_report_by_api(table: Game, client_of: ClientOf, person: Cast) -> None:
    key = say(table, person("bob"), "You fool!")
    alice = client_of("alice")
    body = {"kind": "talk", "text": "Ugly.", "message": key}
    made = alice.post(f"games/{table.key}/reports", body)
    assert made.status_code == 201, made.content
    assert made.json()["seat"] == seat_of(table, person("bob"))
    assert made.json()["handle"] is None
    one = alice.post("people/bob/reports", {"kind": "accounts", "text": "Twice here."})
    assert one.json()["handle"] == "bob"
    assert [row["kind"] for row in alice.get("me/reports").json()] == ["accounts", "talk"]
    assert client_of("bob").get("me/reports").json() == []


def test_the_same_request_twice_is_one_report(
    table: Game, client_of: ClientOf, person: Cast
) -> None:
    body = {"kind": "conduct", "text": "x", "seat": seat_of(table, person("bob"))}
    alice = client_of("alice")
    first, again = (
        alice.post(f"games/{table.key}/reports", body, Idempotency_Key="k1") for _ in range(2)
    )
    assert first.content == again.content
    assert Report.objects.count() == 1


def test_too_many_reports_say_when_to_go_on(client_of: ClientOf, person: Cast) -> None:
    alice = client_of("alice")
    body = {"kind": "talk", "text": "x"}
    for n in range(10):
        person(f"bad{n}")
        assert alice.post(f"people/bad{n}/reports", body).status_code == 201
    person("bad10")
    answer = alice.post("people/bad10/reports", body)
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_reports")
    assert int(answer["Retry-After"]) > 80_000


def decided(person: Cast, sam: User, outcome: str = "warning") -> Decision:
    case = services.report_person(handle="bob", person=person("alice"), kind="talk", text="Ugly.")
    return services.decide(report=case.pk, staff=sam, outcome=outcome, reason="An insult.")


def test_bob_reads_the_decision_and_appeals_without_a_key(
    client_of: ClientOf, stranger: ApiClient, person: Cast, sam: User
) -> None:
    person("bob")
    decided(person, sam)
    bob = client_of("bob")
    (told,) = bob.get("me/decisions").json()
    assert (told["outcome"], told["reason"], told["appealed"]) == ("warning", "An insult.", False)
    assert client_of("alice").get("me/decisions").json() == []
    path = f"appeals/{told['token']}"
    assert stranger.post(path, {"text": "No."}).status_code == 204
    assert stranger.post(path, {"text": "No."}).json()["code"] == "not_allowed"
    assert stranger.post(f"appeals/{'2' * 24}", {"text": "No."}).status_code == 404
    assert bob.get("me/decisions").json()[0]["appealed"]


def test_the_copy_has_what_was_told_and_not_who_reported(person: Cast, sam: User) -> None:
    bob = person("bob")
    decided(person, sam)
    services.report_person(handle="bob", person=person("carol"), kind="talk", text="Not yet.")
    copied: dict[str, Any] = export(person=bob)["care"]
    assert [one["reason"] for one in copied["decisions"]] == ["An insult."]
    text = json.dumps(copied, default=str)
    assert not any(word in text for word in ("alice", "carol", "Ugly", "Not yet", "sam"))
    mine = export(person=person("alice"))["care"]
    assert [one["text"] for one in mine["reported"]] == ["Ugly."]


def test_who_leaves_leaves_no_words_and_no_hint(person: Cast, sam: User) -> None:
    bob, alice = person("bob"), person("alice")
    decision = decided(person, sam)
    services.appeal(token=decision.token.reveal(), text="I did not.")
    Hint.objects.create(kind="feeds", person=alice, other=bob, numbers={}, counted_at=decision.at)
    leaving.erase(person=bob)
    assert Report.objects.get().text == ""
    assert Decision.objects.get().reason == ""
    assert Appeal.objects.get().text == ""
    assert not Hint.objects.exists()
    leaving.erase(person=alice)
    assert Report.objects.get().reporter is None


def test_what_was_decided_goes_with_the_human(person: Cast, sam: User, tess: User) -> None:
    bob, double = person("bob"), person("bob2")
    decided(person, sam)
    staff.silence(person=bob, staff=sam, reason="x", until=decided_until())
    rooms.personal_data()["care"].merge(double, bob)
    assert Decision.objects.get().person == double
    staff.merge(person=bob, into=double, staff=sam, reason="The same human.")
    double.refresh_from_db()
    assert double.is_silenced


def decided_until() -> Any:
    from datetime import timedelta

    from django.utils import timezone

    return timezone.now() + timedelta(days=3)

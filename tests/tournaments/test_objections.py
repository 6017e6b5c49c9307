"""A player objects to what their table came to; an organiser who did not play there answers."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import errors
from games.tournaments import personal_data, selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Objection, Organiser, Tournament
from notifications.models import Notification
from tests.conftest import Cast
from tests.tournaments.browsing import At, press, read
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import end_round

pytestmark = pytest.mark.django_db

WORDS = "The spy was turned before my move had come."


@pytest.fixture
def cup(announce: Announce) -> Tournament:
    """Alice, Bob and Carol sit at table 1 of the first round."""
    made = announce("alice", "bob", "carol", start="full", capacity=3, break_for=86_400)
    tournaments.advance(key=made.key)
    return made


def object_to(cup: Tournament, who: User, **wish: Any) -> Objection:
    facts: dict[str, Any] = {"round": 1, "table": 1, "text": WORDS}
    return tournaments.object_to(key=cup.key, person=who, **(facts | wish))


def answer(cup: Tournament, who: User, **wish: Any) -> Any:
    facts: dict[str, Any] = {"objection": 1, "how": "refuse", "reason": "The log says otherwise."}
    return tournaments.take_step(key=cup.key, person=who, step="answer", **(facts | wish))


def letters(kind: str) -> list[tuple[str, str]]:
    found = Notification.objects.filter(kind=kind).order_by("pk")
    return [(one.person.handle, one.what.letter().text) for one in found]


def test_the_desk_has_it_by_letter_and_whoever_objected_the_answer(
    cup: Tournament, organiser: User, person: Cast
) -> None:
    object_to(cup, person("alice"))
    [(handle, text)] = letters("tournament desk")
    assert handle == "erin"
    assert "table 1 of round 1" in text
    assert WORDS not in text
    answer(cup, organiser)
    [(handle, text)] = letters("tournament answer")
    assert handle == "alice"
    assert "was not found right" in text
    assert "The log says otherwise." in text


@pytest.mark.parametrize("public", [False, True])
def test_who_may_read_what(cup: Tournament, organiser: User, person: Cast, *, public: bool) -> None:
    object_to(cup, person("alice"))
    others = [person("bob"), person("frank"), None]
    for other in others:
        assert selectors.objections(key=cup.key, viewer=other) == []
    answer(cup, organiser, public=public, how="uphold")
    for knowing in (person("alice"), organiser):
        [one] = selectors.objections(key=cup.key, viewer=knowing)
        assert (one["text"], one["by"] and one["by"]["handle"]) == (WORDS, "alice")
        assert (one["outcome"], one["answer"]) == ("upheld", "The log says otherwise.")
    for other in others:
        seen = selectors.objections(key=cup.key, viewer=other)
        assert bool(seen) == public
        assert all(one["by"] is None and not one["text"] for one in seen)
        # That there was one, and what came of it, is in the record.
        [step] = selectors.steps(key=cup.key, viewer=other)
        assert (step["facts"]["round"], step["facts"]["how"]) == (1, "uphold")
        assert bool(step["reason"]) == public
        assert "alice" not in str(step)


def test_nobody_judges_their_own_table(cup: Tournament, organiser: User, person: Cast) -> None:
    object_to(cup, person("alice"))
    Organiser.objects.create(tournament=cup, person=person("bob"))
    with pytest.raises(errors.Refusal, match="another organiser"):
        answer(cup, person("bob"))
    answer(cup, organiser)
    with pytest.raises(errors.Refusal, match="has been answered"):
        answer(cup, organiser)


def test_once_in_time_and_at_ones_own_table_alone(
    cup: Tournament, person: Cast, clock: Callable[..., None], browser: At
) -> None:
    object_to(cup, person("alice"))
    for who, wish in (
        ("alice", {}),
        ("bob", {"table": 2}),
        ("bob", {"round": 2}),
        ("bob", {"text": "  "}),
        ("bob", {"text": "x" * 1001}),
        ("frank", {}),
    ):
        with pytest.raises(errors.Refusal):
            object_to(cup, person(who), **wish)
    end_round(cup)
    clock(days=2)
    object_to(cup, person("bob"))
    carol, one = browser("carol"), f"/tournaments/{cup.key}"
    assert "Object to a result" in read(carol, one)
    assert "Object to a result" not in read(browser("bob"), one)
    clock(days=2)
    assert "Object to a result" not in read(carol, one)
    assert "Object to a result" not in read(carol, f"{one}/objections")
    with pytest.raises(errors.Refusal, match="three days"):
        object_to(cup, person("carol"))


def test_by_page(cup: Tournament, browser: At, person: Cast) -> None:
    alice, erin, path = browser("alice"), browser("erin"), f"/tournaments/{cup.key}/objections"
    assert "Object to a result" in read(alice, path)
    assert alice.post(path, {"at": "1/1", "text": "<b>Wrong</b>"}).status_code == 303
    assert alice.post(path, {"at": "1/1", "text": "Again"}).status_code == 400
    assert alice.post(path, {"at": "x", "text": "Again"}).status_code == 400
    desk = read(erin, f"/tournaments/{cup.key}/desk")
    assert "&lt;b&gt;Wrong&lt;/b&gt;" in desk
    assert "/desk/answer?objection=1" in desk
    shown = press(
        erin, cup, "answer", objection="1", how="uphold", reason="So it is.", public="yes"
    )
    assert "An answer to your objection" in shown
    assert "So it is." in read(Client(), path)
    assert "Wrong" not in read(Client(), path)
    assert "objection=1" not in read(erin, f"/tournaments/{cup.key}/desk")


def test_what_somebody_objected_is_theirs(cup: Tournament, person: Cast) -> None:
    alice = person("alice")
    object_to(cup, alice)
    assert personal_data.export(alice)["objections"]
    personal_data.erase(alice)
    assert Objection.objects.get().text == ""

"""The clock of a table by API."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game
from tests.api.conftest import ClientOf

pytestmark = pytest.mark.django_db


def begin(client_of: ClientOf, **wishes: Any) -> Game:
    made = client_of("alice").post(
        "games", {"name": "Friday", "set": "oriflamme", "seats": 2, **wishes}
    )
    assert made.status_code == 201, made.json()
    key = made.json()["id"]
    assert client_of("bob").post(f"games/{key}/seats").status_code == 201
    return Game.objects.get(key=key)


def test_a_pace_of_ones_own_is_an_object(client_of: ClientOf) -> None:
    own = {"seconds_per_move": 86400, "bank": 3600, "reminders": [50], "misses": 3}
    game = begin(client_of, pace=own, stand_in="random", min_conduct=50)
    shown = client_of("alice").get(f"games/{game.key}").json()
    assert shown["pace"] == {
        **own,
        "name": "custom",
        "refill": 0,
        "cap": 3600,
        "when_all_absent": "finish",
        "holidays": True,
        "rests": True,
    }
    assert (shown["stand_in"], shown["min_conduct"]) == ("random", 50)
    assert shown["seats"][0]["clock"] == {"bank": 3600, "misses": 0, "absent": False}
    assert shown["estimated_end"] > shown["started_at"]


@pytest.mark.parametrize(
    ("pace", "status"),
    [
        ("hasty", 400),
        ({"seconds_per_move": 5}, 422),
        ({"seconds_per_move": 86400, "byoyomi": 1}, 422),
        (5, 400),
    ],
)
def test_a_pace_that_cannot_be_is_refused_at_its_field(
    client_of: ClientOf, pace: Any, status: int
) -> None:
    answer = client_of("alice").post(
        "games", {"name": "x", "set": "oriflamme", "seats": 3, "pace": pace}
    )
    assert answer.status_code == status
    assert [one["field"] for one in answer.json()["errors"]] == ["pace"]


@pytest.mark.parametrize(
    ("pace", "together", "is_live"),
    [
        ("live", False, True),
        ({"seconds_per_move": 3599}, False, True),
        ({"seconds_per_move": 3600}, False, False),
        ("daily", False, False),
        ("live", True, False),
    ],
)
def test_who_decides_at_a_live_table_is_told_until_when_to_the_second_and_others_to_the_minute(
    client_of: ClientOf, pace: Any, together: bool, is_live: bool
) -> None:
    game = begin(client_of, pace=pace, together=together)
    until = datetime(2099, 1, 1, 12, 3, 41, 7, tzinfo=UTC)
    Game.objects.update(deadline=until)
    told = {}
    for name in ("alice", "bob", "mallory"):
        view = client_of(name).get(f"games/{game.key}").json()
        (listed,) = client_of(name).get("games?list=running").json()["items"]
        moment = view["asks_all"]["until"] if together else view["question"]["deadline"]
        assert datetime.fromisoformat(moment) == datetime.fromisoformat(listed["deadline"])
        told[name] = datetime.fromisoformat(moment).second
        tag = client_of(name).get(f"games/{game.key}")["ETag"]
        polled = client_of(name).get(f"games/{game.key}", If_None_Match=tag)
        assert polled.status_code == 304
    decides = _decider(game) if is_live else None
    assert told == {name: 41 if name == decides else 0 for name in told}


def _decider(game: Game) -> str:
    game.refresh_from_db()
    person = game.chairs.get(number=game.to_move).person
    assert person is not None
    return person.handle


def test_a_pause_is_agreed_to_and_ended(client_of: ClientOf) -> None:
    game = begin(client_of)
    alice, bob = client_of("alice"), client_of("bob")
    offered = alice.ask("PUT", f"games/{game.key}/pause").json()
    assert offered["paused"] is None
    assert [seat["agrees_to_pause"] for seat in offered["seats"]].count(True) == 1
    paused = bob.ask("PUT", f"games/{game.key}/pause").json()
    assert paused["paused"]["until"] > paused["paused"]["since"]
    assert paused["question"]["deadline"] is None
    resumed = alice.delete(f"games/{game.key}/pause").json()
    assert resumed["paused"] is None
    assert resumed["question"]["deadline"]


def test_one_is_back_with_one_request(client_of: ClientOf) -> None:
    game = begin(client_of)
    away = game.chairs.get(person__handle="alice")
    game.chairs.filter(pk=away.pk).update(
        bot="careful", stand_in=True, absent_since=timezone.now(), misses=2
    )
    shown = client_of("bob").get(f"games/{game.key}").json()
    assert shown["seats"][away.number]["clock"]["absent"] is True
    answer = client_of("alice").post(f"games/{game.key}/return")
    assert answer.json()["seats"][away.number]["clock"]["absent"] is False


def test_a_seat_is_offered_listed_and_taken_over(client_of: ClientOf) -> None:
    game = begin(client_of)
    assert client_of("alice").post(f"games/{game.key}/resign").status_code == 200
    seat = game.chairs.get(person__handle="alice").number
    where = f"games/{game.key}/seats/{seat}"
    carol = client_of("carol")
    assert carol.post(f"{where}/player").json()["code"] == "not_allowed"
    shown = client_of("bob").ask("PUT", f"{where}/offer").json()
    assert shown["seats"][seat]["offered"] is True
    (listed,) = carol.get("games?list=to_take_over").json()["items"]
    assert (listed["id"], listed["seats_offered"]) == (game.key, [seat])
    taken = carol.post(f"{where}/player")
    assert taken.status_code == 200
    assert taken.json()["you"] == seat
    assert client_of("bob").delete(f"{where}/offer").status_code == 403


def test_conduct_is_ones_own_to_read(client_of: ClientOf) -> None:
    assert client_of("alice").get("me/conduct").json() == {
        "share": 100,
        "in_time": 0,
        "decisions": 0,
        "of_last": 100,
    }

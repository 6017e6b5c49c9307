"""Webhooks of a tournament: told of it and its tables as strangers see them, numbered in order."""

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from games.tournaments import services as tournaments
from games.tournaments import tasks
from games.tournaments.services import hooking
from tests.api.conftest import ClientOf, client_of  # noqa: F401  a fixture
from tests.api.test_unions import validator
from tests.notifications.hooking import work_hooks
from tests.notifications.receiver import Receiver, receiving
from tests.tournaments.conftest import SWISS, Announce
from tests.tournaments.playing import crowd, end_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def there(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.1/32"]
    with receiving() as receiver:
        yield receiver


def told(there: Receiver) -> list[dict[str, Any]]:
    """What has come since the last look, each as the schema describes it."""
    tasks.sweep_hooks()
    tasks.sweep_hooks()  # twice is once
    work_hooks()
    came = [one.said for one in there.received]
    there.received.clear()
    for one in came:
        validator("TournamentEvent").validate(one)
    return came


def hook(key: str, person: User, there: Receiver, **wishes: Any) -> None:
    hooking.hook_tournament(key=key, person=person, url=there.url, hook_format="generic", **wishes)


def test_who_follows_a_tournament_hears_of_it_and_of_its_tables(
    announce: Announce, there: Receiver, alice: User
) -> None:
    cup = announce(capacity=8, start="full", stages=[SWISS])
    hook(cup.key, alice, there)
    for person in crowd(8):
        tournaments.enter_tournament(key=cup.key, person=person)
    tournaments.advance(key=cup.key)
    came = told(there)
    types = {one["type"] for one in came}
    assert types >= {"tournament.changed", "table.started"}
    assert [one["data"]["number"] for one in came] == list(range(1, len(came) + 1))
    (changed, *_) = [one for one in came if one["type"] == "tournament.changed"]
    assert changed["data"]["tournament"]["id"] == cup.key
    tables = {one["data"]["game"]["id"] for one in came if one["type"] == "table.started"}
    assert tables == set(Game.objects.filter(tournament=cup.key).values_list("key", flat=True))
    end_round(cup)
    tournaments.advance(key=cup.key)
    later = told(there)
    assert later[0]["data"]["number"] == len(came) + 1
    assert "tournament.changed" in {one["type"] for one in later}
    assert told(there) == []


def test_it_is_told_of_nothing_else_and_only_what_it_wants(
    announce: Announce, there: Receiver, alice: User
) -> None:
    cup, other = (announce(capacity=8, start="full", stages=[SWISS]) for _ in range(2))
    hook(cup.key, alice, there, types=["tournament.changed"])
    people = crowd(8)
    for key in (cup.key, other.key):
        for person in people:
            tournaments.enter_tournament(key=key, person=person)
        tournaments.advance(key=key)
    came = told(there)
    assert {one["type"] for one in came} == {"tournament.changed"}
    assert {one["data"]["tournament"]["id"] for one in came} == {cup.key}


def test_a_table_that_is_not_for_everybody_is_told_to_nobody(
    announce: Announce, there: Receiver, alice: User
) -> None:
    cup = announce(capacity=8, start="full", stages=[SWISS])
    hook(cup.key, alice, there)
    for person in crowd(8):
        tournaments.enter_tournament(key=cup.key, person=person)
    tournaments.advance(key=cup.key)
    Game.objects.update(spectators=False)
    assert {one["type"] for one in told(there)} == {"tournament.changed"}


def test_it_is_made_and_listed_by_the_api(
    announce: Announce,
    there: Receiver,
    client_of: ClientOf,  # noqa: F811
) -> None:
    cup, alice = announce(capacity=8, stages=[SWISS]), client_of("alice")
    path = f"tournaments/{cup.key}/hooks"
    made = alice.post(path, {"url": there.url, "types": ["table.over"]})
    assert made.status_code == 201
    told_of = {"game": None, "tournament": cup.key}
    assert {name: made.json()[name] for name in told_of} == told_of
    assert [one["id"] for one in alice.get(path).json()] == [made.json()["id"]]
    assert client_of("bob").get(path).json() == []
    wrong = alice.post(path, {"url": there.url, "types": ["your_turn"]})
    assert (wrong.status_code, wrong.json()["errors"][0]["field"]) == (422, "types")
    assert alice.post(f"tournaments/{'2' * 16}/hooks", {"url": there.url}).status_code == 404

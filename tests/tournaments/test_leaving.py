"""People who leave for good, or become one: tournaments let go of them and stay true."""

import pytest

from accounts.models import User
from games.tournaments import personal_data, selectors, services
from games.tournaments.models import Entry, Organiser, Tournament
from tests.conftest import Cast
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(announce: Announce, organiser: User) -> Tournament:
    made = announce("alice", "bob", "carol", "dave", capacity=8)
    for one in crowd(4):
        services.enter_tournament(key=made.key, person=one)
    services.take_step(key=made.key, person=organiser, step="start")
    services.advance(key=made.key)
    return made


def test_who_leaves_drops_out_and_is_not_named(cup: Tournament, alice: User) -> None:
    personal_data.erase(alice)
    User.objects.filter(pk=alice.pk).update(erased_at=cup.announced_at)
    assert Entry.objects.get(person=alice).state == "dropped"
    end_round(cup)
    services.advance(key=cup.key)
    pages = str(selectors.standings(key=cup.key, viewer=None)) + str(
        selectors.rounds(key=cup.key, viewer=None)
    )
    assert "alice" not in pages
    assert "former player" in pages
    for file in ("standings.csv", "pairings.csv", "cross.csv"):
        assert b"alice" not in selectors.export(key=cup.key, viewer=None, file=file)[0]


def test_a_tournament_goes_to_another_organiser_or_is_called_off(
    cup: Tournament, organiser: User, person: Cast
) -> None:
    Organiser.objects.create(tournament=cup, person=person("mallory"))
    personal_data.erase(organiser)
    cup.refresh_from_db()
    assert (cup.creator, cup.status) == (person("mallory"), "running")
    personal_data.erase(person("mallory"))
    cup.refresh_from_db()
    assert cup.status == "cancelled"


def test_erasing_twice_is_erasing_once(cup: Tournament, alice: User, organiser: User) -> None:
    for _ in range(2):
        personal_data.erase(alice)
        personal_data.erase(organiser)
    assert Entry.objects.get(person=alice).state == "dropped"


def test_two_accounts_of_one_person_become_one_entry(
    cup: Tournament, person: Cast, alice: User
) -> None:
    personal_data.merge(person("erin"), alice)
    assert Entry.objects.get(tournament=cup, number=1).person == person("erin")
    personal_data.merge(person("bob"), person("carol"))
    assert Entry.objects.get(person=person("carol")).state == "dropped"
    assert Entry.objects.filter(person=person("bob")).count() == 1


def test_a_copy_of_ones_data_tells_where_one_played(cup: Tournament, alice: User) -> None:
    (entry,) = personal_data.export(alice)["entries"]
    assert entry["tournament__title"] == "Autumn cup"

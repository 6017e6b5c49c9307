"""A tournament runs by itself, from the announcement to the last place."""

import pytest

from games.models import Game
from games.tournaments import services
from games.tournaments.models import Round, Sitting, Tournament
from games.tournaments.models.book import Book
from tests.tournaments.conftest import Announce, crowd, play_round

pytestmark = pytest.mark.django_db


def run(tournament: Tournament, rounds: int = 60) -> None:
    for _ in range(rounds):
        services.advance(key=tournament.key)
        tournament.refresh_from_db()
        if tournament.status != "running":
            return
        play_round(tournament)


def test_eight_play_three_rounds_of_swiss(announce: Announce) -> None:
    tournament = announce(start="full", capacity=8)
    for one in crowd(8):
        services.enter_tournament(key=tournament.key, person=one)
    run(tournament)
    assert tournament.status == "over"
    assert Round.objects.filter(tournament=tournament, status="over").count() == 3
    assert Sitting.objects.filter(round__tournament=tournament, rank=None).count() == 0
    assert Game.objects.filter(tournament=tournament.key, status="over").count() == 6
    book = Book(tournament)
    assert [s.place for s in book.standings(book.stages[0])] == list(range(1, 9))

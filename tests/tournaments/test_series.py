"""A series: several tournaments with one table over all of them."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import errors
from games.tournaments import selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Entry, Series, Tournament
from tests.conftest import Cast
from tests.tournaments.browsing import At, form_of, read
from tests.tournaments.conftest import Announce

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(organiser: User) -> Series:
    return tournaments.begin_series(person=organiser, title="Winter league", counts=2)


@pytest.fixture
def event(announce: Announce, league: Series, person: Cast) -> Any:
    """event("alice", "bob") is a tournament of the series that Alice has won."""

    def make(*handles: str, **wishes: Any) -> Tournament:
        cup = announce(series=league.key, **wishes)
        for place, handle in enumerate(handles, 1):
            Entry.objects.create(
                tournament=cup, person=person(handle), number=place, state="entered",
                final_place=place,
            )  # fmt: skip
        Tournament.objects.filter(pk=cup.pk).update(status="over")
        return cup

    return make


def table(league: Series) -> list[tuple[int, str | None, int]]:
    rows = selectors.series(key=league.key)["standings"]
    return [(row["place"], row["player"]["handle"], row["points"]) for row in rows]


def test_a_point_and_one_for_each_who_was_left_behind_the_best_count(
    event: Any, league: Series
) -> None:
    event("alice", "bob", "carol", "dave")  # 4 3 2 1
    event("bob", "alice", "carol")  # 3 2 1
    event("carol", "alice")  # 2 1
    assert table(league) == [*((1, "alice", 6), (1, "bob", 6), (3, "carol", 4), (4, "dave", 1))]
    alice = next(
        row
        for row in selectors.series(key=league.key)["standings"]
        if row["player"]["handle"] == "alice"
    )
    assert [(one["points"], one["counts"]) for one in alice["results"]] == [
        *((4, True), (2, True), (1, False))
    ]


def test_what_is_not_over_or_not_public_counts_nothing(
    event: Any, league: Series, announce: Announce
) -> None:
    event("alice", "bob", visibility="link")
    running = announce("carol", series=league.key)
    assert table(league) == []
    seen = selectors.series(key=league.key)["events"]
    assert [one["id"] for one in seen] == [running.key]


def test_a_tournament_joins_a_series_of_its_organiser_alone(
    announce: Announce, league: Series, organiser: User, person: Cast
) -> None:
    cup = announce("alice")
    tournaments.take_step(
        key=cup.key, person=organiser, step="change", settings={"series": league.key}
    )
    cup.refresh_from_db()
    assert cup.series == league.key
    frank = person("frank")
    User.objects.filter(pk=frank.pk).update(is_staff=True)
    frank.refresh_from_db()
    other = tournaments.begin_series(person=frank, title="Another")
    with pytest.raises(errors.Refusal, match="series of your own"):
        announce(series=other.key)
    # Another one like it goes on in the series, of its organiser; of somebody else in none.
    assert tournaments.announce_like(key=cup.key, person=organiser).series == league.key
    assert tournaments.announce_like(key=cup.key, person=frank).series == ""


def test_who_may_announce_nothing_begins_none(person: Cast) -> None:
    with pytest.raises(errors.NotAllowed):
        tournaments.begin_series(person=person("alice"), title="Mine")


def test_by_page(event: Any, league: Series, browser: At) -> None:
    cup = event("alice", "bob")
    page = read(Client(), f"/tournaments/series/{league.key}")
    assert "The best 2 results" in page
    assert "alice" in page
    assert "Winter league" in read(Client(), f"/tournaments/{cup.key}")
    erin = browser("erin")
    assert erin.post("/tournaments/series", {"title": "", "counts": ""}).status_code == 400
    made = erin.post("/tournaments/series", {"title": "Spring league", "counts": "3"})
    assert made.status_code == 303
    assert "None of its tournaments is over yet" in read(erin, made["Location"])
    assert "Spring league" in read(Client(), "/tournaments/series")
    form = form_of(read(erin, "/tournaments/new"))
    assert form["series"] == [""]
    assert Client().get("/tournaments/series/zzzzzzzzzzzzzzzz", secure=True).status_code == 404

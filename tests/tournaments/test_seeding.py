"""In which order people come into the first stage: by lot, rating, earlier places, or by hand."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import errors
from games.ratings.models import OVERALL, Rating
from games.tournaments import importing, selectors, words
from games.tournaments import services as tournaments
from games.tournaments.models import Berth, Entry, Round, Tournament
from games.tournaments.models.book import Book
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd

pytestmark = pytest.mark.django_db

DAY = 86_400
FORMATS: dict[str, dict[str, Any]] = {
    "swiss": {"format": "swiss", "sets": ["oriflamme"], "rounds": 2},
    "knockout": {"format": "knockout", "sets": ["oriflamme"]},
    "league": {"format": "league", "sets": ["oriflamme"], "divisions": 3, "rounds": 2},
}
Drawn = Callable[..., Tournament]


@pytest.fixture
def people() -> list[User]:
    return crowd(12)


@pytest.fixture
def drawn(announce: Announce, organiser: User, people: list[User]) -> Drawn:
    """Twelve people, given seeds by `seeds`, in the first round of a format."""

    def make(form: str, seeds: dict[str, int], **wishes: Any) -> Tournament:
        cup = announce(capacity=12, stages=[FORMATS[form]], first_break_for=DAY, **wishes)
        for one in people:
            tournaments.enter_tournament(key=cup.key, person=one)
        for handle, place in seeds.items():
            tournaments.take_step(
                key=cup.key, person=organiser, step="seed", handle=handle, seed=place
            )
        tournaments.take_step(key=cup.key, person=organiser, step="start")
        tournaments.advance(key=cup.key)
        cup.refresh_from_db()
        return cup

    return make


def order(cup: Tournament) -> list[str]:
    berths = Berth.objects.filter(stage__tournament=cup).order_by("seeding")
    return list(berths.values_list("entry__person__handle", flat=True))


def tables(cup: Tournament) -> list[list[str]]:
    book = Book(cup)
    return [
        [book.entries[sitting.entry_id].person.handle for sitting in book.at_table[table.pk]]
        for table in book.tables[book.rounds[0].pk]
    ]


@pytest.mark.parametrize("form", ["swiss", "knockout"])
def test_the_seeded_sit_at_different_tables(drawn: Drawn, people: list[User], form: str) -> None:
    names = [one.handle for one in people]
    seeds = {names[7]: 1, names[2]: 2, names[9]: 3}
    cup = drawn(form, seeds)
    assert order(cup)[:3] == [*seeds]
    at = tables(cup)
    assert len(at) == 3
    assert all(len({*seeds} & {*table}) == 1 for table in at)


def test_the_seeded_begin_in_the_first_division(drawn: Drawn, people: list[User]) -> None:
    names = [one.handle for one in people]
    cup = drawn("league", {names[11]: 1, names[10]: 2})
    first = Berth.objects.filter(stage__tournament=cup, division=0)
    assert {names[11], names[10]} <= {*first.values_list("entry__person__handle", flat=True)}


def test_by_rating_and_who_is_not_rated_as_everybody_begins(
    drawn: Drawn, people: list[User]
) -> None:
    for number, one in enumerate(people[:4]):
        Rating.objects.create(
            person=one, list=OVERALL, mu=30 + number, sigma=2, games=20, last_at=timezone.now()
        )
    cup = drawn("knockout", {people[8].handle: 1}, seeding="rating")
    named = [people[at].handle for at in (8, 3, 2, 1, 0)]
    assert order(cup)[:5] == named


def test_by_the_places_of_an_earlier_tournament(
    drawn: Drawn, announce: Announce, people: list[User]
) -> None:
    earlier = announce()
    for place, one in enumerate(reversed(people), 1):
        Entry.objects.create(
            tournament=earlier, person=one, number=place, state="entered", final_place=place
        )
    with pytest.raises(errors.Refusal, match="over"):
        drawn("swiss", {}, seeding="earlier", seeded_from=earlier.key)
    Tournament.objects.filter(pk=earlier.pk).update(status="over")
    cup = drawn("swiss", {}, seeding="earlier", seeded_from=earlier.key)
    assert order(cup) == [one.handle for one in reversed(people)]
    strongest = [one.handle for one in people[-3:]]
    assert all(len({*strongest} & {*table}) == 1 for table in tables(cup))


def test_without_seeds_a_lot_and_no_two_draws_alike(drawn: Drawn, people: list[User]) -> None:
    cup = drawn("swiss", {})
    assert not Book(cup).is_seeded
    assert sorted(order(cup)) == sorted(one.handle for one in people)


def test_a_seed_is_taken_back_and_after_the_draw_it_is_too_late(
    drawn: Drawn, announce: Announce, organiser: User
) -> None:
    cup = announce("alice")
    step = {"key": cup.key, "person": organiser}
    tournaments.take_step(step="seed", handle="alice", seed=4, **step)
    assert Entry.objects.get().seed_place == 4
    tournaments.take_step(step="undo", **step)
    assert Entry.objects.get().seed_place is None
    with pytest.raises(errors.Refusal, match="1 to"):
        tournaments.take_step(step="seed", handle="alice", seed=900, **step)
    cup = drawn("swiss", {})
    assert Round.objects.filter(tournament=cup).exists()
    with pytest.raises(errors.Refusal, match="drawn"):
        tournaments.take_step(
            key=cup.key, person=organiser, step="seed", handle=order(cup)[0], seed=1
        )


def test_a_list_with_seeds(announce: Announce, organiser: User) -> None:
    cup = announce("alice")
    people = crowd(3)
    sheet = "name;seed;handle\n" + "".join(
        f"x;{seed};{one.handle}\n" for seed, one in zip(("2", "", "none"), people, strict=True)
    )
    rows = importing.rows(sheet + "y;1;alice\n")
    done = tournaments.import_entries(key=cup.key, person=organiser, rows=rows)
    assert [row["why"] for row in done["outcomes"]] == [""] * 4
    seeds = dict(Entry.objects.values_list("person__handle", "seed_place"))
    assert seeds == {
        people[0].handle: 2,
        people[1].handle: None,
        people[2].handle: None,
        "alice": 1,
    }
    # Everybody reads it, where the announcement says by what the others are seeded.
    seen = selectors.view(key=cup.key, viewer=None)
    assert seen["seeded"] == 2
    said = dict(words.announced(seen, "en"))["Order of the first stage"]
    assert said == (
        "first whom the organisers have seeded (2), then by lot; "
        "the first of it sit apart in the first round"
    )


@pytest.mark.parametrize(
    ("form", "how"),
    [
        ("swiss", "by rating; the first of it sit apart in the first round"),
        ("knockout", "by rating; the first of it sit apart in the first round"),
        ("league", "by rating; the first of it play in the first division"),
        ("one league", "by rating; who meets whom does not hang on it"),
        ("robin", "by rating; who meets whom does not hang on it"),
        ("final", "by rating; who meets whom does not hang on it"),
    ],
)
def test_what_hangs_on_a_seed_is_announced(announce: Announce, form: str, how: str) -> None:
    usual = {"format": form.rsplit(maxsplit=1)[-1], "sets": ["oriflamme"], "rounds": 2}
    stage = FORMATS.get(form, usual)
    wishes = {"stages": [stage], "capacity": 5 if form == "final" else 12}
    cup, by_lot = announce(**wishes, seeding="rating"), announce(**wishes)
    told = [
        dict(words.announced(selectors.view(key=one.key, viewer=None), "en"))
        for one in (cup, by_lot)
    ]
    assert [one["Order of the first stage"] for one in told] == [how, "by lot"]

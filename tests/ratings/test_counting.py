"""Each game once, in order, whatever happens meanwhile; and from the records again the same."""

import random
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from accounts.services import staff
from games import services as tables
from games.models import Game, Move
from games.ratings import services
from games.ratings.models import Annulment, CountedGame, Ledger, Rating, RatingChange
from games.ratings.verifying import digest
from tests import bounded
from tests.games.conftest import OpenTable, decider, give_away, move_on, play_out
from tests.ratings.conftest import NOON, Ended, log, standing, was_there

pytestmark = pytest.mark.django_db

Cast = Callable[[str], User]
CAST = ["alice", "bob", "carol", "dave", "erin"]


def season(ended: Ended, person: Cast, games: int = 60) -> list[Game]:
    """Games of every kind, some at the same moment."""
    rng = random.Random(5)
    made = []
    for n in range(games):
        players = rng.sample(CAST, rng.randint(3, 5))
        ranks = [rng.randint(1, 3) for _ in players]
        game = ended(
            players,
            ranks,
            set=rng.choice(["oriflamme", "ablaze", "mixed"]),
            at=NOON + timedelta(hours=n // 2),
            resigned={players[0]: 5} if n % 7 == 0 else None,
        )
        if n % 5 == 0:
            log(game, list(range(len(players))) * 3)
            was_there(game, person("frank"), 1, until_seq=len(players))
        if n % 3 == 0:
            ended(["bot:owl", "alice", "bot:wren"], rated=False, at=game.ended_at)
        made.append(game)
    return made


def the_same_from_the_records() -> bool:
    services.collect()
    before = digest()
    services.recompute()
    return digest() == before


def test_a_game_that_was_really_played_counts_once(open_table: OpenTable) -> None:
    game = open_table("alice", "bob", "carol", rated=True)
    assert services.collect() == 0
    play_out(game)
    assert services.collect() == 1
    assert services.collect() == 0
    assert {row.games for row in standing().values()} == {1}
    assert RatingChange.objects.filter(game=game).count() == 6


def test_a_seat_that_was_really_taken_over_is_shared(open_table: OpenTable, person: Cast) -> None:
    game = open_table("alice", "bob", "carol", rated=True)
    move_on(game, 7)
    leaving = decider(game)
    seat = game.chairs.get(person=leaving).number
    assert seat is not None
    tables.resign(game_key=game.key, person=leaving)
    give_away(game, seat)
    tables.take_over(game_key=game.key, person=person("erin"), seat=seat)
    play_out(game)
    services.collect()
    made = Move.objects.filter(game=game, seat=seat)
    whole, early = made.count(), made.filter(seq__lte=7).count()
    changes = {
        change.person.handle: change
        for change in RatingChange.objects.filter(list="overall").select_related("person")
        if change.person
    }
    assert changes["erin"].share == (whole - early) / whole
    assert changes[leaving.handle].share == early / whole
    # She has resigned: for her share she is last, whatever Erin has made of the seat.
    assert changes[leaving.handle].mu < 25
    assert the_same_from_the_records()


def test_bit_by_bit_and_at_once_give_the_same_numbers(
    ended: Ended, person: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    season(ended, person)
    monkeypatch.setattr(services, "AT_ONCE", 7)
    bound = bounded()
    while next(bound) and services.collect(seconds=0):
        pass
    bit_by_bit = digest()
    monkeypatch.undo()
    assert CountedGame.objects.count() == 80
    services.recompute()
    assert digest() == bit_by_bit
    call_command("recompute_ratings", check=True)


def test_bit_by_bit_where_many_are_away_for_half_a_year(
    ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is not asked about by name is counted all the same, until they are away too long."""
    rng = random.Random(4)
    people = [f"regular{n:02}" for n in range(12)]
    for n in range(60):
        # The second half of them comes again after 170 days, the others never.
        there = people if n < 40 else people[6:]
        ended(rng.sample(there, 4), at=NOON + timedelta(hours=n, days=170 if n >= 40 else 0))
    for n in range(20):
        ended(["newcomer", *rng.sample(people[6:], 3)], at=NOON + timedelta(days=175 + n))
    monkeypatch.setattr(services, "AT_ONCE", 6)
    bound = bounded()
    while next(bound) and services.collect(seconds=0):
        pass
    bit_by_bit = digest()
    assert standing()["newcomer"].settled
    monkeypatch.undo()
    services.recompute()
    assert digest() == bit_by_bit


def test_who_an_upgrade_has_settled_stays_so_when_a_game_is_taken_back(ended: Ended) -> None:
    games = [ended(CAST, at=NOON + timedelta(hours=n)) for n in range(3)]
    services.collect()
    Rating.objects.filter(list="overall").update(settled=True)
    services.count_anew(since=games[-1].ended_at or NOON)
    services.collect()
    assert all(row.settled for row in standing().values())


def test_a_game_committed_late_is_counted_in_its_place(ended: Ended, person: Cast) -> None:
    games = season(ended, person, 6)
    late = games[2]
    Game.objects.filter(pk=late.pk).update(status="running", state="{}", to_move=0)
    services.collect()
    Ledger.objects.update(seen_to=games[-1].ended_at)
    Game.objects.filter(pk=late.pk).update(status="over", ended_at=games[-1].ended_at)
    assert services.collect() > 0
    assert the_same_from_the_records()
    assert services.collect() == 0


def test_a_game_annulled_in_the_middle_never_was(ended: Ended, person: Cast) -> None:
    games = season(ended, person)
    services.collect()
    before = digest()
    services.annul(game=games[20], reason="Played by one person.", by=person("sam"))
    services.annul(game=games[20], reason="Again.")
    services.collect()
    assert digest() != before
    assert not RatingChange.objects.filter(game=games[20]).exists()
    assert Annulment.objects.get().reason == "Played by one person."
    assert the_same_from_the_records()
    untouched = RatingChange.objects.filter(at__lt=games[20].ended_at)
    assert untouched.exists()


def test_a_counting_that_dies_leaves_all_as_it_was(
    ended: Ended, person: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = season(ended, person)
    services.collect()
    services.annul(game=games[10], reason="x")
    before = digest()
    for step in ("_go_back", "_count_in", "_store", "books_of"):

        def dies(*given: object, step: str = step, was: object = getattr(services, step)) -> None:
            was(*given)  # type: ignore[operator]
            raise MemoryError(step)

        monkeypatch.setattr(services, step, dies)
        with pytest.raises(MemoryError, match=step), transaction.atomic():
            services.collect()
        monkeypatch.undo()
        assert digest() == before
    services.collect()
    assert the_same_from_the_records()


@pytest.mark.django_db(transaction=True)
def test_several_workers_at_once_count_each_game_once(ended: Ended, person: Cast) -> None:
    season(ended, person)
    counted = []

    def work() -> None:
        try:
            counted.append(services.collect())
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(counted) == 80
    assert the_same_from_the_records()


def test_a_merged_account_has_all_its_games(ended: Ended, person: Cast, alice: User) -> None:
    for n in range(5):
        ended(["bob", "carol", "dave"])
        ended(["erin" if n % 2 else "alice", "carol", "dave"])
    services.collect()
    boss = User.objects.create_superuser("boss", "boss@example.test", "a-long-secret")
    staff.merge(person=person("erin"), into=alice, staff=boss, reason="The same human.")
    services.collect()
    assert Rating.objects.get(person=alice, list="overall").games == 5
    assert not Rating.objects.filter(person__erased_at__isnull=False).exists()
    assert the_same_from_the_records()


def test_a_change_is_never_rewritten(ended: Ended) -> None:
    ended(CAST)
    services.collect()
    with pytest.raises(IntegrityError, match="never rewritten"), transaction.atomic():
        RatingChange.objects.update(mu=30)


def test_numbers_that_somebody_has_touched_are_found(
    ended: Ended, capsys: pytest.CaptureFixture[str]
) -> None:
    ended(CAST)
    services.collect()
    call_command("recompute_ratings")
    assert "same numbers" in capsys.readouterr().out
    Rating.objects.update(mu=30)
    with pytest.raises(CommandError):
        call_command("recompute_ratings", check=True)
    assert Rating.objects.filter(mu=30).exists()  # to check changes nothing
    call_command("recompute_ratings")
    assert "other numbers" in capsys.readouterr().out
    call_command("recompute_ratings", check=True)


def test_bit_by_bit_where_accounts_of_bots_sit_at_the_tables(
    ended: Ended, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are no company, and nobody has met them, whichever way the tables are known."""
    rng = random.Random(6)
    people, bots = [f"regular{n:02}" for n in range(10)], ["robin:bot", "wren:bot", "tit:bot"]
    for _ in range(50):
        ended([*rng.sample(people, 3), *rng.sample(bots, 2)])
    monkeypatch.setattr(services, "AT_ONCE", 6)
    bound = bounded()
    while next(bound) and services.collect(seconds=0):
        pass
    bit_by_bit = digest()
    monkeypatch.undo()
    services.recompute()
    assert digest() == bit_by_bit

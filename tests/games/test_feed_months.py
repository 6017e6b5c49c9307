"""The feed's months: made ahead, dropped when they are over, and to its readers one table."""

import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import errors, selectors, services
from games.models import Feed, Game
from games.selectors import feed
from games.selectors.feed import Cursor
from games.services import retention
from tests.games.conftest import OpenTable, move_on
from tests.games.test_feed import settle
from tests.house.test_pool import settings_url
from tests.pace import PATIENCE, slowness, within

pytestmark = pytest.mark.django_db(transaction=True)

JANUARY = datetime(2030, 1, 15, tzinfo=UTC)
MADE = ["games_feed_203001_203002", "games_feed_203002_203003"]


@pytest.fixture(autouse=True)
def _as_long_ago(django_db_setup: None, transactional_db: None) -> Iterator[None]:
    """Months alone, as where the feed was parted long ago, and in the end what there was."""
    ends = [end for _, end in retention._parts().values()]
    with time_machine.travel(JANUARY):
        services.prune_feed()
    yield
    with time_machine.travel(JANUARY + timedelta(days=10_000)):
        services.prune_feed()
        dropped = list(retention._parts())
    with connection.cursor() as cursor:
        for part in dropped:
            cursor.execute(f"DROP TABLE {part}")
    retention._make(datetime(2000, 1, 1, tzinfo=UTC), max(ends))


def row(at: datetime, game: Game | None = None) -> Feed:
    return Feed.objects.create(game=game, kind=Feed.Kind.MOVED, ref=1, at=at)


def part_of(one: Feed) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text FROM games_feed WHERE id = %s", [one.pk])
        return str(cursor.fetchone()[0])


def tidy(at: datetime) -> list[str]:
    """The parts that there are after it."""
    with time_machine.travel(at):
        services.prune_feed()
    return list(retention._parts())


def test_months_are_made_ahead_and_once() -> None:
    assert list(retention._parts()) == MADE
    with CaptureQueriesContext(connection) as asked:
        assert tidy(JANUARY) == MADE
    assert not any("CREATE" in one["sql"] or "LOCK" in one["sql"] for one in asked)
    assert part_of(row(JANUARY)) == MADE[0]
    assert part_of(row(datetime(2030, 2, 1, tzinfo=UTC))) == MADE[1]
    assert tidy(datetime(2030, 2, 1, tzinfo=UTC)) == [*MADE, "games_feed_203003_203004"]


def test_a_month_goes_when_all_of_it_is_too_old_to_resume_from() -> None:
    last = row(datetime(2030, 1, 31, 23, 59, tzinfo=UTC))
    assert MADE[0] in tidy(datetime(2030, 3, 2, 23, tzinfo=UTC))
    assert Feed.objects.filter(pk=last.pk).exists()
    assert MADE[0] not in tidy(datetime(2030, 3, 3, 0, 1, tzinfo=UTC))
    assert not Feed.objects.exists()


def test_who_comes_back_too_late_begins_anew_though_the_rows_still_stand() -> None:
    row(JANUARY)
    with time_machine.travel(JANUARY):
        place = selectors.feed_now().write()
    with time_machine.travel(JANUARY + timedelta(days=29)):
        assert Cursor.read(place)
    with time_machine.travel(JANUARY + timedelta(days=31)):
        services.prune_feed()
        assert Feed.objects.exists()
        with pytest.raises(errors.BadCursor):
            Cursor.read(place)


def test_a_row_of_a_month_that_nobody_has_made_is_told_and_comes_to_its_month() -> None:
    begin = settle()
    june = datetime(2030, 6, 10, tzinfo=UTC)
    lost, later = row(june), row(june + timedelta(days=30))
    assert part_of(lost) == part_of(later) == "games_feed_rest"
    settle()
    assert [one.cursor.id for one in selectors.feed_tail(begin)] == [lost.pk, later.pk]
    assert tidy(june) == ["games_feed_203006_203007", "games_feed_203007_203008"]
    assert part_of(lost) == "games_feed_203006_203007"
    assert part_of(later) == "games_feed_203007_203008"
    assert [one.cursor.id for one in selectors.feed_tail(begin)] == [lost.pk, later.pk]


def test_what_nobody_has_made_a_month_for_is_forgotten_with_the_others() -> None:
    old, new = row(JANUARY - timedelta(days=40)), row(JANUARY - timedelta(days=20))
    assert part_of(old) == part_of(new) == "games_feed_rest"
    tidy(JANUARY)
    assert list(Feed.objects.values_list("pk", flat=True)) == [new.pk]


def test_readers_come_over_the_end_of_a_month(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By transactions, as ever: a clock may have been put back between two of them."""
    monkeypatch.setattr(feed, "MOST", 4)
    game = open_table("alice", "bob")
    begin = settle()
    end = datetime(2030, 2, 1, tzinfo=UTC)
    written = [row(end + timedelta(seconds=n % 7 - 3 + n // 7), game).pk for n in range(21)]
    assert len({part_of(one) for one in Feed.objects.filter(pk__in=written)}) == 2
    settle()
    somebody = game.chairs.all()[0].person_id
    table = selectors.find_game(game.key, None).table
    for read in (
        lambda after: selectors.feed_tail(after, 4),
        lambda after: selectors.feed_of(after=after, viewer=None, table=table),
        lambda after: selectors.feed_of(after=after, viewer=somebody),
    ):
        after, found = begin, []
        for _ in range(6):
            found += read(after)
            after = found[-1].cursor
        assert read(after) == []
        assert [one.cursor.id for one in found] == written


def test_who_reads_is_let_be_and_nobody_waits_behind_the_tidying(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    with psycopg.connect(settings_url()) as reader:
        reader.execute("SELECT FROM games_feed")  # as a dump does, in one transaction
        done = threading.Event()
        longest = 0.0

        def moves() -> None:
            nonlocal longest
            while not done.is_set():
                began = time.monotonic()
                row(timezone.now(), game)
                selectors.feed_tail(selectors.feed_now())
                longest = max(longest, time.monotonic() - began)
            connection.close()

        moving = threading.Thread(target=moves)
        moving.start()
        with within(2):
            assert tidy(datetime(2030, 5, 15, tzinfo=UTC)) == MADE  # dropped is none, nor made
        done.set()
        moving.join(PATIENCE)
        assert longest < slowness()
    assert tidy(datetime(2030, 5, 15, tzinfo=UTC)) == [
        *("games_feed_203005_203006", "games_feed_203006_203007")
    ]
    move_on(game)


def test_any_number_may_tidy_at_once() -> None:
    begins = threading.Barrier(6)
    failed = []

    def one() -> None:
        try:
            begins.wait(PATIENCE)
            services.prune_feed()
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    with time_machine.travel(datetime(2030, 8, 1, tzinfo=UTC)):
        threads = [threading.Thread(target=one) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert failed == []
        # Whoever had to wait for long has left it to the next hour.
        services.prune_feed()
    assert list(retention._parts()) == ["games_feed_203008_203009", "games_feed_203009_203010"]

"""The feed: nothing is missed, nothing comes twice, whatever commits in whatever order."""

import itertools
import random
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

import pytest
import time_machine
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from accounts import retention
from accounts.models import User
from games import errors, selectors, services
from games.models import Feed, Game, IdempotentAnswer, ReceivedMail
from games.selectors.feed import Cursor
from games.services import crier, telling
from notifications.models import TakenMail
from tests import bounded
from tests.games.conftest import OpenTable, move_on
from tests.pace import PATIENCE, within


def settle() -> Cursor:
    """Wait until every row of the feed can be read; the place behind them.

    Transactions in other databases of this PostgreSQL, of tests beside this one, hold them back.
    """
    newest = Feed.objects.order_by("-xid").values_list("xid", flat=True).first() or 0
    until = time.monotonic() + PATIENCE
    while (now := selectors.feed_now()).xid < newest:
        assert time.monotonic() < until
        time.sleep(0.01)
    return now


@pytest.mark.django_db(transaction=True)
def test_a_late_commit_is_not_jumped_over(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    begin = settle()
    wrote, may_commit = threading.Event(), threading.Event()

    def slow() -> None:
        with transaction.atomic():
            telling.changed(game, Feed.Kind.JOINED)
            wrote.set()
            may_commit.wait(PATIENCE)
        connection.close()

    thread = threading.Thread(target=slow)
    thread.start()
    wrote.wait(PATIENCE)
    Feed.objects.create(game=game, kind="left", at=timezone.now())  # later, and committed first
    assert selectors.feed_tail(begin) == []
    shown = selectors.find_game(game.key, None)  # a page that is made meanwhile
    may_commit.set()
    thread.join(PATIENCE)
    settle()
    assert [row.kind for row in selectors.feed_tail(begin)] == ["joined", "left"]
    assert [row.kind for row in selectors.feed_tail(shown.place)] == ["joined", "left"]
    now = selectors.find_game(game.key, None)
    assert selectors.feed_tail(now.place) == []


@pytest.mark.django_db(transaction=True)
def test_a_reader_among_many_writers_gets_every_row_once(open_table: OpenTable) -> None:
    game = open_table("alice", "bob")
    after = settle()
    writers, each = 6, 40
    done = threading.Event()

    def write(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(each):
            with transaction.atomic():
                for _ in range(rng.randint(1, 3)):
                    Feed.objects.create(game=game, kind="moved", ref=seed, at=timezone.now())
                    if rng.random() < 0.3:
                        done.wait(0.002)
        connection.close()

    threads = [threading.Thread(target=write, args=(seed,)) for seed in range(writers)]
    for thread in threads:
        thread.start()
    read: list[int] = []
    writing = True
    bound = bounded(100_000)
    while next(bound) and (writing or selectors.feed_tail(after, 1)):
        writing = any(thread.is_alive() for thread in threads)
        if not writing:
            settle()
        for row in selectors.feed_tail(after, 7):
            read.append(row.cursor.id)
            after = Cursor.read(row.cursor.write())  # as over the wire
    written = set(Feed.objects.filter(kind="moved").values_list("id", flat=True))
    assert len(read) == len(set(read))
    assert set(read) == written


@pytest.mark.django_db(transaction=True)
def test_each_reads_what_concerns_them(open_table: OpenTable, alice: User, mallory: User) -> None:
    begin = settle()
    game = open_table("alice", "bob", talk="full")
    other = open_table("carol", "dave", "mallory")
    move_on(game)
    services.say(game_key=game.key, person=alice, text="hello")
    settle()
    mine = selectors.feed_of(after=begin, viewer=alice.pk)
    assert [row.kind for row in mine] == ["created", "joined", "started", "moved", "talk"]
    assert {row.key for row in mine} == {game.key}
    assert {row.key for row in selectors.feed_of(after=begin, viewer=mallory.pk)} == {other.key}
    table = selectors.find_game(game.key, mallory).table
    watched = selectors.feed_of(after=begin, viewer=mallory.pk, table=table)
    assert [row.kind for row in watched] == ["created", "joined", "started", "moved"]
    middle = mine[2].cursor
    assert [row.kind for row in selectors.feed_of(after=middle, viewer=alice.pk)] == [
        *("moved", "talk")
    ]


@pytest.mark.django_db(transaction=True)
def test_a_letter_is_in_the_streams_of_two(
    open_table: OpenTable, alice: User, mallory: User, person: Callable[[str], User]
) -> None:
    game = open_table("alice", "bob", "carol", "dave", talk="full")
    begin = settle()
    seats = {seat.person.handle: seat.number for seat in game.chairs.all() if seat.person}
    services.mute(game_key=game.key, person=person("dave"), seat=seats["bob"])
    services.say(game_key=game.key, person=person("bob"), text="psst", to_seat=seats["carol"])
    services.say(game_key=game.key, person=person("bob"), text="hello all")
    settle()
    table = selectors.find_game(game.key, alice).table
    for name, heard in (("alice", 1), ("bob", 2), ("carol", 2), ("dave", 0), ("mallory", 0)):
        who = person(name).pk
        assert len(selectors.feed_of(after=begin, viewer=who)) == heard
        assert len(selectors.feed_of(after=begin, viewer=who, table=table)) == heard


@pytest.mark.django_db
def test_what_has_piled_up_goes_in_small_steps_and_not_in_one_breath(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what nobody has made a month for."""
    open_table("alice", "bob")
    services.prune_feed()
    later = timezone.now() + timedelta(days=400)
    Feed.objects.bulk_create(Feed(kind=Feed.Kind.MOVED, ref=n, at=later) for n in range(25))
    monkeypatch.setattr(retention, "AT_ONCE", 10)
    passed = itertools.count(0, 4)  # seconds: each step takes four of ten
    monkeypatch.setattr(retention, "time", SimpleNamespace(monotonic=lambda: next(passed)))
    with time_machine.travel(later + timedelta(days=31)):
        assert [services.prune_feed() for _ in "abc"] == [20, 5, 0]
    assert not Feed.objects.exists()


@pytest.mark.parametrize("model", [Feed, IdempotentAnswer, ReceivedMail, TakenMail])
def test_nothing_refers_to_what_goes_by_its_place_on_the_disk(model: type[Model]) -> None:
    """Nothing would be deleted with it, or be said of it."""
    assert not model._meta.related_objects


@pytest.mark.django_db
def test_rows_of_another_cluster_go_at_once() -> None:
    """Its transactions are numbered differently, and no reader here would ever come to them."""
    foreign, _own = (Feed.objects.create(kind=Feed.Kind.MOVED, at=timezone.now()) for _ in "ab")
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_feed SET xid = '{2**62}' WHERE id = %s", [foreign.pk])
    assert services.prune_feed() == 1
    assert Feed.objects.get().xid < 2**62


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["", "0", "x" * 32, "f" * 32, "0" * 32, "f" * 40, "é"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(errors.BadCursor):
        Cursor.read(text)


def test_a_place_tells_nothing_of_its_numbers() -> None:
    now = timezone.now().replace(second=0, microsecond=0)
    places = [Cursor(1000, number, now) for number in range(50)]
    words = [place.write() for place in places]
    assert [Cursor.read(word) for word in words] == places
    assert len({word[:4] for word in words}) > 40
    assert sorted(words) != words


@pytest.mark.django_db(transaction=True)
def test_a_wake_up_that_nobody_can_hear_harms_nothing(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_table("alice", "bob")
    crier.say_all()
    telling._redis.cache_clear()
    with within(1), monkeypatch.context() as away:
        away.setattr(settings, "REDIS_URL", "redis://127.0.0.1:9")
        away.setattr(telling, "_away_until", 0.0)  # and nobody after this takes it for away
        move_on(game)
        crier.say_all()
    telling._redis.cache_clear()
    assert Game.objects.get().seq == 1


@pytest.mark.django_db(transaction=True)
def test_a_change_wakes_the_readers(open_table: OpenTable) -> None:
    channel = telling._redis().pubsub()
    channel.subscribe(telling.CHANNEL)
    channel.get_message(timeout=PATIENCE)
    game = open_table("alice", "bob")
    message = channel.get_message(timeout=PATIENCE)
    assert message is not None
    assert message["data"] == game.key.encode()
    channel.close()

"""The organisers' desk: what each step does, what it says beforehand, and how it is taken back."""

from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts import moment
from accounts.models import User
from games import errors
from games.models import Game
from games.tournaments import services as tournaments
from games.tournaments.importing import Row
from games.tournaments.models import Entry, Round, Sitting, Step, Tournament
from games.tournaments.models.book import Book
from games.tournaments.models.rows import photograph
from games.tournaments.services.desk import DRAWN_FROM, FOR_GOOD, STEPS, recording
from notifications.models import Notification
from tests.conftest import Cast
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_at_once, end_round, running_games
from tests.tournaments.soundness import must_be_whole

pytestmark = pytest.mark.django_db

BREAK = {"break_for": 3600}
LIST = [Row("bob"), Row("nobody"), Row("alice")]


@pytest.fixture
def cup(announce: Announce) -> Tournament:
    """Eight people in the first of three rounds, an hour's break between rounds."""
    made = announce(capacity=8, start="full", **BREAK)
    for one in crowd(8):
        tournaments.enter_tournament(key=made.key, person=one)
    tournaments.advance(key=made.key)
    made.refresh_from_db()
    return made


@pytest.fixture
def drawn(cup: Tournament) -> Tournament:
    """… and the second round is drawn, and has not begun."""
    end_round(cup)
    tournaments.advance(key=cup.key)
    cup.refresh_from_db()
    assert Round.objects.get(tournament=cup, ordinal=2).status == "drawn"
    return cup


def step(cup: Tournament, who: User, kind: str, **wish: Any) -> Any:
    return tournaments.take_step(key=cup.key, person=who, step=kind, **wish)


def seats(cup: Tournament, ordinal: int) -> dict[int, list[str]]:
    book = Book(cup)
    each = next(r for r in book.rounds if r.ordinal == ordinal)
    return {
        table.number: [
            book.entries[sitting.entry_id].person.handle for sitting in book.at_table[table.pk]
        ]
        for table in book.tables[each.pk]
    }


def points(cup: Tournament) -> dict[str, int]:
    book = Book(cup)
    return {book.entries[s.line].person.handle: s.points for s in book.standings(book.stages[0])}


def everything(cup: Tournament) -> Any:
    return photograph(cup)


def result_of(cup: Tournament, table: int, *ranks: int) -> list[dict[str, Any]]:
    return [
        {"handle": handle, "rank": rank}
        for handle, rank in zip(seats(cup, 1)[table], ranks, strict=True)
    ]


def turned_over(cup: Tournament, table: int) -> list[dict[str, Any]]:
    """A result of the first round in which the last are the first."""
    had = points(cup)
    order = sorted(seats(cup, 1)[table], key=lambda handle: had[handle])
    return [{"handle": handle, "rank": rank} for rank, handle in enumerate(order, 1)]


# --- Before the start --------------------------------------------------------------------


def test_an_organiser_admits_whom_they_want(
    announce: Announce, organiser: User, person: Cast
) -> None:
    cup = announce("alice", "bob", admission="approval")
    assert set(Entry.objects.values_list("state", flat=True)) == {"asked"}
    step(cup, organiser, "admit", handle="alice")
    step(cup, organiser, "refuse", handle="bob")
    assert list(Entry.objects.order_by("number").values_list("state", flat=True)) == [
        *("entered", "refused")
    ]


def test_somebody_sent_away_makes_room_for_who_waits(announce: Announce, organiser: User) -> None:
    cup = announce("alice", "bob", "carol", "dave", capacity=3)
    assert Entry.objects.get(person__handle="dave").state == "waiting"
    step(cup, organiser, "refuse", handle="bob")
    assert Entry.objects.get(person__handle="dave").state == "entered"


def test_who_goes_of_more_than_there_are_places_for_makes_no_room(
    announce: Announce, organiser: User
) -> None:
    cup = announce("alice", "bob", "carol", "dave", "erin", capacity=3)
    step(cup, organiser, "admit", handle="dave")
    step(cup, organiser, "refuse", handle="bob")
    assert Entry.objects.get(person__handle="erin").state == "waiting"


def test_what_was_announced_can_be_changed_while_it_takes_entries(
    announce: Announce, organiser: User
) -> None:
    cup = announce("alice", "bob", "carol", "dave", capacity=3)
    step(cup, organiser, "change", title="Spring cup", capacity=4)
    cup.refresh_from_db()
    assert cup.title == "Spring cup"
    assert Entry.objects.get(person__handle="dave").state == "entered"
    for wrong in ({"capacity": 3}, {"capacity": 2000}, {"title": "x" * 200}):
        with pytest.raises(errors.Refusal):
            step(cup, organiser, "change", **wrong)
    step(cup, organiser, "undo")
    assert Entry.objects.get(person__handle="dave").state == "waiting"
    step(cup, organiser, "start")
    with pytest.raises(errors.Refusal):
        step(cup, organiser, "change", capacity=8)
    step(cup, organiser, "change", text="We have begun.")


def test_the_desk_begins_when_it_likes(announce: Announce, organiser: User) -> None:
    cup = announce("alice", "bob", "carol")
    assert tournaments.advance(key=cup.key) == 0
    step(cup, organiser, "start")
    tournaments.advance(key=cup.key)
    assert len(running_games(cup)) == 1


def test_a_list_of_people_is_entered_and_each_is_told_of(
    announce: Announce, organiser: User, person: Cast
) -> None:
    cup = announce("alice")
    person("bob")
    dry = tournaments.import_entries(key=cup.key, person=organiser, rows=LIST, dry_run=True)
    assert Entry.objects.count() == 1
    done = tournaments.import_entries(key=cup.key, person=organiser, rows=LIST)
    assert dry["outcomes"] == done["outcomes"]
    assert dry["effects"] == done["effects"]
    assert [(one["handle"], one["state"], bool(one["why"])) for one in done["outcomes"]] == [
        ("bob", "entered", False),
        ("nobody", "", True),
        ("alice", "", True),
    ]


# --- Results -----------------------------------------------------------------------------


def test_a_result_is_fixed_and_everything_follows(drawn: Tournament, organiser: User) -> None:
    before = points(drawn)
    told = step(
        drawn,
        organiser,
        "fix",
        round=1,
        table=1,
        reason="Wrong box",
        results=result_of(drawn, 1, 4, 3, 2, 1),
    )
    after = points(drawn)
    first_table = seats(drawn, 1)[1]
    assert [after[handle] for handle in first_table] == [0, 240, 480, 720]
    assert all(after[h] == before[h] for h in seats(drawn, 1)[2])
    assert {row["handle"] for row in told["effects"]["standings"]} <= set(after)
    # The next round was drawn from what was wrong, so it is drawn anew.
    assert Round.objects.get(tournament=drawn, ordinal=2).drawn_again == 1
    assert Step.objects.get().reason == "Wrong box"


def test_a_dry_run_tells_what_would_happen_and_does_nothing(
    drawn: Tournament, organiser: User
) -> None:
    before, letters = everything(drawn), Notification.objects.count()
    wish = {"round": 1, "table": 1, "reason": "x", "results": turned_over(drawn, 1)}
    dry = step(drawn, organiser, "fix", dry_run=True, **wish)
    assert everything(drawn) == before
    assert Notification.objects.count() == letters
    assert Step.objects.count() == 0
    assert not dry["done"]
    assert dry["effects"] == step(drawn, organiser, "fix", **wish)["effects"]
    assert dry["effects"]["standings"]


@pytest.mark.parametrize("ranks", [(1, 1, 2, 3), (0, 1, 2, 3), (2, 2, 3, 4), (1, 2, 3, 5)])
def test_ranks_that_cannot_be_are_refused(
    drawn: Tournament, organiser: User, ranks: tuple[int, ...]
) -> None:
    with pytest.raises(errors.Refusal):
        step(
            drawn,
            organiser,
            "fix",
            round=1,
            table=1,
            reason="x",
            results=result_of(drawn, 1, *ranks),
        )


def test_an_organiser_judges_no_table_at_which_they_play(cup: Tournament, organiser: User) -> None:
    step(cup, organiser, "add_organiser", handle="player000")
    player = User.objects.get(handle="player000")
    own, other = sorted((1, 2), key=lambda number: "player000" not in seats(cup, 1)[number])
    for kind in ("fix", "decide"):
        for table in (own, other):
            wish = {"table": table, "reason": "x", "how": "adjudicate", "dry_run": True}
            wish["results"] = result_of(cup, table, 1, 2, 3, 4)
            if table == other:
                assert step(cup, player, kind, **wish)["effects"]
                continue
            with pytest.raises(errors.Refusal) as refused:
                step(cup, player, kind, **wish)
            assert refused.value.facts["field"] == "table"


def test_fixing_a_table_that_still_plays_ends_its_game(cup: Tournament, organiser: User) -> None:
    step(cup, organiser, "fix", table=1, reason="x", results=result_of(cup, 1, 1, 2, 2, 4))
    assert len(running_games(cup)) == 1
    tournaments.advance(key=cup.key)
    assert sorted(p for p in points(cup).values() if p) == [360, 360, 720]


def test_points_are_given_and_taken(cup: Tournament, organiser: User) -> None:
    step(cup, organiser, "adjust", handle="player003", points=-1.5, reason="Late twice")
    assert points(cup)["player003"] == -90


# --- Tables ------------------------------------------------------------------------------


def test_who_is_waited_for_is_nudged_once_a_decision(cup: Tournament, organiser: User) -> None:
    told = step(cup, organiser, "nudge", table=1)
    assert told["effects"]["letters"] == 1
    assert step(cup, organiser, "nudge", table=1)["effects"]["letters"] == 0
    letter = Notification.objects.get(kind="tournament nudge")
    assert letter.person_id in set(
        Sitting.objects.filter(table__number=1).values_list("entry__person", flat=True)
    )


def test_news_goes_to_everybody_once(cup: Tournament, organiser: User) -> None:
    assert step(cup, organiser, "announce", words="Hello all")["effects"]["letters"] == 8
    assert step(cup, organiser, "announce", words=" Hello all ")["effects"]["letters"] == 0


def test_a_table_is_decided_as_it_stands(cup: Tournament, organiser: User) -> None:
    step(cup, organiser, "decide", table=2, how="adjudicate", reason="Too slow")
    tournaments.advance(key=cup.key)
    assert Sitting.objects.filter(table__number=2, table__how="adjudicated").count() == 4
    # All stand alike at the beginning, so all share.
    assert set(Sitting.objects.filter(table__number=2).values_list("points", flat=True)) == {360}


def test_a_round_has_more_time(announce: Announce, organiser: User, clock: Any) -> None:
    cup = announce("alice", "bob", "carol", round_for=3600)
    step(cup, organiser, "start")
    tournaments.advance(key=cup.key)
    step(cup, organiser, "extend", hours=5)
    clock(hours=3)
    tournaments.advance(key=cup.key)
    assert running_games(cup)
    clock(hours=4)
    tournaments.advance(key=cup.key)
    assert Round.objects.get(tournament=cup, ordinal=1).status == "over"


def test_a_deadline_that_was_put_off_has_not_come(
    announce: Announce, organiser: User, clock: Any
) -> None:
    cup = announce("alice", "bob", "carol", round_for=3600, at_deadline="desk")
    step(cup, organiser, "start")
    tournaments.advance(key=cup.key)
    clock(hours=2)
    tournaments.advance(key=cup.key)
    asked = Notification.objects.filter(kind="tournament desk")
    assert asked.count() == 1
    step(cup, organiser, "extend", hours=5)
    cup.refresh_from_db()
    assert cup.due_at == Round.objects.get(tournament=cup).deadline
    clock(hours=4)
    tournaments.advance(key=cup.key)
    assert asked.count() == 1


def test_a_step_of_an_older_version_is_taken_back_without_what_is_no_more(
    cup: Tournament, organiser: User
) -> None:
    (current,) = cup.rounds.all()
    told: Any = {
        "Round": {
            "changed": {str(current.pk): {"drawn_again": [7, 0], "of_old": [1, 2]}},
            "made": [],
            "gone": [],
        }
    }
    recording.take_back(photograph(cup), told, since=timezone.now())
    assert cup.rounds.get().drawn_again == 7


def test_one_table_has_more_time_than_its_round(
    announce: Announce, organiser: User, clock: Any
) -> None:
    cup = announce(capacity=6, seats=3, start="full", round_for=3600)
    for one in crowd(6):
        tournaments.enter_tournament(key=cup.key, person=one)
    tournaments.advance(key=cup.key)
    step(cup, organiser, "extend", hours=5, table=2)
    clock(hours=2)
    tournaments.advance(key=cup.key)
    (still,) = running_games(cup)
    assert still.name.endswith("1/2")
    clock(hours=5)
    assert tournaments.due() == [cup.key]
    tournaments.advance(key=cup.key)
    assert Round.objects.get(tournament=cup, ordinal=1).status == "over"


def test_paused_nothing_happens_and_then_all_times_are_later(
    announce: Announce, organiser: User, clock: Any
) -> None:
    cup = announce("alice", "bob", "carol", round_for=3600)
    step(cup, organiser, "start")
    tournaments.advance(key=cup.key)
    step(cup, organiser, "pause")
    clock(hours=5)
    assert tournaments.due() == []
    assert tournaments.advance(key=cup.key) == 0
    step(cup, organiser, "resume")
    assert tournaments.advance(key=cup.key) == 0
    assert running_games(cup)
    clock(minutes=61)
    tournaments.advance(key=cup.key)
    assert Round.objects.get(tournament=cup, ordinal=1).status == "over"


# --- People ------------------------------------------------------------------------------


def test_who_drops_is_not_drawn_and_a_stand_in_plays_on(cup: Tournament, organiser: User) -> None:
    step(cup, organiser, "drop", handle="player000", reason="Asked for it")
    assert Game.objects.filter(chairs__person__handle="player000", chairs__stand_in=True).exists()
    end_round(cup)
    tournaments.advance(key=cup.key)
    assert "player000" not in {h for table in seats(cup, 2).values() for h in table}
    assert "player000" in points(cup)


def test_who_is_disqualified_is_in_no_standings(drawn: Tournament, organiser: User) -> None:
    step(drawn, organiser, "disqualify", handle="player001", reason="Two accounts")
    assert "player001" not in points(drawn)
    assert "player001" not in {h for table in seats(drawn, 2).values() for h in table}


def test_who_replaces_somebody_plays_on_with_their_points_and_cards(
    cup: Tournament, organiser: User, person: Cast
) -> None:
    carol = person("carol")
    step(cup, organiser, "replace", handle="player002", other="carol", reason="Ill")
    assert Game.objects.filter(chairs__person=carol).count() == 1
    end_round(cup)
    tournaments.advance(key=cup.key)
    assert "carol" in points(cup)
    assert "player002" not in points(cup)
    assert sum(points(cup).values()) == 2 * 24 * 60
    # The lot is one's own: of the seed and one's number, not of the predecessor's.
    cup.refresh_from_db()
    book = Book(cup)
    entry = book.entry_of(carol.pk)
    assert entry is not None
    (own,) = [s for s in book.standings(book.stages[0]) if s.line == entry.pk]
    lot = next(one for one in own.tie_breaks if one.name == "lot")
    named = f"{cup.seed.reveal().hex()} lot {entry.number}"
    assert lot.facts["drawn"] == sha256(named.encode()).hexdigest()[:8]


def test_two_change_places_in_a_round_that_has_not_begun(
    drawn: Tournament, organiser: User
) -> None:
    tables = seats(drawn, 2)
    one, two = tables[1][0], tables[2][3]
    step(drawn, organiser, "move", handle=one, other=two)
    assert seats(drawn, 2)[1][0] == two
    assert seats(drawn, 2)[2][3] == one


def test_a_latecomer_has_the_points_of_the_rule(
    drawn: Tournament, organiser: User, person: Cast
) -> None:
    person("dave")
    step(drawn, organiser, "add", handle="dave")
    assert points(drawn)["dave"] == 360
    assert "dave" in {h for table in seats(drawn, 2).values() for h in table}


def test_a_round_is_drawn_anew_only_before_it_begins(
    drawn: Tournament, organiser: User, clock: Any
) -> None:
    step(drawn, organiser, "redraw")
    assert Round.objects.get(tournament=drawn, ordinal=2).drawn_again == 1
    clock(hours=2)
    tournaments.advance(key=drawn.key)
    with pytest.raises(errors.Refusal):
        step(drawn, organiser, "redraw")


# --- Back again --------------------------------------------------------------------------


UNDOABLE: dict[str, dict[str, Any]] = {
    "drop": {"handle": "player004", "reason": "x"},
    "disqualify": {"handle": "player004", "reason": "x"},
    "adjust": {"handle": "player004", "points": 3, "reason": "x"},
    "redraw": {},
    "pause": {},
    "add": {"handle": "dave"},
    "add_organiser": {"handle": "dave"},
    "fix": {"round": 1, "table": 1, "reason": "x"},
    "move": {},
}


@pytest.mark.parametrize("kind", UNDOABLE)
def test_the_last_step_is_undone_and_all_is_as_it_was(
    drawn: Tournament, organiser: User, person: Cast, kind: str
) -> None:
    person("dave")
    before, stood = everything(drawn), points(drawn)
    wish = dict(UNDOABLE[kind])
    if kind == "fix":
        wish["results"] = result_of(drawn, 1, 4, 3, 2, 1)
    if kind == "move":
        wish = {"handle": seats(drawn, 2)[1][0], "other": seats(drawn, 2)[2][0]}
    assert step(drawn, organiser, kind, **wish)["can_be_undone"]
    assert everything(drawn) != before
    step(drawn, organiser, "undo")
    drawn.refresh_from_db()
    assert points(drawn) == stood
    # All times have moved on by as long as a pause lasted: see test_lost_time.
    if kind not in {*DRAWN_FROM, "pause"}:
        assert everything(drawn) == before
    with pytest.raises(errors.Refusal):
        step(drawn, organiser, "undo")


def test_what_has_gone_on_is_not_undone(cup: Tournament, organiser: User) -> None:
    step(cup, organiser, "extend", hours=1, table=1)
    step(cup, organiser, "fix", table=1, reason="x", results=result_of(cup, 1, 1, 2, 3, 4))
    step(cup, organiser, "fix", table=1, reason="y", results=result_of(cup, 1, 4, 3, 2, 1))
    table = Round.objects.get(tournament=cup).tables.get(number=1)
    Sitting.objects.filter(table=table, rank=1).update(points=1)
    with pytest.raises(errors.Refusal, match="gone on since"):
        step(cup, organiser, "undo")


@pytest.mark.parametrize("kind", ["add", "drop", "adjust", "move", "keep_apart", "redraw"])
def test_what_was_drawn_anew_is_not_undone_once_it_is_played(
    drawn: Tournament, organiser: User, person: Cast, kind: str
) -> None:
    """A step drew the round, which has begun and has results: they stay."""
    one, other = seats(drawn, 2)[1][0], seats(drawn, 2)[2][0]
    wishes: dict[str, dict[str, Any]] = {
        "add": {"handle": person("dave").handle},
        "drop": {"handle": one, "reason": "Ill"},
        "adjust": {"handle": one, "points": -30, "reason": "Late"},
        "move": {"handle": one, "other": other},
        "keep_apart": {"handle": one, "other": other},
        "redraw": {},
    }
    step(drawn, organiser, kind, **wishes[kind])
    begin(drawn)
    for played in (False, True):
        if played:
            end_at_once(running_games(drawn)[0])
            tournaments.advance(key=drawn.key)
        stood = everything(drawn)
        with pytest.raises(errors.Refusal, match="gone on since"):
            step(drawn, organiser, "undo")
        assert everything(drawn) == stood
        must_be_whole(drawn)


@pytest.mark.parametrize("wrong_by", [30, -30])
def test_whose_clock_is_wrong_undoes_no_more_and_no_less(
    cup: Tournament, organiser: User, monkeypatch: pytest.MonkeyPatch, wrong_by: int
) -> None:
    """A machine's clock says nothing of what came first, the step, the draw or the beginning."""
    monkeypatch.setattr(moment, "follows_postgresql", True)
    monkeypatch.setattr(moment, "_read", None)
    with time_machine.travel(timezone.now() + timedelta(seconds=wrong_by)):
        end_round(cup)
        tournaments.advance(key=cup.key)
        second = Round.objects.get(tournament=cup, ordinal=2)
        assert abs(second.drawn_at - moment.read()) < timedelta(seconds=10)
        step(cup, organiser, "redraw")
        made = Step.objects.get(kind="redraw")
        assert abs(made.at - moment.read()) < timedelta(seconds=10)
        Round.objects.filter(pk=second.pk).update(begins_at=moment.read())
        Tournament.objects.filter(pk=cup.pk).update(due_at=moment.read())
        tournaments.advance(key=cup.key)
        assert running_games(cup)
        with pytest.raises(errors.Refusal, match="gone on since"):
            step(cup, organiser, "undo")


def test_an_imported_list_is_dated_by_the_clock_of_all(
    announce: Announce, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = announce()
    monkeypatch.setattr(moment, "follows_postgresql", True)
    monkeypatch.setattr(moment, "_read", None)
    with time_machine.travel(timezone.now() + timedelta(seconds=30)):
        tournaments.import_entries(key=made.key, person=organiser, rows=LIST)
        assert abs(Step.objects.get(kind="import").at - moment.read()) < timedelta(seconds=10)


def test_who_came_late_is_not_taken_out_by_undoing_once_they_play(
    announce: Announce, organiser: User, person: Cast
) -> None:
    made = announce(capacity=8, start="full", late_until=2, break_for=3600)
    for one in crowd(8):
        tournaments.enter_tournament(key=made.key, person=one)
    tournaments.advance(key=made.key)
    step(made, organiser, "add", handle=person("dave").handle)
    end_round(made)
    tournaments.advance(key=made.key)
    begin(made)
    stood = everything(made)
    with pytest.raises(errors.Refusal, match="gone on since"):
        step(made, organiser, "undo")
    assert everything(made) == stood
    must_be_whole(made)


@pytest.mark.parametrize("kind", ["change", "seed", "admit"])
def test_what_was_settled_before_the_start_is_not_undone_after_it(
    announce: Announce, organiser: User, kind: str
) -> None:
    """The tournament begins by itself, when the last place is taken."""
    made = announce(capacity=8, start="full", admission="approval" if kind == "admit" else "open")
    people = crowd(8)
    for one in people if kind == "admit" else people[:7]:
        tournaments.enter_tournament(key=made.key, person=one)
    wishes: dict[str, dict[str, Any]] = {
        "change": {"settings": {"stages": [{"format": "robin", "sets": ["ablaze"], "rounds": 2}]}},
        "seed": {"handle": "player003", "seed": 1},
        "admit": {"handle": "player007"},
    }
    for one in people[:7] if kind == "admit" else ():
        step(made, organiser, "admit", handle=one.handle)
    step(made, organiser, kind, **wishes[kind])
    if kind != "admit":
        tournaments.enter_tournament(key=made.key, person=people[7])
    tournaments.advance(key=made.key)
    begun = everything(made)
    assert len(begun["Round"]) == 1
    with pytest.raises(errors.Refusal, match="cannot be taken back"):
        step(made, organiser, "undo")
    assert everything(made) == begun


def begin(drawn: Tournament) -> None:
    """The round that was drawn last."""
    Round.objects.filter(tournament=drawn, status="drawn").update(begins_at=timezone.now())
    Tournament.objects.filter(pk=drawn.pk).update(due_at=timezone.now())
    tournaments.advance(key=drawn.key)
    assert running_games(drawn)


def test_letters_do_not_stand_in_the_way_of_undoing(cup: Tournament, organiser: User) -> None:
    step(cup, organiser, "pause")
    step(cup, organiser, "announce", words="We rest")
    step(cup, organiser, "undo")
    cup.refresh_from_db()
    assert cup.paused_at is None


def test_what_is_for_good_is_not_undone(cup: Tournament, organiser: User) -> None:
    step(cup, organiser, "decide", table=1, how="adjudicate", reason="x")
    with pytest.raises(errors.Refusal):
        step(cup, organiser, "undo")
    assert set(STEPS) >= FOR_GOOD


def test_the_record_of_steps_cannot_be_changed(cup: Tournament, organiser: User) -> None:
    step(cup, organiser, "pause", reason="x")
    with pytest.raises(DatabaseError), transaction.atomic():
        Step.objects.update(reason="y")
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tournaments_step")


def test_dangerous_steps_want_a_reason(cup: Tournament, organiser: User) -> None:
    for kind, wish in {
        "drop": {"handle": "player000"},
        "disqualify": {"handle": "player000"},
        "replace": {"handle": "player000", "other": "erin"},
        "decide": {"table": 1, "how": "adjudicate"},
        "fix": {"table": 1, "results": result_of(cup, 1, 1, 2, 3, 4)},
        "adjust": {"handle": "player000", "points": 1},
        "call_off": {},
    }.items():
        with pytest.raises(errors.Refusal) as refused:
            step(cup, organiser, kind, **wish)
        assert refused.value.facts["field"] == "reason", kind


def test_called_off_nothing_more_is_drawn(drawn: Tournament, organiser: User, clock: Any) -> None:
    step(drawn, organiser, "call_off", reason="Storm")
    clock(days=1)
    assert tournaments.advance(key=drawn.key) == 0
    assert Notification.objects.filter(kind="tournament over").count() == 9

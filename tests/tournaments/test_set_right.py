"""What the desk says a step will do is what comes of it; what is taken back is as it was."""

from hashlib import sha256
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import errors
from games.tournaments import selectors
from games.tournaments import services as tournaments
from games.tournaments.models import Round, Sitting, Tournament
from games.tournaments.pages import steps
from games.tournaments.services.desk import effects
from tests.pages.conftest import text_of
from tests.tournaments.browsing import At
from tests.tournaments.conftest import Announce
from tests.tournaments.playing import crowd, end_at_once, end_round, running_games
from tests.tournaments.soundness import must_be_whole

pytestmark = pytest.mark.django_db

Seats = list[tuple[int, list[str]]]


@pytest.fixture
def cup(announce: Announce, organiser: User) -> Tournament:
    """Twelve people after their first round; the second is drawn and waits for its break to end."""
    cup = announce(capacity=12, seats=4, break_for=3600)
    for one in crowd(12):
        tournaments.enter_tournament(key=cup.key, person=one)
    step(cup, organiser, "start")
    tournaments.advance(key=cup.key)
    return cup


def step(cup: Tournament, who: User, name: str, **wish: Any) -> dict[str, Any]:
    return tournaments.take_step(key=cup.key, person=who, step=name, **wish)


def second_round(cup: Tournament) -> Tournament:
    end_round(cup)
    tournaments.advance(key=cup.key)
    assert Round.objects.get(tournament=cup, ordinal=2).status == "drawn"
    return cup


def drawn(cup: Tournament) -> Seats:
    tables = Round.objects.get(tournament=cup, ordinal=2).tables.order_by("number")
    return [(one.number, seats_of(one.pk)) for one in tables]


def seats_of(table: int) -> list[str]:
    rows = Sitting.objects.filter(table=table).order_by("position")
    return list(rows.values_list("entry__person__handle", flat=True))


@pytest.mark.parametrize("how", ["adjudicate", "stand_ins"])
def test_what_a_step_says_that_cannot_be_undone_is_what_comes_of_it(
    cup: Tournament, organiser: User, how: str
) -> None:
    first, *others = running_games(cup)
    for game in others:
        end_at_once(game)
    tournaments.advance(key=cup.key)
    number = Round.objects.get(tournament=cup).tables.get(game=first).number
    before = effects.look(cup)
    wish = {"table": number, "how": how, "reason": "Too slow"}
    told = step(cup, organiser, "decide", dry_run=True, **wish)["effects"]
    assert effects.look(cup) == before
    assert step(cup, organiser, "decide", **wish)["effects"] == told
    tournaments.advance(key=cup.key)
    assert effects.compare(before, effects.look(cup)) == told
    if how == "adjudicate":
        assert told["standings"]
        assert [one["round"] for one in told["tables"]] == [2, 2, 2]
        letters = {one["kind"]: len(one["handles"]) for one in told["letters_to"]}
        assert letters == {"game over": 4, "tournament round": 12}


@pytest.mark.parametrize("name", ["fix", "drop", "adjust"])
def test_what_is_taken_back_leaves_the_draw_that_stood(
    cup: Tournament, organiser: User, name: str
) -> None:
    second_round(cup)
    before = drawn(cup)
    # Whoever sits at the last table would sit at the first with ninety points more.
    wish: dict[str, Any] = {"handle": before[-1][1][-1], "reason": "So it is", "points": 90}
    if name == "fix":
        table = Round.objects.get(tournament=cup, ordinal=1).tables.get(number=1)
        results = [
            {"handle": who, "rank": rank}
            for rank, who in enumerate(reversed(seats_of(table.pk)), 1)
        ]
        wish = {"round": 1, "table": 1, "results": results, "reason": "It was so"}
    step(cup, organiser, name, **wish)
    now, was = tables_of(drawn(cup)), tables_of(before)
    assert drawn(cup) != before
    told = step(cup, organiser, "undo")
    assert drawn(cup) == before
    letters = {one["kind"]: set(one["handles"]) for one in told["effects"]["letters_to"]}
    moved = {who for who in now if now[who] != was[who]}
    assert letters.get("tournament round", set()) == moved
    assert ("tournament entry" in letters) == (name == "drop")


def tables_of(seats: Seats) -> dict[str, int]:
    return {who: number for number, there in seats for who in there}


def test_what_was_drawn_from_what_is_taken_back_is_drawn_anew(
    cup: Tournament, organiser: User
) -> None:
    step(cup, organiser, "adjust", handle="player003", points=90, reason="A gift")
    second_round(cup)
    step(cup, organiser, "undo")
    assert Round.objects.get(tournament=cup, ordinal=2).drawn_again == 1


def test_a_table_that_was_set_by_hand_stays(cup: Tournament, organiser: User) -> None:
    second_round(cup)
    (_one, seats), (_two, others), _last = drawn(cup)
    step(cup, organiser, "move", handle=seats[0], other=others[0])
    moved = drawn(cup)[:2]
    step(cup, organiser, "adjust", handle=seats[1], points=5, reason="A gift")
    assert drawn(cup)[:2] == moved
    step(cup, organiser, "redraw")
    assert drawn(cup)[:2] != moved


def test_a_table_of_four_lets_one_go_and_one_of_three_nobody(
    cup: Tournament, organiser: User
) -> None:
    second_round(cup)
    (_one, seats), *_others = drawn(cup)
    step(cup, organiser, "move", handle=seats[0], table=2)
    assert [len(sitting) for _number, sitting in drawn(cup)] == [3, 5, 4]
    with pytest.raises(errors.Refusal, match="3 to 5"):
        step(cup, organiser, "move", handle=seats[1], table=3)


def test_the_page_names_who_sat_at_a_table_and_who_would() -> None:
    seen = {"round": 2, "table": 1, "before": ["player001", "player002"], "after": []}
    told: Any = {
        "entries": [],
        "standings": [],
        "tables": [seen],
        "would_go_on": [],
        "letters_to": [],
    }
    shown: Any = steps.effects(told)["tables"]
    assert [(one["before"], one["after"]) for one in shown] == [("player001, player002", "–")]


def test_the_seed_stays_sealed_until_the_end_and_each_draw_shows_its_lot(
    cup: Tournament, browser: At
) -> None:
    seed = cup.seed.reveal().hex()
    lots = selectors.view(key=cup.key, viewer=None)["lots"]
    assert lots["seed"] is None
    (first,) = selectors.rounds(key=cup.key, viewer=None)
    assert first["lot"] == sha256(f"{seed} stage 1 round 1 draw 0".encode()).hexdigest()
    assert selectors.view(key=cup.key, viewer=None)["winners"] == []
    for _ in range(3):
        end_round(cup)
        tournaments.advance(key=cup.key)
        Round.objects.filter(tournament=cup, status="drawn").update(begins_at=timezone.now())
        tournaments.advance(key=cup.key)
    shown = selectors.view(key=cup.key, viewer=None)
    assert (shown["status"], shown["lots"]["seed"]) == ("over", seed)
    assert [one["place"] for one in shown["winners"]] == [1, 2, 3]
    page = text_of(browser("alice").get(f"/tournaments/{cup.key}"))
    assert f"{shown['winners'][0]['player']['name']} has won" in page


def test_only_what_can_be_taken_back_is_offered(
    cup: Tournament, organiser: User, browser: At
) -> None:
    """By desk, page and log; until the round begins that the step has drawn anew."""
    second_round(cup)
    step(cup, organiser, "adjust", handle="player003", points=90, reason="A gift")
    offered = f'action="/tournaments/{cup.key}/desk/undo"'
    for is_played in (False, True):
        if is_played:
            Round.objects.filter(tournament=cup, status="drawn").update(begins_at=timezone.now())
            Tournament.objects.filter(pk=cup.pk).update(due_at=timezone.now())
            tournaments.advance(key=cup.key)
        seen = selectors.desk(key=cup.key, viewer=organiser)
        assert seen["can_undo"] == (None if is_played else "adjust")
        last, *others = selectors.steps(key=cup.key, viewer=organiser)
        assert last["can_be_undone"] is not is_played
        assert not any(one["can_be_undone"] for one in others)
        page = text_of(browser("erin").get(f"/tournaments/{cup.key}/desk"))
        assert (offered in page) is not is_played
    with pytest.raises(errors.Refusal, match="gone on since"):
        step(cup, organiser, "undo")
    # Where nothing is possible any more, nothing is headed.
    Tournament.objects.filter(pk=cup.pk).update(status="over")
    Round.objects.filter(tournament=cup).update(status="over")
    page = text_of(browser("erin").get(f"/tournaments/{cup.key}/desk"))
    assert "<h3>The round</h3>" not in page
    assert "<h3>People</h3>" in page


def test_a_pause_is_taken_back_by_going_on_while_it_can(cup: Tournament, organiser: User) -> None:
    def offered() -> str | None:
        return selectors.desk(key=cup.key, viewer=organiser)["can_undo"]

    step(cup, organiser, "pause")
    assert offered() == "pause"
    step(cup, organiser, "undo")
    step(cup, organiser, "pause")
    step(cup, organiser, "resume")
    assert offered() == "resume"
    Tournament.objects.filter(pk=cup.pk).update(status="over")
    assert offered() is None
    with pytest.raises(errors.Refusal):
        step(cup, organiser, "undo")


def test_a_result_that_has_closed_its_round_is_not_taken_back(
    cup: Tournament, organiser: User
) -> None:
    """The table would be open in a round that is over, and nobody would ever close it."""
    first, *others = running_games(cup)
    for game in others:
        end_at_once(game)
    tournaments.advance(key=cup.key)
    table = Round.objects.get(tournament=cup).tables.get(game=first)
    results = [{"handle": who, "rank": rank} for rank, who in enumerate(seats_of(table.pk), 1)]
    wish = {"round": 1, "table": table.number, "results": results, "reason": "It was so"}
    step(cup, organiser, "fix", **wish)
    tournaments.advance(key=cup.key)
    assert Round.objects.get(tournament=cup, ordinal=1).status == "over"
    assert selectors.desk(key=cup.key, viewer=organiser)["can_undo"] is None
    with pytest.raises(errors.Refusal, match="gone on since"):
        step(cup, organiser, "undo")
    table.refresh_from_db()
    assert table.how == "fixed"
    # What is set right once more in a round that is over can be taken back.
    step(cup, organiser, "fix", **wish | {"results": [one | {"rank": 1} for one in results]})
    assert selectors.desk(key=cup.key, viewer=organiser)["can_undo"] == "fix"
    step(cup, organiser, "undo")
    must_be_whole(cup)

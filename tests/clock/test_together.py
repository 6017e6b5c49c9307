"""Tables where everybody is asked at once: plans are gathered, then all is played in order."""

import random
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.utils import timezone

from accounts.models import User
from games import engine, errors, pace, selectors, services
from games.models import Feed, Game, Move, OrderList
from games.orders import Order
from games.selectors.verifying import verify_games
from notifications.models import Notification
from tests import bounded
from tests.clock.conftest import Traveller
from tests.games.conftest import OpenTable, decider, position

pytestmark = pytest.mark.django_db

PEOPLE = ("alice", "bob", "carol")
ASK: list[Order] = []


def sitting(game: Game) -> list[User]:
    """In the order in which they are asked."""
    state = position(game)
    seats = {chair.number: chair.person for chair in game.chairs.select_related("person")}
    order = [(state.first + n) % state.seats for n in range(state.seats)]
    return [person for number in order if (person := seats[number]) is not None]


def view(game: Game, who: User) -> engine.View:
    return engine.view(position(game), game.chairs.get(person=who).number)


def plan(game: Game, who: User, *wanted: Order, **more: Any) -> OrderList:
    return services.make_plan(game_key=game.key, person=who, wanted=wanted, **more)


def a_plan(game: Game, who: User) -> list[Order]:
    """One that answers all there is to ask in this phase."""
    seen = view(game, who)
    if seen["phase"] == "planning":
        card = seen["yours"]["hand"][0]
        return [{"do": "place", "card": card, "place": "end", "round": seen["round"]}]
    return [
        {"do": "reveal"},
        {"do": "wait"},
        {"do": "choose", "prefer": ["others", "gain", "lowest", "stay", "take", "end"]},
    ]


class Hall(NamedTuple):
    """A table, and its time."""

    traveller: Traveller

    def tick(self, game: Game) -> None:
        """The clock comes by at the next tick, and a worker does what follows."""
        self.wait(game, minutes=31)

    def wait(self, game: Game, **span: float) -> None:
        self.traveller.wait(**span)
        work(game)


@pytest.fixture
def hall(traveller: Traveller) -> Hall:
    return Hall(traveller)


def work(game: Game) -> None:
    before = -1
    game.refresh_from_db()
    bound = bounded()
    while next(bound) and before != game.seq:
        before = game.seq
        services.let_bots_move(game_key=game.key)
        services.call(game_key=game.key)
        game.refresh_from_db()


@pytest.fixture
def together(hall: Hall, open_table: OpenTable) -> Game:
    return open_table(*PEOPLE, together=True)


def test_everybody_is_asked_at_once_and_nobody_moves(together: Game) -> None:
    first = sitting(together)[0]
    assert together.asks_all
    found = selectors.find_game(together.key, first).view("en")
    assert found["question"] is None
    assert found["asks_all"] is not None
    move = engine.legal_moves(position(together))[0]
    with pytest.raises(errors.AskedTogether):
        services.play(game_key=together.key, person=first, seq=0, moves=[move], door="api")
    assert [turn["id"] for turn in selectors.turns(viewer=first, lang="en")] == [together.key]


def test_when_all_have_answered_the_phase_is_played_at_the_next_tick(
    hall: Hall, together: Game
) -> None:
    people = sitting(together)
    for who in people:
        hall.tick(together)
        assert together.asks_all
        assert together.seq == 0
        plan(together, who, *a_plan(together, who))
        assert selectors.turns(viewer=who, lang="en") == []
    hall.tick(together)
    assert together.seq == 3
    assert together.asks_all
    assert position(together).phase == "events"
    moves = Move.objects.filter(game=together, seq__gt=0).order_by("seq")
    assert [move.by for move in moves] == people
    assert {move.door for move in moves} == {"order"}
    assert not [faults for _key, faults in verify_games() if faults]


def test_whoever_does_not_plan_is_asked_in_turn_when_the_time_is_up(
    hall: Hall, together: Game
) -> None:
    first, second, third = sitting(together)
    plan(together, first, *a_plan(together, first))
    plan(together, third, *a_plan(together, third))
    together.refresh_from_db()
    deadline = together.deadline
    assert deadline is not None
    hall.wait(together, days=1, seconds=1)
    assert together.seq == 1
    assert decider(together) == second
    assert not together.asks_all
    assert together.deadline is not None
    assert together.deadline > deadline + timedelta(days=1)  # the bank is theirs as ever
    letters = Notification.objects.filter(kind="your turn")
    assert [letter.person for letter in letters] == [second]
    card = view(together, second)["yours"]["hand"][0]
    services.play(
        game_key=together.key, person=second, seq=1, moves=[f"place {card} end"], door="api"
    )
    work(together)
    assert together.seq == 3
    assert together.asks_all


def test_with_the_next_phase_a_plan_is_over(hall: Hall, together: Game) -> None:
    for who in sitting(together):
        plan(together, who, *a_plan(together, who))
    hall.tick(together)
    assert together.asked_seq == 3
    for who in sitting(together):
        assert selectors.plan(key=together.key, viewer=who, lang="en")["orders"] == []
        plan(together, who)
    hall.tick(together)
    assert together.seq == 3
    assert not together.asks_all
    assert together.to_move is not None


def test_a_plan_can_be_changed_until_it_is_used(hall: Hall, together: Game) -> None:
    who = sitting(together)[0]
    first, second = view(together, who)["yours"]["hand"][:2]
    plan(together, who, {"do": "place", "card": first, "place": "end", "round": 1})
    plan(together, who, {"do": "place", "card": second, "place": "end", "round": 1})
    for other in sitting(together)[1:]:
        plan(together, other)
    hall.tick(together)
    assert Move.objects.get(game=together, seq=1).move == f"place {second} end"


def test_a_plan_is_for_its_phase_alone(hall: Hall, together: Game) -> None:
    for who in sitting(together):
        plan(together, who, *a_plan(together, who))
    hall.tick(together)
    with pytest.raises(errors.Stale):
        plan(together, sitting(together)[0], seq=0)


def test_where_one_decides_after_the_other_no_plan_is_asked_for(open_table: OpenTable) -> None:
    game = open_table(*PEOPLE)
    with pytest.raises(errors.NotTogether):
        plan(game, decider(game))


def test_who_takes_a_plan_back_is_waited_for_again(hall: Hall, together: Game) -> None:
    for who in sitting(together):
        plan(together, who, *a_plan(together, who))
    services.withdraw_plan(game_key=together.key, person=sitting(together)[0])
    hall.tick(together)
    assert together.asks_all
    assert together.seq == 0


def test_letters_go_to_all_who_have_not_answered_and_once(hall: Hall, together: Game) -> None:
    people = sitting(together)
    for who in people:
        plan(together, who, *a_plan(together, who))
    hall.tick(together)
    for _ in range(2):
        services.call(game_key=together.key)
    asked = Notification.objects.filter(kind="your turn")
    assert {letter.person for letter in asked} == set(people)
    assert asked.count() == 3


def test_programs_are_told_that_a_plan_is_asked_for(hall: Hall, together: Game) -> None:
    for who in sitting(together):
        plan(together, who, *a_plan(together, who))
    hall.tick(together)
    row = Notification.objects.filter(kind="your turn").first()
    assert row is not None
    facts = row.what.told(with_view=False).facts
    assert facts["asks"] == {"kind": "plan", "slot": None}
    assert facts["deadline"] is not None


def test_whoever_has_not_answered_is_reminded_and_nobody_else(hall: Hall, together: Game) -> None:
    first, *others = sitting(together)
    plan(together, first)
    hall.traveller.wait(hours=23)
    reminded = Notification.objects.filter(kind="reminder")
    assert {letter.person for letter in reminded} == set(others)
    assert reminded.count() == 4


def test_a_pause_stops_the_gathering_and_gives_its_time_back(hall: Hall, together: Game) -> None:
    together.refresh_from_db()
    until = together.deadline
    assert until is not None
    for who in sitting(together):
        services.offer_pause(game_key=together.key, person=who)
    together.refresh_from_db()
    assert together.deadline is None
    for who in sitting(together):
        plan(together, who, *a_plan(together, who))
    hall.wait(together, days=2)
    assert together.asks_all
    services.withdraw_pause(game_key=together.key, person=sitting(together)[0])
    together.refresh_from_db()
    assert together.deadline is not None
    assert timedelta(days=2) - timedelta(seconds=5) < together.deadline - until
    hall.tick(together)
    assert together.seq == 3


def test_with_bots_at_the_table_people_alone_are_asked(hall: Hall, open_table: OpenTable) -> None:
    game = open_table("alice", "bob", seats=4, fill_with_bots=True, together=True)
    services.start(game_key=game.key, person=game.creator)
    game.refresh_from_db()
    assert services.let_bots_move(game_key=game.key) == 0
    for who in User.objects.filter(handle__in=["alice", "bob"]):
        plan(game, who, *a_plan(game, who))
    hall.tick(game)
    assert game.seq == 4


def test_one_person_among_bots_is_asked_as_at_any_table(open_table: OpenTable) -> None:
    game = open_table("alice", seats=3, fill_with_bots=True, together=True)
    services.start(game_key=game.key, person=game.creator)
    work(game)
    assert not game.asks_all
    assert decider(game).handle == "alice"


def test_in_the_first_round_what_was_said_with_the_card_is_not_asked_again(
    hall: Hall, together: Game
) -> None:
    first, *others = sitting(together)
    for who in sitting(together):
        plan(together, who, *a_plan(together, who), {"do": "reveal"}, {"do": "wait"})
    hall.tick(together)
    assert position(together).phase == "events"
    assert together.asks_all
    assert selectors.turns(viewer=first, lang="en") == []
    assert not Notification.objects.filter(kind="your turn").exists()
    said = selectors.plan(key=together.key, viewer=first, lang="en")
    assert [one["order"]["do"] for one in said["orders"]] == ["reveal", "wait"]
    assert said["answered"]
    # What is seen of the others' cards may change one's mind.
    plan(together, first, {"do": "wait"})
    hall.tick(together)
    made = Move.objects.filter(game=together, seq__gt=3, door="order").order_by("seq")
    assert made.filter(by=first).first().move == "wait"  # type: ignore[union-attr]
    assert made.filter(by=others[0]).first().move == "reveal"  # type: ignore[union-attr]


def to_round_two(hall: Hall, game: Game) -> None:
    for who in sitting(game):
        plan(game, who, *a_plan(game, who), {"do": "wait"})
    hall.tick(game)
    hall.tick(game)
    assert position(game).round == 2
    Notification.objects.all().delete()


def test_what_was_said_with_the_card_counts_when_others_have_waited(
    hall: Hall, together: Game
) -> None:
    to_round_two(hall, together)
    first, *others = sitting(together)
    for who in sitting(together):
        plan(together, who, *a_plan(together, who), {"do": "wait"})
    hall.tick(together)
    began = together.seq
    assert position(together).phase == "events"
    assert together.asks_all
    # Everybody sees more now, and is asked again; what they have said is there.
    assert selectors.turns(viewer=first, lang="en")
    letters = Notification.objects.filter(kind="your turn")
    assert letters.count() == 3
    # Its lines are broken.
    told = [" ".join(one.what.letter().text.split()) for one in letters]
    assert all("if you leave it, once a third of the time is over" in text for text in told)
    said = selectors.plan(key=together.key, viewer=first, lang="en")
    assert [one["order"]["do"] for one in said["orders"]] == ["wait"]
    assert not said["answered"]
    plan(together, first, {"do": "reveal"})
    hall.wait(together, hours=7)
    assert together.asks_all
    assert not Notification.objects.filter(kind="reminder").exists()
    hall.wait(together, hours=1, minutes=31)
    made = Move.objects.filter(game=together, seq__gt=began, door="order").order_by("seq")
    assert made.filter(by=first).first().move == "reveal"  # type: ignore[union-attr]
    assert made.filter(by=others[-1]).first().move == "wait"  # type: ignore[union-attr]


def test_the_next_card_can_be_said_with_what_cards_do(hall: Hall, together: Game) -> None:
    first, second, third = sitting(together)
    for who in sitting(together):
        plan(together, who, *a_plan(together, who))
    hall.tick(together)
    cards = {}
    for who in sitting(together):
        cards[who] = view(together, who)["yours"]["hand"][-1]
        ahead: Order = {"do": "place", "card": cards[who], "place": "end", "round": 2}
        plan(together, who, {"do": "wait"}, ahead)
    hall.tick(together)
    assert position(together).round == 2
    began = together.seq
    other = view(together, first)["yours"]["hand"][0]
    plan(together, first, {"do": "place", "card": other, "place": "end", "round": 2})
    hall.wait(together, hours=15)
    assert together.asks_all
    hall.wait(together, hours=2)
    made = Move.objects.filter(game=together, seq__gt=began).order_by("seq")
    assert {move.by: move.move for move in made} == {
        first: f"place {other} end",
        second: f"place {cards[second]} end",
        third: f"place {cards[third]} end",
    }
    # It said nothing of what comes after.
    hall.wait(together, hours=17)
    assert position(together).phase == "events"
    assert together.asks_all


def pause(hall: Hall, game: Game) -> None:
    """For two days."""
    for who in sitting(game):
        services.offer_pause(game_key=game.key, person=who)
    hall.wait(game, days=2)
    services.withdraw_pause(game_key=game.key, person=sitting(game)[0])
    game.refresh_from_db()
    assert game.asks_all
    assert game.deadline is not None


def test_a_pause_makes_nobody_wait_longer_for_who_has_said_it_before(
    hall: Hall, together: Game
) -> None:
    to_round_two(hall, together)
    for who in sitting(together):
        plan(together, who, *a_plan(together, who), {"do": "wait"})
    hall.tick(together)
    hall.wait(together, hours=4)
    pause(hall, together)
    hall.wait(together, hours=3)
    assert together.asks_all
    assert position(together).phase == "events"
    hall.wait(together, hours=1, minutes=31)
    assert position(together).round == 3


def test_a_pause_does_not_put_off_reminders(hall: Hall, together: Game) -> None:
    hall.traveller.wait(hours=18)
    reminded = Notification.objects.filter(kind="reminder")
    assert reminded.count() == 3
    pause(hall, together)
    hall.traveller.wait(hours=2)
    assert reminded.count() == 3
    hall.traveller.wait(hours=1, minutes=31)
    assert reminded.count() == 6


def test_a_table_that_cannot_be_read_holds_up_no_other(
    hall: Hall, together: Game, open_table: OpenTable
) -> None:
    another = open_table(*PEOPLE, together=True)
    for game in (together, another):
        to_round_two(hall, game)
    for game in (together, another):
        for who in sitting(game):
            plan(game, who, *a_plan(game, who), {"do": "wait"})
    hall.tick(together)
    hall.tick(another)
    assert {position(game).phase for game in (together, another)} == {"events"}
    Game.objects.filter(pk=together.pk).update(state="{}")
    hall.wait(another, hours=8, minutes=31)
    assert position(another).round == 3
    together.refresh_from_db()
    assert together.asks_all


def test_who_has_said_nothing_ahead_has_all_the_time(hall: Hall, together: Game) -> None:
    to_round_two(hall, together)
    first, *others = sitting(together)
    plan(together, first, *a_plan(together, first))
    for who in others:
        plan(together, who, *a_plan(together, who), {"do": "wait"})
    hall.tick(together)
    hall.wait(together, hours=23)
    assert together.asks_all
    reminded = Notification.objects.filter(kind="reminder")
    assert {letter.person for letter in reminded} == {first}
    hall.wait(together, hours=1)
    assert not together.asks_all


def test_what_was_said_ahead_can_be_taken_back(hall: Hall, together: Game) -> None:
    to_round_two(hall, together)
    first, *others = sitting(together)
    for who in sitting(together):
        plan(together, who, *a_plan(together, who), {"do": "wait"})
    hall.tick(together)
    services.withdraw_plan(game_key=together.key, person=first)
    for who in others:
        plan(together, who, {"do": "wait"})
    hall.wait(together, hours=20)
    assert together.asks_all
    assert selectors.plan(key=together.key, viewer=first, lang="en")["orders"] == []


@pytest.mark.parametrize("kept_of", [None, 1, 2])
def test_only_whose_order_for_it_is_there_has_said_something_of_a_phase(
    hall: Hall, together: Game, kept_of: int | None
) -> None:
    first, *others = sitting(together)
    for who in sitting(together):
        plan(together, who, *a_plan(together, who))
    hall.tick(together)
    for who in sitting(together):
        card = view(together, who)["yours"]["hand"][-1]
        plan(
            together, who, {"do": "wait"}, {"do": "place", "card": card, "place": "end", "round": 2}
        )
    said = OrderList.objects.get(game=together, person=first)
    assert said.says_round
    said.orders = [one for one in said.orders if "round" not in one] + [
        {**one, "round": kept_of} for one in said.orders if "round" in one and kept_of is not None
    ]
    said.save()
    hall.tick(together)
    state = position(together)
    assert (state.round, state.phase) == (2, "planning")
    theirs = OrderList.objects.filter(game=together, says_round=True)
    ahead = set(others) | ({first} if kept_of == 2 else set())
    assert {one.person for one in theirs.select_related("person")} == ahead


def test_when_all_have_looked_once_more_nobody_waits(hall: Hall, together: Game) -> None:
    to_round_two(hall, together)
    for who in sitting(together):
        plan(together, who, *a_plan(together, who), {"do": "wait"})
    hall.tick(together)
    for who in sitting(together):
        plan(together, who, {"do": "wait"})
    hall.tick(together)
    assert position(together).round == 3


def test_what_was_said_for_a_round_ends_with_it(hall: Hall, together: Game) -> None:
    for who in sitting(together):
        plan(together, who, *a_plan(together, who), {"do": "wait"})
    hall.tick(together)
    hall.tick(together)
    assert position(together).round == 2
    assert together.asks_all
    for who in sitting(together):
        assert selectors.turns(viewer=who, lang="en")
        assert selectors.plan(key=together.key, viewer=who, lang="en")["orders"] == []


def test_a_whole_game_of_plans_waits_twice_a_round(hall: Hall, together: Game) -> None:
    waits = 0
    bound = bounded()
    while next(bound) and Game.objects.get(pk=together.pk).status == "running":
        waits += 1
        together.refresh_from_db()
        if together.asks_all:
            for who in sitting(together):
                plan(together, who, *a_plan(together, who))
            hall.tick(together)
        else:
            state = position(together)
            move = random.Random(1).choice(engine.legal_moves(state))
            services.play(
                game_key=together.key,
                person=decider(together),
                seq=together.seq,
                moves=[move],
                door="api",
            )
            work(together)
    assert waits < 20
    assert Feed.objects.filter(game=together, kind="planned").count() == 12
    assert not [faults for _key, faults in verify_games() if faults]


def test_a_person_sees_what_is_planned_and_what_will_be_asked(hall: Hall, together: Game) -> None:
    first, *_others = sitting(together)

    def ahead() -> list[tuple[str, bool]]:
        found = selectors.plan(key=together.key, viewer=first, lang="en")["ahead"]
        assert all(one["says"] for one in found)
        return [(one["kind"], one["planned"]) for one in found]

    assert ahead() == [("place", False)]
    for who in sitting(together):
        plan(together, who, *a_plan(together, who))
    assert ahead() == [("place", True)]
    hall.tick(together)
    assert ahead()[0] == ("wait_or_reveal", False)
    plan(together, first, {"do": "wait"})
    assert ahead() == [("wait_or_reveal", True)]
    plan(together, first, {"do": "ask"})
    assert ahead()[0] == ("wait_or_reveal", False)


def test_a_plan_for_a_card_that_was_just_played_is_stale(hall: Hall, together: Game) -> None:
    first, *_others = sitting(together)
    for who in sitting(together):
        plan(together, who, *a_plan(together, who))
    late = a_plan(together, first)
    Game.objects.filter(pk=together.pk).update(asks_all=False)
    services.call(game_key=together.key)  # a worker plays the first card, and dies
    with pytest.raises(errors.Stale):
        plan(together, first, *late)


def test_a_game_has_an_end_however_late_everybody_answers(hall: Hall, together: Game) -> None:
    """Nobody plans, and each answers in the last second, with all that is in the bank."""
    began = timezone.now()
    bound = bounded()
    phases = decisions = 0
    while next(bound) and together.status == "running":
        if together.asks_all:
            phases += 1
            jump(hall, together, 1)
            continue
        decisions += 1
        jump(hall, together, -1)
        move = engine.legal_moves(position(together))[0]
        services.play(
            game_key=together.key,
            person=decider(together),
            seq=together.seq,
            moves=[move],
            door="api",
        )
        work(together)
    assert phases == 12
    took = timezone.now() - began
    terms = pace.PACES["daily"]
    least = (phases + decisions) * (terms.seconds_per_move - 2)
    assert least < took.total_seconds() < pace.longest(terms, len(PEOPLE), together=True)


def test_a_game_to_which_nobody_ever_comes_has_an_end(hall: Hall, together: Game) -> None:
    bound = bounded()
    while next(bound) and together.status == "running":
        jump(hall, together, 1)
    assert {move.door for move in Move.objects.filter(game=together, seq__gt=0)} <= {"clock", "bot"}
    assert not [faults for _key, faults in verify_games() if faults]


def jump(hall: Hall, game: Game, seconds: float) -> None:
    """To so long after the time is up, or before; between, nobody says anything."""
    assert game.deadline is not None
    span = (game.deadline - timezone.now()).total_seconds() + seconds
    hall.traveller.go(seconds=span)
    services.standstill.Heartbeat.objects.update(at=timezone.now())
    services.sweep()
    work(game)

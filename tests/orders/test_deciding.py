"""What orders make of a question: what they say, or nothing. Never a guess."""

import copy
import random

import pytest

from games import engine, orders
from games.engine import View
from games.orders import Answer, Given
from tests.bench import orders as bench
from tests.engine.table import CAST, Table

NAMES = list(CAST)


class Seat:
    """Alice, who leaves orders at a table: `Seat(table).says("wait with Spy")`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.given: list[Given] = []

    @property
    def view(self) -> View:
        return engine.view(self.table.state, 0)

    def says(self, *lines: str) -> "Seat":
        at = orders.setting(self.view, NAMES[: len(self.table.players)])
        lies = orders.around(self.view)
        # The script's events stand for moves, one each.
        now = len(self.table.events)
        self.given += [Given(orders.read(line, at), now, lies) for line in lines]
        return self

    @property
    def answer(self) -> Answer:
        told = list(enumerate(engine.redact(self.table.events, 0), 1))
        return orders.decide(self.view, self.given, told)


def soldier_beside_heir() -> Table:
    """Alice's Soldier stands before Bob's Heir and Carol's Spy."""
    table = Table("oriflamme", Alice="soldier ambush lord", Bob="heir", Carol="spy")
    return table.plan(Alice="soldier end", Bob="heir end", Carol="spy end")


def three_rounds() -> Table:
    """Open: Bob's Heir, Alice's Lord, Carol's Heir; in round 2 Alice's Soldier is asked first."""
    table = Table("oriflamme", Alice="soldier lord ambush", Bob="heir spy", Carol="heir archer")
    table.plan(Alice="lord end", Bob="heir start", Carol="heir end")
    table.play("Bob reveal; Alice reveal; Carol reveal")
    return table.plan(Bob="spy end", Carol="archer end", Alice="soldier start")


def test_an_order_about_this_card_decides() -> None:
    assert Seat(soldier_beside_heir()).says("wait with Soldier").answer == Answer("wait", 0)
    assert Seat(soldier_beside_heir()).says("reveal everything").answer == Answer("reveal", 0)


def test_without_an_order_about_it_the_person_is_asked() -> None:
    seat = Seat(soldier_beside_heir())
    assert seat.answer == Answer(None)
    seat.says("wait with Ambush", "Spy: richest", "place Lord at the end in round 2")
    assert seat.answer == Answer(None)


def test_the_first_order_that_applies_decides() -> None:
    seat = Seat(soldier_beside_heir())
    seat.says("reveal Soldier if a neighbour is open", "wait with everything this round")
    assert seat.answer == Answer("wait", 1)


def test_a_neighbour_must_be_all_that_is_asked_of_it() -> None:
    def answers(line: str) -> str | None:
        return Seat(three_rounds()).says(line).answer.move

    assert answers("reveal Soldier if a neighbour is open") == "reveal"
    assert answers("reveal Soldier if a neighbour is Bob's") == "reveal"
    assert answers("reveal Soldier if a neighbour is open and Bob's Heir") == "reveal"
    assert answers("reveal Soldier if a neighbour is closed and Bob's") is None
    assert answers("reveal Soldier if a neighbour is mine") is None
    assert answers("reveal Soldier if no neighbour is mine") == "reveal"
    assert answers("reveal Soldier if no neighbour is Heir") is None


def test_until_round_4_is_to_the_end_of_round_3() -> None:
    table = three_rounds()
    assert Seat(table).says("wait with Soldier until round 3").answer.move == "wait"
    seat = Seat(table)
    order = {"do": "wait", "card": "soldier", "until_round": 2}
    seat.given = [Given(order, 0, {})]
    assert seat.answer == Answer(None, 0, "past")
    assert orders.is_past(order, seat.view)


def test_tokens_end_an_order_and_begin_one() -> None:
    table = soldier_beside_heir()
    table.play("Alice wait; Bob wait; Carol wait")
    table.plan(Bob="spy end", Carol="archer end", Alice="lord end")
    seat = Seat(table).says("wait with Soldier until tokens reach 1")
    assert seat.answer == Answer(None, 0, "past")
    assert seat.says("reveal Soldier once tokens reach 1").answer == Answer("reveal", 1)
    assert Seat(table).says("reveal Soldier once tokens reach 2").answer == Answer(None)


def test_the_follow_up_is_for_this_reveal_alone() -> None:
    table = three_rounds()
    seat = Seat(table).says("reveal Lord", "reveal Soldier, then eliminate: prefer Bob")
    # One neighbour only: no question. So a Royal Decree in the middle is asked of.
    table = Table("oriflamme", Alice="soldier lord", Bob="heir spy", Carol="heir archer")
    table.plan(Alice="soldier end", Bob="heir start", Carol="heir end")
    table.play("Bob reveal")
    seat = Seat(table).says("reveal Soldier, then eliminate: prefer Carol")
    assert seat.answer == Answer("reveal", 0)
    table.play("Alice reveal")
    assert seat.view["question"]["kind"] == "eliminate"
    assert seat.answer == Answer("eliminate 3", 0)
    late = Seat(table).says("reveal Soldier, then eliminate: prefer Carol")
    assert late.answer == Answer(None)  # it has been revealed before this was said


def choosing(line: str) -> Answer:
    """Alice's Soldier between Bob's open Heir (richer) and Carol's closed Spy."""
    table = Table("oriflamme", Alice="soldier", Bob="heir", Carol="spy")
    table.plan(Alice="soldier end", Bob="heir start", Carol="spy end")
    table.play("Bob reveal; Alice reveal")
    return Seat(table).says(line).answer


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("Soldier: the richest", "eliminate 1"),
        ("Soldier: the poorest", "eliminate 3"),
        ("Soldier: closed", "eliminate 3"),
        ("Soldier: the leader", "eliminate 1"),
        ("Soldier: Heir", "eliminate 1"),
        ("Soldier: never Bob", "eliminate 3"),
        ("Soldier: highest slot", "eliminate 3"),
        ("eliminate: lowest slot", "eliminate 1"),
        ("every choice: mine, Carol", "eliminate 3"),
    ],
)
def test_preferences_choose(line: str, move: str) -> None:
    assert choosing(line) == Answer(move, 0)


def test_what_is_left_open_is_asked() -> None:
    assert choosing("Soldier: prefer others") == Answer(None, 0, "tied")
    assert choosing("Soldier: most tokens") == Answer(None, 0, "tied")
    assert choosing("Soldier: never others") == Answer(None, 0, "nothing_left")
    assert choosing("Soldier: never open, closed") == Answer(None, 0, "nothing_left")
    assert choosing("steal: richest") == Answer(None)
    assert choosing("Spy: richest") == Answer(None)


def test_never_of_one_order_holds_for_the_preferences_of_another() -> None:
    table = Table("oriflamme", Alice="soldier", Bob="heir", Carol="spy")
    table.plan(Alice="soldier end", Bob="heir start", Carol="spy end")
    table.play("Bob reveal; Alice reveal")
    seat = Seat(table).says("Soldier: the richest", "every choice: never Bob")
    assert seat.answer == Answer("eliminate 3", 0)


def test_a_card_is_placed_in_its_round() -> None:
    table = soldier_beside_heir()
    seat = Seat(table).says(
        "place Lord on Soldier in round 2", "place Ambush at the end in round 3"
    )
    table.wait()
    table.play("Bob place lord end; Carol place heir end")
    assert seat.answer == Answer("place lord on 1", 0)
    table.play("Alice place lord on 1").wait()
    table.play("Carol place lord end")
    assert seat.answer == Answer("place ambush end", 1)


def test_a_placement_that_cannot_be_is_asked() -> None:
    table = soldier_beside_heir()
    seat = Seat(table).says("place Lord on Archer in round 2", "place Ambush at the end in round 2")
    table.wait()
    table.play("Bob place lord end; Carol place heir end")
    assert seat.answer == Answer(None, 0, "not_possible")


def test_of_several_places_the_first_that_suits_is_taken() -> None:
    table = soldier_beside_heir()
    seat = Seat(table).says(
        "place Lord at the end in round 2 if no neighbour is Carol",
        "place Lord at the start in round 2 if a neighbour is mine",
        "place Lord on Soldier in round 2 if a neighbour is Bob",
    )
    table.wait()
    table.play("Bob place lord start; Carol place heir end")
    assert seat.answer == Answer("place lord on 2", 2)


def test_where_no_place_suits_one_is_asked() -> None:
    table = soldier_beside_heir()
    seat = Seat(table).says("place Lord at the end in round 2 if no neighbour is Carol")
    table.wait()
    table.play("Bob place lord start; Carol place heir end")
    assert seat.answer == Answer(None, 0, "unmet")


def test_wires_come_before_orders() -> None:
    seat = Seat(soldier_beside_heir()).says("wait with everything", "ask me about Soldier")
    assert seat.answer == Answer(None, 1, "about")


def test_a_changed_neighbour_trips_the_wire() -> None:
    table = Table("oriflamme", Alice="soldier lord", Bob="heir spy", Carol="heir archer")
    table.plan(Alice="soldier end", Bob="heir start", Carol="heir end")
    seat = Seat(table).says("ask me if a neighbour changed", "wait with everything")
    table.play("Bob wait")
    assert seat.answer == Answer("wait", 1)  # a token changes nothing
    table = Table("oriflamme", Alice="soldier lord", Bob="heir spy", Carol="heir archer")
    table.plan(Alice="soldier end", Bob="heir start", Carol="heir end")
    seat = Seat(table).says("ask me if a neighbour changed", "wait with everything")
    table.play("Bob reveal")
    assert seat.answer == Answer(None, 0, "neighbour")


def test_a_card_that_was_not_there_yet_is_asked_about() -> None:
    table = Table("oriflamme", Alice="soldier lord", Bob="heir spy", Carol="heir archer")
    seat = Seat(table).says("ask me if a neighbour changed", "wait with everything")
    table.plan(Alice="soldier end", Bob="heir start", Carol="heir end").play("Bob wait")
    assert seat.answer == Answer(None, 0, "neighbour")


def test_a_theft_trips_the_wire_until_the_order_is_given_anew() -> None:
    table = Table("oriflamme", Alice="soldier lord", Bob="spy heir", Carol="heir archer")
    table.plan(Alice="soldier end", Bob="spy start", Carol="heir end")
    seat = Seat(table).says("ask me if I was attacked", "wait with everything")
    table.play("Bob reveal")
    assert seat.answer == Answer(None, 0, "attacked")
    again = Seat(table).says("ask me if I was attacked", "wait with everything")
    assert again.answer == Answer("wait", 1)


def test_a_card_moved_by_another_trips_the_wire() -> None:
    table = Table("oriflamme", Alice="soldier", Bob="royal_decree", Carol="heir")
    table.plan(Alice="soldier end", Bob="royal_decree start", Carol="heir end")
    seat = Seat(table).says("ask me if a card of mine was moved", "wait with everything")
    table.play("Bob reveal; Bob move 2 to 3; Carol wait")
    assert seat.answer == Answer(None, 0, "moved")


def test_an_uprising_waits_for_its_token_and_is_turned_over_then() -> None:
    table = Table("alliance", Alice="uprising empress", Bob="fanatic treaty", Carol="fanatic judge")
    table.plan(Alice="uprising end", Bob="fanatic end", Carol="fanatic end")
    seat = Seat(table).says("reveal Uprising")
    assert seat.answer == Answer("wait", 0)
    assert Seat(table).says("ask me about Uprising", "reveal Uprising").answer.move is None
    table.play("Alice wait; Bob wait; Carol wait")
    table.plan(Alice="empress end", Bob="treaty end", Carol="judge end")
    assert seat.answer == Answer("reveal", 0)


@pytest.mark.parametrize("box", engine.SETS)
def test_orders_move_as_their_owner_would_have(box: str) -> None:
    for number in range(12):
        seed = number.to_bytes(32, "little")
        games = [bench.play(box, 5, seed, plan) for plan in bench.PLANS.values()]
        assert len({tuple(moves) for _passed, _by_order, moves in games}) == 1
        (without, no_use, _), *_others, (ahead, uses, _) = games
        assert no_use == 0
        assert uses > 20
        assert ahead < without / 2


@pytest.mark.parametrize("box", engine.SETS)
def test_orders_at_random_never_make_an_illegal_move_and_touch_nothing(box: str) -> None:
    rng = random.Random(box)
    lines = [
        "wait with everything until round 4",
        "reveal everything if a neighbour is open, prefer richest, never mine",
        "every choice: prefer others, take, open, highest slot",
        "every choice: never mine",
        "ask me if I was attacked",
        "reveal everything once tokens reach 2",
    ]
    answered = 0
    for number in range(20):
        state = engine.deal(set=box, seats=4, seed=number.to_bytes(32, "big"))
        log: list[tuple[int, engine.Event]] = []
        chosen = rng.sample(lines, 3)
        for seq in range(1, 1000):
            seat = engine.to_move(state)
            if seat is None:
                break
            view = engine.view(state, seat)
            at = orders.setting(view)._replace(round=1)
            given = [Given(orders.read(line, at), 0, orders.around(view)) for line in chosen]
            told = list(log)
            before = copy.deepcopy((view, given))
            answer = orders.decide(view, given, told)
            assert (view, given) == before
            moves = engine.legal_moves(state)
            assert answer.move is None or answer.move in moves
            answered += answer.move is not None
            events = engine.play(state, answer.move or rng.choice(moves))
            log += [(seq, event) for event in engine.redact(events, 0)]
    assert answered > 100

"""The worked examples and remarks of the rule book of Alliance."""

from tests.engine.table import Table


def test_a_round_where_a_deserter_strikes_and_is_lost_and_a_lone_fanatic_gains_two():
    t = Table(
        "alliance",
        first="Carol",
        Alice="diplomat extortion treaty",
        Bob="fanatic deserter informant",
        Carol="judge treaty empress",
    )
    t.plan(Carol="judge end", Alice="diplomat start", Bob="fanatic end").wait()
    t.plan(Alice="extortion end", Bob="deserter start", Carol="treaty end")
    t.play("Bob wait; Alice wait; Carol wait; Bob reveal; Alice wait; Carol wait")
    assert t.influence["Bob"] == 1 + 1 + 2
    t.plan(Bob="informant end", Carol="empress end", Alice="treaty start")
    assert t.row[:5] == [
        "Alice treaty closed",
        "Bob deserter closed 1",
        "Alice diplomat closed 2",
        "Carol judge closed 2",
        "Bob fanatic open",
    ]

    t.play("Alice wait; Bob reveal")
    assert t.influence["Bob"] == 5
    assert t.legal == ["eliminate 1", "eliminate 3"]
    t.play("Bob eliminate 3")
    assert t.influence["Bob"] == 5 + 1 + 1
    assert t.discard("Alice") == ["diplomat"]
    assert t.discard("Bob") == ["deserter"]
    assert t.asked == "Carol"
    assert t.position["cursor"] == 2
    t.play("Carol wait")
    assert t.row[:3] == ["Alice treaty closed 1", "Carol judge closed 3", "Bob fanatic open"]
    assert t.influence["Bob"] == 7 + 2


def a_deserter_under_an_infiltration(deserter):
    t = Table(
        "alliance",
        Alice="deserter infiltration",
        Bob="fanatic judge",
        Carol="judge empress",
    )
    t.plan(Alice="deserter end", Bob="fanatic start", Carol="judge end")
    t.play(f"Bob reveal; Alice {deserter}")
    t.play("Alice eliminate 3" if deserter == "reveal" else "Carol wait")
    t.plan(Bob="judge start", Carol="empress end", Alice="infiltration on 3")
    return t.play("Bob wait; Alice reveal")


def test_a_kept_infiltration_uncovers_an_open_deserter_that_acts_at_once():
    t = a_deserter_under_an_infiltration("reveal")
    assert t.kept("Alice") == [{"card": "infiltration", "tokens": 0}]
    assert t.influence["Alice"] == 3
    assert t.legal == ["eliminate 2", "eliminate 4"]
    t.play("Alice eliminate 4")
    assert t.influence["Alice"] == 3 + 1 + 1 + 2
    assert t.row == ["Bob judge closed 1", "Bob fanatic open", "Alice deserter open"]


def test_a_closed_deserter_uncovered_in_the_same_way_may_still_wait():
    t = a_deserter_under_an_infiltration("wait")
    assert t.asked == "Alice"
    assert t.legal == ["reveal", "wait"]
    t.play("Alice wait")
    assert t.row[2] == "Alice deserter closed 2"


def test_a_deserter_with_none_but_an_own_neighbour_must_eliminate_it():
    t = Table("alliance", Alice="deserter fanatic", Bob="extortion treaty")
    t.plan(Alice="deserter end", Bob="extortion end").play("Alice wait; Bob reveal")
    t.plan(Bob="treaty start", Alice="fanatic end").play("Bob reveal; Alice reveal")
    assert t.influence["Alice"] == 1 + 1 + 1 + 1
    assert t.discard("Alice") == ["deserter", "fanatic"]
    assert t.row == []


def test_an_empress_gains_two_and_puts_a_token_on_any_closed_card_of_an_opponent():
    t = Table("alliance", Alice="empress treaty", Bob="judge fanatic", Carol="treaty uprising")
    t.plan(Alice="empress end", Bob="judge end", Carol="treaty end").play("Alice reveal")
    assert t.influence["Alice"] == 1
    assert t.legal == ["give 2", "give 3"]
    t.play("Alice give 3")
    assert t.influence["Alice"] == 3
    assert t.row[2] == "Carol treaty closed 1"


def test_an_empress_passes_over_open_cards_and_own_ones():
    t = Table("alliance", Alice="treaty empress", Bob="fanatic judge")
    t.plan(Alice="treaty end", Bob="fanatic end").play("Alice wait; Bob reveal")
    t.plan(Bob="judge start", Alice="empress end").play("Bob reveal; Bob mark 1; Alice wait")
    before = t.row
    t.play("Alice reveal")
    assert t.row[:3] == before[:3]
    assert t.influence["Alice"] == 3


def test_a_fanatic_gains_less_beside_any_other_open_card_of_its_player():
    t = Table("alliance", Alice="fanatic empress treaty", Bob="treaty uprising judge")
    t.plan(Alice="fanatic end", Bob="treaty end").play("Alice reveal; Bob wait")
    assert t.influence["Alice"] == 3
    t.plan(Bob="uprising end", Alice="empress end")
    assert t.influence["Alice"] == 5
    t.play("Bob wait; Bob wait; Alice reveal; Alice give 2")
    assert t.influence["Alice"] == 7
    t.plan(Alice="treaty end", Bob="judge end")
    assert t.influence["Alice"] == 8


def test_an_informant_gains_what_lies_on_both_closed_neighbours_of_opponents():
    t = Table("alliance", Alice="informant judge treaty", Bob="uprising", Carol="treaty")
    t.plan(Alice="informant end", Bob="uprising start", Carol="treaty end").wait()
    t.plan(Bob="judge start", Carol="judge end", Alice="judge end").wait()
    t.plan(Carol="empress start", Alice="treaty end", Bob="empress start")
    t.play("Bob wait; Carol wait; Bob wait; Bob wait; Alice reveal; Alice gain")
    assert t.influence["Alice"] == 1 + 2 + 3 + 2


def test_an_informant_ignores_open_neighbours_and_own_ones():
    t = Table("alliance", Alice="informant judge", Bob="fanatic judge")
    t.plan(Alice="informant end", Bob="fanatic start").play("Bob reveal; Alice wait")
    t.plan(Bob="judge start", Alice="judge end")
    t.play("Bob wait; Alice reveal; Alice gain")
    assert t.influence["Alice"] == 1 + 1


def test_a_card_swapped_in_by_an_informant_acts_first_in_the_next_round():
    t = Table("alliance", Alice="informant judge", Bob="fanatic empress")
    t.plan(Alice="informant end", Bob="fanatic end").play("Alice reveal")
    assert t.legal == ["gain", *sorted(f"swap {card}" for card in t.hand("Alice"))]
    t.play("Alice swap judge")
    assert t.row[0] == "Alice judge closed"
    assert "informant" in t.hand("Alice")
    assert t.asked == "Bob"
    t.play("Bob wait")
    t.plan(Bob="empress end", Alice="informant end")
    assert t.asked == "Alice"
    assert t.legal == ["reveal", "wait"]
    assert t.position["cursor"] == 1


def two_open_diplomats():
    """Alice's stayed alone, then Bob's stayed and put two tokens on hers."""
    t = Table("alliance", Alice="diplomat judge", Bob="diplomat deserter")
    t.plan(Alice="diplomat end", Bob="diplomat end")
    t.play("Alice reveal; Alice stay; Bob reveal; Bob stay")
    assert t.influence == {"Alice": 2, "Bob": 2}
    assert t.row == ["Alice diplomat open 2", "Bob diplomat open"]
    return t


def test_a_diplomat_that_leaves_takes_all_its_tokens():
    t = two_open_diplomats()
    t.plan(Bob="deserter end", Alice="judge end")
    assert t.legal == ["leave", "stay"]
    t.play("Alice leave")
    assert t.influence["Alice"] == 4
    assert t.discard("Alice") == ["diplomat"]


def test_tokens_stay_on_a_diplomat_that_is_covered():
    t = two_open_diplomats()
    t.plan(Bob="deserter end", Alice="judge on 1")
    assert t.row[0] == "Alice diplomat open 2 < Alice judge closed"
    t.play("Alice wait; Bob stay")
    assert t.row[0] == "Alice diplomat open 2 < Alice judge closed 1"


def test_tokens_on_an_eliminated_diplomat_are_lost():
    t = two_open_diplomats()
    t.plan(Bob="deserter start", Alice="judge end").play("Bob reveal")
    assert t.discard("Alice") == ["diplomat"]
    assert t.influence == {"Alice": 2, "Bob": 4}
    assert t.told("eliminated")["tokens"] == 2


def test_judges_of_two_families_can_join_to_eliminate_a_card():
    t = Table("alliance", Alice="fanatic", Bob="judge", Carol="judge")
    t.plan(Alice="fanatic end", Bob="judge end", Carol="judge end").play("Alice wait; Bob reveal")
    assert t.legal == ["mark 1", "mark 2", "mark 3"]
    t.play("Bob mark 1")
    assert t.row[0] == "Alice fanatic closed 1 !"
    t.play("Carol reveal")
    assert t.legal == ["eliminate 1", "mark 1", "mark 2", "mark 3"]
    t.play("Carol eliminate 1")
    assert t.influence == {"Alice": 1, "Bob": 2, "Carol": 2}
    assert t.discard("Alice") == ["fanatic"]


def test_an_uprising_spends_one_token_takes_the_rest_strikes_both_sides_and_closes_again():
    t = Table("alliance", Alice="uprising judge", Bob="fanatic judge", Carol="treaty judge")
    t.plan(Alice="uprising end", Bob="fanatic start", Carol="treaty end").wait()
    t.plan(Bob="judge start", Carol="judge end", Alice="judge end").wait()
    t.plan(Carol="empress end", Alice="empress end", Bob="empress end")
    t.play("Bob wait; Bob wait; Alice reveal")
    assert t.influence["Alice"] == 1 + 1 + 2
    assert t.row[:3] == ["Bob judge closed 2", "Alice uprising closed", "Carol judge closed 1"]
    assert t.discard("Bob") == ["fanatic"]
    assert t.discard("Carol") == ["treaty"]


def test_an_uprising_strikes_sooner_with_a_token_from_an_opponents_empress():
    t = Table("alliance", Alice="uprising", Bob="empress")
    t.plan(Alice="uprising end", Bob="empress start").play("Bob reveal")
    assert t.row[1] == "Alice uprising closed 1"
    assert t.legal == ["reveal", "wait"]
    t.play("Alice reveal")
    assert t.row == ["Alice uprising closed"]
    assert t.influence == {"Alice": 2, "Bob": 3}


def test_an_uprising_strikes_sooner_with_a_token_from_the_own_infiltration():
    t = Table("alliance", Alice="uprising infiltration", Bob="fanatic judge")
    t.plan(Alice="uprising end", Bob="fanatic end").wait()
    t.plan(Bob="judge end", Alice="infiltration start").play("Alice reveal")
    assert t.row[0] == "Alice uprising closed 2"
    t.play("Alice reveal")
    assert t.influence["Alice"] == 1 + 1 + 1 + 2
    assert t.row == ["Alice uprising closed", "Bob judge closed"]


def test_extortion_pays_two_for_each_card_of_the_eliminating_player_and_taxes_the_closed_ones():
    t = Table("alliance", Alice="extortion judge treaty", Bob="deserter fanatic empress")
    t.plan(Alice="extortion end", Bob="deserter end").wait()
    t.plan(Bob="fanatic end", Alice="judge end").wait()
    t.plan(Alice="treaty end", Bob="empress end")
    t.play("Alice wait; Bob reveal; Bob eliminate 1")
    assert t.influence == {"Alice": 1 + 6, "Bob": 1 + 2 + 1}
    assert t.row == [
        "Bob fanatic closed",
        "Alice judge closed 1",
        "Alice treaty closed",
        "Bob empress closed",
    ]
    assert t.discard("Bob") == ["deserter"]


def test_extortion_turned_over_by_its_player_loses_its_tokens_and_pays_one():
    t = Table("alliance", Alice="extortion judge", Bob="fanatic judge")
    t.plan(Alice="extortion end", Bob="fanatic end").wait()
    t.plan(Bob="judge end", Alice="judge end").play("Alice reveal")
    assert t.influence["Alice"] == 2
    assert t.discard("Alice") == ["extortion"]


def test_an_eliminated_intrigue_is_not_kept():
    t = Table("alliance", Alice="treaty", Bob="deserter")
    t.plan(Alice="treaty end", Bob="deserter end").play("Alice wait; Bob reveal")
    assert t.kept("Alice") == []
    assert t.discard("Alice") == ["treaty"]


def test_infiltration_puts_a_token_on_each_own_closed_card_and_pays_two_for_closed_victims():
    t = Table("alliance", Alice="uprising judge infiltration", Bob="fanatic judge empress")
    t.plan(Alice="uprising end", Bob="fanatic end").play("Alice wait; Bob reveal")
    t.plan(Bob="judge end", Alice="judge start").wait()
    t.plan(Alice="infiltration start", Bob="empress end").play("Alice reveal")
    assert t.row == [
        "Alice judge closed 2",
        "Alice uprising closed 3",
        "Bob fanatic open",
        "Bob judge closed 1",
        "Bob empress closed",
    ]
    t.play("Alice wait; Alice reveal")
    assert t.influence["Alice"] == 1 + 2 + 1 + 1 + 2
    assert t.discard("Bob") == ["fanatic"]


def test_a_treaty_keeps_its_tokens_pays_each_round_and_counts_at_the_end():
    t = Table("alliance", Alice="treaty", Bob="")
    cards = {p: iter(c for c in t.hand(p) if c != "treaty") for p in t.players}
    t.plan(Alice="treaty end", Bob=f"{next(cards['Bob'])} end").wait()
    t.plan(**{p: f"{next(cards[p])} end" for p in t.players}).wait()
    t.plan(**{p: f"{next(cards[p])} end" for p in t.players}).play("Alice reveal")
    assert t.influence["Alice"] == 1
    assert t.kept("Alice") == [{"card": "treaty", "tokens": 2}]
    t.wait()
    for round_ in (4, 5, 6):
        assert t.position["round"] == round_
        assert t.influence["Alice"] == 1 + 2 * (round_ - 3)
        t.plan(**{p: f"{next(cards[p])} end" for p in t.players}).wait()
    assert t.position["result"]["scores"][0] == 7 + 2


def test_a_treaty_pays_nothing_at_the_start_of_a_round_without_a_card_in_the_row():
    t = Table("alliance", Alice="treaty empress", Bob="empress judge")
    t.plan(Alice="treaty end", Bob="empress start").play("Bob reveal; Alice reveal")
    assert t.kept("Alice") == [{"card": "treaty", "tokens": 1}]
    assert t.position["round"] == 2
    assert t.influence["Alice"] == 1
    t.plan(Bob="judge start", Alice="empress end").wait()
    assert t.position["round"] == 3
    assert t.influence["Alice"] == 1 + 1

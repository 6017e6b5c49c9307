"""The worked examples and remarks of the rule book of Ablaze."""

from tests.engine.table import Table


def test_a_round_where_a_lone_queen_pays_the_cutthroat_one_and_a_criminal_costs_a_neighbour():
    t = Table(
        "ablaze",
        first="Carol",
        Alice="queen trap bribe",
        Bob="criminal cutthroat prince",
        Carol="prince schemer queen",
    )
    t.plan(Carol="prince end", Alice="queen start", Bob="criminal end").wait()
    t.plan(Alice="trap end", Bob="cutthroat start", Carol="schemer end")
    t.play("Bob wait; Alice wait; Carol wait; Bob reveal; Alice wait; Carol reveal")
    assert t.influence == {"Alice": 0, "Bob": 2, "Carol": 1}
    t.plan(Bob="prince end", Carol="queen end", Alice="bribe start")
    assert t.row[:5] == [
        "Alice bribe closed",
        "Bob cutthroat closed 1",
        "Alice queen closed 2",
        "Carol prince closed 2",
        "Bob criminal open",
    ]

    t.play("Alice wait; Bob reveal")
    assert t.influence["Bob"] == 3
    assert t.legal == ["eliminate 1", "eliminate 3"]
    t.play("Bob eliminate 3")
    assert t.influence == {"Alice": 0, "Bob": 4, "Carol": 1}
    assert t.discard("Alice") == ["queen"]
    assert t.asked == "Carol"
    assert t.position["cursor"] == 3
    t.play("Carol wait")
    assert t.row[2:4] == ["Carol prince closed 3", "Bob criminal open"]
    assert t.influence == {"Alice": 0, "Bob": 4, "Carol": 0}


def test_a_used_substitution_uncovers_an_open_queen_that_acts_at_once():
    t = Table("ablaze", Alice="queen substitution apothecary", Bob="apothecary schemer")
    t.plan(Alice="queen end", Bob="apothecary end").play("Alice reveal; Bob wait")
    t.plan(Bob="schemer end", Alice="substitution on 1").play("Alice reveal")
    assert t.discard("Bob") == ["apothecary"]
    assert t.discard("Alice") == ["substitution"]
    assert t.influence["Alice"] == 3 + 1 + 2
    assert t.row == ["Alice queen open", "Bob schemer closed"]


def test_a_closed_queen_uncovered_in_the_same_way_may_still_wait():
    t = Table("ablaze", Alice="queen substitution apothecary", Bob="apothecary schemer")
    t.plan(Alice="queen end", Bob="apothecary end").wait()
    t.plan(Bob="schemer end", Alice="substitution on 1").play("Alice reveal")
    assert t.asked == "Alice"
    assert t.legal == ["reveal", "wait"]
    t.play("Alice wait")
    assert t.row == ["Alice queen closed 2", "Bob schemer closed"]


def test_a_cutthroat_that_eliminates_one_criminal_gains_nothing():
    t = Table("ablaze", Alice="cutthroat", Bob="criminal")
    t.plan(Alice="cutthroat end", Bob="criminal end").play("Alice reveal")
    assert t.discard("Bob") == ["criminal"]
    assert t.influence["Alice"] == 1


def test_a_cutthroat_that_eliminates_two_criminals_gains_two():
    t = Table("ablaze", Alice="cutthroat", Bob="criminal prince", Carol="criminal prince")
    t.plan(Alice="cutthroat end", Bob="criminal end", Carol="criminal end")
    t.play("Alice wait; Bob reveal; Carol reveal")
    assert t.influence == {"Alice": 0, "Bob": 0, "Carol": 0}
    t.plan(Bob="prince end", Carol="prince end", Alice="schemer end").play("Alice reveal")
    assert t.influence["Alice"] == 1 + 2
    assert t.discard("Bob") == t.discard("Carol") == ["criminal"]
    assert t.row[0] == "Alice cutthroat open"


def test_a_cutthroat_that_eliminates_one_queen_of_another_gains_one():
    t = Table("ablaze", Alice="cutthroat", Bob="queen")
    t.plan(Alice="cutthroat end", Bob="queen end").play("Alice reveal")
    assert t.influence["Alice"] == 2


def test_a_cutthroat_that_eliminates_two_queens_of_others_gains_four():
    t = Table("ablaze", Alice="cutthroat", Bob="queen prince", Carol="queen prince")
    t.plan(Alice="cutthroat end", Bob="queen end", Carol="queen end")
    t.play("Alice wait; Bob reveal; Carol reveal")
    t.plan(Bob="prince end", Carol="prince end", Alice="schemer end").play("Alice reveal")
    assert t.influence["Alice"] == 1 + 1 + 4


def test_an_open_cutthroat_must_strike_an_own_card_if_there_is_no_other():
    t = Table("ablaze", Alice="cutthroat prince", Bob="queen trap")
    t.plan(Alice="cutthroat end", Bob="queen end").play("Alice reveal")
    t.plan(Bob="trap start", Alice="prince end").play("Bob reveal")
    assert t.discard("Alice") == ["prince"]
    assert t.row == ["Alice cutthroat open"]
    assert t.influence["Alice"] == 2


def two_princes_and_a_twin_at(end):
    """Alice holds her own Prince and, by a bribe, Bob's; her Twin lies at that end of the row."""
    other = "start" if end == "end" else "end"
    t = Table("ablaze", Alice="prince bribe schemer", Bob="prince queen apothecary")
    t.plan(Alice="prince end", Bob="prince end")
    t.play(f"Alice reveal; Alice place twin {end}; Bob reveal; Bob place twin {other}")
    return t


def test_of_two_princes_and_a_twin_one_prince_eliminated_takes_the_twin_and_leaves_the_other():
    t = two_princes_and_a_twin_at("start")
    t.plan(Bob="queen on 4", Alice="bribe end").play("Bob wait; Alice reveal; Alice bribe 3")
    assert t.row[2] == "Alice prince open"
    t.plan(Alice="schemer start", Bob="apothecary end")
    t.play("Alice wait; Bob wait; Bob reveal; Bob eliminate 4")
    assert t.row == [
        "Alice schemer closed 1",
        "Alice prince open",
        "Bob twin open < Bob queen closed 2",
        "Bob apothecary open",
    ]
    assert t.discard("Alice") == ["bribe", "twin"]
    assert t.discard("Bob") == ["prince"]


def test_a_twin_eliminated_takes_both_princes_of_its_player_along():
    t = two_princes_and_a_twin_at("end")
    t.plan(Bob="queen end", Alice="bribe end").play("Bob wait; Alice reveal; Alice bribe 3")
    t.plan(Alice="schemer end", Bob="apothecary end")
    t.play("Bob wait; Alice wait; Bob reveal; Bob eliminate 4")
    assert t.row == [
        "Bob twin open",
        "Bob queen closed 2",
        "Alice schemer closed 1",
        "Bob apothecary open",
    ]
    assert t.discard("Alice") == ["bribe", "prince", "twin"]
    assert t.discard("Bob") == ["prince"]


def test_a_covered_twin_outlives_its_prince():
    t = Table("ablaze", Alice="prince queen", Bob="schemer cutthroat")
    t.plan(Alice="prince end", Bob="schemer start")
    t.play("Bob wait; Alice reveal; Alice place twin end")
    t.plan(Bob="cutthroat on 1", Alice="queen on 3").play("Bob reveal")
    assert t.discard("Alice") == ["prince"]
    assert t.row[-1] == "Alice twin open < Alice queen closed"


def test_the_twin_enters_at_an_end_or_on_an_own_card_but_never_on_a_prince():
    t = Table("ablaze", Alice="queen prince", Bob="schemer trap")
    t.plan(Alice="queen end", Bob="schemer end").wait()
    t.plan(Bob="trap end", Alice="prince end").play("Alice wait; Bob wait; Bob wait; Alice reveal")
    assert t.legal == ["place twin end", "place twin on 1", "place twin start"]
    t.play("Alice place twin on 1")
    assert t.row[0] == "Alice queen closed 2 < Alice twin open"
    assert t.influence["Alice"] == 2
    assert t.position["twin_waiting"] == [False, True]


def test_in_the_first_round_the_twin_goes_to_an_end_and_acts_if_it_lies_ahead():
    t = Table("ablaze", Alice="prince", Bob="schemer")
    t.plan(Alice="prince end", Bob="schemer end").play("Alice reveal")
    assert t.legal == ["place twin end", "place twin start"]
    t.play("Alice place twin end; Bob wait")
    assert t.influence["Alice"] == 1 + 1 + 1


def test_a_schemer_leaves_when_a_stack_lies_beside_it_as_it_acts():
    t = Table("ablaze", Alice="schemer prince", Bob="queen trap")
    t.plan(Alice="schemer end", Bob="queen end").play("Alice reveal; Bob wait")
    assert t.influence["Alice"] == 2
    t.plan(Bob="trap on 2", Alice="prince end")
    assert t.discard("Alice") == ["schemer"]
    assert t.influence["Alice"] == 2


def test_an_opponents_apothecary_that_springs_a_trap_gains_one_loses_three_and_is_discarded():
    t = Table("ablaze", Alice="trap schemer", Bob="queen apothecary")
    t.plan(Alice="trap end", Bob="queen end").play("Alice wait; Bob reveal")
    t.plan(Bob="apothecary end", Alice="schemer end").play("Alice wait; Bob reveal")
    assert t.legal == ["eliminate 1", "eliminate 3"]
    assert t.influence == {"Alice": 1, "Bob": 5}
    t.play("Bob eliminate 1")
    assert t.influence == {"Alice": 4, "Bob": 3}
    assert t.discard("Bob") == ["apothecary"]
    assert t.discard("Alice") == ["trap"]


def test_own_apothecary_that_eliminates_own_trap_gains_one_and_stays():
    t = Table("ablaze", Alice="schemer prince queen", Bob="trap queen apothecary")
    t.plan(Alice="schemer end", Bob="trap end").wait()
    t.plan(Bob="queen end", Alice="prince start").wait()
    t.plan(Alice="queen start", Bob="apothecary end")
    t.play("Alice wait; Alice wait; Alice wait; Bob wait; Bob wait; Bob reveal")
    assert t.legal == ["eliminate 3", "eliminate 4", "eliminate 5", "eliminate 6"]
    t.play("Bob eliminate 4")
    assert t.influence["Bob"] == 2
    assert t.discard("Bob") == ["trap"]
    assert t.row[-1] == "Bob apothecary open"


def test_an_apothecary_without_another_own_card_does_nothing():
    t = Table("ablaze", Alice="queen", Bob="apothecary")
    t.plan(Alice="queen end", Bob="apothecary end").play("Alice wait; Bob reveal")
    assert t.row == ["Alice queen closed 1", "Bob apothecary open"]
    assert t.influence["Bob"] == 1


def test_a_criminal_costs_each_player_one_for_each_neighbour_its_own_player_too():
    t = Table("ablaze", Alice="criminal schemer", Bob="queen schemer")
    t.plan(Alice="criminal end", Bob="queen end").wait()
    t.plan(Bob="schemer end", Alice="schemer start").play("Alice wait; Alice reveal")
    assert t.influence == {"Alice": 1 + 1 - 1, "Bob": 0}
    t = Table("ablaze", Alice="criminal schemer", Bob="queen schemer")
    t.plan(Alice="criminal end", Bob="queen start").play("Bob reveal; Alice wait")
    t.plan(Bob="schemer end", Alice="schemer start").play("Alice wait; Alice reveal")
    assert t.influence == {"Alice": 2, "Bob": 3 + 2 - 2}


def test_a_substitution_puts_the_same_own_character_in_the_victims_place():
    t = Table("ablaze", aside={"Alice": "queen"}, Alice="substitution", Bob="queen")
    t.plan(Alice="substitution end", Bob="queen end").play("Alice reveal")
    assert t.row == ["Alice queen open"]
    assert t.influence["Alice"] == 1 + 1 + 1 + 2
    assert t.discard("Alice") == ["substitution"]
    assert t.discard("Bob") == ["queen"]
    assert len(t.aside("Alice")) == 2


def test_a_victim_from_a_stack_is_eliminated_but_not_replaced():
    t = Table("ablaze", aside={"Alice": "schemer"}, Alice="trap substitution", Bob="queen schemer")
    t.plan(Alice="trap end", Bob="queen end").wait()
    t.plan(Bob="schemer on 2", Alice="substitution end")
    t.play("Alice wait; Bob wait; Alice reveal")
    assert t.row == ["Alice trap closed 2", "Bob queen closed 1"]
    assert "schemer" in t.aside("Alice")
    assert t.position["round"] == 3


def test_a_prince_put_in_by_substitution_brings_no_twin():
    t = Table("ablaze", aside={"Alice": "prince"}, Alice="substitution", Bob="prince")
    t.plan(Alice="substitution end", Bob="prince end").play("Alice reveal")
    assert t.row == ["Alice prince open"]
    assert t.position["twin_waiting"] == [True, True]
    assert t.influence["Alice"] == 1 + 1 + 1


def test_a_twin_is_not_replaced_while_the_own_one_still_waits_in_front_of_its_player():
    t = Table("ablaze", Alice="queen substitution", Bob="prince schemer")
    t.plan(Alice="queen end", Bob="prince end")
    t.play("Alice wait; Bob reveal; Bob place twin end")
    t.plan(Bob="schemer start", Alice="substitution end")
    t.play("Bob wait; Alice wait; Alice reveal")
    assert t.row == ["Bob schemer closed 1", "Alice queen closed 2"]
    assert t.discard("Bob") == ["prince", "twin"]
    assert t.position["twin_waiting"] == [True, False]


def test_a_twin_is_replaced_by_the_own_one_once_that_has_been_discarded():
    t = Table(
        "ablaze", Alice="prince trap substitution", Bob="prince cutthroat schemer substitution"
    )
    t.plan(Alice="prince end", Bob="prince end")
    t.play("Alice reveal; Alice place twin start; Bob reveal; Bob place twin end")
    t.plan(Bob="cutthroat start", Alice="trap end").play("Bob reveal; Alice wait")
    assert t.discard("Alice") == ["prince", "twin"]
    t.plan(Alice="substitution on 4", Bob="schemer start")
    t.play("Bob wait; Bob eliminate 1; Alice reveal")
    assert t.row == ["Bob cutthroat open", "Alice twin open", "Alice trap closed 1"]
    assert t.discard("Alice") == ["prince", "substitution"]
    assert t.discard("Bob") == ["prince", "schemer", "twin"]
    assert t.asked == "Alice"
    assert t.legal == ["reveal", "wait"]


def test_a_second_bribe_replaces_the_first_whose_token_goes_home():
    t = Table("ablaze", Alice="queen", Bob="bribe", Carol="bribe")
    t.plan(Alice="queen end", Bob="bribe end", Carol="bribe end")
    t.play("Alice reveal; Bob reveal")
    assert t.row[0] == "Bob queen open"
    t.play("Carol reveal")
    assert t.row == ["Carol queen open"]
    assert t.told("bribed")["returned"] == 1
    t.plan(Bob="prince end", Carol="prince end", Alice="prince end")
    assert t.influence == {"Alice": 3, "Bob": 1, "Carol": 3}


def test_a_character_in_a_stack_cannot_be_bribed():
    t = Table("ablaze", Alice="queen criminal", Bob="queen bribe")
    t.plan(Alice="queen end", Bob="queen end").play("Alice reveal; Bob reveal")
    t.plan(Bob="bribe end", Alice="criminal on 1").play("Alice reveal; Bob reveal")
    assert t.told("bribed")["slot"] == 2
    assert t.row == ["Alice queen open < Alice criminal open", "Bob queen open"]


def test_a_bribed_character_goes_to_the_discard_of_its_own_family():
    t = Table("ablaze", Alice="queen schemer", Bob="bribe schemer", Carol="cutthroat schemer")
    t.plan(Alice="queen end", Bob="bribe end", Carol="cutthroat start")
    t.play("Carol wait; Alice reveal; Bob reveal")
    t.plan(Bob="schemer end", Carol="schemer end", Alice="schemer end").play("Carol reveal")
    assert t.discard("Alice") == ["queen"]
    assert t.discard("Bob") == ["bribe"]
    assert t.told("eliminated")["bribe"] == 1
    assert t.influence["Carol"] == 1 + 1 + 1


def test_a_combination_may_use_one_character_again_and_decides_token_by_token():
    t = Table("ablaze", Alice="queen combination schemer prince", Bob="schemer queen trap prince")
    t.plan(Alice="queen end", Bob="schemer end").play("Alice reveal; Bob wait")
    t.plan(Bob="queen end", Alice="combination end").wait()
    t.plan(Alice="schemer start", Bob="trap end").wait()
    t.plan(Bob="prince end", Alice="prince end")
    t.play("Alice wait; Bob wait; Bob wait")
    assert t.influence["Alice"] == 9
    t.play("Alice reveal")
    assert t.influence["Alice"] == 11
    assert t.discard("Alice") == ["combination"]
    assert t.legal == ["take", "use 2"]
    t.play("Alice use 2")
    assert t.influence["Alice"] == 13
    assert t.asked == "Alice"
    t.play("Alice take")
    assert t.influence["Alice"] == 14
    assert t.asked == "Bob"


def test_a_trap_turned_over_by_its_player_loses_its_tokens_and_pays_one():
    t = Table("ablaze", Alice="trap schemer", Bob="queen schemer")
    t.plan(Alice="trap end", Bob="queen end").wait()
    t.plan(Bob="schemer end", Alice="schemer end").play("Alice reveal")
    assert t.influence["Alice"] == 2
    assert t.discard("Alice") == ["trap"]

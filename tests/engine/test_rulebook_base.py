"""The worked examples and remarks of the base game's rule books, Ukrainian and Italian."""

import pytest

from tests.engine.table import KINDS, Table


def places(legal):
    return {move.split(maxsplit=2)[2] for move in legal}


@pytest.mark.parametrize("cards", KINDS)
def test_the_first_card_has_one_place_and_the_next_go_to_either_end(cards):
    red, blue, green, *_ = KINDS[cards].split()
    t = Table(cards, Alice=red, Bob=blue, Carol=green)
    assert places(t.legal) == {"end"}
    assert len(t.legal) == 7
    t.play(f"Alice place {red} end")
    assert places(t.legal) == {"start", "end"}
    t.play(f"Bob place {blue} start")
    assert places(t.legal) == {"start", "end"}
    t.play(f"Carol place {green} end")
    assert t.row == [f"Bob {blue} closed", f"Alice {red} closed", f"Carol {green} closed"]
    assert t.asked == "Bob"
    assert t.legal == ["reveal", "wait"]


def test_a_round_where_a_soldier_strikes_right_and_a_spy_robs_the_purse_not_the_card():
    t = Table(
        "oriflamme",
        first="Carol",
        Alice="heir archer conspiracy",
        Bob="spy soldier lord",
        Carol="lord archer heir",
    )
    t.plan(Carol="lord end", Alice="heir start", Bob="spy end").wait()
    t.plan(Alice="archer end", Bob="soldier start", Carol="archer end")
    t.play("Bob wait; Alice wait; Carol wait; Bob reveal; Bob steal 5; Alice wait; Carol wait")
    assert t.influence == {"Alice": 0, "Bob": 3, "Carol": 1}
    t.plan(Bob="lord end", Carol="heir end", Alice="conspiracy start")
    assert t.row[:5] == [
        "Alice conspiracy closed",
        "Bob soldier closed 1",
        "Alice heir closed 2",
        "Carol lord closed 2",
        "Bob spy open",
    ]

    t.play("Alice wait")
    assert t.row[0] == "Alice conspiracy closed 1"
    t.play("Bob reveal")
    assert t.influence["Bob"] == 4
    assert t.legal == ["eliminate 1", "eliminate 3"]
    t.play("Bob eliminate 3")
    assert t.influence == {"Alice": 0, "Bob": 5, "Carol": 1}
    assert t.discard("Alice") == ["heir"]
    assert t.asked == "Carol"
    assert t.position["cursor"] == 3
    t.play("Carol wait")
    t.play("Bob steal 3")
    assert t.influence == {"Alice": 0, "Bob": 6, "Carol": 0}
    assert t.row[:4] == [
        "Alice conspiracy closed 1",
        "Bob soldier open",
        "Carol lord closed 3",
        "Bob spy open",
    ]


def test_a_used_assassination_uncovers_an_open_spy_that_acts_at_once():
    t = Table("oriflamme", Alice="spy assassination", Bob="heir lord")
    t.plan(Alice="spy end", Bob="heir end").play("Alice reveal; Bob reveal")
    assert t.influence == {"Alice": 2, "Bob": 2}
    t.plan(Bob="lord end", Alice="assassination on 1")
    assert t.row[0] == "Alice spy open < Alice assassination closed"
    t.play("Alice reveal; Alice eliminate 3")
    assert t.row == ["Alice spy open", "Bob heir open"]
    assert t.influence == {"Alice": 4, "Bob": 3}
    assert t.discard("Alice") == ["assassination"]


def test_a_closed_card_uncovered_in_the_same_way_may_still_wait():
    t = Table("oriflamme", Alice="spy assassination", Bob="heir lord")
    t.plan(Alice="spy end", Bob="heir end").wait()
    t.plan(Bob="lord end", Alice="assassination on 1")
    t.play("Alice reveal; Alice eliminate 3")
    assert t.asked == "Alice"
    assert t.legal == ["reveal", "wait"]
    assert t.position["cursor"] == 1
    t.play("Alice wait")
    assert t.row[0] == "Alice spy closed 2"


def test_a_covered_shapeshifter_does_not_act():
    t = Table("oriflamme", Alice="shapeshifter soldier", Bob="lord archer")
    t.plan(Alice="shapeshifter end", Bob="lord end").play("Alice reveal; Bob reveal")
    t.plan(Bob="archer end", Alice="soldier on 1").wait()
    assert t.influence == {"Alice": 1, "Bob": 4}
    assert t.row[0] == "Alice shapeshifter open < Alice soldier closed 1"


def test_a_covered_card_collects_no_tokens():
    t = Table("oriflamme", Alice="spy lord", Bob="conspiracy soldier")
    t.plan(Alice="spy end", Bob="conspiracy end").wait()
    t.plan(Bob="soldier end", Alice="lord on 1").wait()
    assert t.row[0] == "Alice spy closed 1 < Alice lord closed 1"
    t.plan(Alice="archer end", Bob="archer start").wait()
    assert t.row[1] == "Alice spy closed 1 < Alice lord closed 2"


def test_striking_the_top_of_a_stack_opens_the_way_to_the_card_below():
    t = Table("oriflamme", Alice="spy lord", Bob="heir soldier")
    t.plan(Alice="spy end", Bob="heir end").wait()
    t.plan(Bob="soldier start", Alice="lord on 2")
    t.play("Bob reveal")
    assert t.discard("Alice") == ["lord"]
    assert t.row[1] == "Alice spy closed 1"
    assert t.asked == "Alice"


def test_cards_go_on_own_cards_alone_and_from_round_two_open_or_closed():
    t = Table("oriflamme", Alice="heir spy", Bob="lord soldier")
    t.plan(Alice="heir end", Bob="lord end").play("Alice reveal; Bob wait")
    assert places(t.legal) == {"start", "end", "on 2"}
    t.play("Bob place soldier on 2")
    assert places(t.legal) == {"start", "end", "on 1"}


def test_the_first_player_passes_to_the_left_each_round():
    t = Table("oriflamme", first="Bob", Alice="", Bob="", Carol="")
    starters = []
    for _ in range(6):
        starters.append(t.asked)
        for _ in range(3):
            t.play(f"{t.asked} {t.legal[0]}")
        t.wait()
    assert starters == ["Bob", "Carol", "Alice"] * 2


def test_the_seventh_card_stays_and_tokens_in_the_row_count_for_nothing():
    t = Table("oriflamme", Alice="", Bob="", Carol="")
    for _ in range(6):
        for _ in range(3):
            card = t.legal[0].split()[1]
            t.play(f"{t.asked} place {card} end")
        t.wait()
    assert t.asked is None
    assert t.position["phase"] == "over"
    assert [len(hand) for hand in t.position["hands"]] == [1, 1, 1]
    assert t.position["result"] == {
        "scores": [1, 1, 1],
        "row_cards": [6, 6, 6],
        "ranks": [1, 1, 1],
    }


def test_a_tie_goes_to_the_player_with_more_top_cards_in_the_row():
    t = Table("oriflamme", Alice="", Bob="", Carol="")
    for round_ in range(6):
        for _ in range(3):
            card = t.legal[0].split()[1]
            mine = next((i for i, s in enumerate(t.row, 1) if s.startswith("Bob")), 1)
            stack = t.asked == "Bob" and round_ == 3
            t.play(f"{t.asked} place {card} {f'on {mine}' if stack else 'end'}")
        t.wait()
    assert t.position["result"] == {
        "scores": [1, 1, 1],
        "row_cards": [6, 5, 6],
        "ranks": [1, 3, 1],
    }


@pytest.mark.parametrize(("slot", "row"), [(1, ["Alice archer open"]), (2, ["Bob heir closed 1"])])
def test_an_archer_strikes_the_first_or_the_last_card_even_itself_and_is_paid(slot, row):
    t = Table("oriflamme", Alice="archer", Bob="heir")
    t.plan(Alice="archer end", Bob="heir start").play("Bob wait; Alice reveal")
    assert t.legal == ["eliminate 1", "eliminate 2"]
    t.play(f"Alice eliminate {slot}")
    assert t.row == row
    assert t.influence["Alice"] == 2


def test_an_archer_does_not_reach_the_middle_of_the_row():
    t = Table("oriflamme", Alice="archer", Bob="heir", Carol="lord")
    t.plan(Alice="archer end", Bob="heir end", Carol="lord end").play("Alice reveal")
    assert t.legal == ["eliminate 1", "eliminate 3"]


def test_an_archer_alone_in_the_row_must_eliminate_itself():
    t = Table("oriflamme", Alice="archer", Bob="assassination")
    t.plan(Alice="archer end", Bob="assassination start")
    t.play("Bob reveal; Bob eliminate 1; Alice reveal")
    assert t.row == []
    assert t.influence == {"Alice": 2, "Bob": 2}
    assert t.discard("Alice") == ["archer"]
    assert places(t.legal) == {"end"}


def test_a_soldier_with_none_but_an_own_neighbour_must_eliminate_it():
    t = Table("oriflamme", Alice="soldier lord", Bob="archer ambush")
    t.plan(Alice="soldier end", Bob="archer end")
    t.play("Alice wait; Bob reveal; Bob eliminate 2")
    t.plan(Bob="ambush start", Alice="lord end").play("Bob reveal; Alice reveal")
    assert t.row == ["Alice soldier open"]
    assert t.discard("Alice") == ["lord"]
    assert t.influence["Alice"] == 1 + 1 + 1


def test_an_open_soldier_strikes_again_every_round():
    t = Table("oriflamme", Alice="soldier heir", Bob="spy lord")
    t.plan(Alice="soldier end", Bob="spy end").play("Alice reveal")
    assert t.discard("Bob") == ["spy"]
    t.plan(Bob="lord end", Alice="heir start")
    t.play("Alice wait; Alice eliminate 1")
    assert t.discard("Alice") == ["heir"]
    assert t.influence["Alice"] == 3


def test_a_spy_that_robs_its_own_player_moves_nothing():
    t = Table("oriflamme", Alice="spy lord", Bob="ambush conspiracy")
    t.plan(Alice="spy end", Bob="ambush end").play("Alice wait; Bob reveal")
    t.plan(Bob="conspiracy end", Alice="lord start").play("Alice wait; Alice reveal")
    assert t.legal == ["steal 1", "steal 3"]
    before = t.influence
    t.play("Alice steal 1")
    assert t.influence == before


def test_a_lone_open_heir_gains_two_and_two_open_heirs_gain_nothing():
    t = Table("oriflamme", Alice="heir lord", Bob="heir lord")
    t.plan(Alice="heir end", Bob="heir end").play("Alice reveal")
    assert t.influence["Alice"] == 3
    t.play("Bob reveal")
    assert t.influence == {"Alice": 3, "Bob": 1}
    t.plan(Bob="lord end", Alice="lord end").wait()
    assert t.influence == {"Alice": 3, "Bob": 1}


def test_a_closed_or_covered_heir_does_not_spoil_another():
    t = Table("oriflamme", Alice="heir lord", Bob="heir lord")
    t.plan(Alice="heir end", Bob="heir end").play("Alice reveal; Bob reveal")
    t.plan(Bob="lord on 2", Alice="lord end").wait()
    assert t.influence == {"Alice": 3 + 2, "Bob": 1}


def test_a_shapeshifter_copies_the_heir_but_counts_shapeshifters():
    t = Table("oriflamme", Alice="shapeshifter", Bob="heir", Carol="shapeshifter")
    t.plan(Alice="shapeshifter end", Bob="heir start", Carol="shapeshifter end")
    t.play("Bob reveal; Alice reveal")
    assert t.influence["Alice"] == 3
    t.play("Carol reveal")
    assert t.influence["Carol"] == 1
    t.plan(Bob="lord end", Carol="lord end", Alice="lord end")
    assert t.legal == ["copy 1", "copy 3"]
    t.play("Alice copy 1")
    assert t.influence == {"Alice": 3, "Bob": 5, "Carol": 1}


def test_copying_a_shapeshifter_does_nothing():
    t = Table("oriflamme", Alice="shapeshifter", Bob="heir", Carol="shapeshifter")
    t.plan(Alice="shapeshifter end", Bob="heir start", Carol="shapeshifter end")
    t.play("Bob reveal; Alice reveal; Carol reveal")
    t.plan(Bob="lord end", Carol="lord end", Alice="lord end")
    t.play("Alice copy 3")
    assert t.influence == {"Alice": 3, "Bob": 5, "Carol": 1}
    assert t.row[1] == "Alice shapeshifter open"


def test_a_shapeshifter_chooses_anew_in_every_round():
    t = Table("oriflamme", Alice="shapeshifter", Bob="heir", Carol="lord")
    t.plan(Alice="shapeshifter end", Bob="heir start", Carol="lord end")
    t.play("Bob reveal; Alice reveal; Carol reveal")
    assert t.influence == {"Alice": 3, "Bob": 3, "Carol": 2}
    t.plan(Bob="archer end", Carol="archer end", Alice="archer end")
    assert t.legal == ["copy 1", "copy 3"]
    t.play("Alice copy 3")
    assert t.influence["Alice"] == 4
    t.play("Bob wait; Carol wait; Alice wait")
    t.plan(Carol="heir end", Alice="heir end", Bob="lord end")
    t.play("Alice copy 1")
    assert t.influence["Alice"] == 6


def test_a_shapeshifter_copies_neither_closed_cards_nor_intrigues():
    t = Table("oriflamme", Alice="shapeshifter", Bob="heir")
    t.plan(Alice="shapeshifter end", Bob="heir start").play("Bob wait; Alice reveal")
    assert t.influence["Alice"] == 1
    assert t.asked == "Bob"
    assert t.position["round"] == 2


def test_a_lord_gains_one_and_one_for_each_own_neighbour_a_stack_counting_once():
    t = Table("oriflamme", Alice="lord spy soldier", Bob="archer heir conspiracy")
    t.plan(Alice="lord end", Bob="archer end").wait()
    t.plan(Bob="heir end", Alice="spy start").wait()
    t.plan(Alice="soldier on 1", Bob="conspiracy end").play("Alice wait; Alice reveal")
    assert t.influence["Alice"] == 1 + 2 + 2


def test_an_assassination_reaches_every_card_and_may_take_itself():
    t = Table("oriflamme", Alice="assassination", Bob="heir", Carol="lord")
    t.plan(Alice="assassination end", Bob="heir end", Carol="lord end").play("Alice reveal")
    assert t.legal == ["eliminate 1", "eliminate 2", "eliminate 3"]
    t.play("Alice eliminate 1")
    assert t.influence["Alice"] == 2
    assert t.discard("Alice") == ["assassination"]
    assert t.row == ["Bob heir closed", "Carol lord closed"]


def test_an_assassination_is_discarded_after_use():
    t = Table("oriflamme", Alice="assassination", Bob="heir", Carol="lord")
    t.plan(Alice="assassination end", Bob="heir end", Carol="lord end")
    t.play("Alice reveal; Alice eliminate 2")
    assert t.discard("Alice") == ["assassination"]
    assert t.discard("Bob") == ["heir"]
    assert t.row == ["Carol lord closed"]
    assert t.asked == "Carol"


def test_a_card_decreed_to_before_the_decree_does_not_act_this_round():
    t = Table("oriflamme", Alice="royal_decree", Bob="heir")
    t.plan(Alice="royal_decree end", Bob="heir end").play("Alice reveal")
    assert t.row == ["Bob heir closed"]
    assert t.position["round"] == 2
    assert t.influence["Bob"] == 1


def test_a_card_decreed_to_after_the_decree_acts_again():
    t = Table("oriflamme", Alice="royal_decree", Bob="heir")
    t.plan(Alice="royal_decree end", Bob="heir start").play("Bob reveal; Alice reveal")
    assert t.influence["Bob"] == 1 + 2 + 2
    assert t.row == ["Bob heir open"]


def test_a_decree_takes_the_top_of_a_stack_alone_with_its_tokens_but_never_onto_a_card():
    t = Table("oriflamme", Alice="heir lord spy", Bob="soldier archer royal_decree")
    t.plan(Alice="heir end", Bob="soldier end").wait()
    t.plan(Bob="archer end", Alice="lord on 1").wait()
    t.plan(Alice="spy end", Bob="royal_decree end")
    t.play("Alice wait; Bob wait; Bob wait; Alice wait; Bob reveal; Bob move 1 to 2")
    assert t.row == [
        "Alice heir closed 1",
        "Bob soldier closed 3",
        "Alice lord closed 2",
        "Bob archer closed 2",
        "Alice spy closed 1",
    ]
    assert t.discard("Bob") == ["royal_decree"]


def test_an_ambush_struck_by_an_opponents_soldier_pays_four_and_takes_the_soldier_along():
    t = Table("oriflamme", Alice="ambush", Bob="soldier")
    t.plan(Alice="ambush end", Bob="soldier end").play("Alice wait; Bob reveal")
    assert t.influence == {"Alice": 5, "Bob": 2}
    assert t.discard("Alice") == ["ambush"]
    assert t.discard("Bob") == ["soldier"]
    assert t.row == []


def test_own_ambush_struck_by_own_archer_pays_one_and_the_archer_stays():
    t = Table("oriflamme", Alice="ambush archer", Bob="heir lord")
    t.plan(Alice="ambush end", Bob="heir end").wait()
    t.plan(Bob="lord end", Alice="archer end")
    t.play("Alice wait; Bob wait; Bob wait; Alice reveal; Alice eliminate 1")
    assert t.influence["Alice"] == 2
    assert t.discard("Alice") == ["ambush"]
    assert t.row[-1] == "Alice archer open"


def test_in_the_italian_book_own_ambush_pays_two_and_the_own_soldier_is_lost():
    t = Table("oriflamme", edition="it", Alice="ambush soldier", Bob="heir lord")
    t.plan(Alice="ambush end", Bob="heir end").wait()
    t.plan(Bob="lord end", Alice="soldier start").play("Alice reveal")
    assert t.influence["Alice"] == 3
    assert t.discard("Alice") == ["ambush", "soldier"]
    assert t.row == ["Bob heir closed 1", "Bob lord closed"]


@pytest.mark.parametrize("edition", ["uk", "it"])
def test_an_ambush_turned_over_by_its_player_loses_its_tokens_and_pays_one(edition):
    t = Table("oriflamme", edition=edition, Alice="ambush lord", Bob="heir archer")
    t.plan(Alice="ambush end", Bob="heir end").wait()
    t.plan(Bob="archer end", Alice="lord end").play("Alice reveal")
    assert t.influence["Alice"] == 2
    assert t.discard("Alice") == ["ambush"]


def test_a_conspiracy_with_three_tokens_pays_six():
    t = Table("oriflamme", Alice="conspiracy", Bob="")
    t.plan(Alice="conspiracy end", Bob="heir end").wait()
    t.plan(Bob="lord end", Alice="lord end").wait()
    t.plan(Alice="spy end", Bob="spy end").wait()
    t.plan(Bob="archer end", Alice="archer end").play("Alice reveal")
    assert t.influence["Alice"] == 7
    assert t.discard("Alice") == ["conspiracy"]


def test_a_card_may_be_turned_over_in_the_round_it_was_played():
    t = Table("oriflamme", Alice="conspiracy", Bob="heir")
    t.plan(Alice="conspiracy end", Bob="heir end").play("Alice reveal")
    assert t.influence["Alice"] == 1
    assert t.row == ["Bob heir closed"]

"""What the rule books leave open, as this project decides it."""

import pytest

from games import engine
from tests.engine.table import KINDS, Table

MIX = "uprising trap archer soldier spy heir lord ambush extortion fanatic"


# --- the frame ------------------------------------------------------------------------------


def test_the_supply_of_influence_never_runs_out():
    t = Table("oriflamme", Alice="", Bob="", Carol="", Dave="", Erin="")
    for _ in range(6):
        for _ in range(5):
            t.play(f"{t.asked} place {t.legal[0].split()[1]} end")
        t.wait()
    tokens = sum(slot[-1]["tokens"] for slot in t.position["row"])
    assert tokens == 5 * (1 + 2 + 3 + 4 + 5 + 6) > 70


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_two_to_five_players_and_no_other_number(seats):
    with pytest.raises(engine.RulesError):
        engine.deal(set="oriflamme", seats=seats, seed=bytes(32))
    for good in (2, 3, 4, 5):
        assert engine.to_move(engine.deal(set="oriflamme", seats=good, seed=bytes(32))) is not None


def test_the_seed_draws_the_deal_the_first_player_and_the_direction():
    seeds = [bytes([n]) * 32 for n in range(60)]
    games = [engine.deal(set="ablaze", seats=4, seed=seed) for seed in seeds]
    again = [engine.deal(set="ablaze", seats=4, seed=seed) for seed in seeds]
    assert [engine.dump(g) for g in games] == [engine.dump(g) for g in again]
    assert {engine.to_move(game) for game in games} == {0, 1, 2, 3}
    directions = {engine.view(game, None)["direction"] for game in games}
    assert directions == {"left_to_right", "right_to_left"}
    assert len({str(engine.position(game)["hands"]) for game in games}) == 60


# --- several eliminated at once ---------------------------------------------------------------


def test_of_two_struck_at_once_all_is_paid_before_the_first_in_the_row_reacts():
    t = Table("mixed", deck=MIX, Alice="uprising archer", Bob="trap archer", Carol="trap archer")
    t.plan(Alice="uprising end", Bob="trap start", Carol="trap end").wait()
    t.plan(Bob="archer end", Carol="archer end", Alice="archer end").play("Bob wait; Alice reveal")
    assert t.influence == {"Alice": 0, "Bob": 1 + 3, "Carol": 1 + 0}
    assert t.row == ["Bob archer closed", "Carol archer closed", "Alice archer closed"]


def test_an_uprising_that_a_trap_discards_stays_discarded():
    t = Table("mixed", deck=MIX, Alice="uprising archer", Bob="trap lord")
    t.plan(Alice="uprising end", Bob="trap start").wait()
    t.plan(Bob="lord end", Alice="archer end").play("Bob wait; Alice reveal")
    assert t.discard("Alice") == ["uprising"]
    assert t.discard("Bob") == ["lord", "trap"]
    assert t.row == ["Alice archer closed"]
    assert t.influence == {"Alice": 0, "Bob": 4}


def test_extortion_counts_the_uprising_itself_but_no_card_struck_with_it():
    t = Table("alliance", Alice="uprising fanatic judge", Bob="extortion judge fanatic")
    t.plan(Alice="uprising end", Bob="extortion start").wait()
    t.plan(Bob="judge start", Alice="fanatic end").wait()
    t.plan(Alice="judge end", Bob="fanatic start")
    t.play("Bob wait; Bob wait; Bob wait; Alice reveal")
    assert t.influence == {"Alice": 1 + 1 + 2, "Bob": 1 + 2 * 2}
    assert t.row[2:] == ["Alice uprising closed", "Alice judge closed"]


def test_extortion_counts_an_assassination_that_strikes_it():
    deck = "assassination extortion archer soldier spy heir lord ambush trap fanatic"
    t = Table("mixed", deck=deck, Alice="extortion", Bob="assassination lord")
    t.plan(Alice="extortion end", Bob="assassination end")
    t.play("Alice wait; Bob reveal; Bob eliminate 1")
    assert t.influence == {"Alice": 1 + 2, "Bob": 2}


def test_extortion_counts_a_judge_that_strikes_it():
    t = Table("alliance", Alice="extortion fanatic", Bob="judge fanatic")
    t.plan(Alice="extortion end", Bob="judge end").play("Alice wait; Bob reveal; Bob mark 1")
    t.plan(Bob="fanatic end", Alice="fanatic end").play("Alice wait; Bob eliminate 1")
    assert t.influence == {"Alice": 1 + 4, "Bob": 1 + 1 + 1}
    assert t.row[0] == "Bob judge open"


# --- royal decree -----------------------------------------------------------------------------


def a_decree_between_two_and_two():
    t = Table("oriflamme", first="Dave", Alice="royal_decree", Bob="heir", Carol="lord", Dave="spy")
    t.plan(Dave="spy end", Alice="royal_decree start", Bob="heir end", Carol="lord start")
    return t.play("Carol wait; Alice reveal")


def test_gaps_are_counted_with_the_decree_in_the_row_and_no_move_leaves_all_as_it_was():
    t = a_decree_between_two_and_two()
    assert t.legal == [
        *("move 1 to 2", "move 1 to 3", "move 1 to 4"),
        *("move 3 to 0", "move 3 to 1", "move 3 to 4"),
        *("move 4 to 0", "move 4 to 1", "move 4 to 2"),
    ]


def test_just_before_the_decree_is_too_late_for_this_round():
    t = a_decree_between_two_and_two().play("Alice move 4 to 1")
    assert t.row[:2] == ["Carol lord closed 1", "Bob heir closed"]
    assert t.asked == "Dave"


def test_just_after_the_decree_is_next():
    t = a_decree_between_two_and_two().play("Alice move 4 to 2")
    assert t.row[:2] == ["Carol lord closed 1", "Bob heir closed"]
    assert t.asked == "Bob"


def test_a_decree_alone_in_the_row_is_just_discarded():
    t = Table("oriflamme", Alice="royal_decree", Bob="ambush")
    t.plan(Alice="royal_decree end", Bob="ambush start").play("Bob reveal; Alice reveal")
    assert t.row == []
    assert t.discard("Alice") == ["royal_decree"]


def test_a_decree_carries_verdicts_tokens_and_bribes_along():
    deck = "judge bribe royal_decree queen diplomat archer soldier spy heir lord"
    t = Table(
        "mixed", deck=deck, Alice="diplomat royal_decree", Bob="bribe lord", Carol="judge spy"
    )
    t.plan(Alice="diplomat end", Bob="bribe end", Carol="judge end")
    t.play("Alice reveal; Alice stay; Bob reveal; Carol reveal; Carol mark 1")
    assert t.row[0] == "Bob diplomat open !"
    t.plan(Bob="lord end", Carol="spy end", Alice="royal_decree end")
    t.play("Bob stay; Carol mark 1; Bob wait; Carol wait; Alice reveal; Alice move 1 to 3")
    assert t.row[2] == "Bob diplomat open !!"


# --- ambush -----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["uk", "it"])
def test_an_ambush_struck_by_an_opponents_assassination_pays_four(edition):
    t = Table("oriflamme", edition=edition, Alice="ambush", Bob="assassination")
    t.plan(Alice="ambush end", Bob="assassination end")
    t.play("Alice wait; Bob reveal; Bob eliminate 1")
    assert t.influence == {"Alice": 5, "Bob": 2}
    assert t.discard("Bob") == ["assassination"]
    assert t.row == []


def test_a_spy_or_a_decree_sets_off_no_ambush():
    t = Table("oriflamme", Alice="ambush", Bob="spy", Carol="royal_decree")
    t.plan(Alice="ambush end", Bob="spy end", Carol="royal_decree start")
    t.play("Carol reveal; Carol move 2 to 3; Bob reveal; Alice wait")
    assert t.row == ["Bob spy open", "Alice ambush closed 1"]
    assert t.influence == {"Alice": 0, "Bob": 2, "Carol": 1}


# --- princes and twins ------------------------------------------------------------------------


def a_twin_won_over_by_alice():
    t = Table("ablaze", Alice="bribe prince", Bob="prince cutthroat")
    t.plan(Alice="bribe end", Bob="prince start")
    t.play("Bob reveal; Bob place twin start; Alice reveal; Alice bribe 1")
    assert t.row == ["Alice twin open", "Bob prince open"]
    return t


def test_a_closed_prince_does_not_fall_with_a_twin():
    t = a_twin_won_over_by_alice()
    t.plan(Bob="cutthroat start", Alice="prince end").play("Bob reveal")
    assert t.row == ["Bob cutthroat open", "Bob prince open", "Alice prince closed"]
    assert t.discard("Bob") == ["twin"]


def test_a_closed_prince_that_is_eliminated_takes_his_players_twin_along():
    t = a_twin_won_over_by_alice()
    t.plan(Bob="cutthroat end", Alice="prince end").play("Bob reveal; Bob eliminate 4")
    assert t.row == ["Bob prince open", "Bob cutthroat open"]
    assert t.discard("Alice") == ["bribe", "prince"]
    assert t.discard("Bob") == ["twin"]


def test_a_prince_who_acts_again_brings_no_second_twin():
    t = Table("ablaze", aside={"Alice": "prince"}, Alice="substitution trap", Bob="prince schemer")
    t.plan(Alice="substitution end", Bob="prince end").play("Alice reveal")
    t.plan(Bob="schemer end", Alice="trap end")
    assert t.influence["Alice"] == 1 + 1 + 1 + 1
    assert t.position["twin_waiting"][0]


# --- queens, cutthroats, substitutions --------------------------------------------------------


def test_an_own_queen_pays_no_bonus_and_is_not_replaced():
    t = Table("ablaze", Alice="queen substitution", Bob="trap schemer")
    t.plan(Alice="queen end", Bob="trap start").play("Bob reveal; Alice wait")
    t.plan(Bob="schemer end", Alice="substitution start").play("Alice reveal")
    assert t.influence["Alice"] == 2
    assert t.row == ["Bob schemer closed"]
    assert t.discard("Alice") == ["queen", "substitution"]


def test_a_cutthroat_whose_one_victim_is_a_trap_gains_nothing_and_pays():
    t = Table("ablaze", Alice="trap", Bob="cutthroat")
    t.plan(Alice="trap end", Bob="cutthroat end").play("Alice wait; Bob reveal")
    assert t.influence == {"Alice": 2, "Bob": 0}
    assert t.discard("Bob") == ["cutthroat"]


def test_a_cutthroat_that_starts_with_an_own_card_strikes_its_namesakes_of_others():
    t = Table("ablaze", Alice="schemer cutthroat", Bob="schemer queen", Carol="trap queen")
    t.plan(Alice="schemer end", Bob="schemer end", Carol="trap end")
    t.play("Alice reveal; Bob reveal; Carol wait")
    assert t.influence == {"Alice": 2, "Bob": 2, "Carol": 1}
    t.plan(Bob="queen end", Carol="queen end", Alice="cutthroat start").play("Alice reveal")
    assert t.influence["Alice"] == 2 + 2
    assert t.row[1] == "Carol trap closed 1"


def a_queen_of_alice_won_over_by_bob(hand):
    t = Table("ablaze", Alice=f"queen {hand}", Bob="bribe schemer")
    t.plan(Alice="queen end", Bob="bribe end").play("Alice reveal; Bob reveal")
    assert t.row == ["Bob queen open"]
    return t


def test_an_own_character_held_by_another_is_replaced_by_itself():
    t = a_queen_of_alice_won_over_by_bob("substitution")
    t.plan(Bob="schemer end", Alice="substitution start").play("Alice reveal")
    assert t.row == ["Alice queen open", "Bob schemer closed"]
    assert t.influence["Alice"] == 3 + 1 + 1 + 2
    assert t.discard("Alice") == ["substitution"]
    assert t.told("eliminated")["bribe"] == 1


def test_a_character_can_be_bribed_home():
    t = a_queen_of_alice_won_over_by_bob("bribe")
    t.plan(Bob="schemer end", Alice="bribe start").play("Alice reveal")
    assert t.row[0] == "Alice queen open"
    assert t.told("bribed")["returned"] == 1
    assert t.influence["Alice"] == 3 + 2


def test_a_bribed_character_is_covered_by_the_one_who_controls_it():
    t = a_queen_of_alice_won_over_by_bob("schemer")
    assert "place schemer on 1" in t.legal
    t.play("Bob place schemer on 1")
    assert t.row == ["Bob queen open < Bob schemer closed"]
    assert not [move for move in t.legal if " on " in move]


# --- combination ------------------------------------------------------------------------------


def test_a_combination_may_use_the_card_it_covered_which_is_then_resolved_too():
    t = Table("ablaze", Alice="queen combination", Bob="schemer trap")
    t.plan(Alice="queen end", Bob="schemer end").play("Alice reveal; Bob wait")
    t.plan(Bob="trap end", Alice="combination on 1").play("Alice reveal")
    assert t.influence["Alice"] == 3 + 2 + 2
    assert t.row[0] == "Alice queen open"


def test_a_combination_without_an_open_own_character_takes_its_tokens():
    t = Table("ablaze", Alice="combination queen", Bob="schemer trap")
    t.plan(Alice="combination end", Bob="schemer end").wait()
    t.plan(Bob="trap end", Alice="queen end").play("Alice reveal")
    assert t.influence["Alice"] == 2
    assert t.discard("Alice") == ["combination"]


# --- uprising ---------------------------------------------------------------------------------


def test_an_uprising_without_a_token_is_asked_and_can_only_wait():
    t = Table("alliance", Alice="uprising", Bob="judge")
    t.plan(Alice="uprising end", Bob="judge end")
    assert t.asked == "Alice"
    assert t.legal == ["wait"]
    t.play("Alice wait")
    assert t.row[0] == "Alice uprising closed 1"


def test_an_uprising_turned_down_is_known_to_all_and_closed_in_every_way():
    t = Table("alliance", Alice="uprising fanatic", Bob="empress judge")
    t.plan(Alice="uprising end", Bob="judge end").wait()
    t.plan(Bob="empress end", Alice="fanatic end").play("Alice reveal; Bob wait; Alice wait")
    assert t.row[0] == "Alice uprising closed"
    top = engine.view(t.state, 1)["row"][0]["top"]
    assert (top["card"], top["open"], top["tokens"]) == ("uprising", False, 0)
    t.plan(Alice="judge end", Bob="fanatic end")
    assert t.legal == ["wait"]
    t.play("Alice wait; Bob reveal; Bob give 1")
    assert t.row[0] == "Alice uprising closed 2"


# --- judge, deserter, informant, diplomat, treaty ---------------------------------------------


def test_five_verdicts_in_all_and_without_one_a_judge_just_gains():
    t = Table("alliance", Alice="judge", Bob="judge", Carol="judge")
    t.plan(Alice="judge end", Bob="judge end", Carol="judge end")
    t.play("Alice reveal; Alice mark 1; Bob reveal; Bob mark 1; Carol reveal; Carol mark 1")
    t.plan(Bob="fanatic end", Carol="fanatic end", Alice="fanatic end")
    t.play("Alice mark 1; Bob mark 1")
    assert t.row[0] == "Alice judge open !!!!!"
    assert t.legal == ["eliminate 1", "gain"]
    t.play("Carol gain")
    assert t.influence["Carol"] == 3
    t.wait()
    t.plan(Carol="empress end", Alice="empress end", Bob="empress end")
    assert t.legal == ["eliminate 1", "gain"]
    t.play("Alice eliminate 1")
    assert t.discard("Alice") == ["judge"]
    assert [move for move in t.legal if not move.startswith("mark")] == []


def test_a_verdict_on_a_covered_card_stays_there_and_cannot_be_used():
    t = Table("alliance", Alice="fanatic informant", Bob="judge empress")
    t.plan(Alice="fanatic end", Bob="judge end").play("Alice wait; Bob reveal; Bob mark 1")
    t.plan(Bob="empress end", Alice="informant on 1").play("Alice wait")
    assert t.row[0] == "Alice fanatic closed 1 ! < Alice informant closed 1"
    assert t.legal == ["mark 1", "mark 2", "mark 3"]


def test_an_open_character_uncovered_by_its_strike_saves_a_deserter():
    t = Table("alliance", Alice="deserter treaty", Bob="fanatic judge")
    t.plan(Alice="deserter end", Bob="fanatic start").play("Bob reveal; Alice wait")
    t.plan(Bob="judge on 1", Alice="treaty end").play("Bob wait; Alice reveal; Alice eliminate 1")
    assert t.row[:2] == ["Bob fanatic open", "Alice deserter open"]
    assert t.influence["Alice"] == 1 + 1 + 1 + 1


def test_a_deserter_without_neighbours_strikes_nothing_and_leaves():
    t = Table("alliance", Alice="deserter", Bob="extortion")
    t.plan(Alice="deserter end", Bob="extortion start").play("Bob reveal; Alice reveal")
    assert t.row == []
    assert t.influence["Alice"] == 1
    assert t.discard("Alice") == ["deserter"]


def test_a_swap_leaves_the_covered_cards_and_gives_no_tokens():
    t = Table("alliance", Alice="judge informant treaty", Bob="fanatic empress")
    t.plan(Alice="judge end", Bob="fanatic end").wait()
    t.plan(Bob="empress end", Alice="informant on 1").wait()
    t.plan(Alice="fanatic end", Bob="judge end").play("Alice reveal; Alice swap treaty")
    assert t.row[0] == "Alice judge closed 1 < Alice treaty closed"
    assert t.influence["Alice"] == 2


def test_a_diplomat_may_leave_with_nothing_on_it():
    t = Table("alliance", Alice="diplomat", Bob="judge")
    t.plan(Alice="diplomat end", Bob="judge end").play("Alice reveal")
    assert t.legal == ["leave", "stay"]
    t.play("Alice leave")
    assert t.influence["Alice"] == 1
    assert t.discard("Alice") == ["diplomat"]


def test_a_diplomat_chooses_among_several_others():
    t = Table("alliance", Alice="diplomat", Bob="diplomat", Carol="diplomat")
    t.plan(Alice="diplomat end", Bob="diplomat end", Carol="diplomat end")
    t.play("Alice reveal; Alice stay; Bob reveal; Bob stay; Carol reveal; Carol stay")
    assert t.legal == ["give 1", "give 2"]
    t.play("Carol give 2")
    assert t.row == ["Alice diplomat open 2", "Bob diplomat open 2", "Carol diplomat open"]


def test_a_treaty_kept_in_the_last_round_pays_at_the_end_alone():
    t = Table("alliance", Alice="treaty", Bob="")
    cards = {p: [c for c in t.hand(p) if c != "treaty"] for p in t.players}
    t.plan(Alice="treaty end", Bob=f"{cards['Bob'].pop()} end").wait()
    for _ in range(4):
        t.plan(**{p: f"{cards[p].pop()} end" for p in t.players}).wait()
    t.plan(**{p: f"{cards[p].pop()} end" for p in t.players}).play("Alice reveal")
    assert t.influence["Alice"] == 1
    t.wait()
    assert t.position["result"]["scores"] == [6, 1]
    assert t.influence["Alice"] == 6
    assert t.kept("Alice") == [{"card": "treaty", "tokens": 5}]


# --- mixes ------------------------------------------------------------------------------------


def test_ten_kinds_of_any_box_make_a_mix_and_the_twin_is_none_of_them():
    for wrong in ("archer", f"{MIX} spy", MIX.replace("trap", "twin"), MIX.replace("trap", "spy")):
        with pytest.raises(engine.RulesError):
            engine.deal(set="mixed", deck=wrong.split(), seats=3, seed=bytes(32))
    decks = [engine.deal(set="mixed", seats=3, seed=bytes([n]) * 32) for n in range(20)]
    for state in decks:
        hands = engine.position(state)
        kinds = {*hands["hands"][0], *hands["aside"][0]}
        assert len(kinds) == 10
        assert kinds <= {card for box in KINDS.values() for card in box.split()}
        assert all(hands["twin_waiting"]) == ("prince" in kinds)


def copying(character, script):
    """Alice's Shapeshifter between Bob's character and Carol's heir."""
    rest = [card for card in MIX.split() if card not in {character, "uprising", "extortion"}]
    deck = ["shapeshifter", character, *rest, "conspiracy", "assassination"][:10]
    t = Table(
        "mixed",
        deck=" ".join(deck),
        Alice="shapeshifter archer",
        Bob=f"{character} lord",
        Carol="heir spy",
    )
    t.plan(Alice="shapeshifter end", Bob=f"{character} start", Carol="heir end")
    return t.play(script)


def test_a_shapeshifter_that_copies_a_prince_gains_one_and_brings_no_twin():
    t = copying("prince", script="Bob reveal; Bob place twin start; Alice reveal")
    assert t.influence["Alice"] == 2
    assert t.position["twin_waiting"] == [True, False, True]


def test_a_shapeshifter_that_copies_a_schemer_beside_a_stack_is_discarded():
    t = copying("schemer", script="Bob reveal; Alice reveal; Carol wait")
    assert t.influence["Alice"] == 2
    t.plan(Bob="lord end", Carol="spy on 3", Alice="archer end")
    assert t.discard("Alice") == ["shapeshifter"]
    assert t.row[0] == "Bob schemer open"


def test_a_shapeshifter_that_copies_a_deserter_runs_away_in_its_stead():
    t = copying("deserter", script="Bob wait; Alice reveal; Carol wait")
    t.plan(Bob="lord start", Carol="spy end", Alice="archer end")
    t.play("Bob wait; Bob reveal; Bob eliminate 1")
    assert t.row[:2] == ["Bob deserter open", "Alice shapeshifter open"]
    t.play("Alice eliminate 1")
    assert t.influence["Alice"] == 1 + 1 + 1
    assert t.discard("Alice") == ["shapeshifter"]
    assert t.row[0] == "Carol heir closed 1"


def test_a_shapeshifter_that_copies_an_informant_returns_to_the_hand_itself():
    t = copying("informant", script="Bob reveal; Bob gain; Alice reveal")
    assert t.legal[0] == "gain"
    t.play("Alice swap archer")
    assert t.row[1] == "Alice archer closed"
    assert "shapeshifter" in t.hand("Alice")
    assert "archer" not in t.hand("Alice")


def test_a_shapeshifter_that_copies_a_diplomat_feeds_the_copied_one_or_leaves():
    t = copying("diplomat", script="Bob reveal; Bob stay; Alice reveal")
    assert t.legal == ["leave", "stay"]
    left = t.state.copy()
    t.play("Alice stay")
    assert t.row[0] == "Bob diplomat open 2"
    assert t.influence["Alice"] == 2
    t.state = left
    t.play("Alice leave")
    assert t.discard("Alice") == ["shapeshifter"]
    assert t.row[0] == "Bob diplomat open"


def test_a_bribed_informant_may_only_gain():
    deck = "informant bribe archer soldier spy heir lord ambush fanatic trap"
    t = Table("mixed", deck=deck, Alice="informant archer", Bob="bribe lord", Carol="heir spy")
    t.plan(Alice="informant end", Bob="bribe end", Carol="heir start")
    t.play("Carol wait; Alice reveal; Alice gain; Bob reveal")
    assert t.row[1] == "Bob informant open"
    t.plan(Bob="lord end", Carol="spy end", Alice="archer end").play("Carol wait")
    assert t.influence["Bob"] == 1 + 2
    assert t.told("forced")["move"] == "gain"
    assert t.asked == "Bob"
    assert t.position["cursor"] == 3


def test_a_card_swapped_in_ahead_by_a_combination_sleeps_this_round():
    deck = "informant combination archer soldier spy heir lord ambush fanatic trap"
    t = Table("mixed", deck=deck, Alice="informant combination heir", Bob="lord spy archer")
    t.plan(Alice="informant end", Bob="lord start")
    t.play("Bob wait; Alice reveal; Alice gain")
    t.plan(Bob="spy end", Alice="combination start")
    t.play("Alice reveal; Alice swap heir")
    assert t.row == ["Bob lord closed 1", "Alice heir closed", "Bob spy closed"]
    assert t.position["cursor"] == 1
    t.play("Bob wait")
    assert t.asked == "Bob"
    assert t.position["cursor"] == 3
    t.play("Bob wait")
    t.plan(Alice="informant end", Bob="archer end").play("Bob wait")
    assert t.asked == "Alice"


def test_a_combination_that_swaps_the_card_it_lay_on_lets_it_sleep_too():
    deck = "informant combination archer soldier spy heir lord ambush fanatic trap"
    t = Table("mixed", deck=deck, Alice="informant combination heir", Bob="lord spy")
    t.plan(Alice="informant end", Bob="lord end").play("Alice reveal; Alice gain; Bob wait")
    t.plan(Bob="spy end", Alice="combination on 1").play("Alice reveal; Alice swap heir")
    assert t.row[0] == "Alice heir closed"
    assert t.asked == "Bob"
    assert t.position["cursor"] == 2


def test_an_open_card_laid_on_a_sleeping_one_is_resolved_as_usual():
    deck = "informant combination prince archer soldier spy heir lord ambush trap"
    t = Table("mixed", deck=deck, Alice="informant prince combination archer", Bob="lord spy heir")
    t.plan(Alice="informant end", Bob="lord end").play("Alice reveal; Alice gain; Bob wait")
    t.plan(Bob="spy end", Alice="prince start").play("Alice wait; Alice gain; Bob wait; Bob wait")
    before = t.influence["Alice"]
    t.plan(Alice="combination start", Bob="heir end")
    t.play("Alice reveal; Alice swap archer; Alice reveal; Alice place twin on 2")
    assert t.row[1] == "Alice archer closed < Alice twin open"
    assert t.influence["Alice"] == before + 1 + 1 + 1
    assert t.asked == "Bob"
    assert t.position["cursor"] == 3


def test_a_bribed_diplomat_keeps_its_tokens():
    deck = "diplomat bribe archer soldier spy heir lord ambush fanatic trap"
    t = Table("mixed", deck=deck, Alice="diplomat", Bob="diplomat", Carol="bribe")
    t.plan(Alice="diplomat end", Bob="diplomat end", Carol="bribe end")
    t.play("Alice reveal; Alice stay; Bob reveal; Bob stay; Carol reveal; Carol bribe 1")
    assert t.row[0] == "Carol diplomat open 2"

"""The form of a plan: short, answered by tapping, and read as orders."""

import random
import re
from collections.abc import Callable

import pytest
from django.utils import timezone

from games import engine, selectors, services
from games.engine.types import known
from games.models import Game
from games.pages import planned
from games.post import letter_facts
from tests import bounded
from tests.games.conftest import OpenTable, position
from tests.pages.conftest import Browser, text_of

pytestmark = pytest.mark.django_db

Browsers = Callable[[str], Browser]


def with_three_closed_cards(open_table: OpenTable) -> Game:
    """The third half round with cards to resolve: all have waited until now."""
    game = open_table("alice", "bob", "carol", together=True)
    for _half in range(5):
        state = position(game)
        for chair in game.chairs.select_related("person"):
            assert chair.person is not None
            assert chair.number is not None
            card = state.hands[chair.number][0]
            round_ = state.round
            placing = {"do": "place", "card": card, "place": "end", "round": round_}
            wanted = [placing] if state.phase == "planning" else [{"do": "wait"}]
            services.make_plan(game_key=game.key, person=chair.person, wanted=wanted)
        Game.objects.filter(pk=game.pk).update(wakes_at=timezone.now())
        services.sweep()
        for _turn in range(12):
            services.call(game_key=game.key)
    game.refresh_from_db()
    assert game.asks_all
    assert position(game).phase == "events"
    return game


def test_three_closed_cards_take_six_taps_and_sixty_words(
    open_table: OpenTable, browser: Browsers
) -> None:
    game = with_three_closed_cards(open_table)
    address = f"/games/{game.key}/plan"
    page = text_of(browser("alice").get(address))
    cards = re.findall(r'name="do\.(\w+)" value="wait"', page)
    assert len(cards) == 3
    form = page[page.index('class="plan"') : page.index("</form>", page.index('class="plan"'))]
    # All that can be seen, also whom a card strikes that is turned over.
    shown = re.sub(r"<details.*?</details>", "", form[form.index(">") + 1 :], flags=re.S)
    words = re.sub(r"<[^>]*>", " ", shown).split()
    assert len(words) <= 60, words
    assert re.search(r"Time left: .* this table ends in \d+ days?", page)
    (seq,) = re.findall(r'name="seq" value="(\d+)"', form)
    taps = {f"do.{card}": "reveal" if card == cards[0] else "wait" for card in cards}
    strikes = re.findall(rf'name="strike\.{cards[0]}" value="([^"]+)"', form)
    if strikes:
        taps[f"strike.{cards[0]}"] = strikes[0]
    assert len(taps) + 1 <= 6  # and the button
    assert browser("alice").post(address, {**taps, "seq": seq}).status_code == 303
    alice = game.chairs.get(person__handle="alice").person
    assert alice is not None
    plan = selectors.plan(key=game.key, viewer=alice, lang="en")
    assert plan["answered"]
    assert [one["order"]["do"] for one in plan["orders"]][:3].count("wait") >= 2


def test_the_next_card_is_said_on_the_board_with_what_cards_do(
    open_table: OpenTable, browser: Browsers
) -> None:
    game = with_three_closed_cards(open_table)
    address = f"/games/{game.key}/plan"
    board = text_of(browser("alice").get(f"/games/{game.key}"))
    assert "And then …" in board
    cards = re.findall(r'name="do\.(\w+)" value="wait"', board)
    on_board = {"seq": str(game.seq), "board": "1", **{f"do.{card}": "wait" for card in cards}}
    page = text_of(browser("alice").post(address, {**on_board, "more": "1"}))
    assert "Which card in round 4?" in page
    kept = dict(re.findall(r'type="hidden" name="(do\.\w+)" value="(\w+)"', page))
    assert kept == {f"do.{card}": "wait" for card in cards}
    hand = re.findall(r'name="card"[^>]* value="(\w+)"', page)
    assert len(hand) == 4
    assert not re.findall(r'name="place"[^>]* value="on', page)
    sent = {**on_board, **kept, "card": hand[1], "place": "start"}
    assert browser("alice").post(address, sent).status_code == 303
    alice = game.chairs.get(person__handle="alice").person
    assert alice is not None
    plan = selectors.plan(key=game.key, viewer=alice, lang="en")
    assert [one["order"]["do"] for one in plan["orders"]] == ["wait"] * 3 + ["place"]
    assert plan["orders"][-1]["order"]["round"] == 4


def test_what_was_said_before_is_left_with_one_touch(
    open_table: OpenTable, browser: Browsers
) -> None:
    game = with_three_closed_cards(open_table)
    for chair in game.chairs.select_related("person"):
        assert chair.person is not None
        assert chair.number is not None
        card = position(game).hands[chair.number][0]
        ahead = {"do": "place", "card": card, "place": "end", "round": 4}
        wanted = [{"do": "wait"}, ahead]
        services.make_plan(game_key=game.key, person=chair.person, wanted=wanted)
    Game.objects.filter(pk=game.pk).update(wakes_at=timezone.now())
    services.sweep()
    for _turn in range(12):
        services.call(game_key=game.key)
    game.refresh_from_db()
    assert game.asks_all
    assert position(game).phase == "planning"
    alice = game.chairs.get(person__handle="alice").person
    assert alice is not None
    address = f"/games/{game.key}"
    for page in (address, f"{address}/plan"):
        shown = text_of(browser("alice").get(page))
        assert "What you said before counts" in shown
        assert "once two thirds of the time are over" in shown
    seq = str(game.seq)
    sent = browser("alice").post(f"{address}/plan", {"seq": seq, "board": "1", "keep": "1"})
    assert sent.status_code == 303
    plan = selectors.plan(key=game.key, viewer=alice, lang="en")
    assert plan["answered"]
    assert [one["order"]["do"] for one in plan["orders"]] == ["place"]
    assert "What you said before counts" not in text_of(browser("alice").get(address))


def test_a_form_for_a_phase_that_is_over_is_told_so(
    open_table: OpenTable, browser: Browsers
) -> None:
    game = open_table("alice", "bob", "carol", together=True)
    old = {"seq": "7", "card": "spy", "place": "end"}
    sent = browser("alice").post(f"/games/{game.key}/plan", old)
    assert sent.status_code == 409


def test_what_cannot_be_understood_is_said_and_kept_to_be_sent_again(
    open_table: OpenTable, browser: Browsers
) -> None:
    game = open_table("alice", "bob", "carol", together=True)
    address = f"/games/{game.key}/plan"
    sent = browser("alice").post(address, {"seq": "0", "orders": "make tea"})
    assert sent.status_code == 400
    assert "make tea</textarea>" in text_of(sent)


def test_a_card_without_a_place_is_no_answer(open_table: OpenTable, browser: Browsers) -> None:
    game = open_table("alice", "bob", "carol", together=True)
    address = f"/games/{game.key}/plan"
    card = position(game).hands[game.chairs.get(person__handle="alice").number or 0][0]
    for half in ({"card": card}, {"place": "end"}):
        sent = browser("alice").post(address, {"seq": "0", **half})
        assert sent.status_code == 400
        assert "Choose a card and a place" in text_of(sent)
    alice = game.chairs.get(person__handle="alice").person
    assert alice is not None
    assert not selectors.plan(key=game.key, viewer=alice, lang="en")["answered"]


def test_the_form_shows_the_row_and_each_card_that_is_chosen(
    open_table: OpenTable, browser: Browsers
) -> None:
    game = with_three_closed_cards(open_table)
    page = text_of(browser("alice").get(f"/games/{game.key}/plan"))
    assert 'class="mrow"' in page
    assert len(re.findall(r'<legend><span class="mc', page)) == 3


def test_only_who_plays_is_led_to_the_form(open_table: OpenTable, browser: Browsers) -> None:
    game = open_table("alice", "bob", "carol", together=True)
    assert browser("mallory").get(f"/games/{game.key}/plan").status_code == 303
    assert f"/games/{game.key}/plan" in text_of(browser("alice").get(f"/games/{game.key}"))
    assert "/plan" not in text_of(browser("mallory").get(f"/games/{game.key}"))


@pytest.mark.parametrize("set_", ["oriflamme", "ablaze", "alliance"])
def test_a_card_is_said_to_reach_what_it_can_strike(set_: str) -> None:
    asked = 0
    for number in range(12):
        rng = random.Random(number)
        state = engine.deal(set=set_, seats=4, seed=bytes([number]) * 32)
        bound = bounded()
        while next(bound) and (seat := engine.to_move(state)) is not None:
            view = engine.view(state, seat)
            question = known(view["question"])
            moves = known(question["moves"])
            if question["kind"] in {"eliminate", "steal"} and question["slot"]:
                asked += 1
                card = question["acts_as"] or known(question["card"])
                can = {int(move.split()[1]) - 1 for move in moves}
                reach = planned.reach(view, question["slot"] - 1, card, view["rules_version"])
                whose = [{view["row"][at]["controller"] for at in found} for found in (can, reach)]
                assert whose[0] == whose[1]
                assert can == set(reach) or question["kind"] == "steal", card
            engine.play(state, rng.choice(moves), seat)
    assert asked > 20


def test_who_does_not_begin_may_plan_to_lie_first(open_table: OpenTable, browser: Browsers) -> None:
    """When their turn comes cards lie there, though none does now."""
    game = open_table("alice", "bob", "carol", together=True)
    first = position(game).first
    for chair in game.chairs.select_related("person"):
        assert chair.person is not None
        for page in (f"/games/{game.key}", f"/games/{game.key}/plan"):
            shown = text_of(browser(chair.person.handle or "").get(page))
            offered = {*re.findall(r'name="place"[^>]* value="(\w+)"', shown)}
            assert offered == ({"end"} if chair.number == first else {"start", "end"})


def test_a_newcomer_is_told_once_what_it_means_to_be_asked_at_once(
    open_table: OpenTable, browser: Browsers
) -> None:
    told = "When all have answered, it is played in order, and what is left open is asked."
    game = open_table("alice", "bob", "carol", together=True)
    alice = game.chairs.get(person__handle="alice").person
    assert alice is not None
    assert told in text_of(browser("alice").get(f"/games/{game.key}"))
    assert told in selectors.plan(key=game.key, viewer=alice, lang="en")["asks"]
    assert told in letter_facts.gather(game.key, alice).asks
    game = with_three_closed_cards(open_table)
    assert told not in text_of(browser("alice").get(f"/games/{game.key}"))
    assert told not in selectors.plan(key=game.key, viewer=alice, lang="en")["asks"]
    blind = open_table("alice", "bob", "carol", together=True, blind=True)
    asks = selectors.plan(key=blind.key, viewer=alice, lang="en")["asks"]
    assert "and nothing is asked again" in asks


def test_whoever_has_answered_sees_what_will_be_asked_and_when_the_table_ends(
    open_table: OpenTable, browser: Browsers
) -> None:
    game = with_three_closed_cards(open_table)
    alice = game.chairs.get(person__handle="alice").person
    assert alice is not None
    cards = [
        slot["top"]["card"]
        for slot in engine.view(position(game), game.chairs.get(person=alice).number)["row"]
        if slot["top"]["card"] and not slot["top"]["open"]
    ]
    wanted = [{"do": "wait", "card": card} for card in cards[:2]]
    services.make_plan(game_key=game.key, person=alice, wanted=wanted)
    page = text_of(browser("alice").get(f"/games/{game.key}"))
    assert re.search(r"You will be asked: \S[^<]+</li></ul>", page)
    assert re.search(r"This table ends in about \d+ days?", page)


def test_the_list_of_tables_says_which_ask_everybody_at_once(
    open_table: OpenTable, browser: Browsers
) -> None:
    for name, wishes in (
        ("In turn", {}),
        ("Together", {"together": True}),
        ("Blind", {"together": True, "blind": True}),
    ):
        open_table("alice", name=name, seats=3, **wishes)
    page = text_of(browser("mallory").get("/tables"))
    said = dict(
        re.findall(r'<a class="name"[^>]*>([^<]+)</a>.*?<p class="pace">([^<]+)<', page, re.S)
    )
    assert said == {
        "In turn": "a day for a move",
        "Together": "a day for a move · all are asked at once",
        "Blind": "a day for a move · blind",
    }

"""Orders as text: read in four languages, written so that they can be read again, never guessed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import engine, orders
from games.engine.words import LANGUAGES
from games.orders import lexicon
from games.orders.order import (
    LAST_ROUND,
    OF_CARDS,
    OF_MOVES,
    QUESTIONS,
    RANKS,
    WIRES,
    Order,
)

CARDS = sorted(LANGUAGES["en"].NAMES)
AT = orders.Setting(frozenset(CARDS), 5, 2, 3, ("Alice", "Bob", "Open Carol", "Dave 2", "spy"))
HAND = [card for card in CARDS if card != "twin"]

card = st.sampled_from(CARDS)
seats = st.integers(0, 4).map(lambda n: f"seat {n}")


def terms(*words: str) -> st.SearchStrategy[list[str]]:
    one = st.one_of(st.sampled_from(words), card, seats)
    return st.lists(one, min_size=1, max_size=5, unique=True)


def rounds() -> st.SearchStrategy[dict[str, Any]]:
    since = st.integers(1, 5)
    pair = since.flatmap(
        lambda a: st.integers(max(a, 2) + 1, LAST_ROUND).map(
            lambda b: {"from_round": a, "until_round": b}
        )
    )
    return st.one_of(
        st.just({}),
        pair,
        st.integers(1, 6).map(lambda n: {"from_round": n}),
        st.integers(3, LAST_ROUND).map(lambda n: {"until_round": n}),
    )


def built(do: str, needed: dict[str, Any], also: dict[str, Any]) -> st.SearchStrategy[Order]:
    whole = st.fixed_dictionaries({"do": st.just(do), **needed}, optional=also)
    return st.tuples(whole, rounds() if "card" in also or do == "choose" else st.just({})).map(
        lambda parts: parts[0] | (parts[1] if do in {"wait", "reveal", "choose"} else {})
    )


BESIDE = {"neighbour": terms(*OF_CARDS), "no_neighbour": terms(*OF_CARDS)}
WHEN = {
    "card": card,
    "from_tokens": st.integers(1, 9),
    "until_tokens": st.integers(10, 20),
    **BESIDE,
}
WISH = {"prefer": terms(*OF_CARDS, *OF_MOVES, *RANKS), "never": terms(*OF_CARDS, *OF_MOVES)}
PLACE = {"card": st.sampled_from(HAND), "round": st.integers(3, 6)}
any_order = st.one_of(
    built("wait", {}, WHEN),
    built("reveal", {}, WHEN | WISH),
    built("choose", {"prefer": WISH["prefer"]}, {"card": card, "never": WISH["never"]}),
    built("choose", {"never": WISH["never"]}, {"question": st.sampled_from(QUESTIONS)}),
    built("place", {**PLACE, "place": st.sampled_from(["start", "end"])}, BESIDE),
    built("place", {**PLACE, "place": st.just("on"), "on": card}, BESIDE),
    built(
        "ask",
        {"if": st.lists(st.sampled_from(WIRES), min_size=1, unique=True)},
        {"card": card},
    ),
    built("ask", {"card": card}, {}),
).map(lambda raw: orders.check(raw, AT))


@pytest.mark.parametrize("lang", LANGUAGES)
@given(order=any_order)
def test_what_is_written_is_read_as_the_same_order(lang: str, order: Order) -> None:
    assert orders.read(orders.say(order, lang, AT), AT) == order


@pytest.mark.parametrize("lang", LANGUAGES)
@given(order=any_order, at=st.integers(0, 30))
def test_half_an_order_is_refused_or_another_whole_one(lang: str, order: Order, at: int) -> None:
    """Words are never skipped: what can be read says, written anew, all that was there."""
    words = orders.say(order, lang, AT).split()
    text = " ".join(words[:at])
    try:
        read = orders.read(text, AT)
    except (orders.Unreadable, orders.Unfit):
        return
    said = orders.say(read, lang, AT)
    assert lexicon.cut(said, AT) == lexicon.cut(text, AT) or read["do"] == "choose"


def test_no_words_have_two_meanings() -> None:
    meanings: dict[lexicon.Words, set[lexicon.Symbol]] = {}
    for phrase, symbol, _lang in lexicon.phrases():
        meanings.setdefault(lexicon.words_of(phrase), set()).add(symbol)
    assert {words: found for words, found in meanings.items() if len(found) > 1} == {}


def test_every_language_has_every_word() -> None:
    for words in orders.words.LANGUAGES.values():
        for table in ("PHRASES", "SAY", "WHY", "PROBLEMS"):
            assert getattr(words, table).keys() == getattr(orders.words.en, table).keys()


def test_where_a_plan_is_asked_for_the_round_and_what_is_asked_about_go_without_saying() -> None:
    at = AT._replace(is_asked=True, next_place=AT.round)
    placing = orders.read("place spy at the end if no neighbour is Bob", at)
    assert placing["round"] == AT.round
    assert placing["no_neighbour"] == ["seat 1"]
    assert orders.read("спитай мене", at) == orders.read("ask me", at) == {"do": "ask"}
    for text in ("place spy at the end", "ask me"):
        with pytest.raises((orders.Unreadable, orders.Unfit)):
            orders.read(text, AT)


READS: list[tuple[str, Order]] = [
    ("wait with Ambush until round 4", {"do": "wait", "card": "ambush", "until_round": 4}),
    ("Wait with everything this round.", {"do": "wait", "from_round": 2, "until_round": 3}),
    (
        "reveal Soldier if a neighbour is open, then eliminate: prefer the richest, never Bob's",
        {
            "do": "reveal",
            "card": "soldier",
            "neighbour": ["open"],
            "prefer": ["richest"],
            "never": ["seat 1"],
        },
    ),
    ("spy: the richest", {"do": "choose", "card": "spy", "prefer": ["richest"]}),
    (
        "place spy on heir next round",
        {"do": "place", "card": "spy", "place": "on", "on": "heir", "round": 3},
    ),
    ("ask me if I was attacked", {"do": "ask", "if": ["attacked"]}),
    ("ждать с Засадой до раунда 4", {}),
    ("ждать с картой «Засада» до раунда 4", {"do": "wait", "card": "ambush", "until_round": 4}),
    ("чекати з усіма картами у цьому раунді", {"do": "wait", "from_round": 2, "until_round": 3}),
    ("aspetta con Imboscata fino al round 4", {"do": "wait", "card": "ambush", "until_round": 4}),
    ("spia: il più ricco", {"do": "choose", "card": "spy", "prefer": ["richest"]}),
]


@pytest.mark.parametrize(("text", "order"), READS)
def test_what_people_write_is_understood_or_refused(text: str, order: Order) -> None:
    if order:
        assert orders.read(text, AT) == order
    else:
        with pytest.raises(orders.Unreadable):
            orders.read(text, AT)


MOVES = ["wait", "reveal", "place spy end", "eliminate 3", "move 3 to 0", "use 2", "take", "gain"]


@pytest.mark.parametrize(
    "text",
    [
        *MOVES,
        *("reveal, eliminate 3", "wait, wait", "wait wait", "", "Good luck!", "Spy", "Best, Alice"),
        *("Lord Bob", "ask me", "All the best", "Carol and Bob"),
        *("no wait, reveal", "wait with the wind", "wait with Ambush until", "prefer", "ask me"),
        *("wait with Ambush until round 4 or so", "wait with Ambush until round 4 until round 5"),
        *("reveal Soldier if a neighbour is richest", "wait with Ambush in round 0", "spy: never"),
    ],
)
def test_moves_and_talk_are_no_orders(text: str) -> None:
    with pytest.raises((orders.Unreadable, orders.Unfit)):
        orders.read(text, AT)


def test_of_two_players_with_one_name_neither_is_guessed() -> None:
    at = AT._replace(names=("Bob", "bob!", "Carol", "Dave", "Erin"))
    with pytest.raises(orders.Unreadable):
        orders.read("spy: never Bob", at)
    order = orders.read("spy: never Azure", at)
    assert order["never"] == ["seat 1"]
    assert "Azure" in orders.say(order, "en", at)


@pytest.mark.parametrize(
    ("raw", "field", "problem"),
    [
        ([], "", "wrong_kind"),
        ({"do": "dance"}, "do", "unknown_do"),
        ({"do": ["wait"]}, "do", "unknown_do"),
        ({"do": "wait", "place": "end"}, "place", "unknown_field"),
        ({"do": "wait", "card": "dragon"}, "card", "unknown_card"),
        ({"do": "wait", "card": {}}, "card", "wrong_kind"),
        ({"do": "wait", "until_round": "4"}, "until_round", "wrong_kind"),
        ({"do": "wait", "until_round": True}, "until_round", "wrong_kind"),
        ({"do": "wait", "until_round": 9}, "until_round", "out_of_range"),
        ({"do": "wait", "until_round": 2}, "until_round", "past"),
        ({"do": "wait", "from_round": 5, "until_round": 4}, "until_round", "never_true"),
        ({"do": "wait", "neighbour": "open"}, "neighbour", "wrong_kind"),
        ({"do": "wait", "neighbour": ["richest"]}, "neighbour", "unknown_word"),
        ({"do": "wait", "neighbour": ["seat 5"]}, "neighbour", "unknown_word"),
        ({"do": "choose", "card": "spy"}, "prefer", "says_nothing"),
        ({"do": "choose", "never": ["lowest"]}, "never", "unknown_word"),
        ({"do": "choose", "prefer": ["open"] * 13}, "prefer", "too_many"),
        ({"do": "ask"}, "if", "says_nothing"),
        ({"do": "place", "card": "spy", "place": "end"}, "round", "missing"),
        ({"do": "place", "card": "spy", "place": "end", "round": 2}, "round", "past"),
        ({"do": "place", "card": "spy", "place": "on", "round": 3}, "on", "missing"),
        ({"do": "place", "card": "twin", "place": "end", "round": 3}, "card", "unknown_card"),
    ],
)
def test_what_cannot_be_is_refused_and_says_where(raw: Any, field: str, problem: str) -> None:
    with pytest.raises(orders.Unfit) as refused:
        orders.check(raw, AT)
    assert (refused.value.field, refused.value.problem) == (field, problem)
    assert orders.explain_problem(problem, "uk")


def test_a_card_of_another_box_is_unknown_here() -> None:
    state = engine.deal(set="oriflamme", seats=3, seed=b"\1" * 32)
    at = orders.setting(engine.view(state, 0))
    with pytest.raises(orders.Unfit):
        orders.read("wait with Queen", at)


def test_this_round_is_told_apart_by_whether_one_has_played() -> None:
    state = engine.deal(set="oriflamme", seats=3, seed=b"\1" * 32)
    first = engine.to_move(state)
    assert first is not None
    assert orders.setting(engine.view(state, first)).next_place == 1
    engine.play(state, engine.legal_moves(state)[0])
    assert orders.setting(engine.view(state, first)).next_place == 2
    assert orders.setting(engine.view(state, (first + 1) % 3)).next_place == 1

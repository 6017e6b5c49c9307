"""People are understood as they write, and no doubt moves anything."""

import itertools
import random
from collections.abc import Iterator
from typing import cast

import pytest

from games import engine
from games.engine.words import LANGUAGES
from games.replies import Position, Reading, Talk, Wish, read
from games.types import Game, MoveOption
from games.wording import choices
from tests import bounded
from tests.post.heldout import ANSWERS, BY_NAME, HARDER, SOME
from tests.post.mail_player import in_own_words
from tests.post.positions import position
from tests.post.understanding import Answer, does, is_heard, judge, understood


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_stands_on_a_button_can_be_answered(lang: str) -> None:
    """In the reader's own language, as the letter says it."""
    at = position("W", lang)
    moves = cast(list[MoveOption], [{"move": move, "says": ""} for move in at.moves])
    (only,) = choices.group(moves, cast(Game, at.view), lang, at.names)
    assert {choice.move for choice in only.choices} >= {"wait", "reveal"}
    for choice in only.choices:
        assert does(understood(choice.label, at), at) == (choice.move,), choice.label


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda one: f"{one.lang} {one.text[:50]}")
def test_an_answer_is_done_if_it_is_clear_and_else_moves_nothing(answer: Answer) -> None:
    at = position(answer.position, answer.lang)
    reading = understood(answer.text, at)
    if answer.means == "-":
        assert does(reading, at) == ()
    else:
        assert is_heard(reading, answer.means), reading


@pytest.mark.parametrize("name", BY_NAME)
def test_people_who_never_saw_the_reader_are_done_their_will_or_asked_about_it(name: str) -> None:
    """Of what is clear, that is; and nothing is done to anybody that they did not want."""
    verdicts = [(judge(answer), answer) for answer in BY_NAME[name]]
    assert not [answer for verdict, answer in verdicts if verdict in {"WRONG", "MOVED"}]
    clear = [(verdict, answer) for verdict, answer in verdicts if answer.means != "-"]
    missed = [answer for verdict, answer in clear if verdict not in {"done", "after a yes"}]
    assert len(missed) / len(clear) < HARDER.get(name, 0.035), missed
    asked = [answer for verdict, answer in verdicts if verdict == "asked"]
    if name != "courtesies":  # which name a move, and are asked about it
        assert len(asked) / (len(verdicts) - len(clear)) <= 0.16, asked


# --- the same, said otherwise ---------------------------------------------------------------

_HELLO = {"en": "Hello all,", "uk": "Вітаю!", "ru": "Привет всем!", "it": "Ciao a tutti,"}
_REGARDS = {"en": "Best regards", "uk": "З повагою", "ru": "С уважением", "it": "Cordiali saluti"}
_PLEASE = {"en": "please", "uk": "будь ласка", "ru": "пожалуйста", "it": "per favore"}
_NOTICE = (
    "This message is confidential and intended for the recipient only. Any use, copy or "
    "disclosure is prohibited. If you received it in error, notify the sender."
)
_DOUBTS = {
    "en": ("If Carol waits, {}", "Maybe {}", "{} – but not yet", "When it is time:\n{}", "{}, or?"),
    "uk": (
        "Якщо Carol чекає, {}",
        "Мабуть, {}",
        "{} – але не зараз",
        "Коли буде час:\n{}",
        "{}, чи?",
    ),
    "ru": (
        "Если Carol ждёт, {}",
        "Наверное, {}",
        "{} – но не сейчас",
        "Когда будет время:\n{}",
        "{}, или?",
    ),
    "it": (
        "Se Carol aspetta, {}",
        "Forse {}",
        "{} – ma non ancora",
        "Quando è ora:\n{}",
        "{}, o no?",
    ),
}


def kindly(answer: Answer) -> Iterator[str]:
    """The same meaning: shouted, greeted, signed, wrapped, with company notices below."""
    text, lang = answer.text, answer.lang
    yield f"{_HELLO[lang]}\n\n{text}"
    yield f"{text}\n\n{_REGARDS[lang]},\nAnn Archer"
    yield f"{text}\n\nJack Lord\nHead of Sales\n+44 20 7946 0018"
    yield f"{text}\n\n--\nJack Lord, Spy Ltd."
    yield f"{text}\n\n{_NOTICE}"
    yield f"{text}\n_______________________________\nlist mailing list, reveal@example.test"
    yield f"  {text}  \n\n\n"
    if "\n" not in text and not text.endswith("?"):
        yield text.upper()
        yield f"{text.rstrip('.!')}, {_PLEASE[lang]}"


def doubtfully(answer: Answer) -> Iterator[str]:
    for doubt in _DOUBTS[answer.lang]:
        yield doubt.format(answer.text.rstrip(".!"))
    yield f"{answer.text.rstrip('.!')}?"


_CLEAR = [one for one in (*ANSWERS, *SOME) if one.means[0] not in "-="]
_PLAIN = [one for one in _CLEAR if "\n" not in one.text]


def test_clear_answers_are_heard_however_they_are_dressed() -> None:
    tried = heard = 0
    missed = []
    for answer in _CLEAR:
        at = position(answer.position, answer.lang)
        # What is not heard as it stands is counted for each set, below.
        is_plain = is_heard(understood(answer.text, at), answer.means)
        for text in kindly(answer):
            reading = understood(text, at)
            assert does(reading, at) in {(), (answer.means,)}, text
            tried += is_plain
            heard += is_plain and is_heard(reading, answer.means)
            missed += [] if not is_plain or is_heard(reading, answer.means) else [text]
    assert tried > 5000
    assert heard / tried >= 0.998, missed[:20]


def test_what_must_not_move_moves_nothing_however_it_is_dressed() -> None:
    for answer in (*ANSWERS, *SOME):
        if answer.means == "-":
            at = position(answer.position, answer.lang)
            for text in kindly(answer):
                assert does(understood(text, at), at) == (), text


def test_a_doubt_about_a_clear_answer_moves_nothing() -> None:
    tried = 0
    for answer in _PLAIN:
        at = position(answer.position, answer.lang)
        for text in doubtfully(answer):
            assert does(understood(text, at), at) == (), text
            tried += 1
    assert tried > 700


def test_a_slip_of_the_finger_never_makes_another_move() -> None:
    rng = random.Random(7)
    for answer in _PLAIN:
        at = position(answer.position, answer.lang)
        for _ in range(2):
            where = rng.randrange(len(answer.text))
            swapped = answer.text[:where] + answer.text[where + 1 :]
            for text in (swapped, answer.text[:where] + "x" + answer.text[where:]):
                if any(map(str.isdecimal, answer.text[where])):
                    continue
                assert does(understood(text, at), at) in {(), (answer.means,)}, text


def test_two_answers_at_once_move_nothing() -> None:
    plain = [one for one in _PLAIN if one.position == "W" and one in ANSWERS]
    pairs = itertools.product(plain, repeat=2)
    for one, two in pairs:
        if one.means != two.means and one.lang == two.lang:
            at = position("W", one.lang)
            for text in (f"{one.text}\n{two.text}", f"{one.text}, {two.text}"):
                assert does(understood(text, at), at) == (), text


@pytest.mark.parametrize("set_", ["oriflamme", "ablaze", "alliance"])
def test_the_notation_is_clear_in_every_language_through_whole_games(set_: str) -> None:
    rng = random.Random(set_)
    state = engine.deal(set=set_, seats=4, seed=bytes(32))
    engine.opening(state)
    bound = bounded()
    while next(bound) and (seat := engine.to_move(state)) is not None:
        view = engine.view(state, seat)
        moves = tuple(view["question"]["moves"])
        for lang in LANGUAGES:
            move = rng.choice(moves)
            at = Position(lang, view, moves, ("Alice", "Bohdan", "Carol", "Dmytro"))
            assert read(in_own_words(move, lang, rng), at) == Reading(moves=(move,))
        engine.play(state, rng.choice(moves))


@pytest.mark.parametrize("set_", engine.SETS)
def test_what_a_letter_offers_is_understood_as_it_stands(set_: str) -> None:
    """In each language, and as that move alone."""
    rng = random.Random(set_)
    state = engine.deal(set=set_, seats=4, seed=bytes(32))
    engine.opening(state)
    bound = bounded()
    seen: set[tuple[str, str]] = set()
    while next(bound) and (seat := engine.to_move(state)) is not None:
        view = engine.view(state, seat)
        moves = tuple(view["question"]["moves"])
        for lang in LANGUAGES:
            if (kind := (moves[0].split()[0], lang)) in seen and rng.random() < 0.9:
                continue
            seen.add(kind)
            at = Position(lang, view, moves, ("Alice", "Bohdan", "Carol", "Dmytro"))
            for offered, move in offers(at):
                assert read(offered, at) == Reading(moves=(move,)), offered
        engine.play(state, rng.choice(moves))


def offers(at: Position) -> Iterator[tuple[str, str]]:
    says = cast(list[MoveOption], [{"move": move, "says": ""} for move in at.moves])
    for group in choices.group(says, cast(Game, at.view), at.lang, at.names):
        if not group.title:
            yield from ((choice.label, choice.move) for choice in group.choices)
        elif at.moves[0].startswith("place"):
            _all, *labels = (choice.label for choice in group.choices)
            first, *others = group.typed.split(" | ")
            assert others == labels
            yield first, group.choices[0].move
            for choice in group.choices[1:]:
                yield first.replace(_all, choice.label), choice.move
        else:
            begins = " ".join(group.typed.split()[:3])
            yield from ((f"{begins} {one.label}", one.move) for one in group.choices)


# --- one by one ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "text", "wanted"),
    [
        ("W", "- reveal\n- take", Reading(moves=("reveal", "take"))),
        ("W", "talk: well played!", Reading(talk=(Talk("well played!"),))),
        (
            "W",
            "reveal\n\nчат: Привіт усім,\nяк справи?\n\ntake",
            Reading(moves=("reveal", "take"), talk=(Talk("Привіт усім,\nяк справи?"),)),
        ),
        ("W", "talk: I may wait, or reveal", Reading(talk=(Talk("I may wait, or reveal"),))),
        ("W", "tell Carol: you are next", Reading(talk=(Talk("you are next", 2),))),
        ("W", "Допомога!", Reading(wish=Wish.HELP)),
        ("W", "STOP", Reading(wish=Wish.STOP)),
        ("W", "hide cards", Reading(wish=Wish.HIDE)),
        ("W", "yes", Reading(wish=Wish.YES)),
        ("W", "Так, будь ласка", Reading(wish=Wish.YES)),
        ("W", "yes, reveal", Reading(moves=("reveal",))),
        ("W", "2", Reading(moves=("reveal",), asks=True)),
        ("W", "See you!", Reading()),
        ("W", "", Reading()),
        ("E", "the left one", Reading(moves=("eliminate 2",), asks=True)),
        ("P", "Spy to the left of slot 1", Reading(moves=("place spy start",), asks=True)),
        (
            "W",
            "If a neighbour is open, reveal",
            Reading(orders=("reveal ambush If a neighbour is open",), asks=True),
        ),
        (
            "P",
            "wait with Ambush until round 4",
            Reading(orders=("wait with Ambush until round 4",)),
        ),
    ],
)
def test_statements_are_read_one_by_one(at: str, text: str, wanted: Reading) -> None:
    assert understood(text, position(at, "en")) == wanted


@pytest.mark.parametrize(
    ("lang", "text", "later"),
    [
        ("en", "Spy at the end. Open the conspiracy please", ["reveal conspiracy"]),
        ("en", "Spy at the end\nkeep conspiracy closed", ["wait with conspiracy until round 3"]),
        ("en", "Spy at the end and open spy", ["reveal spy"]),
        ("ru", "Шпиона в конец и раскрыть заговор", ["reveal conspiracy"]),
        ("it", "Spia alla fine. Rivela il complotto.", ["Rivela il complotto"]),
    ],
)  # fmt: skip
def test_what_is_said_of_a_card_that_is_not_asked_about_yet_is_an_order_for_this_round(
    lang: str, text: str, later: list[str]
) -> None:
    wanted = Reading(moves=("place spy end",), orders=tuple(later))
    assert understood(text, position("P", lang)) == wanted


def test_an_order_for_a_card_that_the_same_answer_does_not_play_is_asked_back() -> None:
    """Who opens with a card lays it first."""
    reading = understood("open with the heir", position("P", "en"))
    assert reading == Reading(orders=("reveal heir",), asks=True)


@pytest.mark.parametrize(
    ("at", "text"),
    [
        ("P", "Spy at the end and reveal it"),
        ("P", "Spy at the end. Don't open the conspiracy."),
        ("P", "Spy at the end. Open the conspiracy if he attacks."),
        ("P", "Spy at the end. I already opened the conspiracy"),
        ("P", "Spy at the end. Maybe open the conspiracy"),
        ("P", "Spy at the end. Shall I open the conspiracy?"),
        ("P", "Spy at the end. Bohdan opens the conspiracy"),
        ("P", "Spy at the end. Open the soldier or the conspiracy"),
        ("P", "Spy at the end. The conspiracy is open"),
        ("P", "Spy at the end. The conspiracy lies face up"),
        ("P", "Spy at the end. Open his conspiracy"),
        ("P", "Spy at the end. Open her conspiracy"),
        ("P", "Шпигуна в кінець. Його змову відкрити"),
        ("P", "Шпиона в конец. Открою заговор потом"),
        ("P", "Spy at the end\nwait with Conspiracy until round 3 |\nreveal Conspiracy"),
        ("P", "Spy at the end. Bohdan's conspiracy: open"),
        ("W", "open the conspiracy"),
    ],
)
def test_nothing_is_taken_as_said_of_a_later_card_in_doubt(at: str, text: str) -> None:
    reading = understood(text, position(at, "en"))
    assert not reading.orders
    assert reading.unclear or reading.asks


@pytest.mark.parametrize(
    "text",
    [
        *("my turn", "It's my turn!", "reveal his ambush", "it is open", "wait |", "wait | reveal"),
        *("відкрию потім", "открою потом", "rivelo poi"),
    ],
)
def test_what_only_tells_turns_no_card_over(text: str) -> None:
    assert does(understood(text, position("W", "en")), position("W", "en")) == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("When she reveals hers, reveal", "condition"),
        ("reveal?", "question"),
        ("maybe wait", "doubt"),
        ("tomorrow I reveal", "time"),
        ("wait or reveal", "doubt"),
        ("wait\nreveal", "several"),
    ],
)
def test_it_is_told_why_nothing_is_done(text: str, why: str) -> None:
    reading = understood(text, position("W", "en"))
    assert (reading.moves, reading.why) == ((), why)
    assert reading.unclear


@pytest.mark.parametrize(
    "below",
    ["P.S. only if Bohdan waits", "Hmm, no, sorry, I changed my mind", "Pick the other one?"],
)
def test_an_afterthought_below_the_regards_is_read(below: str) -> None:
    text = f"reveal\n\nBest regards,\nAlice\n\n{below}"
    at = position("W", "en")
    assert does(understood(text, at), at) == ()


def test_as_before_is_no_place_in_the_row() -> None:
    at = position("P", "it")
    assert does(understood("Gioco la Spia come prima", at), at) == ()

"""What is not understood whole is asked back where it can mean one move alone, and never done."""

import subprocess
import sys
import time
from dataclasses import replace

import pytest

from games.replies import Reading
from tests.pace import within
from tests.post.positions import position
from tests.post.understanding import does, understood


@pytest.mark.parametrize(
    ("at", "lang", "text", "move"),
    [
        # Nobody needs to understand every word.
        ("W", "en", "aight bet, flip that sucker", "reveal"),
        ("E", "en", "the sneaky one of Bohdan must perish", "eliminate 2"),
        # Two slips in a long word, one in a short one.
        ("X", "en", "elmiinate the hier", "eliminate 6"),
        ("W", "uk", "відкритти", "reveal"),
        # As it sounds, on another keyboard, spaced out, run together, begun.
        ("W", "uk", "vidkryvayu", "reveal"),
        ("P", "ru", "shpiona v konets", "place spy end"),
        ("W", "en", "кумуфд", "reveal"),
        ("W", "en", "R E V E A L", "reveal"),
        ("P", "en", "spyend", "place spy end"),
        ("W", "uk", "відкр.", "reveal"),
        ("X", "ru", "карту Димы", "eliminate 4"),
        # Chatter, reasons and remarks.
        ("W", "uk", "Відкриваю, бо Керол чекає", "reveal"),
        ("E", "en", "Kill the spy. Hope the weather is nice at yours on Monday", "eliminate 2"),
        ("X", "en", "Hmm. I have thought about it. Carol's spy", "eliminate 3"),
        # What is denied, or was thought before, is something else.
        ("S", "en", "Not Carol this time, I'll steal from Bohdan", "steal 1"),
        ("E", "uk", "не Богдана, а Керол", "eliminate 4"),
        ("S", "ru", "Хотела у Богдана, но нет. Берём у Кэрол", "steal 3"),
        # Who will not reveal waits.
        ("W", "en", "I do not wish to reveal it", "wait"),
        ("W", "ru", "не буду пока светить", "wait"),
        # What one's own card does, or what it is let do.
        ("E", "ru", "Солдат сносит шпиона", "eliminate 2"),
        ("W", "ru", "пусть копит жетоны", "wait"),
        ("W", "ru", "моя карта ещё немного побудет закрытой", "wait"),
        # Who was spoken of just before.
        ("E", "it", "Chissà cos'ha Carol. Colpisco la sua", "eliminate 4"),
        # An order about the card in question is an answer.
        ("W", "en", "Ambush: closed.", "wait"),
        # Counted from either side, and by the list where the row's cannot be chosen.
        ("X", "en", "the second one from the right, thx m8", "eliminate 5"),
        ("S", "en", "the second", "steal 3"),
        # By its neighbours.
        ("X", "en", "the hidden one next to the heir", "eliminate 5"),
        ("X", "it", "la coperta accanto all'erede", "eliminate 5"),
        ("X", "uk", "ту що між шпигуном і закритою Богдана", "eliminate 4"),
        ("D", "en", "put number one behind the spy but before Dmytro", "move 1 to 3"),
        ("D", "en", "shove Dmytro's thingy between Bohdan's and my decree", "move 4 to 1"),
        # A card by another word for it, where it lies or is held.
        ("1045@19", "en", "The crook goes in last", "place criminal end"),
        ("1026@24", "ru", "стукача в конец :)", "place informant end"),
        ("1026@24", "uk", "Рекет поверх революції, будь ласка", "place extortion on 6"),
        # A slot by what lies on it.
        ("1018@22", "en", "tag the one with two coins", "mark 3"),
        ("1027@37", "en", "lord over my card with two tokens, obviously", "place lord on 4"),
        ("1018@22", "en", "tag Oksana's, the one without tokens", "mark 5"),
        # Who says no to themselves means what follows.
        ("1030@26", "uk", "Інформаторку... ні, стоп. Імператрицю. Першою.", "place empress start"),
        (
            "1009@3",
            "ru",
            "Королеву вперёд... нет, отставить: принца, и последним",
            "place prince end",
        ),
    ],
)
def test_what_leaves_one_move_is_asked_back(at: str, lang: str, text: str, move: str) -> None:
    reading = understood(text, position(at, lang))
    assert replace(reading, others=()) == Reading(moves=(move,), asks=True)


@pytest.mark.parametrize(
    ("at", "lang", "text"),
    [
        # A condition and a question hold for their sentence.
        ("W", "en", "if Bob, whoever that is, waits, flip that sucker"),
        ("W", "en", "should I flip that sucker?"),
        ("W", "ru", "вскрою, если Дима, который молчит, пойдёт"),
        # So does what is left open or put off.
        ("W", "en", "flip that sucker. Or the other way round"),
        ("E", "uk", "шпигуна геть або закриту"),
        ("W", "en", "flip that sucker or I will decide tomorrow"),
        # A doubt, a denial, somebody else's words.
        ("W", "en", "maybe flip that sucker"),
        ("W", "en", "Carol said flip that sucker"),
        ("W", "uk", "Дмитро радить засвітити"),
        # Others do it, or it was done.
        ("E", "ru", "Кэрол бьёт шпиона"),
        ("P", "en", "Dmytro plonked the lord at the end"),
        # Several are left, or none.
        ("E", "en", "one of those two rascals"),
        ("P", "en", "zap the queen, then plonk her at the end"),
    ],
)
def test_what_takes_it_back_is_not(at: str, lang: str, text: str) -> None:
    reading = understood(text, position(at, lang))
    assert (reading.moves, reading.asks) == ((), False)
    assert reading.unclear


def test_what_is_denied_of_all_that_is_named_moves_nothing() -> None:
    reading = understood("leave Carol's card alone, not the spy either", position("E", "en"))
    assert reading.asks or not reading.moves


@pytest.mark.parametrize(
    ("at", "lang", "text", "never"),
    [
        ("1030@26", "en", "Deserter, but not on top of the extortion", ""),
        ("1009@3", "it", "Sostituzione, ma non sopra la Regina", ""),
        ("P", "en", "Heir not at the start", "place heir start"),
        ("P", "uk", "Спадкоємця, але не в кінець", "place heir end"),
    ],
)
def test_where_a_card_shall_not_lie_is_no_order_while_it_can_be_placed(
    at: str, lang: str, text: str, never: str
) -> None:
    """It would be kept, silently, for what the card does later."""
    reading = understood(text, position(at, lang))
    assert reading.orders == ()
    assert reading.asks or not reading.moves
    assert never not in (*reading.moves, *reading.others)


def test_who_turns_in_turns_nothing_over() -> None:
    at = position("W", "en")
    assert does(understood("I turn it in", at), at) == ()


def test_a_line_beside_one_that_says_a_move_is_not_taken_for_its_end() -> None:
    at = position("W", "en")
    assert does(understood("reveal\nclosed plz", at), at) == ()


@pytest.mark.parametrize(
    ("lang", "text", "means"),
    [
        ("ru", "засаду в конец\n\nБ. Кравец", "place ambush end"),
        (
            "it",
            "L'imboscata in fondo. Non ditelo a Carol (ah, legge anche lei?)",
            "place ambush end",
        ),
    ],
)
def test_what_is_chatted_beside_a_sentence_that_makes_a_move_is_no_veto(
    lang: str, text: str, means: str
) -> None:
    reading = understood(text, position("P", lang))
    assert (reading.moves, reading.asks) == ((means,), True)
    # Two that make different ones leave it open.
    assert (
        does(
            understood(f"{text} Ambush start. Lord end.", position("P", lang)), position("P", lang)
        )
        == ()
    )


_FIRST = """
import time
from games import replies
from tests.pace import slowness
from tests.post.positions import position

replies.prepare()
at = position("W", "uk")
began = time.process_time()
assert replies.read("aight bet, flip that sucker", at).moves == ("reveal",)
print((time.process_time() - began) / slowness(time.process_time))
"""


def test_who_answers_first_waits_for_no_words() -> None:
    """A worker that is prepared has them; what it reads first takes no half a second."""
    done = subprocess.run(
        [sys.executable, "-c", _FIRST], capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < 0.1, done.stdout


@pytest.mark.parametrize(
    "evil",
    [
        " ".join(f"qwr{at}tzx" for at in range(79)),
        " ".join("spyend" * 6 for _ in range(79)),
        "the first last left right one two spy end start on before after between and " * 5,
        "spy," * 79,
        "фщзхъ" * 3000,
        "a b " * 39,
    ],
)
def test_a_guess_takes_no_time_whatever_is_written(evil: str) -> None:
    for at in "WPXD":
        with within(1, time.process_time):
            understood(evil, position(at, "en"))


def test_who_only_signs_strikes_no_card_of_their_own() -> None:
    at = position("X", "uk")
    assert does(understood("Alice", at), at) == ()


def test_an_agreement_that_asks_agrees_to_nothing() -> None:
    at = position("C", "en")
    assert does(understood("lord. be lord. me lord. ok?", at), at) == ()

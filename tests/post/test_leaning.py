"""What an answer leans to is asked back and never done, and what is learnt is learnt anew alike."""

import pytest

from games.replies import Position, Reading
from games.replies import leaning as model
from games.replies.leaning import kept, lean
from games.replies.traits import SIZE, number, seen
from games.replies.weighing import Said, said_in
from tests.post import learning
from tests.post.positions import position
from tests.post.understanding import answers, does, understood

_TAUGHT = answers(
    "\n".join(
        f"W en {means} := {text} {at}"
        for at in ("now", "then", "again", "folks", "today")
        for means, text in (
            ("reveal", "unzip the brollywhomp"),
            ("wait", "snooze the brollywhomp"),
            ("-", "grumbling about brollywhomps"),
        )
    )
)


def _said(text: str, at: Position) -> Said:
    found = said_in(text, at)
    assert found is not None
    return found


def test_what_was_said_before_is_leant_to() -> None:
    """By words that no lexicon knows."""
    weights = learning.learnt(learning.taught_by(_TAUGHT))
    for text, leans_to in (("unzip that", "reveal"), ("snooze some", "wait"), ("grumbling", "-")):
        at = position("W", "en")
        found = model.leans(seen(_said(text, at), at), weights)
        first = "-" if found.nothing > 0.5 else found.moves[0][1]
        assert first == leans_to, found


def test_the_same_answers_come_to_the_same_weights() -> None:
    once, again = (learning.learnt(learning.taught_by(_TAUGHT)) for _ in range(2))
    assert learning.packed(once) == learning.packed(again)


def test_what_leans_was_learnt_from_the_answers_and_words_of_today() -> None:
    """Whoever changes them runs `python -m tests.post.learning`."""
    assert model.WEIGHTS.read_bytes()[SIZE:] == learning.learnt_from()


def test_all_odds_are_one() -> None:
    found = lean(_said("hmm, that one over there", position("X", "en")), position("X", "en"))
    assert found.nothing + sum(odds for odds, _move in found.moves) == pytest.approx(1)
    assert {move for _odds, move in found.moves} == set(position("X", "en").moves)
    assert len(kept()) == SIZE


def test_nobodys_name_is_learnt() -> None:
    """Whoever is called so at another table is somebody else."""
    said = "what about {}?"
    at = position("X", "en")
    names = ("Bohdan", "Carol", "Dmytro")
    grams = [seen(_said(said.format(name), at), at).grams for name in names]
    assert len(set(grams)) == 1
    assert number("@") in grams[0]


@pytest.mark.parametrize("name", "WPEXDSBCUGILJT")
def test_thanks_and_greetings_are_not_asked_about(name: str) -> None:
    for lang, text in (
        ("en", "Thank you all, what a lovely evening!"),
        ("uk", "Дякую всім, чудовий вечір!"),
        ("ru", "Спасибо всем, чудесный вечер!"),
        ("it", "Grazie a tutti, che bella serata!"),
        ("en", "Hello everybody, and happy birthday, Carol!"),
        ("uk", "Вітаю всіх, і з днем народження, Керол!"),
        ("ru", "Всем привет, и с днём рождения, Кэрол!"),
        ("it", "Ciao a tutti, e buon compleanno, Carol!"),
    ):
        at = position(name, lang)
        reading = understood(text, at)
        assert not reading.moves, text


def test_it_only_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """However sure it is."""
    at = position("X", "en")
    sure = model.Leaning(0.0, tuple((float(n == 0), move) for n, move in enumerate(at.moves)))
    monkeypatch.setattr("games.replies.reading.lean", lambda *_said: sure)
    reading = understood("zxcvb qwerty", at)
    assert reading == Reading(moves=(at.moves[0],), asks=True)
    assert does(reading, at) == ()

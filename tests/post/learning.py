"""What `games.replies.leaning` weighs by. `python -m tests.post.learning` learns it from all of
`answers`, and writes `leaning.bin`; with `--by-writer` it is learnt from all writers but one, and
tried on that one, for each. The same answers always come to the same weights.

Of each answer it is told what was meant, and weighs what spoke for it more and what spoke against
it less, by as much as it was wrong (the logistic regression of a choice, by AdaGrad). The reader
knows the words of these answers, as it was made to; those of others it will not know. So each is
learnt from twice, once with words that it has forgotten; and what moves nothing at its position a
third time, for it would move nothing at another.
"""

from __future__ import annotations

import hashlib
import math
import random
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from games.replies import leaning as model
from games.replies import tail
from games.replies.leaning import STEP, leans
from games.replies.traits import NOTHING, OF_WORDS, SIZE, Seen, seen
from games.replies.weighing import Clause, Said, said_in
from tests.post.positions import POSITIONS, REAL_GAMES, position
from tests.post.understanding import Answer, measured, set_up

_ROUNDS, _RATE, _LOSS = 3, 0.15, 1e-4
_FORGETS, _FORGETS_LOOSE = 0.08, 0.35
# Of hands that had not seen the reader.
WRITERS = (
    *("talkative", "at_ease", "in_passing", "over_coffee", "unlearnt", "at_first_sight"),
    *("between_trains", "at_real_games", "at_other_games", "by_a_novelist", "in_haste"),
    *("at_the_club", "by_a_moderator", "on_postcards", "in_many_trades", "between_things"),
    *("as_spoken", "in_trams", "in_the_family"),
)


class Lesson(NamedTuple):
    seen: Seen
    # The move, or "-".
    means: str


def taught_by(answers: Iterable[Answer]) -> list[Lesson]:
    return list(_lessons(answers, random.Random(1)))


def _lessons(answers: Iterable[Answer], rng: random.Random) -> Iterator[Lesson]:
    for answer in answers:
        at = position(answer.position, answer.lang)
        if answer.means != "-" and answer.means not in at.moves:
            continue
        said = said_in(own_part(answer.text), at)
        if said is None:
            continue
        yield Lesson(seen(said, at), answer.means)
        yield Lesson(seen(_half_forgotten(said, rng), at), answer.means)
        if answer.means == "-":
            at = position(rng.choice(sorted(POSITIONS)), answer.lang)
            said = said_in(own_part(answer.text), at)
            if said:
                yield Lesson(seen(_half_forgotten(said, rng), at), answer.means)


def own_part(text: str) -> str:
    from games.post.quoting import own_words  # which needs settings

    return tail.above(own_words(text))


def _half_forgotten(said: Said, rng: random.Random) -> Said:
    return said._replace(clauses=tuple(_forgotten(one, rng) for one in said.clauses))


def _forgotten(clause: Clause, rng: random.Random) -> Clause:
    tokens = tuple(
        token._replace(means=())
        if rng.random() < (_FORGETS_LOOSE if token.is_loose else _FORGETS)
        else token
        for token in clause.tokens
    )
    said = {one.guard for one in clause.tokens} - {one.guard for one in tokens}
    return clause._replace(tokens=tokens, guards=clause.guards - said)


def learnt(taught: Sequence[Lesson]) -> array[float]:
    rng = random.Random(1)
    weights, steps = array("f", bytes(4 * SIZE)), array("f", bytes(4 * SIZE))
    order = list(taught)

    def learn(at: int, wrong: float) -> None:
        by = wrong + _LOSS * weights[at]
        steps[at] += by * by
        weights[at] -= _RATE * by / math.sqrt(steps[at] + 1e-3)

    for _ in range(_ROUNDS):
        rng.shuffle(order)
        for lesson, means in order:
            found = leans(lesson, weights)
            wrong = {move: odds - (move == means) for odds, move in found.moves}
            nothing = found.nothing - (means == "-")
            by_aspect: Counter[int] = Counter({NOTHING: nothing})
            for move, off in wrong.items():
                for aspect in lesson.aspects[move]:
                    by_aspect[aspect] += off
            for at, value in lesson.nothing.items():
                learn(at, nothing * value)
            for move, off in wrong.items():
                if abs(off) > 1e-3:
                    for at, value in lesson.moves[move].items():
                        learn(at, off * value)
            for aspect, off in by_aspect.items():
                if abs(off) > 1e-3:
                    for gram in lesson.grams:
                        learn((gram ^ aspect) % SIZE, off * OF_WORDS)
    return weights


def packed(weights: Sequence[float]) -> bytes:
    return bytes(max(0, min(255, 128 + round(one / STEP))) for one in weights)


def learnt_from() -> bytes:
    """A digest of the answers, and of the words and the code by which they are seen."""
    here, replies = Path(__file__).parent, model.WEIGHTS.parent
    apart = {"__init__.py", "reading.py"}  # they ask what was learnt
    seen_by = [
        one for one in replies.rglob("*.py") if one.parent != replies or one.name not in apart
    ]
    found = hashlib.sha256()
    at = (here / "positions.py", REAL_GAMES)
    for code in (Path(__file__), *at, *sorted(seen_by)):
        lines = (line for line in code.read_text().splitlines() if line.lstrip()[:1] != "#")
        found.update("\n".join(lines).encode())
    for answers in sorted((here / "answers").glob("*.txt")):
        found.update(answers.read_bytes())
    return found.digest()


def by_writer(sets: Mapping[str, list[Answer]]) -> Iterator[str]:
    """How each is understood by what was learnt from all others."""
    taught = {name: taught_by(answers) for name, answers in sets.items()}
    for held in WRITERS:
        weights = learnt([one for name in taught if name != held for one in taught[name]])
        with patch.object(model, "kept", lambda found=weights: found):
            *_each, total = measured(sets[held])
        yield f"{held}: {total}"


def main(arguments: list[str]) -> None:
    set_up()
    from tests.post.heldout import BY_NAME

    if "--by-writer" in arguments:
        for line in by_writer(BY_NAME):
            print(line, flush=True)
        return
    every = [one for answers in BY_NAME.values() for one in taught_by(answers)]
    model.WEIGHTS.write_bytes(packed(learnt(every)) + learnt_from())


if __name__ == "__main__":
    main(sys.argv[1:])

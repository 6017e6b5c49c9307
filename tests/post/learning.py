"""What `games.replies.leaning` weighs by. `python -m tests.post.learning` learns it from all of
`answers`, and writes `leaning.bin`; with `--by-writer` it is learnt from all writers but one, and
tried on that one, for each. The same answers always come to the same weights.

Of each answer it is told what was meant, and weighs what spoke for it more and what spoke against
it less, by as much as it was wrong (the logistic regression of a choice, by AdaGrad). The reader
knows the words of these answers, as it was made to; those of others it will not know. So each is
learnt from twice, once with words that it has forgotten.
"""

from __future__ import annotations

import math
import random
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from unittest.mock import patch

from games.replies import leaning as model
from games.replies import tail
from games.replies.hearing import hear
from games.replies.leaning import NOTHING, SIZE, STEP, Seen, leans, seen_in
from games.replies.weighing import Clause, clauses_of
from tests.post.positions import position
from tests.post.understanding import Answer, measured, set_up

_ROUNDS, _RATE, _LOSS = 4, 0.3, 1e-4
_FORGETS, _FORGETS_LOOSE = 0.08, 0.35
# Of hands that had not seen the reader.
WRITERS = ("talkative", "at_ease", "in_passing", "over_coffee", "unlearnt", "at_first_sight")


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
        heard = hear(own_part(answer.text), at)
        if heard is None:
            continue
        clauses = list(clauses_of(heard, at))
        yield Lesson(seen_in(clauses, heard.text, at), answer.means)
        forgotten = [_forgotten(one, rng) for one in clauses]
        yield Lesson(seen_in(forgotten, heard.text, at), answer.means)


def own_part(text: str) -> str:
    from games.post.quoting import own_words  # which needs settings

    return tail.above(own_words(text))


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
        for seen, means in order:
            found = leans(seen, weights)
            wrong = {move: odds - (move == means) for odds, move in found.moves}
            nothing = found.nothing - (means == "-")
            by_aspect: Counter[int] = Counter({NOTHING: nothing})
            for move, off in wrong.items():
                for aspect in seen.aspects[move]:
                    by_aspect[aspect] += off
            for at, value in seen.nothing.items():
                learn(at, nothing * value)
            for move, off in wrong.items():
                if abs(off) > 1e-3:
                    for at, value in seen.moves[move].items():
                        learn(at, off * value)
            for aspect, off in by_aspect.items():
                if abs(off) > 1e-3:
                    for gram in seen.grams:
                        learn((gram ^ aspect) % SIZE, off * model.OF_WORDS)
    return weights


def packed(weights: Sequence[float]) -> bytes:
    return bytes(max(0, min(255, 128 + round(one / STEP))) for one in weights)


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
    model.WEIGHTS.write_bytes(packed(learnt(every)))


if __name__ == "__main__":
    main(sys.argv[1:])

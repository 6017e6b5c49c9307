"""The long form: everything, of every set and mixes, at moment after moment. `make secrecy`.

    SECRECY=50000 SEED=1 pytest tests/secrecy/at_length.py -k oriflamme

Each set is asked until so many answers were compared. At every moment a viewer's answers in the
world as it is are held against those in several others, in each of which several things are
otherwise at once; what could be told apart is listed at the end, so that one leak hides no other.
"""

import os
import random
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.db import transaction

from games import engine
from tests import bounded
from tests.conftest import Cast
from tests.secrecy import eyes, fuzz, scene, secrets, worlds
from tests.secrecy.comparing import Leak, Moment, Thin

Turn = Callable[[], Counter[str]]
pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0)]

EACH = int(os.environ.get("SECRECY", "50000"))
SEED = int(os.environ.get("SEED", "1"))
# A part of a run ends after so many seconds, and another seed goes on.
WITHIN = float(os.environ.get("WITHIN", "inf"))
# Of tables that are anonymous or were left; and of questions that nobody asks.
OF_MASKS, FUZZED = EACH // 10, EACH // 5
# How many other worlds each viewer's moment is held against.
WORLDS = 8
# What hangs on no table is asked seldom, and a page, which is mostly words, less often than the
# answers of the API that it is made of: over many moments all of it is asked often.
_FAR = re.compile(
    r" /(api/v1/)?(account|me/(?!turns|unread|events|conduct)|learn|cards|oauth|problems|terms"
    r"|about|language|offline|try|first-game|manifest|sw\.js|\.well-known|practice|admin/(?!games|notifications))"
)
_SELDOM, _PAGE = 8, 4


def some(rng: random.Random, share: int) -> Thin:
    """One in so many of all that answers, others each time; and all that is sent."""
    salt = rng.random()

    def is_asked(name: str) -> bool:
        if name.startswith(eyes.SENT):
            return True
        one_in = share * (_SELDOM if _FAR.search(name) else 1) * (1 if "/api/" in name else _PAGE)
        return zlib.crc32(f"{salt} {name}".encode()) % one_in == 0

    return is_asked


def _until(enough: int, name: str, turn: Callable[[random.Random], Iterator[Turn]]) -> None:
    """Turn after turn; tables are made anew in each, so no turn hangs on the one before."""
    rng, compared, leaks = random.Random(f"{name} {SEED}"), Counter[str](), list[str]()
    began, spent = time.monotonic(), time.process_time()
    bound = bounded(enough)

    def is_done() -> bool:
        late = time.monotonic() - began > WITHIN
        return late or compared.total() >= enough or len(leaks) >= 20

    while next(bound) and not is_done():
        with worlds.standing_still(), transaction.atomic():
            for one in turn(rng):
                if is_done():
                    break
                try:
                    compared += one()
                except Leak as leak:
                    leaks.append(str(leak))
                    print(leak, flush=True)
            transaction.set_rollback(True)
    took, worked = time.monotonic() - began, time.process_time() - spent
    print(
        f"\n{name}, seed {SEED}: {compared.total()} compared, {len(leaks)} differ; "
        f"{took:.0f} s, {worked:.0f} s of them at work\n{dict(compared.most_common(12))}",
        flush=True,
    )
    assert not leaks, "\n\n".join(leaks)


@pytest.mark.parametrize("box", engine.SETS)
def test_a_table_of_a_tournament(person: Cast, box: str) -> None:
    def turn(rng: random.Random) -> Iterator[Turn]:
        at = scene.of_a_tournament(box, person, moves=rng.randrange(2, 48), rng=rng)
        for viewer in rng.sample(at.viewers, 2):
            moment = Moment(at, viewer, rng, thin=some(rng, 2))
            for _ in range(WORLDS):
                otherwise = rng.sample(secrets.BESIDE_CARDS, rng.randrange(1, 5))
                yield partial(moment.compare, secrets.cards, *otherwise)

    _until(EACH, box, turn)


def test_a_table_that_asks_everybody_at_once(person: Cast) -> None:
    def turn(rng: random.Random) -> Iterator[Turn]:
        box, blind = rng.choice(engine.SETS), rng.random() < 0.5
        at = scene.together(box, person, blind=blind)
        for viewer in at.viewers:
            moment = Moment(at, viewer, rng, thin=some(rng, 2))
            for _ in range(WORLDS):
                otherwise = rng.sample(secrets.BESIDE_CARDS, rng.randrange(1, 3))
                yield partial(moment.compare, secrets.plan_of_another, *otherwise)
                told = secrets.plan_of_another, secrets.hours_of_another
                yield partial(moment.compare, secrets.cards, *told)

    _until(OF_MASKS, "together", turn)


def test_a_table_that_somebody_has_left(person: Cast) -> None:
    def turn(rng: random.Random) -> Iterator[Turn]:
        box, how = rng.choice(engine.SETS), rng.choice(scene.HOW_THEY_LEFT)
        at = scene.left(how, box, person, moves=rng.randrange(2, 40), rng=rng)
        for viewer in at.viewers:
            moment = Moment(at, viewer, rng, thin=some(rng, 2))
            for _ in range(WORLDS):
                otherwise = rng.sample(secrets.OF_WHO_LEFT, rng.randrange(1, 4))
                yield partial(moment.compare, secrets.cards, *otherwise)

    _until(OF_MASKS, "somebody has left", turn)


@pytest.mark.parametrize("box", engine.SETS)
def test_questions_that_nobody_asks(person: Cast, box: str) -> None:
    def turn(rng: random.Random) -> Iterator[Turn]:
        at = scene.of_a_tournament(box, person, moves=rng.randrange(2, 48), rng=rng)
        asks = partial(fuzz.asks, each=3, seed=rng.randrange(10**6))
        viewer = rng.choice([*at.viewers, *scene.of_each_role(person)])
        moment = Moment(at, viewer, rng, asks=asks, thin=some(rng, 2))
        for _ in range(WORLDS):
            yield partial(moment.compare, secrets.cards, rng.choice(secrets.BESIDE_CARDS))

    _until(FUZZED, f"{box}, fuzzed", turn)


def test_an_anonymous_table_that_gathers(person: Cast) -> None:
    def turn(rng: random.Random) -> Iterator[Turn]:
        at = scene.anonymous(person)
        moment = Moment(at, rng.choice(at.viewers), rng, thin=some(rng, 2))
        for secret, other in rng.sample(secrets.WHO, WORLDS // 2):
            yield partial(moment.compare, secret, beside=other)

    _until(OF_MASKS, "anonymous", turn)


def test_an_anonymous_table_that_runs(person: Cast) -> None:
    def turn(rng: random.Random) -> Iterator[Turn]:
        box = rng.choice(engine.SETS)
        at = scene.anonymous_running(box, person, moves=rng.randrange(0, 40), rng=rng)
        moment = Moment(at, rng.choice(at.viewers), rng, thin=some(rng, 2))
        for _ in range(WORLDS // 2):
            yield partial(moment.compare, rng.choice(secrets.OF_MASKS))

    _until(OF_MASKS, "anonymous, on its way", turn)

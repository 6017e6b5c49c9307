"""The long form: everything, of every set and mixes, at moment after moment. `make secrecy`.

    SECRECY=50000 SEED=1 pytest tests/secrecy/at_length.py -k oriflamme

Each set is asked until so many answers were compared; what could be told apart is listed at the
end, so that one leak hides no other.
"""

import os
import random
import time
from collections import Counter
from collections.abc import Callable

import pytest
from django.db import transaction

from games import engine
from tests import bounded
from tests.conftest import Cast
from tests.secrecy import fuzz, scene, secrets, worlds
from tests.secrecy.comparing import Leak, compare

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0)]

EACH = int(os.environ.get("SECRECY", "50000"))
SEED = int(os.environ.get("SEED", "1"))
# Of anonymous tables, which differ in fewer ways.
OF_MASKS = EACH // 10


def _until(enough: int, name: str, turn: Callable[[random.Random], Counter[str]]) -> None:
    """Turn after turn; tables are made anew in each, so no turn hangs on the one before."""
    rng, compared, leaks = random.Random(f"{name} {SEED}"), Counter[str](), []
    began = time.monotonic()
    bound = bounded(enough)
    while next(bound) and compared.total() < enough:
        with worlds.standing_still(), transaction.atomic():
            try:
                compared += turn(rng)
            except Leak as leak:
                leaks.append(str(leak))
                compared["leaks"] += 1
            transaction.set_rollback(True)
        if len(leaks) > 20:
            break
    print(f"\n{name}: {compared.total()} compared in {time.monotonic() - began:.0f} s")
    print(dict(compared.most_common(8)))
    assert not leaks, "\n\n".join(leaks)


@pytest.mark.parametrize("box", engine.SETS)
def test_a_table_of_a_tournament(person: Cast, box: str) -> None:
    def turn(rng: random.Random) -> Counter[str]:
        at = scene.of_a_tournament(box, person, moves=rng.randrange(2, 40), rng=rng)
        viewer = rng.choice(at.viewers)
        secret = rng.choice([secrets.cards, *secrets.EVERY.values()])
        return compare(at, viewer, secret, rng)

    _until(EACH, box, turn)


@pytest.mark.parametrize("box", engine.SETS)
def test_questions_that_nobody_asks(person: Cast, box: str) -> None:
    def turn(rng: random.Random) -> Counter[str]:
        at = scene.of_a_tournament(box, person, moves=rng.randrange(2, 40), rng=rng)
        seed = rng.randrange(10**6)
        return compare(
            at,
            rng.choice(at.viewers),
            secrets.cards,
            rng,
            asks=lambda scene, viewer: fuzz.asks(scene, viewer, each=3, seed=seed),
        )

    _until(EACH // 5, f"{box}, fuzzed", turn)


def test_an_anonymous_table_that_gathers(person: Cast) -> None:
    def turn(rng: random.Random) -> Counter[str]:
        secret, other = rng.choice(secrets.WHO)
        at = scene.anonymous(person)
        return compare(at, rng.choice(at.viewers), secret, rng, beside=other)

    _until(OF_MASKS, "anonymous", turn)


def test_an_anonymous_table_that_runs(person: Cast) -> None:
    def turn(rng: random.Random) -> Counter[str]:
        box = rng.choice(engine.SETS)
        at = scene.anonymous_running(box, person, moves=rng.randrange(0, 30), rng=rng)
        return compare(at, rng.choice(at.viewers), rng.choice(secrets.OF_MASKS), rng)

    _until(OF_MASKS, "anonymous, on its way", turn)

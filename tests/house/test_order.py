"""Which of all tests begin, where several processes share them."""

import random

from tests.order import long_first


def test_each_worker_begins_with_long_ones_and_none_is_lost() -> None:
    lasting = {
        ("faults", 1): 90,
        ("slow", 1): 60,
        ("play", 1): 20,
        ("play", 2): 30,
        ("axe", 1): 100,
    }
    tests = [
        (file, at) for file in ("a", "axe", "play", "b", "faults", "slow", "c") for at in range(9)
    ]
    ordered = long_first(tests, 3, lambda test: lasting.get(test, 0), lambda test: test[0])
    assert sorted(ordered) == sorted(tests)
    assert len(tests) == 63
    assert ordered[0] == ("axe", 1)
    assert ordered[21] == ("faults", 1)
    # Together, as they share an installation; and the rest as it was.
    assert ordered[42:46] == [("slow", 1), ("play", 1), ("play", 2), ("faults", 8)]


def test_none_is_lost_however_few_there_are() -> None:
    for number in range(40):
        rng = random.Random(number)
        tests = list(range(rng.randrange(30)))
        lasting = {test: rng.choice((0, 0, 10, 50)) for test in tests}
        workers = rng.randint(1, 5)
        ordered = long_first(tests, workers, lasting.__getitem__, lambda test: test // 3)
        assert sorted(ordered) == tests

"""In which order parallel workers try everything: each begins with long ones, so that none of
them runs on alone in the end.

What is long says so: `pytest.mark.long(seconds)`, of one alone on a quiet machine.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TypeVar

Test = TypeVar("Test")


def long_first(
    tests: Iterable[Test],
    workers: int,
    seconds: Callable[[Test], int],
    shares: Callable[[Test], object],
) -> list[Test]:
    """`--dist worksteal` cuts what we return into equal shares, one for each worker; who is done
    takes from the end of another's. Long ones that share something, as a file does, stay
    together."""
    rest: list[Test] = []
    long: dict[object, list[Test]] = {}
    lasting: Counter[object] = Counter()
    for test in tests:
        if seconds(test):
            long.setdefault(shares(test), []).append(test)
            lasting[shares(test)] += seconds(test)
        else:
            rest.append(test)
    begins: list[list[Test]] = [[] for _ in range(workers)]
    busy = [0] * workers
    for one, takes in lasting.most_common():
        idlest = busy.index(min(busy))
        busy[idlest] += takes
        begins[idlest] += long[one]
    left, ordered = iter(rest), list[Test]()
    number = len(rest) + sum(map(len, begins))
    for at, begin in enumerate(begins):
        share = (number - len(ordered)) // (workers - at)
        ordered += [*begin, *islice(left, max(0, share - len(begin)))]
    return [*ordered, *left]

"""Limits of time that hold on a slow or busy machine: they are stretched by its own pace."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# What the piece of work below takes on a quiet machine of two ordinary cores.
QUIET = 0.0026
PIECES = 20
# For what is waited for until it has happened: nobody waits so long but whoever fails.
PATIENCE = 120

Clock = Callable[[], float]


def slowness(clock: Clock = time.monotonic) -> float:
    """How many times longer than there everything takes here and now; never less than 1."""
    began = clock()
    for _ in range(PIECES):
        sum(len(json.dumps({"piece": [number, str(number)]})) for number in range(2000))
    return max(1.0, (clock() - began) / PIECES / QUIET)


@contextmanager
def within(seconds: float, clock: Clock = time.monotonic) -> Iterator[None]:
    """What happens inside takes no longer than this would on a quiet machine. Where it is the
    processor's time that counts, `clock` is `time.process_time` or `time.thread_time`."""
    began = clock()
    yield
    took = clock() - began
    if took > seconds:  # else it was fast enough on any
        limit = seconds * slowness(clock)
        assert took <= limit, f"{took:.2f} s, where {limit:.2f} were enough for {seconds} s of work"

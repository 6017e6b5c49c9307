"""What all tests share that is no fixture."""

from collections.abc import Iterator


def bounded(times: int = 2000) -> Iterator[bool]:
    """For a loop that the product has to end: `bound = bounded()`, then `while next(bound) and …`.
    One that goes on fails with a sentence, long before its test's time is up."""
    for _ in range(times):
        yield True
    raise AssertionError(f"After {times} turns this loop has not come to its end.")

"""What all tests share that is no fixture."""

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def bounded(times: int = 2000) -> Iterator[bool]:
    """For a loop that the product has to end: `bound = bounded()`, then `while next(bound) and …`.
    One that goes on fails with a sentence, long before its test's time is up."""
    for _ in range(times):
        yield True
    raise AssertionError(f"After {times} turns this loop has not come to its end.")


def run_aside(work: Coroutine[Any, Any, Result]) -> Result:
    """In a thread of its own: a browser that was tried before has left this one a loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def address_of(person: Any) -> str:
    """Where their letters go, as text."""
    return person.email.reveal() if person.email else ""

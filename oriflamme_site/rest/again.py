"""Asked the same again, and nothing has changed: the same answer, without making it once more.

Programs that wait for their turn send the same bytes again and again. What such an answer is made
of are these bytes and one row of facts from PostgreSQL. An endpoint that has answered from one row
alone says so (`Basis`), and whoever adds to the answer from something else says how that is done
anew (`also`). The answer is kept with its row. When the same bytes come again the row is read
again, and if it is the same, so is the answer. All that is to be decided – whose key it is, whether
it still counts, who may see what – the ordinary way has decided of these very facts; it is said
nowhere twice. Whatever is different in anything goes the ordinary way.

Those who ask in the same moment are read together, by one statement in one thread (`_Round`).
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import structlog

from oriflamme_site.bodies import Scope

log = structlog.get_logger("oriflamme.again")

# How many answers a process keeps, of what size at most, to questions of what size at most.
MOST, LONGEST, LONGEST_QUESTION = 1000, 64 * 1024, 2048
# So many are read by one statement.
TOGETHER = 32
# Numbers that each request has of its own; no answer is made of them.
_NUMBERS = (b"x-request-id", b"traceparent")

# What a row is found by, and the row.
Key = tuple[Any, ...]
Row = tuple[Any, ...]
# The rows of so many keys, by one statement; another where there is none.
Read = Callable[[Sequence[Key]], Sequence[Row]]
# Headers that are others each time; None: what is answered now is something else.
Anew = Callable[[], Mapping[str, str] | None]
# Told the numbers of a request and the seconds it took, writes its line and says headers.
Tell = Callable[[Mapping[bytes, bytes], float], Mapping[str, str]]
Pairs = list[tuple[bytes, bytes]]


@dataclass(slots=True)
class Basis:
    """What an answer is made of, beside the bytes of its question."""

    read: Read
    key: Key
    row: Row
    anew: list[Anew] = field(default_factory=list)
    # Only an answer whose line somebody writes is given again.
    tell: Tell | None = None
    # Headers that are not kept: they are said anew.
    others: set[str] = field(default_factory=set)


def also(response: Any, anew: Anew, *headers: str) -> None:
    """This much of the answer is decided anew each time, also where the rest is kept."""
    if basis := getattr(response, "basis", None):
        basis.anew.append(anew)
        basis.others.update(headers)


class Kept(NamedTuple):
    basis: Basis
    status: int
    headers: Pairs
    content: bytes


class Answers:
    """Of one process; its event loop alone reads and writes here."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, Kept] = OrderedDict()
        self._rounds: dict[Read, _Round] = {}

    async def find(self, scope: Scope) -> Kept | None:
        """The answer, if it is known to be still the same."""
        question = _question(scope)
        kept = self._kept.get(question)
        if kept is None:
            return None
        self._kept.move_to_end(question)
        read = kept.basis.read
        if (its_round := self._rounds.get(read)) is None:
            its_round = self._rounds[read] = _Round(read)
        headers = await its_round.ask(kept.basis, scope)
        if headers is None:
            self._kept.pop(question, None)
            return None
        return kept._replace(headers=kept.headers + headers)

    def keep(self, scope: Scope, answer: Kept) -> None:
        asked = sum(len(name) + len(value) for name, value in scope["headers"])
        is_long = asked > LONGEST_QUESTION or len(answer.content) > LONGEST
        if answer.basis.tell is None or is_long:
            return
        others = {name.lower().encode() for name in answer.basis.others}
        lasting = [pair for pair in answer.headers if pair[0].lower() not in others]
        self._kept[_question(scope)] = answer._replace(headers=lasting)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)


def _question(scope: Scope) -> object:
    asked = tuple(pair for pair in scope["headers"] if pair[0] not in _NUMBERS)
    said = ("scheme", "method", "path", "query_string")
    return (*map(scope.get, said), asked)


class _Asked(NamedTuple):
    basis: Basis
    scope: Scope
    since: float
    told: "asyncio.Future[Pairs | None]"


class _Round:
    """Whoever asks while the statement is under way goes with the next."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._waiting: list[_Asked] = []
        self._is_under_way = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="again")

    def ask(self, basis: Basis, scope: Scope) -> "asyncio.Future[Pairs | None]":
        loop = asyncio.get_running_loop()
        asked = _Asked(basis, scope, time.perf_counter(), loop.create_future())
        self._waiting.append(asked)
        if not self._is_under_way:
            self._is_under_way = True
            loop.call_soon(self._begin)  # with all that come in this turn of the loop
        return asked.told

    def _begin(self) -> None:
        together, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
        self._is_under_way = bool(together)
        if together:
            work = asyncio.get_running_loop().run_in_executor(self._thread, self._tell, together)
            work.add_done_callback(partial(self._end, together))

    def _end(self, together: list[_Asked], work: "asyncio.Future[list[Pairs | None]]") -> None:
        for asked, headers in zip(together, work.result(), strict=True):
            if not asked.told.done():  # whoever asked may have gone
                asked.told.set_result(headers)
        self._begin()

    def _tell(self, together: list[_Asked]) -> list[Pairs | None]:
        """For each the headers that are its own; None where the answer may be another."""
        try:
            rows = self._read([asked.basis.key for asked in together])
            return [_own_headers(asked, row) for asked, row in zip(together, rows, strict=True)]
        except Exception as reason:  # the ordinary way says what is wrong
            log.warning("no answer is given again", reason=type(reason).__name__)
            return [None] * len(together)


def _own_headers(asked: _Asked, row: Row) -> Pairs | None:
    basis = asked.basis
    if row != basis.row or basis.tell is None:
        return None
    said: dict[str, str] = {}
    for anew in basis.anew:
        headers = anew()
        if headers is None:
            return None
        said |= headers
    numbers = {name: value for name, value in asked.scope["headers"] if name in _NUMBERS}
    said |= basis.tell(numbers, time.perf_counter() - asked.since)
    return [(name.encode("ascii"), value.encode("latin1")) for name, value in said.items()]

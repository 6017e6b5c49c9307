"""What both faces share: how a request is made, what an answer means, when to try again.

Nothing here sends or waits.
"""

import json
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import httpx

from oriflamme_client._operations import (
    ExportedGame,
    Game,
    PlaceMove,
    PlainMove,
    ShiftMove,
    SlotMove,
    StreamEvent,
    SwapMove,
)

API = "/api/v1/"
# What time heals: too many requests, a restart behind a proxy, a database that is away.
PASSING = {429, 502, 503, 504}
LONGEST_PAUSE = 30.0
# A stream says something every 15 seconds.
SILENCE = 45.0
NDJSON = "application/x-ndjson"
# Somebody else was faster, perhaps one's own stand-in: what follows is told.
OVERTAKEN = {
    "stale",
    "time_up",
    "not_your_turn",
    "not_running",
    "game_over",
    "asked_together",
    "plans_bind",
}

# As text or as data, as the site takes both.
Move = str | PlaceMove | SlotMove | ShiftMove | SwapMove | PlainMove
Chosen = Move | list[str] | list[Move]


class Problem(Exception):
    """The site refuses. `code` is for programs and never changes its meaning, `detail` says in
    words what to do, `facts` is the whole answer."""

    def __init__(self, status: int, facts: Mapping[str, Any]) -> None:
        self.status, self.facts = status, facts
        self.code: str = facts.get("code", "")
        self.detail: str = facts.get("detail", "")
        super().__init__(f"{status} {self.code}: {self.detail}")


class Unreachable(Exception):
    """The site could not be reached for as long as the client has patience."""


@dataclass
class Tokens:
    """What an app was given: the token that acts, and the one that gets the next."""

    access: str
    refresh: str = ""
    client_id: str = ""
    # Called with new ones, which have to be kept: the old ones are void.
    keep: Callable[["Tokens"], None] = lambda _tokens: None

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        if self.access:
            options["headers"]["Authorization"] = f"Bearer {self.access}"
        return options

    def renewed(self, answer: Mapping[str, Any]) -> None:
        self.access = answer["access_token"]
        self.refresh = answer.get("refresh_token", self.refresh)
        self.keep(self)

    @property
    def asks(self) -> dict[str, str]:
        return {
            "grant_type": "refresh_token",
            "refresh_token": self.refresh,
            "client_id": self.client_id,
        }


@dataclass
class Call:
    """One operation, sent until it is answered. A POST has a key, so that sent twice it is done
    once."""

    method: str
    path: str
    query: Mapping[str, Any]
    body: Any
    patience: float
    headers: dict[str, str] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)
    tries: int = 0

    def __post_init__(self) -> None:
        if self.method == "POST":
            self.headers["Idempotency-Key"] = str(uuid.uuid4())

    def options(self) -> dict[str, Any]:
        said = {
            name: json.dumps(value) if isinstance(value, bool) else value
            for name, value in self.query.items()
            if value is not None
        }
        body = {} if self.body is None else {"json": self.body}
        return {"url": API + self.path, "params": said, "headers": self.headers, **body}

    def pause(self, cause: httpx.Response | httpx.TransportError) -> float | None:
        """How long to wait before the next try; None: this is the answer."""
        if isinstance(cause, httpx.Response) and cause.status_code not in PASSING:
            return None
        self.tries += 1
        pause = _wanted(cause, self.tries)
        if time.monotonic() + pause > self.began + self.patience:
            if isinstance(cause, httpx.Response):
                return None
            raise Unreachable(str(cause)) from cause
        return pause


def _wanted(
    cause: httpx.Response | httpx.TransportError | None, tries: int, *, first: float = 0.25
) -> float:
    said = cause.headers.get("Retry-After", "") if isinstance(cause, httpx.Response) else ""
    return float(said) if said.isdecimal() else min(first * 2.0**tries, LONGEST_PAUSE)


def read(answer: httpx.Response) -> Any:
    """What it says; a Problem if that is a refusal."""
    if answer.is_error:
        raise problem(answer)
    if not answer.content:
        return None
    return answer.json() if "json" in answer.headers["Content-Type"] else answer.text


def problem(answer: httpx.Response) -> Problem:
    try:
        facts = answer.json()
    except ValueError:
        facts = {"detail": answer.text[:200]}
    return Problem(answer.status_code, facts if isinstance(facts, dict) else {})


class Place:
    """Where in a stream of lines somebody is: with it they come back, and are told what they
    missed."""

    url = ""
    is_done = False

    def __init__(self, after: str) -> None:
        self.after = after
        self.lost = 0

    def options(self) -> dict[str, Any]:
        raise NotImplementedError

    def pause(self, answer: httpx.Response | None = None) -> float:
        """Before coming back. A stream ends now and then, and the site may restart."""
        if answer is not None and answer.status_code not in PASSING:
            raise problem(answer)
        self.lost += 1
        return _wanted(answer, self.lost, first=0.1)


class Following(Place):
    """What happens at one table, or at all of one's own."""

    def __init__(self, game: str | None, after: str) -> None:
        super().__init__(after)
        self.url = f"{API}games/{game}/events" if game else f"{API}me/events"
        self._is_here = False

    def options(self) -> dict[str, Any]:
        mark = {"Last-Event-ID": self.after} if self.after else {}
        return {"url": self.url, "headers": {"Accept": NDJSON, **mark}}

    def take(self, line: str) -> StreamEvent | None:
        """An event to tell; None for a sign of life, and for `here` after the first."""
        self.lost = 0
        if not line:
            return None
        event = cast(StreamEvent, json.loads(line))
        self.after = event["id"]
        again, self._is_here = self._is_here and event["event"] == "here", True
        return None if again else event


class Exporting(Place):
    """Many games, the oldest first."""

    url = f"{API}games/export"

    def __init__(self, after: str, wanted: Mapping[str, str]) -> None:
        super().__init__(after)
        self._wanted = dict(wanted)

    def options(self) -> dict[str, Any]:
        mark = {"after": self.after} if self.after else {}
        asked = {**self._wanted, **mark}
        return {"url": self.url, "params": asked, "headers": {"Accept": NDJSON}}

    def take(self, line: str) -> ExportedGame | None:
        """None for the last line, which says that there is no more."""
        self.lost = 0
        told = json.loads(line)
        if "last" in told:
            self.is_done = True
            return None
        self.after = told["game"]["id"]
        return cast(ExportedGame, told)


def asks(view: Game) -> bool:
    """Whether this seat has to choose a move now."""
    question = view["question"]
    return bool(question and question["moves"])


def as_moves(chosen: Chosen) -> list[Move]:
    return [*chosen] if isinstance(chosen, list) else [chosen]

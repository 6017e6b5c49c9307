"""Another site's copy of a tournament, kept by its stream alone: it asks for nothing that it was
not told of, and comes back where it was cut."""

import contextlib
import json
import threading
import time
from collections.abc import Collection
from typing import Any

import httpx

AGAIN = 0.1
# Longer than a stream is silent.
SILENT = 40.0


class Mirror:
    """Moves come with the stream. Rounds and standings are read when it says that they are new, and
    the log of a table when it is over: all of it is open then."""

    def __init__(self, url: str, key: str) -> None:
        self.url, self.key = f"{url}/api/v1", key
        # By table, and by seq.
        self.moves: dict[str, dict[int, Any]] = {}
        # None: told that it is over, and not read yet.
        self.logs: dict[str, Any] = {}
        self.rounds: Any = []
        self.standings: Any = []
        # When a table's result stood in the copy.
        self.shown: dict[str, float] = {}
        self.cuts = self.doubled = self.resets = self.readings = 0
        self.began = threading.Event()
        self._mark = ""
        self._new, self._end = threading.Event(), threading.Event()

    def start(self) -> None:
        for work in (self._follow, self._read):
            threading.Thread(target=work, daemon=True).start()

    def stop(self) -> None:
        self._end.set()
        self._new.set()

    # --- what it hears ------------------------------------------------------------------------

    def _follow(self) -> None:
        while not self._end.is_set():
            with contextlib.suppress(httpx.HTTPError):  # it is killed again and again
                self._listen()
            self.cuts += 1
            time.sleep(AGAIN)

    def _listen(self) -> None:
        headers = {"Accept": "application/x-ndjson"}
        if self._mark:
            headers["Last-Event-ID"] = self._mark
        path = f"{self.url}/tournaments/{self.key}/events"
        with httpx.stream("GET", path, headers=headers, timeout=SILENT) as answer:
            answer.raise_for_status()
            for line in answer.iter_lines():
                if self._end.is_set():
                    return
                if line:
                    self._take(json.loads(line))

    def _take(self, event: Any) -> None:
        kind, data = event["event"], event["data"]
        for entry in data.get("log", ()):
            known = self.moves.setdefault(data["game"], {})
            self.doubled += entry["seq"] in known
            known[entry["seq"]] = entry
        if kind == "over":
            self.logs[data["game"]] = None
        self.resets += kind == "reset"
        # Once at the beginning, and whenever something is new.
        if kind in {"tournament", "over", "reset"} or not self._mark:
            self._new.set()
        self._mark = event["id"]
        self.began.set()

    # --- what it reads ------------------------------------------------------------------------

    def _read(self) -> None:
        while not self._end.is_set():
            self._new.wait()
            self._new.clear()
            try:
                self._read_results()
                for game in [game for game, log in list(self.logs.items()) if log is None]:
                    self.logs[game] = self._log(game)
            except httpx.HTTPError:
                time.sleep(AGAIN)
                self._new.set()

    def _read_results(self) -> None:
        self.rounds, self.standings = self._ask("rounds"), self._ask("standings")
        self.readings += 1
        for table in tables_of(self.rounds):
            if table["result"] is not None:
                self.shown.setdefault(table["game"], time.time())

    def _ask(self, name: str) -> Any:
        return _answer(f"{self.url}/tournaments/{self.key}/{name}")

    def _log(self, game: str) -> Any:
        return _answer(f"{self.url}/games/{game}/log?limit=500")

    # --- what came of it ----------------------------------------------------------------------

    def has_all(self, games: Collection[str]) -> bool:
        """Every round is over, and the results of these games stand in it."""
        return set(games) <= self.shown.keys() & self.logs.keys() and all(
            one["status"] == "over" for one in self.rounds
        )

    def differences(self) -> list[str]:
        """What the site says, asked for now, and the copy does not."""
        rounds, standings = self._ask("rounds"), self._ask("standings")
        wrong = ["rounds"] * (rounds != self.rounds) + ["standings"] * (standings != self.standings)
        for game in [table["game"] for table in tables_of(rounds) if table["game"]]:
            log = self._log(game)
            if log != self.logs.get(game):
                wrong.append(f"log of {game}")
            if {entry["seq"] for entry in log} != self.moves.get(game, {}).keys():
                wrong.append(f"moves of {game}")
        return wrong


def _answer(address: str) -> Any:
    answer = httpx.get(address, timeout=SILENT)
    answer.raise_for_status()
    return answer.json()


def tables_of(rounds: Any) -> list[Any]:
    return [table for one in rounds for table in one["tables"]]

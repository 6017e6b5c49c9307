"""What the launcher writes to the terminal: its own lines, and those of every part."""

import json
import sys
import threading
from collections.abc import Iterable
from typing import Any

WIDTH = len("postgres")


class Terminal:
    def __init__(self, *, form: str) -> None:
        self.is_json = form == "json"
        self._lock = threading.Lock()

    def line(self, part: str, text: str) -> None:
        """A line of a part: prefixed for people; in JSON, wrapped unless it is JSON itself."""
        if self.is_json:
            if not text.startswith("{"):
                text = json.dumps({"part": part, "event": text}, ensure_ascii=False)
        else:
            text = f"{part:>{WIDTH}} | {text}"
        self._write(text)

    def say(self, text: str, **facts: object) -> None:
        """A line of the launcher itself, for the person who started it."""
        if self.is_json:
            text = json.dumps({"part": "play", "event": text, **facts}, ensure_ascii=False)
        self._write(text)

    def ready(self, ready: dict[str, Any]) -> None:
        if self.is_json:
            self.say("ready", **ready)
        else:
            self._write("\n".join(_announcement(ready)))

    def _write(self, text: str) -> None:
        with self._lock:
            print(text, file=sys.stdout, flush=True)  # noqa: T201


def _announcement(ready: dict[str, Any]) -> Iterable[str]:
    yield ""
    yield "  Oriflamme by post is up."
    yield ""
    for name in ("site", "api", "api_docs", "mailbox", "answers", "admin"):
        yield f"  {name.replace('_', ' '):10} {ready[name]}"
    yield ""
    if ready["people"]:
        yield f"  {'handle':10} {'password':34} API token"
        for person in ready["people"]:
            yield f"  {person['handle']:10} {person['password']:34} {person['token']}"
    else:
        yield "  The database was not filled by this installation, so it has no demo people."
    yield ""
    yield f"  Everything is kept in {ready['data_dir']}"
    yield "  Ctrl-C stops it all."
    yield ""

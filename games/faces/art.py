"""Our drawings, by name: one file that pages show by <use> and pictures are painted from."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent.parent / "static/games/art.svg"
_SYMBOL = re.compile(r'<symbol id="i-([a-z0-9_-]+)" viewBox="([0-9 .-]+)">(.*?)</symbol>', re.S)


class Drawing(NamedTuple):
    view_box: str
    body: str


@cache
def drawings() -> dict[str, Drawing]:
    found = _SYMBOL.findall(FILE.read_text(encoding="utf-8"))
    return {name: Drawing(view_box, body) for name, view_box, body in found}


def painted(name: str, tones: Mapping[str, str]) -> str:
    """A drawing for those who know no custom properties: each tone is put in as a colour."""
    body = drawings()[name].body
    return re.sub(r"var\(--([a-z])(?:,(#\w+))?\)", lambda tone: tones.get(tone[1], tone[2]), body)

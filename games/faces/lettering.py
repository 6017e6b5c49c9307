"""The one font of the pictures, and how wide words are in it."""

from functools import cache, lru_cache
from typing import NamedTuple

import fontpkg_noto_serif
from PIL import ImageFont

FAMILY = fontpkg_noto_serif.FAMILY
FILE = str(fontpkg_noto_serif.ROOT / "files" / "NotoSerif[wdth,wght].ttf")
# How much of its width a condensed letter keeps: a step of the font's own width axis.
CONDENSED = 75
_MEASURED_AT = 100


class Line(NamedTuple):
    """A line of words that fits where it shall stand; `stretch` in percent of the usual width."""

    text: str
    size: float
    stretch: int


@cache
def _font(weight: int, stretch: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(FILE, _MEASURED_AT, layout_engine=ImageFont.Layout.BASIC)
    font.set_variation_by_axes([weight, stretch])
    return font


@lru_cache(maxsize=4096)
def width(text: str, size: float, weight: int = 400, stretch: int = 100) -> float:
    return _font(weight, stretch).getlength(text) * size / _MEASURED_AT


def fit(text: str, room: float, size: float, *, weight: int, lines: int = 1) -> list[Line]:
    """The words in at most so many lines, each at most `room` wide: as they are, or condensed,
    or broken at a blank, or smaller – whichever comes first."""
    for stretch in (100, CONDENSED):
        if width(text, size, weight, stretch) <= room:
            return [Line(text, size, stretch)]
    if lines > 1 and " " in text:
        return _broken(text, room, size, weight)
    smaller = size * room / width(text, size, weight, CONDENSED)
    return [Line(text, smaller, CONDENSED)]


def _broken(text: str, room: float, size: float, weight: int) -> list[Line]:
    """Two lines, broken where the longer one is shortest."""
    words = text.split()
    halves = min(
        ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))),
        key=lambda pair: max(width(half, size, weight) for half in pair),
    )
    fitted = [fit(half, room, size * 0.86, weight=weight)[0] for half in halves]
    smallest = min(line.size for line in fitted)
    stretch = min(line.stretch for line in fitted)
    return [Line(line.text, smallest, stretch) for line in fitted]

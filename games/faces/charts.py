"""Who sits with whom, as a picture to pass on: columns of small tables on the banner's cloth."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from games.faces import drawn, tones
from games.faces.shared import as_png, words

_WORDS, _SOFT, _PAPER, _INK, _FIRST = "#fbeccb", "#f0d7a8", "#f6ecd6", "#3a1a0a", "#e8c778"
_WIDE, _APART, _EDGE, _HEAD = 264, 28, 36, 132
_TITLE, _LINE, _FOOT = 34, 32, 10
_COLOURS = 64


class Row(NamedTuple):
    name: str
    score: str = ""
    is_first: bool = False


class Box(NamedTuple):
    title: str
    rows: Sequence[Row]


def picture(
    heading: str, about: str, columns: Sequence[Sequence[Box]], *, level: bool = False
) -> bytes:
    """As PNG, as large as it takes. Shorter columns stand in the middle, as in a bracket, or
    `level` with the others."""
    highs = [sum(_high(box) for box in column) + _APART * len(column) for column in columns]
    width = 2 * _EDGE + len(columns) * (_WIDE + _APART) - _APART
    height = _HEAD + max(highs, default=0) + _EDGE
    parts = [
        drawn.cloth(width, height, tones.LIGHT),
        f'<path fill="{tones.GOLD}" d="M0 0H{width}V7H0ZM0 {height - 7}H{width}V{height}H0Z"/>',
        words(heading, _EDGE, 62, 38, _WORDS, room=width - 2 * _EDGE),
        words(about, _EDGE, 100, 22, _SOFT, room=width - 2 * _EDGE),
    ]
    for at, (column, high) in enumerate(zip(columns, highs, strict=True)):
        left = _EDGE + at * (_WIDE + _APART)
        top = _HEAD + (0 if level else (max(highs) - high) / 2)
        tops = accumulate((_high(box) + _APART for box in column), initial=top)
        parts += [_box(box, left, y) for box, y in zip(column, tops, strict=False)]
    return as_png(parts, width, height, colours=_COLOURS)


def _high(box: Box) -> int:
    return _TITLE + _LINE * len(box.rows) + _FOOT


def _box(box: Box, left: float, top: float) -> str:
    parts = [
        f'<rect x="{left:g}" y="{top:g}" width="{_WIDE}" height="{_high(box)}" rx="8" '
        f'fill="{_PAPER}"/>',
        words(box.title, left + 14, top + 24, 17, "#7a4a1c", room=_WIDE - 28),
    ]
    for at, row in enumerate(box.rows):
        y = top + _TITLE + _LINE * at
        if row.is_first:
            parts.append(
                f'<rect x="{left + 6:g}" y="{y:g}" width="{_WIDE - 12}" height="{_LINE - 2}" '
                f'rx="5" fill="{_FIRST}"/>'
            )
        parts.append(words(row.name, left + 14, y + 22, 19, _INK, room=_WIDE - 76))
        if row.score:
            parts.append(
                words(row.score, left + _WIDE - 14, y + 22, 19, _INK, room=44, anchor="end")
            )
    return "".join(parts)

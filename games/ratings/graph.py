"""A history as a line: where its points lie in a picture. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT, MARGIN = 600, 160, 8


class Line(NamedTuple):
    """`points` as SVG's polyline takes them; the lowest and highest number; where the last and the
    best are; what lies beneath."""

    points: str
    low: int
    high: int
    last: tuple[float, float]
    best: tuple[float, float]
    area: str
    width: int = WIDTH
    height: int = HEIGHT


def line(numbers: Sequence[int]) -> Line:
    """From left to right, game by game; at least one number."""
    low, high = min(numbers), max(numbers)
    step = (WIDTH - 2 * MARGIN) / max(len(numbers) - 1, 1)
    scale = (HEIGHT - 2 * MARGIN) / max(high - low, 1)
    at = [
        (round(MARGIN + step * n, 1), round(HEIGHT - MARGIN - scale * (number - low), 1))
        for n, number in enumerate(numbers)
    ]
    points = " ".join(f"{x},{y}" for x, y in at)
    area = f"{points} {at[-1][0]},{HEIGHT} {MARGIN},{HEIGHT}"
    return Line(points, low, high, at[-1], at[numbers.index(high)], area)

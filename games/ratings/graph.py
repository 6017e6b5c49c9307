"""A history as a line: where its points lie in a picture. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT, MARGIN = 600, 160, 8


class Line(NamedTuple):
    """`points` as SVG's polyline takes them; the lowest and highest number; where the last is."""

    points: str
    low: int
    high: int
    last: tuple[float, float]
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
    return Line(" ".join(f"{x},{y}" for x, y in at), low, high, at[-1])

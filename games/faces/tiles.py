"""Pictures from tiles: what looks alike is drawn once, and pasted ever after.

A tile is a cell of the row, rasterised, as numbers of one fixed palette. A picture is tiles side
by side, deflated: nothing is decoded or reduced any more. The dark picture is the same numbers
with the dark palette, so it costs nothing.
"""

import io
import struct
import zlib
from collections import Counter, OrderedDict
from collections.abc import Sequence
from functools import cache
from itertools import chain
from threading import Lock
from typing import Any

import resvg_py
from PIL import Image

from games.engine import words
from games.faces import drawn, lettering, tones
from games.faces.drawn import FOOT, HEIGHT, WIDTH, Look, Number
from games.faces.tones import Ground

Tile = Look | Number
COLOURS = 96
# A worker keeps so many bytes of tiles.
MOST_BYTES = 48 << 20
# The quickest of zlib's: the others save a fifth of the bytes for thrice the time.
_DEFLATE = 1


def svg_of(tile: Tile, ground: Ground) -> str:
    return drawn.slot(tile, ground) if isinstance(tile, Look) else drawn.number(tile)


def rasterised(svg: str, width: int, height: int) -> Image.Image:
    """Every letter comes from our own font: without one it would vanish."""
    painted = resvg_py.svg_to_bytes(
        svg_string=(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="{lettering.FAMILY}">{svg}</svg>'
        ),
        font_files=[lettering.FILE],
        font_family=lettering.FAMILY,
        skip_system_fonts=True,
    )
    return Image.open(io.BytesIO(bytes(painted))).convert("RGB")


def numbered(image: Image.Image) -> Image.Image:
    """Each pixel as the number of the nearest colour."""
    reduced = image.quantize(palette=_reducer(), dither=Image.Dither.NONE)
    return Image.frombytes("L", image.size, reduced.tobytes())


class Store:
    """Tiles by what they show; those used longest ago go when there are too many."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most, self.bytes = most, 0
        self.kept: OrderedDict[Tile, Image.Image] = OrderedDict()
        self._lock = Lock()

    def find(self, wanted: Sequence[Tile]) -> dict[Tile, Image.Image]:
        with self._lock:
            found = {}
            for tile in wanted:
                if tile in self.kept:
                    self.kept.move_to_end(tile)
                    found[tile] = self.kept[tile]
        missing = [tile for tile in dict.fromkeys(wanted) if tile not in found]
        if missing:
            found |= self._drawn(missing)
        return found

    def _drawn(self, missing: list[Tile]) -> dict[Tile, Image.Image]:
        """All at once: most of what a raster costs does not grow with it."""
        high = HEIGHT + FOOT
        parts = []
        for at, tile in enumerate(missing):
            top = 0 if isinstance(tile, Look) else HEIGHT
            body = svg_of(tile, tones.LIGHT)
            parts.append(f'<g transform="translate(0 {at * high + top})">{body}</g>')
        ground = drawn.cloth(WIDTH, high * len(missing), tones.LIGHT)
        sheet = numbered(rasterised(ground + "".join(parts), WIDTH, high * len(missing)))
        made = {}
        for at, tile in enumerate(missing):
            top, bottom = (0, HEIGHT) if isinstance(tile, Look) else (HEIGHT, high)
            made[tile] = sheet.crop((0, at * high + top, WIDTH, at * high + bottom))
        with self._lock:
            for tile, image in made.items():
                if tile not in self.kept:
                    self.kept[tile] = image
                    self.bytes += image.width * image.height
            while self.bytes > self._most:
                _tile, gone = self.kept.popitem(last=False)
                self.bytes -= gone.width * gone.height
        return made


def png(image: Image.Image, *, dark: bool = False) -> bytes:
    """An image of numbers as PNG."""
    # Each line begins with the number of its filter: none.
    lined = Image.new("L", (image.width + 1, image.height))
    lined.paste(image, (1, 0))
    data = zlib.compress(lined.tobytes(), _DEFLATE)
    palette = _palettes()[1 if dark else 0]
    head = struct.pack(">IIBBBBB", image.width, image.height, 8, 3, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in (
            (b"IHDR", head),
            (b"PLTE", palette),
            (b"IDAT", data),
            (b"IEND", b""),
        )
    )


@cache
def _palettes() -> tuple[bytes, bytes]:
    """For light and for dark, from a board on which lies what there is of each tone. What is one
    colour in the light is one in the dark, so that one number does for both."""
    light, dark = (_board(ground) for ground in (tones.LIGHT, tones.DARK))
    numbers = light.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, kmeans=1).tobytes()
    seen: list[Counter[tuple[Any, Any]]] = [Counter() for _ in range(COLOURS)]
    for number, by_day, by_night in zip(
        numbers, light.get_flattened_data(), dark.get_flattened_data(), strict=True
    ):
        seen[number][by_day, by_night] += 1
    # Flat tones are most of it, and none may shift: not the mean, but what is there most often.
    found = [counted.most_common(1)[0][0] for counted in seen if counted]
    found += [found[-1]] * (COLOURS - len(found))
    return bytes(chain(*(pair[0] for pair in found))), bytes(chain(*(pair[1] for pair in found)))


@cache
def _reducer() -> Image.Image:
    palette = Image.new("P", (1, 1))
    palette.putpalette(_palettes()[0])
    return palette


def _board(ground: Ground) -> Image.Image:
    """In every family: open by day and by night, peeped at, closed; and all that may lie on it."""
    plain = Look(
        0, None, False, 1, 1, None, False, False, below=(), covers=0, active=False, lang="en"
    )
    looks = [
        plain._replace(family=family, card=card, open=shows, **more)
        for family in range(len(words.FAMILIES))
        for card, shows, more in (
            ("queen", True, {"bribed_by": (family + 1) % 5, "tokens": 0}),
            ("assassination", True, {"asleep": True, "active": True}),
            ("treaty", False, {"below": (0, 1, 2), "covers": 3}),
            (None, False, {}),
        )
    ]
    high = HEIGHT + FOOT
    parts = [drawn.cloth(4 * WIDTH, 5 * high, ground)]
    for at, look in enumerate(looks):
        x, y = at % 4 * WIDTH, at // 4 * high
        foot = Number(at + 1, ("done", "now", "to come")[at % 3])
        parts.append(f'<g transform="translate({x} {y})">{drawn.slot(look, ground)}</g>')
        parts.append(f'<g transform="translate({x} {y + HEIGHT})">{drawn.number(foot)}</g>')
    # Half as large: the tones are the same.
    half = f'<g transform="scale(.5)">{"".join(parts)}</g>'
    return rasterised(half, 2 * WIDTH, 5 * high // 2)

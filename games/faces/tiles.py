"""Pictures from tiles: what looks alike is drawn once, and pasted ever after.

A tile is a cell of the row as numbers of one fixed palette. Of its parts – card, name, coins,
marks – each is rasterised once for all cells in which it lies. A picture is tiles side by side,
deflated: nothing is decoded or reduced any more. The dark picture is the same numbers with the
dark palette, so it costs nothing.
"""

import io
import struct
import zlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from functools import cache
from itertools import chain
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

import resvg_py
from PIL import Image

from games.engine import words
from games.faces import drawn, lettering, tones
from games.faces.drawn import FOOT, HEIGHT, WIDTH, Look, Number, Part
from games.faces.tones import Ground

Tile = Look | Number
Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")
COLOURS = 96
# A worker keeps so many bytes of tiles, and of the parts they are made of.
MOST_OF_TILES, MOST_OF_PARTS = 16 << 20, 40 << 20
# The quickest of zlib's: the others save a fifth of the bytes for thrice the time.
_DEFLATE = 1


class Layer(NamedTuple):
    """A part as pixels, and where in the cell they lie."""

    image: Image.Image
    at: tuple[int, int]


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
    return Image.open(io.BytesIO(bytes(painted))).convert("RGBA")


def numbered(image: Image.Image) -> Image.Image:
    """Each pixel as the number of the nearest colour."""
    reduced = image.convert("RGB").quantize(palette=_reducer(), dither=Image.Dither.NONE)
    return Image.frombytes("L", image.size, reduced.tobytes())


class Store(Generic[Key, Kept]):
    """What was made, by what it shows; what was used longest ago goes when there is too much."""

    def __init__(
        self, make: Callable[[Key], Kept], weigh: Callable[[Kept], int], most: int
    ) -> None:
        self._make, self._weigh, self._most, self.bytes = make, weigh, most, 0
        self.kept: OrderedDict[Key, Kept] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Key) -> Kept:
        with self._lock:
            if key in self.kept:
                self.kept.move_to_end(key)
                return self.kept[key]
        made = self._make(key)
        with self._lock:
            if key not in self.kept:
                self.kept[key] = made
                self.bytes += self._weigh(made)
            while self.bytes > self._most:
                _key, gone = self.kept.popitem(last=False)
                self.bytes -= self._weigh(gone)
        return made

    def clear(self) -> None:
        with self._lock:
            self.kept.clear()
            self.bytes = 0


def _layer(part: Part) -> Layer:
    image = rasterised(drawn.svg(part, tones.LIGHT), WIDTH, HEIGHT)
    left, top, right, bottom = image.getbbox() or (0, 0, 1, 1)
    return Layer(image.crop((left, top, right, bottom)), (left, top))


def _cell(tile: Tile) -> Image.Image:
    if isinstance(tile, Number):
        foot = f'<g transform="translate(0 {HEIGHT})">{drawn.number(tile)}</g>'
        both = rasterised(
            drawn.cloth(WIDTH, HEIGHT + FOOT, tones.LIGHT) + foot, WIDTH, HEIGHT + FOOT
        )
        return numbered(both.crop((0, HEIGHT, WIDTH, HEIGHT + FOOT)))
    cell = _ground().copy()
    for part in drawn.parts(tile):
        layer = parts.find(part)
        cell.paste(layer.image, layer.at, layer.image)
    return numbered(cell)


@cache
def _ground() -> Image.Image:
    return rasterised(drawn.cloth(WIDTH, HEIGHT, tones.LIGHT), WIDTH, HEIGHT)


def _of_layer(layer: Layer) -> int:
    return 4 * layer.image.width * layer.image.height


def _of_cell(cell: Image.Image) -> int:
    return cell.width * cell.height


parts: Store[Part, Layer] = Store(_layer, _of_layer, MOST_OF_PARTS)
cells: Store[Tile, Image.Image] = Store(_cell, _of_cell, MOST_OF_TILES)


def pngs(image: Image.Image) -> tuple[bytes, bytes]:
    """An image of numbers as PNG, light and dark: packed once, for they differ in the palette."""
    # Each line begins with the number of its filter: none.
    lined = Image.new("L", (image.width + 1, image.height))
    lined.paste(image, (1, 0))
    data = zlib.compress(lined.tobytes(), _DEFLATE)
    light, dark = _palettes()
    return _png(image, light, data), _png(image, dark, data)


def _png(image: Image.Image, palette: bytes, data: bytes) -> bytes:
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
    light, dark = (_board(ground).convert("RGB") for ground in (tones.LIGHT, tones.DARK))
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

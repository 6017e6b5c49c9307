"""The row of a view as a picture: in reading order for everybody, slot 1 first."""

from functools import cache
from typing import NamedTuple

from PIL import Image

from games.engine.types import Board, Slot
from games.faces import drawn, tiles, tones
from games.faces.drawn import FOOT, HEIGHT, WIDTH, Look, Number
from games.faces.reading import active_slot
from games.faces.tones import Ground

# A phone shows five cards side by side so large that their names can be read.
NARROW, WIDE = 5, 10
MARGIN, POLE, HEM = 15, 22, 12
_LINE = HEIGHT + FOOT
_PEEPING = 3


class Placed(NamedTuple):
    tile: tiles.Tile
    x: int
    y: int


def prepare() -> None:
    """What every picture needs: the palette, the banner of a row of each usual length."""
    for lines in range(1, 5):
        _empty(2 * MARGIN + NARROW * WIDTH, POLE + lines * _LINE + HEM)


def picture(view: Board, lang: str, *, per_line: int = NARROW, dark: bool = False) -> bytes:
    """As PNG."""
    return pictures(view, lang, per_line=per_line)[dark]


def pictures(view: Board, lang: str, *, per_line: int = NARROW) -> tuple[bytes, bytes]:
    """Light and dark."""
    return tiles.pngs(pasted(view, lang, per_line))


def size(view: Board, per_line: int = NARROW) -> tuple[int, int]:
    lines, _columns = _lines(len(view["row"]), per_line)
    return 2 * MARGIN + per_line * WIDTH, POLE + lines * _LINE + HEM


def whole(view: Board, lang: str, ground: Ground, *, per_line: int = NARROW) -> str:
    """All of it as one drawing: what the tiles are held against."""
    parts = [_banner(*size(view, per_line), ground)]
    for tile, x, y in placed(view, lang, per_line):
        body = tiles.svg_of(tile, ground)
        parts.append(f'<g transform="translate({x} {y})">{body}</g>')
    return "".join(parts)


def pasted(view: Board, lang: str, per_line: int = NARROW) -> Image.Image:
    """As numbers of the palette."""
    canvas = _empty(*size(view, per_line)).copy()
    for tile, x, y in placed(view, lang, per_line):
        canvas.paste(tiles.cells.find(tile), (x, y))
    return canvas


def placed(view: Board, lang: str, per_line: int = NARROW) -> list[Placed]:
    """Which tile lies where. This and nothing else of a view is drawn."""
    row, active = view["row"], active_slot(view)
    _count, columns = _lines(len(row), per_line)
    lying = []
    for place in row:
        line, column = divmod(place["slot"] - 1, columns)
        beside = min(columns, len(row) - line * columns)
        x = MARGIN + (per_line - beside) * WIDTH // 2 + column * WIDTH
        y = POLE + line * _LINE
        lying.append(Placed(_look(place, view["you"], active, lang), x, y))
        lying.append(Placed(_number(place["slot"], active), x, y + HEIGHT))
    return lying


def _lines(cards: int, per_line: int) -> tuple[int, int]:
    """How many lines, and how many cards in each but the last."""
    lines = max(1, -(-cards // per_line))
    return lines, max(1, -(-cards // lines))


def _look(place: Slot, you: int | None, active: int | None, lang: str) -> Look:
    top, covered = place["top"], place["covered"]
    return Look(
        family=top["family"],
        card=top["card"],
        open=top["open"],
        tokens=top["tokens"],
        verdicts=top["verdicts"],
        bribed_by=place["controller"] if top["bribed"] else None,
        asleep=top["asleep"],
        known=not top["open"] and top["card"] is not None and top["family"] != you,
        below=tuple(card["family"] for card in covered[: -_PEEPING - 1 : -1]),
        covers=len(covered),
        active=place["slot"] == active,
        # A back has no words.
        lang=lang if top["card"] is not None else "",
    )


def _number(slot: int, active: int | None) -> Number:
    if active is None or slot > active:
        return Number(slot, "to come")
    return Number(slot, "now" if slot == active else "done")


@cache
def _empty(width: int, height: int) -> Image.Image:
    """A row has a few lines at most, so there are a few of these."""
    return tiles.numbered(tiles.rasterised(_banner(width, height, tones.LIGHT), width, height))


def _banner(width: int, height: int, ground: Ground) -> str:
    """The cloth, which hangs from its pole."""
    weave = drawn.cloth(width, height, ground, x=-MARGIN, y=-POLE)
    cord = "".join(f"M{x} 16l9 0l4 -10l-9 0z" for x in range(-14, width, 13))
    hem = height - 8
    return (
        f'{weave}<path fill="{ground.shade}" d="M0 4H{width}V18H0Z"/>'
        f'<path fill="{tones.GOLD_EDGE}" d="M0 6H{width}V16H0Z"/>'
        f'<path fill="{tones.GOLD}" d="{cord}"/>'
        f'<path fill="{tones.GOLD}" d="M0 {hem}H{width}V{hem + 3}H0Z"/>'
    )

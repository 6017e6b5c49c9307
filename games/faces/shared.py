"""The picture that a link brings along where it is passed on: the banner, who or what, some cards.

Of what everybody may see, and in the drawings of the table. Whoever calls says it all in words.
"""

import io
from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from PIL import Image

from games.faces import art, drawn, lettering, tiles, tones
from games.faces.drawn import Look

WIDTH, HEIGHT = 1200, 630
_GROUND, _WORDS, _SOFT = "#efe3c9", "#fbeccb", "#f0d7a8"
# The cloth hangs from its pole on the left, and its right edge burns.
_CLOTH = (
    "M46 26H1090L1186 66L1124 142L1088 182L1178 246L1108 315L1178 384L1088 448L1124 488L1186 564"
    "L1090 604H46Z"
)
# Where three cards lie, how large and how much turned.
_FAN = ((690, 262, 1.42, -11.0), (900, 268, 1.42, 9.0), (780, 206, 1.68, -2.0))
_PILLARS = (150, 112, 84, 66, 54)
_COLOURS = 160


class Place(NamedTuple):
    """Somebody on the podium: with a family's shield, or with arms drawn by others."""

    rank: int
    name: str
    score: str
    family: int | None = None
    arms: str = ""


def look(kind: str | None, family: int, lang: str, *, tokens: int = 0) -> Look:
    """A card as it lies open, or its back."""
    return Look(
        *(family, kind, kind is not None, tokens, 0, None, False, False),
        below=(),
        covers=0,
        active=False,
        lang=lang if kind else "",
    )


def picture(
    heading: str, about: str, cards: Sequence[Look] = (), podium: Sequence[Place] = ()
) -> bytes:
    """As PNG, 1200 to 630."""
    parts = [
        f'<path fill="{_GROUND}" d="M0 0H{WIDTH}V{HEIGHT}H0Z"/>',
        f'<clipPath id="banner"><path d="{_CLOTH}"/></clipPath>',
        f'<g clip-path="url(#banner)">{drawn.cloth(WIDTH, HEIGHT, tones.LIGHT)}'
        f'<path fill="{tones.GOLD}" d="M46 40H1100V47H46ZM46 583H1100V590H46Z"/></g>',
        f'<rect x="30" width="20" height="{HEIGHT}" fill="#c9932a"/>',
        f'<rect x="36" width="5" height="{HEIGHT}" fill="#f0c45a"/>',
        words("Oriflamme by post", 106, 102, 26, _SOFT, room=600),
        *_heading(heading),
        words(about, 106, 262, 27, _SOFT, room=560),
        *(_podium(podium) if podium else ()),
        *(_fan(cards[:3]) if podium or len(cards) < 4 else _row(cards)),
    ]
    return as_png(parts, WIDTH, HEIGHT)


def words(
    said: str, x: float, y: float, size: float, colour: str, *, room: float, anchor: str = "start"
) -> str:
    """In one line, as narrow as it must be."""
    line = lettering.fit(said, room, size, weight=700)[0]
    narrow = ' font-stretch="condensed"' if line.stretch != 100 else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{line.size:.4g}" font-weight="700"{narrow} '
        f'text-anchor="{anchor}" fill="{colour}">{escape(line.text)}</text>'
    )


def as_png(parts: Sequence[str], width: int, height: int, *, colours: int = _COLOURS) -> bytes:
    painted = tiles.rasterised("".join(parts), width, height)
    out = io.BytesIO()
    reduced = painted.convert("RGB").quantize(
        colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    reduced.save(out, "PNG", optimize=True)
    return out.getvalue()


def _heading(said: str) -> list[str]:
    lines = lettering.fit(said, 640, 62, weight=700, lines=2)
    first = 182 if len(lines) == 1 else 164
    return [
        words(line.text, 106, first + 58 * at, line.size, _WORDS, room=640)
        for at, line in enumerate(lines)
    ]


def _podium(podium: Sequence[Place]) -> list[str]:
    """From left to right as they came, the first highest."""
    parts = [f'<path fill="{tones.GOLD}" d="M106 556H{116 + 122 * len(podium[:5])}V562H106Z"/>']
    for at, place in enumerate(podium[:5]):
        left, high = 110 + 122 * at, _PILLARS[min(place.rank, len(_PILLARS)) - 1]
        middle, top = left + 58, 556 - high
        parts.append(
            f'<rect x="{left}" y="{top}" width="116" height="{high}" rx="8" fill="#dcc08a"/>'
        )
        parts.append(words(place.score, middle, top + 38, 30, "#3a1a0a", room=100, anchor="middle"))
        parts.append(words(place.name, middle, top - 14, 21, _WORDS, room=116, anchor="middle"))
        parts.append(_shield(place, middle, top - 38))
    return parts


def _shield(place: Place, middle: float, bottom: float) -> str:
    if place.arms:
        return f'<g transform="translate({middle - 35} {bottom - 82}) scale(.7)">{place.arms}</g>'
    assert place.family is not None
    inks = tones.of_family(place.family, tones.LIGHT)
    box = "M0 3Q0 0 3 0H61Q64 0 64 3V37Q62 62 32 74Q2 62 0 37Z"
    charge = art.painted(f"e-{drawn.colour_of(place.family)}", inks)
    return (
        f'<g transform="translate({middle - 32} {bottom - 76})"><path fill="{inks["f"]}" '
        f'd="{box}"/><g transform="translate(12 9) scale(.4)">{charge}</g></g>'
    )


def _card(card: Look, x: float, y: float, scale: float, turn: float = 0) -> str:
    about = f"{drawn.WIDTH / 2} {drawn.HEIGHT / 2}"
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g}) rotate({turn:g} {about})">'
        f"{drawn.slot(card, tones.LIGHT)}</g>"
    )


def _fan(cards: Sequence[Look]) -> list[str]:
    return [_card(card, *place) for card, place in zip(cards, _FAN, strict=False)]


def _row(cards: Sequence[Look]) -> list[str]:
    """The last that lie there, as many as go into a line."""
    shown = cards[-7:]
    scale = min(1.0, 960 / (drawn.WIDTH * len(shown)))
    return [_card(card, 96 + drawn.WIDTH * scale * at, 350, scale) for at, card in enumerate(shown)]

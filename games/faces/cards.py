"""One slot of the row, drawn: its top card, what peeps out behind it, what lies on it."""

from functools import lru_cache
from xml.sax.saxutils import escape

from games.engine import words
from games.engine.types import CardInRow, Slot
from games.faces import lettering
from games.faces.charges import FAMILIES
from games.faces.lettering import Line, fit
from games.faces.paints import COIN, COIN_EDGE, COIN_INK, Paints

WIDTH, HEIGHT = 150, 204
# How far the cards below stick out, and how many of them are drawn one by one.
PEEP, PEEPING = 8, 3
_BAND = 58
_COIN = 17
_COINS = 5
_SCALES = (
    "M-1.6 -10H1.6V-7.4H9.5L13 2A4.6 4.6 0 0 1 4 2L6.9 -5H1.6V7H6V10H-6V7H-1.6V-5H-6.9"
    "L-4 2A4.6 4.6 0 0 1 -13 2L-9.5 -7.4H-1.6Z"
)
_MOON = "M4 -11A11 11 0 1 0 11 5A9 9 0 0 1 4 -11Z"


def slot(place: Slot, lang: str, paints: Paints, *, active: bool) -> str:
    """A slot with its card's upper left corner at the origin, its number below."""
    top, covered = place["top"], place["covered"]
    parts = [_covered(covered)]
    if active:
        parts.append(_frame(paints, len(covered)))
    parts.append(
        open_card(top["family"], top["card"], lang, paints)
        if top["open"]
        else _closed(top["family"], top["card"], lang)
    )
    if covered:
        parts.append(_count(len(covered), paints))
    parts.append(_coins(top["tokens"]))
    parts.append(_marks(place, paints))
    weight, colour = (700, paints.ink) if active else (400, paints.quiet)
    parts.append(
        text(str(place["slot"]), WIDTH / 2, HEIGHT + 37, 26, colour, weight=weight, anchor="middle")
    )
    return "".join(parts)


def charge(family: int, x: float, y: float, size: float, colour: str) -> str:
    return (
        f'<path transform="translate({x:g} {y:g}) scale({size / 96:.3f})" fill="{colour}" '
        f'fill-rule="{FAMILIES[family].rule}" d="{FAMILIES[family].charge}"/>'
    )


def text(
    words_: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    *,
    weight: int = 400,
    anchor: str = "start",
    stretch: int = 100,
) -> str:
    narrow = ""
    if stretch != 100:
        # A browser's own font may have no condensed letters: then these are pressed together.
        wide = lettering.width(words_, size, weight, stretch)
        narrow = (
            f' font-stretch="condensed" textLength="{wide:.4g}" lengthAdjust="spacingAndGlyphs"'
        )
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.4g}" font-weight="{weight}"{narrow} '
        f'text-anchor="{anchor}" fill="{colour}">{escape(words_)}</text>'
    )


def line(
    words_: Line, x: float, y: float, colour: str, *, weight: int = 400, anchor: str = "start"
) -> str:
    """Words that have been made to fit."""
    return text(
        words_.text,
        x,
        y,
        words_.size,
        colour,
        weight=weight,
        anchor=anchor,
        stretch=words_.stretch,
    )


def _covered(cards: list[CardInRow]) -> str:
    """From below: the lowest sticks out farthest; each in its family's tint."""
    shown = cards[-PEEPING:]
    drawn = []
    for depth, card in zip(range(len(shown), 0, -1), shown, strict=True):
        family = FAMILIES[card["family"]]
        off = depth * PEEP
        drawn.append(
            f'<rect x="{off}" y="{-off}" width="{WIDTH}" height="{HEIGHT}" rx="13" '
            f'fill="{family.tint}" stroke="{family.colour}" stroke-width="2.5"/>'
        )
    return "".join(drawn)


def _frame(paints: Paints, covered: int) -> str:
    over = min(covered, PEEPING) * PEEP
    middle, tip = WIDTH / 2, -over - 14
    return (
        f'<rect x="-7" y="-7" width="{WIDTH + 14}" height="{HEIGHT + 14}" rx="18" '
        f'fill="none" stroke="{paints.frame}" stroke-width="7"/>'
        f'<path d="M{middle - 17} {tip - 20}H{middle + 17}L{middle} {tip}Z" fill="{paints.frame}"/>'
    )


# A few hundred pictures of cards are all there are; each is drawn once.
@lru_cache(1024)
def open_card(family_: int, card: str, lang: str, paints: Paints) -> str:
    family = FAMILIES[family_]
    name = words.name(card, lang)
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="13" fill="{paints.paper}"/>'
        f'<path d="M0 {_BAND}V13A13 13 0 0 1 13 0H{WIDTH - 13}A13 13 0 0 1 {WIDTH} 13V{_BAND}Z" '
        f'fill="{family.colour}"/>'
        + _name(name, WIDTH / 2, _BAND / 2, "#ffffff")
        + charge(family_, WIDTH / 2, _BAND + (HEIGHT - _BAND) / 2 - 6, 84, family.colour)
        + f'<rect x="1.5" y="1.5" width="{WIDTH - 3}" height="{HEIGHT - 3}" rx="12" fill="none" '
        f'stroke="{family.colour}" stroke-width="3"/>'
    )


@lru_cache(1024)
def _closed(family_: int, card: str | None, lang: str) -> str:
    """A back, and on it the name for who may know it."""
    family = FAMILIES[family_]
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="13" fill="{family.colour}"/>'
        f'<rect x="8" y="8" width="{WIDTH - 16}" height="{HEIGHT - 16}" rx="8" fill="none" '
        'stroke="#ffffff" stroke-opacity=".45" stroke-width="2"/>',
        charge(family_, WIDTH / 2, HEIGHT / 2 if card is None else 72, 96, "#ffffff"),
    ]
    if card is not None:
        parts.append(
            f'<rect x="5" y="126" width="{WIDTH - 10}" height="50" rx="8" fill="#ffffff"/>'
            + _name(words.name(card, lang), WIDTH / 2, 151, family.colour)
        )
    return "".join(parts)


def _name(name: str, x: float, y: float, colour: str) -> str:
    lines: list[Line] = fit(name, WIDTH - 16, 25, weight=700, lines=2)
    pitch = lines[0].size * 1.08
    first = y + lines[0].size * 0.355 - pitch * (len(lines) - 1) / 2
    return "".join(
        line(one, x, first + pitch * number, colour, weight=700, anchor="middle")
        for number, one in enumerate(lines)
    )


def _count(covered: int, paints: Paints) -> str:
    """How many cards lie below: a tag in the corner where they peep out."""
    x = WIDTH + min(covered, PEEPING) * PEEP - 24
    y = -min(covered, PEEPING) * PEEP + 12
    return (
        f'<rect x="{x - 21}" y="{y - 17}" width="42" height="34" rx="17" '
        f'fill="{paints.paper}" stroke="{paints.paper_ink}" stroke-width="2"/>'
        + text(f"+{covered}", x, y + 8, 22, paints.paper_ink, weight=700, anchor="middle")
    )


def _coins(tokens: int) -> str:
    """Coins over the lower edge; the last one has their number."""
    shown = min(tokens, _COINS)
    left = WIDTH - 18 - (shown - 1) * 21
    drawn = [
        f'<circle cx="{left + 21 * number}" cy="{HEIGHT - 6}" r="{_COIN + (number == shown - 1)}" '
        f'fill="{COIN}" stroke="{COIN_EDGE}" stroke-width="2.5"/>'
        for number in range(shown)
    ]
    if tokens:
        size = 24 if tokens < 10 else 19
        drawn.append(
            text(
                str(tokens),
                left + 21 * (shown - 1),
                HEIGHT - 6 + size * 0.36,
                size,
                COIN_INK,
                weight=700,
                anchor="middle",
            )
        )
    return "".join(drawn)


def _marks(place: Slot, paints: Paints) -> str:
    """Verdicts, a briber's sign and the sleep of a card just swapped in, on the left edge."""
    top = place["top"]
    drawn = []
    y = HEIGHT - 10.0
    if top["verdicts"]:
        drawn.append(_seal(8, y, paints.paper_ink, f'<path fill="#ffffff" d="{_SCALES}"/>'))
        if top["verdicts"] > 1:
            drawn.append(text(f"×{top['verdicts']}", 32, y + 20, 20, paints.quiet, weight=700))
        y -= 46
    if top["bribed"]:
        holder = place["controller"]
        drawn.append(
            _seal(8, y, FAMILIES[holder].colour, charge(holder, 0, 0, 25, "#ffffff"), edge=COIN)
        )
        y -= 46
    if top["asleep"]:
        drawn.append(_seal(8, y, "#3b4a66", f'<path fill="#ffffff" d="{_MOON}"/>'))
    return "".join(drawn)


def _seal(x: float, y: float, colour: str, sign: str, *, edge: str = "#ffffff") -> str:
    return (
        f'<g transform="translate({x:g} {y:g})"><circle r="20" fill="{colour}" stroke="{edge}" '
        f'stroke-width="3.5"/>{sign}</g>'
    )

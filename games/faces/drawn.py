"""One slot of the row, drawn: its top card, what peeps out behind it, what lies on it.

Everything lies inside the slot's own cell and on its ground, so that a picture is cells side by
side: drawn once, each is pasted ever after.
"""

import math
from typing import NamedTuple
from xml.sax.saxutils import escape

from games.engine import words
from games.engine.turn import RULES, Rule
from games.faces import art, lettering, tones
from games.faces.tones import Ground

# A cell: the pointer and what peeps out above, the card, and below it the slot's number.
WIDTH, HEIGHT, FOOT = 138, 182, 30
_SCALE, _LEFT, _TOP = 1.125, 12.75, 21
# How many of the cards below are drawn one by one, and how far each sticks out, in percent.
_PEEPING = ((1.6, 5.0), (-1.4, 8.5), (0.8, 12.0))
# The weave of the cloth comes again so often that cells fit to it, and to their halves.
WEAVE = (WIDTH // 2, (HEIGHT + FOOT) // 2)
_FLAMES = ((8, 11), (43, 50))
# The room for a name, and its size where nothing is in the way.
NAME_OPEN, NAME_PEEPED = (88, 13.4), (80, 12.4)


class Look(NamedTuple):
    """All that is drawn of a slot but its number: two that look alike are equal."""

    family: int
    card: str | None
    open: bool
    tokens: int
    verdicts: int
    bribed_by: int | None
    asleep: bool
    # Closed again after all have seen it: without the eye of who peeps at an own card.
    known: bool
    # The families of those below that are drawn, from above, and how many there are.
    below: tuple[int, ...]
    covers: int
    active: bool
    lang: str


class Number(NamedTuple):
    slot: int
    # "done", "now" or "to come".
    when: str


def cloth(width: int, height: int, ground: Ground, *, x: int = 0, y: int = 0) -> str:
    """A piece of the ground whose upper left corner is so far into the weave."""
    across, down = WEAVE
    flame = art.drawings()["flame"].body
    flames = "".join(
        f'<g transform="translate({column * across - x + dx} {line * down - y + dy}) '
        f'scale(.25)">{flame}</g>'
        for line in range(-1, (y + height) // down + 1)
        for column in range(-1, (x + width) // across + 1)
        for dx, dy in _FLAMES
    )
    return (
        f'<path fill="{ground.cloth}" d="M0 0H{width}V{height}H0Z"/>'
        f'<g fill="{ground.flames}">{flames}</g>'
    )


def slot(look: Look, ground: Ground) -> str:
    """Its cell, without the ground."""
    card = _open if look.open else _closed if look.card is None else _peeped
    rim = (
        f'<rect x="-3" y="-3" width="106" height="146" rx="8.5" fill="{tones.GOLD}"/>'
        if look.active
        else ""
    )
    parts = [
        _pointer() if look.active else "",
        f'<g transform="translate({_LEFT} {_TOP}) scale({_SCALE})">',
        f'<rect x="-.5" y="1.6" width="101.6" height="140.8" rx="6.5" fill="{ground.shade}"/>',
        *(
            _below(family, turn, off, ground)
            for family, (turn, off) in reversed([*zip(look.below, _PEEPING, strict=False)])
        ),
        rim,
        f'<rect width="100" height="140" rx="6" fill="{ground.paper}"/>',
        card(look, ground),
        _marks(look, ground),
        _count(look.covers, ground) if look.covers else "",
        _coin(look.tokens) if look.tokens else "",
        "</g>",
    ]
    return "".join(parts)


def number(this: Number) -> str:
    """The foot of a cell, without the ground."""
    middle, size = WIDTH / 2, 20
    colour = {"now": tones.GOLD_INK, "done": tones.NUMBER_DONE}.get(this.when, tones.NUMBER)
    pill = (
        f'<rect x="{middle - 23}" y="1" width="46" height="26" rx="13" fill="{tones.GOLD}"/>'
        if this.when == "now"
        else ""
    )
    return pill + _text(str(this.slot), middle, 14, size, colour)


def _pointer() -> str:
    middle = WIDTH / 2
    return (
        f'<path fill="{tones.GOLD}" d="M{middle - 13} 0L{middle} 3L{middle + 13} 0L{middle} 14Z"/>'
    )


def _painted(name: str, inks: dict[str, str], *, x: float, y: float, size: float) -> str:
    """A drawing, so wide, at a place."""
    drawing = art.drawings()[name]
    scale = size / float(drawing.view_box.split()[2])
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:.6g})" fill="{inks["k"]}">'
        f"{art.painted(name, inks)}</g>"
    )


def _clipped(shape: str, inner: str, name: str) -> str:
    return f'<clipPath id="{name}">{shape}</clipPath><g clip-path="url(#{name})">{inner}</g>'


def _scene(kind: str, inks: dict[str, str], *, x: float, y: float, size: float) -> str:
    day = _rule(kind).character
    names = ["day" if day else "night", *([kind] if kind in art.drawings() else [])]
    return "".join(_painted(name, inks, x=x, y=y, size=size) for name in names)


def _rule(kind: str) -> Rule:
    """As it is today: its box and its sort have never been another."""
    return RULES[max(RULES)][kind]


def _open(look: Look, ground: Ground) -> str:
    assert look.card is not None
    inks = tones.of_family(look.family, ground)
    rule = _rule(look.card)
    inner = (
        f'<path fill="{inks["f"]}" d="M3 3H97V137H3Z"/>'
        + _scene(look.card, inks, x=3, y=3, size=94)
        + _painted("arch" if rule.character else "vault", inks, x=3, y=3, size=94)
        + f'<path fill="{ground.paper}" d="M3 97H97V133.8H3Z"/>'
        f'<path fill="{tones.of_box(rule.box)}" d="M3 97H97V98.8H3Z"/>'
        f'<path fill="{inks["f"]}" d="M3 133.8H97V137H3Z"/>'
    )
    shield = (
        f'<circle cx="15.9" cy="15.9" r="12.9" fill="{ground.paper}"/>'
        f'<circle cx="15.9" cy="15.9" r="11.5" fill="{inks["f"]}"/>'
        + _painted(f"e-{colour_of(look.family)}", inks, x=7.9, y=7.9, size=16)
    )
    frame = '<rect x="3" y="3" width="94" height="134" rx="3.4"/>'
    name = _name(words.name(look.card, look.lang), 116.4, *NAME_OPEN)
    return _clipped(frame, inner, "in") + name + shield


def _closed(look: Look, ground: Ground) -> str:
    return _back(look.family, ground, with_charge=True)


def _peeped(look: Look, ground: Ground) -> str:
    """Closed, and the reader may know it: the roundel opens."""
    assert look.card is not None
    inks = tones.of_family(look.family, ground)
    lens = '<circle cx="50" cy="49" r="38"/>'
    scene = f'<path fill="{inks["l"]}" d="M12 11H88V87H12Z"/>' + _scene(
        look.card, inks, x=12, y=11, size=76
    )
    eye = {**inks, "k": ground.paper}
    return (
        _back(look.family, ground, with_charge=False)
        + f'<circle cx="50" cy="49" r="41" fill="{inks["d"]}"/>'
        f'<circle cx="50" cy="49" r="39.6" fill="{ground.paper}"/>'
        + _clipped(lens, scene, "lens")
        + f'<rect x="8" y="102" width="84" height="30" rx="2" fill="{ground.paper}"/>'
        + _name(words.name(look.card, look.lang), 117, *NAME_PEEPED)
        + ("" if look.known else _painted("eye", eye, x=82, y=5, size=13))
    )


def _back(family: int, ground: Ground, *, with_charge: bool) -> str:
    inks = tones.of_family(family, ground)
    colour = colour_of(family)
    parts = [f"b-{colour}", *([f"r-{colour}"] if with_charge else [])]
    drawn = "".join(_painted(name, inks, x=0, y=0, size=100) for name in parts)
    return _clipped('<rect width="100" height="140" rx="6"/>', drawn, "back")


def _below(family: int, turn: float, off: float, ground: Ground) -> str:
    colour = tones.of_family(family, ground)["f"]
    edge, inner = (_turned(inset, turn, 1.4 * off) for inset in (0, 5))
    return f'<path fill="{ground.paper}" d="{edge}"/><path fill="{colour}" d="{inner}"/>'


def _turned(inset: float, turn: float, up: float) -> str:
    """A card's outline, its corners cut, turned around its middle. In 64ths, which are kept
    exactly wherever it is moved to."""
    cut = 2.5
    left, top, right, bottom = inset, inset, 100 - inset, 140 - inset
    corners = (
        *((left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut)),
        *((right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut)),
    )
    sin, cos = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    points = (
        (50 + (x - 50) * cos - (y - 70) * sin, 70 - up + (x - 50) * sin + (y - 70) * cos)
        for x, y in corners
    )
    return (
        "M"
        + "L".join(f"{round(x * 64) / 64:.8g} {round(y * 64) / 64:.8g}" for x, y in points)
        + "Z"
    )


def _marks(look: Look, ground: Ground) -> str:
    """Verdicts, a briber's sign and the sleep of a card just swapped in, on the left edge."""
    drawn, y = [], 68.0
    paper = {"k": ground.paper, "p": ground.paper, "d": tones.INK}
    if look.verdicts:
        drawn.append(_seal("scales", tones.INK, paper, y))
        if look.verdicts > 1:
            drawn.append(_badge(f"×{look.verdicts}", 26, y + 20, ground))
        y -= 28
    if look.bribed_by is not None:
        inks = tones.of_family(look.bribed_by, ground)
        drawn.append(_seal(f"e-{colour_of(look.bribed_by)}", inks["f"], inks, y))
        y -= 28
    if look.asleep:
        night = "#2b3a55"
        drawn.append(_seal("", night, paper, y))
        drawn.append(
            f'<path transform="translate(8 {y + 13})" fill="{ground.paper}" '
            'd="M2.4 -7A7 7 0 1 0 7 3.2A5.8 5.8 0 0 1 2.4 -7Z"/>'
        )
    return "".join(drawn)


def _seal(sign: str, wax: str, inks: dict[str, str], y: float) -> str:
    of_wax = {"k": tones.INK, "s": wax}
    drawn = _painted("seal", of_wax, x=-5, y=y, size=26)
    return drawn + (_painted(sign, inks, x=1.2, y=y + 6.2, size=13.6) if sign else "")


def _badge(said: str, x: float, y: float, ground: Ground) -> str:
    wide = 11 if len(said) < 3 else 14
    return (
        f'<rect x="{x - wide}" y="{y - 9}" width="{2 * wide}" height="18" rx="9" '
        f'fill="{tones.INK}" stroke="{ground.paper}" stroke-width="1.4"/>'
        + _text(said, x, y, 11.5, "#fbf3e0")
    )


def _count(count: int, ground: Ground) -> str:
    return _badge(f"×{count + 1}", 6, -2, ground)


def _coin(tokens: int) -> str:
    size = 17 if tokens < 10 else 14
    return _painted("coin", {"k": tones.INK}, x=73, y=-5, size=32) + _text(
        str(tokens), 89, 10.6, size, tones.GOLD_INK
    )


def _name(name: str, y: float, room: float, size: float) -> str:
    fitted = lettering.fit(name, room, size, weight=700, lines=2)
    pitch = fitted[0].size * 1.06
    first = y - pitch * (len(fitted) - 1) / 2
    return "".join(
        _text(one.text, 50, first + pitch * at, one.size, tones.INK, stretch=one.stretch)
        for at, one in enumerate(fitted)
    )


def _text(said: str, x: float, y: float, size: float, colour: str, *, stretch: int = 100) -> str:
    """In the middle of a place."""
    narrow = ' font-stretch="condensed"' if stretch != 100 else ""
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:.4g}" font-size="{size:.4g}" font-weight="700" '
        f'text-anchor="middle" fill="{colour}"{narrow}>{escape(said)}</text>'
    )


def colour_of(family: int) -> str:
    return words.FAMILIES[family]

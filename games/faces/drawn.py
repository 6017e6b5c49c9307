"""One slot of the row, drawn: its top card, what peeps out behind it, what lies on it.

Everything lies inside the slot's own cell and on its ground, so that a picture is cells side by
side: drawn once, each is pasted ever after.
"""

import math
from collections.abc import Callable
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


class Part(NamedTuple):
    """A drawing that comes again in many cells: two are equal when they look alike."""

    draw: Callable[..., str]
    of: tuple[int | float | str | bool, ...]


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
    return "".join(svg(part, ground) for part in parts(look))


def svg(part: Part, ground: Ground) -> str:
    drawn = part.draw(ground, *part.of)
    if part.draw is _pointer:
        return drawn
    return f'<g transform="translate({_LEFT} {_TOP}) scale({_SCALE})">{drawn}</g>'


def parts(look: Look) -> list[Part]:
    """What a cell is put together of, the lowest first. Names, marks and coins are parts of
    their own: there are as many cards as kinds in families, but no end of what lies on them."""
    return [
        *([Part(_pointer, ())] if look.active else []),
        Part(_shadow, ()),
        *(
            Part(_below, (family, turn, off))
            for family, (turn, off) in reversed([*zip(look.below, _PEEPING, strict=False)])
        ),
        *([Part(_rim, ())] if look.active else []),
        *_card(look),
        *_marks(look),
        *([Part(_count, (look.covers,))] if look.covers else []),
        *([Part(_coin, (look.tokens,))] if look.tokens else []),
    ]


def _card(look: Look) -> list[Part]:
    if look.card is None:
        return [Part(_closed, (look.family,))]
    name = Part(_called, (look.card, look.lang, look.open))
    if look.open:
        return [Part(_open, (look.family, look.card)), name]
    eye = [] if look.known else [Part(_eye, (look.family,))]
    return [Part(_peeped, (look.family, look.card)), name, *eye]


def _marks(look: Look) -> list[Part]:
    """Verdicts, a briber's sign and the sleep of a card just swapped in, on the left edge."""
    marks: list[tuple[Callable[..., str], tuple[int, ...]]] = [
        *([(_verdicts, (look.verdicts,))] if look.verdicts else []),
        *([(_bribe, (look.bribed_by,))] if look.bribed_by is not None else []),
        *([(_sleep, ())] if look.asleep else []),
    ]
    return [Part(draw, (68 - 28 * at, *of)) for at, (draw, of) in enumerate(marks)]


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


def _pointer(_ground: Ground) -> str:
    middle = WIDTH / 2
    return (
        f'<path fill="{tones.GOLD}" d="M{middle - 13} 0L{middle} 3L{middle + 13} 0L{middle} 14Z"/>'
    )


def _shadow(ground: Ground) -> str:
    return f'<rect x="-.5" y="1.6" width="101.6" height="140.8" rx="6.5" fill="{ground.shade}"/>'


def _rim(_ground: Ground) -> str:
    return f'<rect x="-3" y="-3" width="106" height="146" rx="8.5" fill="{tones.GOLD}"/>'


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


def _paper(ground: Ground) -> str:
    return f'<rect width="100" height="140" rx="6" fill="{ground.paper}"/>'


def _open(ground: Ground, family: int, card: str) -> str:
    inks = tones.of_family(family, ground)
    rule = _rule(card)
    inner = (
        f'<path fill="{inks["f"]}" d="M3 3H97V137H3Z"/>'
        + _scene(card, inks, x=3, y=3, size=94)
        + _painted("arch" if rule.character else "vault", inks, x=3, y=3, size=94)
        + f'<path fill="{ground.paper}" d="M3 97H97V133.8H3Z"/>'
        f'<path fill="{tones.of_box(rule.box)}" d="M3 97H97V98.8H3Z"/>'
        f'<path fill="{inks["f"]}" d="M3 133.8H97V137H3Z"/>'
    )
    shield = (
        f'<circle cx="15.9" cy="15.9" r="12.9" fill="{ground.paper}"/>'
        f'<circle cx="15.9" cy="15.9" r="11.5" fill="{inks["f"]}"/>'
        + _painted(f"e-{colour_of(family)}", inks, x=7.9, y=7.9, size=16)
    )
    frame = '<rect x="3" y="3" width="94" height="134" rx="3.4"/>'
    return _paper(ground) + _clipped(frame, inner, "in") + shield


def _closed(ground: Ground, family: int) -> str:
    return _paper(ground) + _back(family, ground, with_charge=True)


def _peeped(ground: Ground, family: int, card: str) -> str:
    """Closed, and the reader may know it: the roundel opens."""
    inks = tones.of_family(family, ground)
    lens = '<circle cx="50" cy="49" r="38"/>'
    scene = f'<path fill="{inks["l"]}" d="M12 11H88V87H12Z"/>' + _scene(
        card, inks, x=12, y=11, size=76
    )
    return (
        _paper(ground)
        + _back(family, ground, with_charge=False)
        + f'<circle cx="50" cy="49" r="41" fill="{inks["d"]}"/>'
        f'<circle cx="50" cy="49" r="39.6" fill="{ground.paper}"/>'
        + _clipped(lens, scene, "lens")
        + f'<rect x="8" y="102" width="84" height="30" rx="2" fill="{ground.paper}"/>'
    )


def _called(_ground: Ground, card: str, lang: str, shows: bool) -> str:
    name = words.name(card, lang)
    return _name(name, 116.4, *NAME_OPEN) if shows else _name(name, 117, *NAME_PEEPED)


def _eye(ground: Ground, family: int) -> str:
    eye = {**tones.of_family(family, ground), "k": ground.paper}
    return _painted("eye", eye, x=82, y=5, size=13)


def _back(family: int, ground: Ground, *, with_charge: bool) -> str:
    inks = tones.of_family(family, ground)
    colour = colour_of(family)
    parts = [f"b-{colour}", *([f"r-{colour}"] if with_charge else [])]
    drawn = "".join(_painted(name, inks, x=0, y=0, size=100) for name in parts)
    return _clipped('<rect width="100" height="140" rx="6"/>', drawn, "back")


def _below(ground: Ground, family: int, turn: float, off: float) -> str:
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


def _verdicts(ground: Ground, y: float, count: int) -> str:
    seal = _seal("scales", tones.INK, _on_wax(ground), y)
    return seal + (_badge(f"×{count}", 26, y + 20, ground) if count > 1 else "")


def _bribe(ground: Ground, y: float, family: int) -> str:
    inks = tones.of_family(family, ground)
    return _seal(f"e-{colour_of(family)}", inks["f"], inks, y)


def _sleep(ground: Ground, y: float) -> str:
    return _seal("", "#2b3a55", _on_wax(ground), y) + (
        f'<path transform="translate(8 {y + 13})" fill="{ground.paper}" '
        'd="M2.4 -7A7 7 0 1 0 7 3.2A5.8 5.8 0 0 1 2.4 -7Z"/>'
    )


def _on_wax(ground: Ground) -> dict[str, str]:
    return {"k": ground.paper, "p": ground.paper, "d": tones.INK}


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


def _count(ground: Ground, count: int) -> str:
    return _badge(f"×{count + 1}", 6, -2, ground)


def _coin(_ground: Ground, tokens: int) -> str:
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

"""A coat of arms for everybody, drawn from a word: the same word, the same arms, for ever.

Own drawing, no uploads: nothing to moderate, nothing that tells where a person was. Metal lies on
colour and colour on metal, always, so that arms are told apart from afar.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from accounts.heraldry import CHARGES, ORDINARIES, PARTED, REPEATED, SHIELD, Places

METALS = {"or": "#e8b23c", "argent": "#fbf3e0"}
COLOURS = {
    "gules": "#a5232c",
    "azure": "#1f5fa6",
    "vert": "#17663a",
    "purpure": "#6b3fa0",
    "sable": "#1d1512",
    "tenné": "#8a4f08",
}
TINCTURES = METALS | COLOURS
# As rare as it is in old rolls.
_COMMON = ("gules", "azure", "vert", "purpure", "sable") * 2 + ("tenné",)
_KINDS = ("plain",) * 2 + ("ordinary",) * 5 + ("parted",) * 2 + ("repeated",) * 2
_ALONE: tuple[Places, ...] = (
    ((50, 52, 74),),
    ((50, 52, 70),),
    ((28, 30, 36), (72, 30, 36), (50, 78, 38)),
    ((50, 28, 38), (50, 76, 38)),
)
_INNER_EDGE = "M11 10H89V56Q88 88 50 106Q12 88 11 56Z"
_HALF_IN_SHADOW = "M50 0H100V118H50Z"
_Any = TypeVar("_Any")


class _Lot:
    """Picks from lists, one after the other, by a word alone."""

    def __init__(self, word: str) -> None:
        self.number = int.from_bytes(hashlib.sha256(word.lower().encode()).digest(), "big")

    def pick(self, choices: Sequence[_Any]) -> _Any:
        self.number, at = divmod(self.number, len(choices))
        return choices[at]


def draw(word: str) -> str:
    """The arms as SVG: no text, no links, nothing of the word itself."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 102 118">{drawn(word)}</svg>'


def drawn(word: str, mark: str = "") -> str:
    """The same as a part of a drawing, 100 wide; `mark` tells several in one drawing apart."""
    lot = _Lot(word)
    metal, colour = lot.pick([*METALS]), lot.pick(_COMMON)
    field, other = (metal, colour) if lot.pick((0, 1, 1)) else (colour, metal)
    borne = _FIELDS[lot.pick(_KINDS)](lot, field, other)
    if mark:  # what is borne may be cut off at a half of the field
        borne = borne.replace('"h"', f'"h{mark}"').replace("#h)", f"#h{mark})")
    return (
        f'<clipPath id="s{mark}"><path d="{SHIELD}"/></clipPath><g clip-path="url(#s{mark})">'
        f"{_path('M0 0H100V118H0Z', field)}{borne}"
        f'<path fill="#1d1512" opacity=".15" d="{_HALF_IN_SHADOW}"/></g>'
        # By day the dark line is its edge, at night the light one around it.
        f'<path fill="none" stroke="#c9b387" stroke-width="5" d="{SHIELD}"/>'
        f'<path fill="none" stroke="#1d1512" stroke-width="3" d="{SHIELD}"/>'
    )


def _path(form: str, tincture: str, rule: str = "evenodd") -> str:
    return f'<path fill="{TINCTURES[tincture]}" fill-rule="{rule}" d="{form}"/>'


def _charge(name: str, place: tuple[float, float, float], tincture: str, cut: str) -> str:
    """Where it lies on two tinctures, what is cut out of it is of the one beneath its middle."""
    body, cuts = CHARGES[name]
    x, y, size = place
    at = f'transform="translate({x - size / 2:g} {y - size / 2:g}) scale({size / 100:g})"'
    rule = "evenodd" if name in {"annulet", "wheel"} else "nonzero"
    return (
        f"<g {at}>{_path(body, tincture, rule)}"
        f'<path fill="{TINCTURES[cut]}" opacity=".8" d="{cuts}"/></g>'
    )


def _charges(name: str, places: Places, tincture: str, cut: str) -> str:
    return "".join(_charge(name, place, tincture, cut) for place in places)


def _plain(lot: _Lot, field: str, other: str) -> str:
    places = lot.pick(_ALONE)
    drawn = _charges(lot.pick([*CHARGES]), places, other, field)
    if len(places) == 1 and lot.pick((False, False, True)):
        colour = TINCTURES[other]
        drawn += f'<path fill="none" stroke="{colour}" stroke-width="3" d="{_INNER_EDGE}"/>'
    return drawn


def _ordinary(lot: _Lot, field: str, other: str) -> str:
    forms, around, upon = ORDINARIES[lot.pick([*ORDINARIES])]
    drawn = _path(lot.pick(forms), other)
    same = METALS if other in METALS else [name for name in COLOURS if name != "tenné"]
    second = lot.pick([*same]) if lot.pick((True, False)) else other
    one, another = lot.pick([*CHARGES]), lot.pick([*CHARGES])
    bears = lot.pick((0, 1, 1, 2))
    drawn += _charges(one, around, second, field)
    if bears or not around:
        drawn += _charges(one if bears == 1 else another, upon, field, other)
    return drawn


def _parted(lot: _Lot, field: str, other: str) -> str:
    """What stands on both halves changes its tincture where they meet."""
    form = PARTED[lot.pick([*PARTED])]
    name, place = lot.pick([*CHARGES]), (50, 52, 72)
    return (
        f'{_path(form, other)}<clipPath id="h"><path d="{form}"/></clipPath>'
        f"{_charge(name, place, other, field)}"
        f'<g clip-path="url(#h)">{_charge(name, place, field, other)}</g>'
    )


def _repeated(lot: _Lot, field: str, other: str) -> str:
    """A pattern bears no charge but on a piece of a third tincture."""
    drawn = _path(REPEATED[lot.pick([*REPEATED])], other)
    metal, colour = (field, other) if field in METALS else (other, field)
    third = lot.pick([name for name in COLOURS if name not in {colour, "tenné"}])
    name = lot.pick([*CHARGES])
    match lot.pick(("chief", "roundel", "escutcheon")):
        case "chief":
            drawn += _path("M-2-2H102V37H-2Z", third) + _path("M-2 37H102V40H-2Z", metal)
            places: Places = ((23.5, 19, 23), (50, 19, 23), (76.5, 19, 23))
        case "roundel":
            drawn += _path("M17 54a33 33 0 1 0 66 0a33 33 0 1 0-66 0Z", metal)
            drawn += _path("M20.5 54a29.5 29.5 0 1 0 59 0a29.5 29.5 0 1 0-59 0Z", third)
            places = ((50, 54, 42),)
        case _:
            drawn += _path("M24 24H76V60Q75 82 50 94Q25 82 24 60Z", metal)
            drawn += _path("M27.5 27.5H72.5V60Q71.5 79 50 90Q28.5 79 27.5 60Z", third)
            places = ((50, 55, 38),)
    return drawn + _charges(name, places, metal, third)


_FIELDS = {"plain": _plain, "ordinary": _ordinary, "parted": _parted, "repeated": _repeated}

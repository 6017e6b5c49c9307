"""The five families' signs: told apart by shape as well as by colour.

Each is one path around the origin, about 90 units high.
"""

from typing import NamedTuple


def _disc(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}A{r} {r} 0 1 1 {x + r} {y}A{r} {r} 0 1 1 {x - r} {y}Z"


_SHIELD = "M-36 -42H36V0C36 26 17 39 0 47C-17 39 -36 26 -36 0ZM-24 12L0 -14L24 12V-3L0 -29L-24 -3Z"
_FLEURON = (
    "M0 -50C13 -34 19 -16 9 8H-9C-19 -16 -13 -34 0 -50Z"
    "M13 8C12 -16 26 -32 39 -22C50 -13 46 7 31 9C37 1 34 -7 28 -6C21 -5 20 2 20 8Z"
    "M-13 8C-12 -16 -26 -32 -39 -22C-50 -13 -46 7 -31 9C-37 1 -34 -7 -28 -6C-21 -5 -20 2 -20 8Z"
    "M-26 12H26V21H-26Z"
    "M-9 25H9C10 34 6 42 0 49C-6 42 -10 34 -9 25Z"
    "M13 25H21C22 32 27 34 32 31C30 41 18 43 13 25Z"
    "M-13 25H-21C-22 32 -27 34 -32 31C-30 41 -18 43 -13 25Z"
)
_TREFOIL = (
    _disc(0, -25, 21)
    + _disc(-23, 7, 21)
    + _disc(23, 7, 21)
    + "M-12 -12H12V12L4 12C5 26 8 38 14 47H-14C-8 38 -5 26 -4 12L-12 12Z"
)
_SUN = _disc(0, 0, 21) + "".join(
    f"M{a} {b}L{c} {d}L{e} {f}Z"
    for a, b, c, d, e, f in (
        (-8, -26, 8, -26, 0, -48),
        (-8, 26, 8, 26, 0, 48),
        (-26, -8, -26, 8, -48, 0),
        (26, -8, 26, 8, 48, 0),
        (12, -24, 24, -12, 34, -34),
        (-12, -24, -24, -12, -34, -34),
        (12, 24, 24, 12, 34, 34),
        (-12, 24, -24, 12, -34, 34),
    )
)
_TOWER = (
    "M-34 -46H-20V-34H-8V-46H8V-34H20V-46H34V-18L26 -10V34H36V47H-36V34H-26V-10L-34 -18Z"
    "M-9 47V24A9 9 0 0 1 9 24V47Z"
    "M-4 -6H4V10H-4Z"
)


class Family(NamedTuple):
    charge: str
    colour: str
    tint: str
    rule: str = "evenodd"


FAMILIES = (
    Family(_SHIELD, "#a3232b", "#f3d9d6"),
    Family(_FLEURON, "#1f5fa8", "#d7e5f4"),
    Family(_TREFOIL, "#1d7748", "#d3ebdc", "nonzero"),
    Family(_SUN, "#a8660a", "#f7e6c6"),
    Family(_TOWER, "#6a3fa0", "#e5dbf3"),
)

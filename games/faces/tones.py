"""The tones of a picture: those of its ground, of a card, and of each family."""

from typing import NamedTuple

from games.engine.words import FAMILIES

GOLD, GOLD_EDGE, GOLD_INK = "#e8b23c", "#8a5a0b", "#2b1a04"
INK, NUMBER, NUMBER_DONE = "#1d1512", "#f3dcb0", "#c59a7a"
_BOXES = {"oriflamme": "#dc9f2e", "ablaze": "#d9531e", "alliance": "#2f8f8a"}
_FAMILIES = {
    "crimson": ("#a5232c", "#64131a", "#e9bfb0"),
    "azure": ("#1f5fa6", "#123a6e", "#b9d0e6"),
    "emerald": ("#1f7a48", "#0f4a2a", "#b7d9bd"),
    "amber": ("#a8660b", "#653a03", "#f0d49c"),
    "violet": ("#6b3fa0", "#3d1f68", "#d2c0e6"),
}


class Ground(NamedTuple):
    """What light and dark differ in: cards do not invert, their paper only dims."""

    paper: str
    cloth: str
    flames: str
    shade: str


LIGHT = Ground(paper="#fbf3e0", cloth="#74181d", flames="#7e2621", shade="#4a0c11")
DARK = Ground(paper="#e9dcc0", cloth="#4a1217", flames="#54201b", shade="#26070a")


def of_family(family: int, ground: Ground) -> dict[str, str]:
    """What the drawings call their tones."""
    colour, night, day = _FAMILIES[FAMILIES[family]]
    inks = {"k": INK, "p": ground.paper, "g": "#dc9f2e", "r": "#c9382f"}
    return {**inks, "f": colour, "d": night, "l": day}


def of_box(box: str) -> str:
    return _BOXES.get(box, _BOXES["oriflamme"])

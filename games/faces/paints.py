"""The colours of a picture, on light and on dark ground."""

from typing import NamedTuple

from games.faces.charges import FAMILIES


class Paints(NamedTuple):
    ground: str
    ink: str
    quiet: str
    rule: str
    paper: str
    paper_ink: str
    frame: str
    # The families' colours where they stand on the ground itself.
    families: tuple[str, ...]


LIGHT = Paints(
    ground="#f4efe4",
    ink="#2b2620",
    quiet="#655d52",
    rule="#d9d0be",
    paper="#fffdf7",
    paper_ink="#2b2620",
    frame="#d99a00",
    families=tuple(family.colour for family in FAMILIES),
)
DARK = Paints(
    ground="#1d1a17",
    ink="#ece5d8",
    quiet="#b3a999",
    rule="#453f37",
    paper="#efe7d8",
    paper_ink="#2b2620",
    frame="#f2b632",
    families=("#e4747b", "#6aa6ea", "#5bbf8b", "#e5a23c", "#b18ae6"),
)
# On a page the style sheet says what is light and what is dark.
PAGE = Paints(
    ground="none",
    ink="var(--text)",
    quiet="var(--soft)",
    rule="var(--line)",
    paper="var(--paper)",
    paper_ink="#2b2620",
    frame="var(--ring)",
    families=tuple(f"var(--family-{number})" for number in range(len(FAMILIES))),
)
COIN, COIN_EDGE, COIN_INK = "#f4c430", "#7d5a06", "#4a3503"

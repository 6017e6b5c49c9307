"""The colours of a drawing on a page."""

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

"""Every card has its drawing, in the tones that every family can paint."""

import re

from games.engine.cards import REGISTERED
from games.engine.words.en import NAMES
from games.faces.art import FILE, drawings, painted

FAMILIES = ("crimson", "azure", "emerald", "amber", "violet")
TONES = {tone: f"#{number:06x}" for number, tone in enumerate("kpfdlgrs", 1)}


def test_every_card_and_every_family_is_drawn() -> None:
    kinds = {rule.kind for rule in REGISTERED} & NAMES.keys()
    assert len(kinds) == 31
    parts = {f"{part}-{family}" for part in "ebr" for family in FAMILIES}
    assert kinds | parts <= drawings().keys()


def test_a_drawing_is_made_of_paths_and_known_tones_alone() -> None:
    for name, drawing in drawings().items():
        tones = set(re.findall(r"var\(--(\w+)", drawing.body))
        assert tones <= TONES.keys(), name
        tags = set(re.findall(r"<(\w+)", drawing.body))
        assert tags <= {"g", "path", "svg"}, (name, tags)
        assert "var(" not in painted(name, TONES)


def test_the_file_is_small() -> None:
    assert FILE.stat().st_size < 80_000

"""Every card has its drawing, in the tones that every family can paint."""

import re

from django.contrib.staticfiles import finders

from games.engine.cards import REGISTERED
from games.engine.words.en import NAMES
from games.faces import drawn, shared, tones
from games.faces.art import FILE, drawings, painted
from games.pages import cards

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


def test_a_page_a_letter_and_a_shared_picture_show_one_drawing() -> None:
    """A page by its name in the file, the two others by its very paths."""
    assert finders.find("games/art.svg") == str(FILE)
    for kind in NAMES:
        own = {
            path for path in re.findall(r' d="([^"]+)"', drawings()[kind].body) if len(path) > 40
        }
        assert own
        assert f"games/art.svg#i-{kind}" in cards.of_hand(kind, 0, "en")
        look = shared.look(kind, 0, "en")
        assert own <= {*re.findall(r' d="([^"]+)"', drawn.slot(look, tones.LIGHT))}
        assert own <= {*re.findall(r' d="([^"]+)"', shared._card(look, 0, 0, 1))}

"""Reads what people write in answer to a letter, and acts on no doubt. Pure: `reading.read` is all
of it, with a position that whoever calls has made of a view. `games.post` calls it; it knows no
table, no person and no mail.

    read("Leave it closed, please!", Position(lang, view, moves, names))  →  Reading(("wait",))
"""

from .lexicon import Position
from .parting import part
from .reading import IsOrder, Reading, Talk, counted, prepare, read
from .requests import Wish
from .tail import above as above_tail

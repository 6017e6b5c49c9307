"""The game in words: English, Ukrainian, Russian and Italian, in this project's own wording.

Whoever shows cards, events or questions asks here, with a language. It words what it is given: an
event that has been redacted says no more than that.
"""

from .languages import LANGUAGES
from .reading import read_card, read_word
from .sentences import FAMILIES, ask, nothing, reveal, say, say_move
from .unsaid import explain, is_in_vain


def name(card: str, lang: str) -> str:
    return str(LANGUAGES[lang].NAMES[card])


def effect(card: str, lang: str) -> str:
    """What a card does, in one line."""
    text: str = LANGUAGES[lang].EFFECTS[card]
    return text[0].upper() + text[1:] + "."


def ruling(card: str, lang: str) -> str:
    """What is asked about it most; "" where its effect says all."""
    text: str = LANGUAGES[lang].RULINGS.get(card, "")
    return f"{text[0].upper()}{text[1:]}." if text else ""


def family(seat: int, lang: str) -> str:
    return str(LANGUAGES[lang].FAMILIES[FAMILIES[seat]])


def set_name(set_: str, lang: str) -> str:
    return str(LANGUAGES[lang].SETS[set_])


def edition(id_: str, lang: str) -> str:
    return str(LANGUAGES[lang].EDITIONS[id_])


def phase(id_: str, lang: str) -> str:
    return str(LANGUAGES[lang].PHASES[id_])

"""The words of orders. Each language is a module of plain data, all with the same names in them.

PHRASES: what a symbol is called, the first being how it is written. SAY: how an order is written;
it must be readable, which a test holds. WHY and PROBLEMS are sentences for people.
"""

from types import ModuleType

from . import en, it, ru, uk

LANGUAGES: dict[str, ModuleType] = {"en": en, "uk": uk, "ru": ru, "it": it}

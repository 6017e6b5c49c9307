"""The languages there are. Each is a module of plain data, all with the same names in them."""

from types import ModuleType

from . import en, it, ru, uk

LANGUAGES: dict[str, ModuleType] = {"en": en, "uk": uk, "ru": ru, "it": it}

"""What people write besides the notation. Each language is a module of plain data, all with the
same names in them; `*` at the end of a word stands for any ending.

MEANS: which words say what of a move (see `lexicon`). FILLERS and POLITE say nothing of it. GUARDS
keep a statement from being done, by what they make of it; those of STILL not beside waiting.
REQUESTS are whole statements.
"""

from types import ModuleType

from . import en, it, ru, uk

LANGUAGES: dict[str, ModuleType] = {"en": en, "uk": uk, "ru": ru, "it": it}

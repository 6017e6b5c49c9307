"""Words that people type, in any of the languages, understood as the notation's own."""

import unicodedata

from .languages import LANGUAGES


def plain(text: str) -> str:
    """What is left when case, blanks, hyphens, apostrophes and the like do not matter."""
    text = unicodedata.normalize("NFC", text).casefold().replace("ё", "е")
    return "".join(filter(str.isalnum, text))


_CARDS: dict[str, str] = {}
_WORDS: dict[str, str] = {}
for _language in LANGUAGES.values():
    for _card, _name in _language.NAMES.items():
        for _said in (_card, _name, *_language.ALSO.get(_card, ())):
            _CARDS[plain(_said)] = _card
    for _word, _others in _language.WORDS.items():
        for _said in (_word, *_others):
            _WORDS[plain(_said)] = _word


def read_card(text: str) -> str | None:
    """The id of the card that `text` names, in whatever language; None if it names none."""
    return _CARDS.get(plain(text))


def read_word(text: str) -> str | None:
    """The word of the notation (place, wait, on …) that `text` means; None if it means none."""
    return _WORDS.get(plain(text))

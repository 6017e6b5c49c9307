"""How words sound, however they are spelled, and what keys were meant. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

# Both alphabets become letters that sound alike, near enough to know a word again.
_CYRILLIC = {
    **dict(zip("абвгґдезиіїйклмнопрстуфхц", "abvhhdeziiiiklmnoprstufhц", strict=True)),
    "ц": "ts",
    "ж": "zh",
    "ч": "ch",
    "ш": "sh",
    "щ": "shch",
    "ю": "iu",
    "я": "ia",
    "є": "ie",
    "э": "e",
    "ы": "i",
    "ь": "",
    "ъ": "",
    "ё": "e",
}
_LATIN = (
    *(("ca", "ka"), ("co", "ko"), ("cu", "ku"), ("cl", "kl"), ("cr", "kr"), ("ck", "k")),
    *(("shch", "щ"), ("sch", "щ"), ("zh", "ж"), ("kh", "h"), ("ts", "c"), ("tz", "c")),
    *(("ch", "ч"), ("sh", "ш"), ("x", "h"), ("g", "h"), ("w", "v"), ("y", "i"), ("j", "i")),
    *(("щ", "shch"), ("ж", "zh"), ("ч", "ch"), ("ш", "sh"), ("io", "e")),
)
_LOOKS = str.maketrans("aceiopxykmtbhnABCEHIKMOPTX", "асеіорхукмтвнпАВСЕНІКМОРТХ")
_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
_LAYOUTS = ("ёйцукенгшщзхъфывапролджэячсмитьбю", "'йцукенгшщзхїфівапролджєячсмитьбю")


# A lexicon is made of few words in many phrases.
@lru_cache(maxsize=16_384)
def plain(word: str) -> str:
    """Without accents, and with no letter more than twice: "così", "waaait"."""
    if not word.isascii():
        parted = unicodedata.normalize("NFD", word)
        if parted[0].isascii():
            word = "".join(one for one in parted if not unicodedata.combining(one))
    return re.sub(r"([^\W\d])\1{2,}", r"\1", word)


@lru_cache(maxsize=16_384)
def sound(word: str) -> str:
    word = "".join(_CYRILLIC.get(letter, letter) for letter in plain(word))
    if word.isascii():
        for spelled, heard in _LATIN:
            word = word.replace(spelled, heard)
    return re.sub(r"(.)\1+", r"\1", word.replace("iie", "ie").replace("ii", "i"))


def respelled(text: str) -> Iterator[str]:
    """What somebody may have typed on a keyboard that was set to another alphabet."""
    text = text.casefold()
    for layout in _LAYOUTS:
        if re.search("[а-яіїєґ]", text):
            yield text.translate(str.maketrans(layout, _KEYS))
        else:
            yield text.translate(str.maketrans(_KEYS, layout))


@lru_cache(maxsize=16_384)
def of_one_alphabet(word: str) -> str:
    """ "чeкаю" with a Latin e."""
    if re.search("[а-яіїєґ]", word) and re.search("[a-z]", word):
        return word.translate(_LOOKS)
    return word


def is_slip(word: str, other: str, most: int) -> bool:
    """Whether so many letters at most are too many, too few, others, or changed places."""
    if abs(len(word) - len(other)) > most:
        return False
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, one in enumerate(word, 1):
        older, before, row = before, row, [at]
        for to, two in enumerate(other, 1):
            cost = min(before[to] + 1, row[-1] + 1, before[to - 1] + (one != two))
            if at > 1 and to > 1 and (one, word[at - 2]) == (other[to - 2], two):
                cost = min(cost, older[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return False
    return row[-1] <= most

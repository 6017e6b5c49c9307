"""What a language of the site lacks: `python -m tests.house.languages de` prints it."""

import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

LOCALE = "oriflamme_site/locale"
# What else a card may be called: no language needs any.
AT_WILL = {"ALSO"}


def missing(root: Path, language: str) -> list[str]:
    """Sentences of the catalogue and words of the rules, each by where it is missed."""
    return [*_sentences(root, language), *_words(root, language)]


def _sentences(root: Path, language: str) -> Iterator[str]:
    own = _catalog(root, language)
    # The English catalogue words the library's English anew, which others translate as it is.
    names = sorted(path.name for path in (root / LOCALE).iterdir() if path.name != "en")
    others = [_catalog(root, name) for name in names]
    wanted = {message.id: message for catalog in others for message in catalog if message.id}
    for message in wanted.values():
        mine = own.get(message.id, context=message.context)
        said = mine.string if mine else ""
        if mine is None or mine.fuzzy or not (all(said) if isinstance(said, tuple) else said):
            first = message.id if isinstance(message.id, str) else message.id[0]
            yield f"{LOCALE}/{language}/LC_MESSAGES/django.po: {' '.join(first.split())}"


def _catalog(root: Path, language: str) -> Catalog:
    path = root / LOCALE / language / "LC_MESSAGES/django.po"
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as po:
        return read_po(po, locale=language)


def _words(root: Path, language: str) -> Iterator[str]:
    """Modules of plain data beside the English one, with its names and what all others tell."""
    for english in sorted((root / "games").glob("*/words/en.py")):
        room = english.parent
        where = room.relative_to(root) / f"{language}.py"
        others = [path for path in room.glob("??.py") if path.stem != language]
        told = [runpy.run_path(str(path)) for path in others]
        own = runpy.run_path(str(root / where)) if (root / where).exists() else {}
        for name in filter(str.isupper, runpy.run_path(str(english))):
            if name not in own:
                yield f"{where}: {name}"
            elif isinstance(own[name], dict) and name not in AT_WILL:
                common = set.intersection(*(set(words[name]) for words in told))
                yield from (f"{where}: {name} of {key}" for key in sorted(common - {*own[name]}))
        listed = "".join(path.read_text() for path in room.glob("???*.py"))
        if f'"{language}": {language}' not in listed:
            yield f"{room.relative_to(root)}: {language} among the languages"


if __name__ == "__main__":
    lacks = missing(Path.cwd(), sys.argv[1])
    print("\n".join(lacks) or "nothing")
    sys.exit(bool(lacks))

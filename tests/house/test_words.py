"""Every sentence of the site exists in every language, and is compiled."""

import re
from datetime import date
from pathlib import Path

import allauth
import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from tests.house.languages import missing

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "oriflamme_site/locale"
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]")


def catalog(language: str):  # type: ignore[no-untyped-def]
    with (LOCALE / language / "LC_MESSAGES/django.po").open("rb") as po:
        return read_po(po, locale=language)


def forms(message) -> tuple[list[str], list[str]]:  # type: ignore[no-untyped-def]
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    said = [message.string] if isinstance(message.string, str) else list(message.string)
    return ids, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_or_guessed(language: str) -> None:
    """Beside the sentences that any other language has: an empty catalogue lacks all of them."""
    assert missing(ROOT, language) == []


@pytest.mark.parametrize("language", [*LANGUAGES, "en"])
def test_placeholders_survive_translation(language: str) -> None:
    for message in catalog(language):
        if message.id:
            ids, said = forms(message)
            wanted = set(PLACEHOLDER.findall(ids[-1]))
            for text in said:
                assert set(PLACEHOLDER.findall(text)) <= wanted, message.id
            assert set(PLACEHOLDER.findall(said[-1])) == wanted, message.id


@pytest.mark.parametrize("language", [*LANGUAGES, "en"])
def test_the_compiled_catalog_is_the_written_one(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES/django.mo").open("rb") as mo:
        compiled = [forms(m) for m in read_mo(mo) if m.id]
    assert sorted(compiled) == sorted(forms(m) for m in catalog(language) if m.id)


MARKED = re.compile(
    r"""(?:(?:\b_|\bgettext(?:_lazy)?)\(|\bpgettext(?:_lazy)?\(\s*"[^"]*",)\s*((?:"(?:[^"\\]|\\.)*"\s*)+)[,)]"""
    r"""|\{%\s*translate\s+"([^"]+)"\s*"""
)


def test_every_sentence_marked_in_the_code_is_in_the_catalog() -> None:
    known = {m.id if isinstance(m.id, str) else m.id[0] for m in catalog("uk") if m.id}
    found = 0
    for room in ("accounts", "notifications", "games", "oriflamme_site"):
        for file in [*(ROOT / room).rglob("*.py"), *(ROOT / room).rglob("*.html")]:
            for quoted, tag in MARKED.findall(file.read_text()):
                pieces = re.findall(r'"((?:[^"\\]|\\.)*)"', quoted)
                text = tag or "".join(pieces).replace("\\n", "\n").replace('\\"', '"')
                found += 1
                assert text in known, f"{file.name}: {text!r}; run make words"
    assert found > 20


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "5 December"), ("uk", "5 грудня"), ("ru", "5 декабря"), ("it", "5 dicembre")],
)
def test_a_day_without_its_year_is_said_as_people_say_it(lang: str, said: str) -> None:
    with translation.override(lang):
        assert date_format(date(2026, 12, 5), "MONTH_DAY_FORMAT") == said


def test_the_library_s_words_are_spelt_as_ours_are() -> None:
    """One word, one spelling: «автентифікація»."""
    path = Path(allauth.__file__).parent / "locale/uk/LC_MESSAGES/django.po"
    theirs = [one.id for one in read_po(path.open("rb")) if one.id and isinstance(one.id, str)]
    shown = set(theirs) - {"MFA"}  # the name of the library's part in the admin
    with translation.override("uk"):
        assert [one for one in shown if "аутентиф" in gettext(one).lower()] == []

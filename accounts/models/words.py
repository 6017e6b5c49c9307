"""What an operator writes in the languages of the site."""

from typing import Any

from django import forms
from django.conf import settings
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import get_language

Words = dict[str, str]


def languages() -> list[tuple[str, str]]:
    """As a function, so that another language is no migration."""
    return list(settings.LANGUAGES)


def read(words: Words) -> str:
    """In the reader's language where it has been written, else in English."""
    return words.get(get_language() or "") or words.get("en", "")


class WordsField(models.JSONField):
    """{"en": "…", "uk": "…"}; English is always there, with `whole` every language."""

    def __init__(self, *args: Any, whole: bool = False, **kwargs: Any) -> None:
        self.whole = whole
        super().__init__(*args, **{"default": dict, **kwargs})

    def formfield(self, **kwargs: object) -> forms.Field:
        return WordsFormField(whole=self.whole, label=str(capfirst(self.verbose_name)))


class _Areas(forms.MultiWidget):
    def __init__(self) -> None:
        super().__init__(
            {
                code: forms.Textarea({"rows": 3, "lang": code, "aria-label": name, "title": name})
                for code, name in languages()
            }
        )

    def decompress(self, value: Words | None) -> list[str]:
        return [(value or {}).get(code, "") for code, _name in languages()]


class WordsFormField(forms.MultiValueField):
    """A text for each language."""

    def __init__(self, *, whole: bool, label: str) -> None:
        texts = [forms.CharField(required=whole or code == "en") for code, _name in languages()]
        super().__init__(texts, require_all_fields=False, widget=_Areas(), label=label)

    def compress(self, data_list: list[str]) -> Words:
        given = zip(languages(), data_list, strict=True)
        return {code: text for (code, _name), text in given if text}

"""Texts that each table says again: found once in each language, and kept. To find one in Django's
catalogs takes as long as to draw a card."""

from functools import lru_cache

from django.utils import translation


@lru_cache(maxsize=2000)
def phrase(text: str, lang: str) -> str:
    with translation.override(lang):
        return translation.gettext(text)

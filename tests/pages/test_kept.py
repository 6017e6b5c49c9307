"""A part of a page that is kept is made once for each language and for what it may look at."""

from typing import Any

from django.template import engines
from django.utils import translation

from oriflamme_site.templatetags import kept


def page(text: str) -> Any:
    return engines["django"].from_string("{% load i18n kept %}" + text)


def test_what_is_not_named_is_not_seen() -> None:
    one = page("{% kept name=user.name %}{{ name }}{{ user.name }}{{ secret }}{% endkept %}")
    assert one.render({"user": {"name": "Ann"}, "secret": "spy"}) == "Ann"
    assert one.render({"user": {"name": "<Bob>"}}) == "&lt;Bob&gt;"


def test_each_language_has_its_own() -> None:
    one = page('{% kept %}{% translate "Tables" %}{% endkept %}')
    said = set()
    for language in ("en", "uk", "ru", "it"):
        with translation.override(language):
            said |= {one.render({}), one.render({})}
    assert len(said) == 4


def test_one_and_true_are_told_apart() -> None:
    one = page("{% kept n %}{{ n }}{% endkept %}")
    assert [one.render({"n": n}) for n in (1, True, "", None)] == ["1", "True", "", "None"]


def test_memory_does_not_grow_without_end(monkeypatch: Any) -> None:
    monkeypatch.setattr(kept, "MOST", 3)
    one = page("{% kept n %}{{ n }}{% endkept %}")
    assert [one.render({"n": n}) for n in range(9)] == [str(n) for n in range(9)]
    (node,) = (part for part in one.template.nodelist if isinstance(part, kept.Kept))
    assert len(node.made) <= 3

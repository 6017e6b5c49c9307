"""What a letter is made of is known to every mail program, or something stands in for it."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from games.post.letter import _STYLES
from tests.post import mail_support as support

ROOT = Path(__file__).parents[2]
# All HTML that letters are made of, whatever kind of thing they tell of.
LETTERS = (
    ROOT / "games/templates/games/post/letter.html",
    ROOT / "notifications/templates/notifications/digest.html",
)


class Parts(HTMLParser):
    """Each element with its attributes, and the sheet of the head."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.sheet, self._last = "", ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._last = tag
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        if self._last == "style" and "{" in data:
            self.sheet += data


def parts(template: Path) -> Parts:
    """Every branch of it at once."""
    html = template.read_text(encoding="utf-8")
    for name, written in _STYLES.items():
        html = re.sub(rf"{{{{ {name} }}}}", written, html)
    return Parts(re.sub(r"{{.*?}}", "x", re.sub(r"{%.*?%}", " ", html)))


def style(written: str) -> dict[str, str]:
    pairs = (one.partition(":") for one in written.split(";") if one.strip())
    return {name.strip(): value.strip() for name, _colon, value in pairs}


def stands_in(row: support.Row, attributes: dict[str, str]) -> bool:
    if not row.lacked_by or row.harmless:
        return True
    return row.needs in attributes or row.needs in style(attributes.get("style", ""))


def test_the_table_names_only_what_it_knows() -> None:
    rows = [
        *support.TAGS.values(),
        *support.ATTRIBUTES.values(),
        *support.PROPERTIES.values(),
        *support.QUERIES.values(),
        *support.IN_SHEET.values(),
        *support.ON_BODY.values(),
    ]
    for row in rows:
        assert row.lacked_by <= support.PROGRAMS
        assert bool(row.lacked_by) == bool(row.needs or row.harmless)


def test_no_other_template_makes_a_letter_of_html() -> None:
    """Whatever is worded for a Letter's HTML is one of them; letters of accounts are text alone."""
    named = {
        found
        for room in ("accounts", "games", "notifications", "oriflamme_site")
        for path in (ROOT / room).rglob("*.py")
        if "Letter(" in (code := path.read_text(encoding="utf-8"))
        for found in re.findall(r'render_to_string\("([^"]+\.html)"', code)
    }
    assert named == {path.as_posix().partition("/templates/")[2] for path in LETTERS}
    assert not [*ROOT.glob("*/templates/**/email/*.html")]


@pytest.mark.parametrize("letter", LETTERS, ids=lambda path: path.stem)
def test_every_tag_and_style_is_supported_or_something_stands_in(letter: Path) -> None:
    for tag, attributes in parts(letter).elements:
        assert tag in support.TAGS
        for name in attributes:
            assert stands_in(support.ATTRIBUTES[name], attributes), (tag, name)
        for name in style(attributes.get("style", "")):
            row = support.ON_BODY[name] if tag == "body" else support.PROPERTIES[name]
            assert stands_in(row, attributes), (tag, name)


@pytest.mark.parametrize("letter", LETTERS, ids=lambda path: path.stem)
def test_the_sheet_of_the_head_only_betters_what_is_there_without_it(letter: Path) -> None:
    sheet = parts(letter).sheet
    queries = {found.strip() for found in re.findall(r"@media\s*([^{]+){", sheet)}
    assert queries <= support.QUERIES.keys()
    for rule in re.findall(r"{([^{}]*)}", sheet):
        assert style(rule).keys() <= support.IN_SHEET.keys()
    # What a class changes is said in the element's own style, too.
    for tag, attributes in parts(letter).elements:
        if attributes.get("class") in {"bg", "sheet", "button", "lk", "s"}:
            assert attributes.get("style"), (tag, attributes)


@pytest.mark.parametrize("letter", LETTERS, ids=lambda path: path.stem)
def test_what_the_body_says_a_table_says_again(letter: Path) -> None:
    """Programs on the web keep of a body what lies in it."""
    (body,) = [attributes for tag, attributes in parts(letter).elements if tag == "body"]
    tables = [attributes for tag, attributes in parts(letter).elements if tag == "table"]
    ground = style(body["style"])["background"]
    assert style(tables[0]["style"])["background"] == ground
    assert "width" in tables[0]


@pytest.mark.parametrize("letter", LETTERS, ids=lambda path: path.stem)
def test_word_keeps_the_width_and_buttons_apart(letter: Path) -> None:
    html = letter.read_text(encoding="utf-8")
    assert "<!--[if mso]><table" in html
    # It knows no margin of a link.
    assert not re.search(r"</a>({%[^%]*%})*<a\b|</a>{% endfor", html)

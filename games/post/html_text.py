"""What somebody wrote in an HTML mail, without what they answer to."""

from html.parser import HTMLParser

_BLOCKS = {"p", "div", "br", "li", "tr", "table", "ul", "ol", "h1", "h2", "h3", "pre", "hr"}
_SKIPPED = {"head", "style", "script", "title", "blockquote", "xml"}
_VOID = {"br", "hr", "img", "meta", "link", "input", "col", "wbr", "base", "area"}
# How mail programs mark what they quote, and signatures.
_QUOTES = (
    *("gmail_quote", "gmail_attr", "yahoo_quoted", "moz-cite-prefix", "protonmail_quote"),
    *("moz-signature", "gmail_signature", "protonmail_signature_block", "apple-signature"),
    *("mail-quote", "zmail_extra", "js-helper", "mailru-blockquote", "ms-outlook-mobile-signature"),
)
# From here on everything is quoted.
_QUOTED_FROM_HERE = (
    "appendonsend",
    "divrplyfwdmsg",
    "olk_src_body_section",
    "mail-editor-reference",
)
_OUTLOOK_RULE = "border-top:solid"


def html_to_text(html: str) -> str:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return "".join(reader.parts)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._skipping: list[str] = []
        self._ended = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self._say("\n")
        about = {name: (value or "").casefold() for name, value in attrs}
        marks = f"{about.get('class', '')} {about.get('id', '')}"
        style = about.get("style", "").replace(" ", "")
        if any(mark in marks for mark in _QUOTED_FROM_HERE) or _OUTLOOK_RULE in style:
            self._ended = self._ended or not self._skipping
        if tag in _VOID:
            return
        if self._skipping or tag in _SKIPPED or any(mark in marks for mark in _QUOTES):
            self._skipping.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._skipping:
            # What was not closed inside is closed with it.
            while self._skipping.pop() != tag:
                pass
        if tag in _BLOCKS:
            self._say("\n")

    def handle_data(self, data: str) -> None:
        self._say(" ".join(data.split()) if data.strip() else " ")

    def _say(self, text: str) -> None:
        if not self._skipping and not self._ended:
            self.parts.append(text)

"""What somebody wrote in an HTML mail, without what they answer to.

In time that grows with its length alone, whatever stands in it: each letter is looked at once,
and what nobody would type in answer is not read to its end.
"""

import re
from collections import Counter
from html import unescape

_BLOCKS = {"p", "div", "br", "li", "tr", "table", "ul", "ol", "h1", "h2", "h3", "pre", "hr"}
# Quoted, no text, or struck out by who wrote it.
_SKIPPED = {"head", "blockquote", "xml", "s", "strike", "del"}
_STRUCK = "line-through"
# What stands in them is no markup.
_RAW = {"style", "script", "title"}
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
# An answer above a few quoted letters has a tenth of each.
_MOST_LETTERS, _MOST_PIECES, _MOST_OF_A_TAG = 20_000, 40_000, 2000
_BLANKS = re.compile(r"\s+")
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*)")
_QUOTE_OR_END = re.compile("[>\"']")
_MARK = re.compile(
    r"(?<![\w-])(class|id|style)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", re.IGNORECASE
)


def html_to_text(html: str) -> str:
    reader = _Reader(html)
    for _ in range(_MOST_PIECES):
        if not reader.goes_on():
            break
    return "".join(reader.parts)


class _Reader:
    def __init__(self, html: str) -> None:
        self.parts: list[str] = []
        self._html = html
        self._at = 0
        self._letters = 0
        self._skipping: list[str] = []
        # The same, counted: a tag that nobody opened is not looked for among thousands.
        self._open: Counter[str] = Counter()
        self._missing: set[str] = set()

    def goes_on(self) -> bool:
        """Read one piece: a text up to the next tag, or a tag. False at the end."""
        html, at = self._html, self._at
        if at >= len(html) or self._letters > _MOST_LETTERS:
            return False
        begin = self._find("<", at)
        if begin != at:
            self._at = begin
            self._write(html[at:begin])
            return True
        tag = _TAG.match(html, at)
        if tag:
            self._at = self._end_of_tag(tag.end()) + 1
            self._read_tag(
                tag[2].casefold(), bool(tag[1]), html[at : min(self._at, at + _MOST_OF_A_TAG)]
            )
        elif html.startswith("<!--", at):
            self._at = self._find("-->", at + 2) + 3
        elif html.startswith(("<!", "<?", "</"), at):
            self._at = self._find(">", at) + 1
        else:
            self._at = at + 1
            self._say("<")
        return True

    def _find(self, sign: str, at: int) -> int:
        """Where it stands next, else the end. What is missing once is not looked for again."""
        found = -1 if sign in self._missing else self._html.find(sign, at)
        if found < 0:
            self._missing.add(sign)
            return len(self._html)
        return found

    def _end_of_tag(self, at: int) -> int:
        while found := _QUOTE_OR_END.search(self._html, at):
            if found[0] == ">":
                return found.start()
            closed = self._find(found[0], found.end())
            if closed == len(self._html):  # a quote that nobody closes is a letter like others
                return self._find(">", found.end())
            at = closed + 1
        return len(self._html)

    def _read_tag(self, tag: str, ends: bool, source: str) -> None:
        if ends:
            self._leave(tag)
        else:
            self._enter(tag, source)
        if tag in _RAW and not ends:
            self._at = self._find_end_of_raw(tag)

    def _find_end_of_raw(self, tag: str) -> int:
        end = re.compile(f"</{tag}", re.IGNORECASE).search(self._html, self._at)
        return end.start() if end else len(self._html)

    def _enter(self, tag: str, source: str) -> None:
        if tag in _BLOCKS:
            self._say("\n")
        about = {
            name.casefold(): (double or single or bare).casefold()
            for name, double, single, bare in _MARK.findall(source)
        }
        marks = f"{about.get('class', '')} {about.get('id', '')}"
        style = about.get("style", "").replace(" ", "")
        is_end = any(mark in marks for mark in _QUOTED_FROM_HERE) or _OUTLOOK_RULE in style
        if is_end and not self._skipping:
            self._at = len(self._html)
        if tag in _VOID or tag in _RAW:
            return
        is_mute = tag in _SKIPPED or _STRUCK in style or any(mark in marks for mark in _QUOTES)
        if self._skipping or is_mute:
            self._skipping.append(tag)
            self._open[tag] += 1

    def _leave(self, tag: str) -> None:
        if self._open[tag]:
            # What was not closed inside is closed with it.
            last = ""
            while last != tag:
                last = self._skipping.pop()
                self._open[last] -= 1
        if tag in _BLOCKS:
            self._say("\n")

    def _write(self, source: str) -> None:
        if not self._skipping:
            text = unescape(source[: 10 * _MOST_LETTERS])
            # Programs part a sentence into spans anywhere: a blank at an end is one between words.
            text = _BLANKS.sub(" ", text)
            begins = not self.parts or self.parts[-1].endswith(("\n", " "))
            self._say(text.lstrip() if begins else text)

    def _say(self, text: str) -> None:
        if not self._skipping:
            self.parts.append(text)
            self._letters += len(text)

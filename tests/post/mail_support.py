"""What mail programs do with what our letters are made of.

Each thing that a letter uses – a tag, an attribute, a property – is a row: who does not support it,
and what its reader has instead. What a program lacks needs something else to stand in (`needs`,
on the same element) or does no harm where it is missing (`harmless` says what is seen then).
Of programs about which little is published the worst is assumed.
"""

from collections.abc import Set
from typing import NamedTuple

GMAIL, GMAIL_OTHER = "Gmail", "Gmail's app with another provider's account"
WORD, OUTLOOK, OUTLOOK_APP = "Outlook 2016-2024 for Windows", "new Outlook", "Outlook's app"
APPLE, THUNDERBIRD = "Apple Mail", "Thunderbird"
YAHOO, FASTMAIL, PROTON = "Yahoo", "Fastmail", "Proton"
WEB_DE, UKR_NET, MAIL_RU = "web.de and GMX", "ukr.net", "mail.ru"
PROGRAMS = frozenset(
    {
        *(GMAIL, GMAIL_OTHER, WORD, OUTLOOK, OUTLOOK_APP, APPLE, THUNDERBIRD),
        *(YAHOO, FASTMAIL, PROTON, WEB_DE, UKR_NET, MAIL_RU),
    }
)
# They show the body's content in a page of their own.
_WEB = {GMAIL, GMAIL_OTHER, OUTLOOK, OUTLOOK_APP, YAHOO, FASTMAIL, PROTON, WEB_DE, UKR_NET, MAIL_RU}
_NO_SHEET = {GMAIL_OTHER, UKR_NET}
_NO_WIDTHS = _NO_SHEET | {WORD, WEB_DE, MAIL_RU}
# Most of them invert colours themselves, or leave a letter light.
_NO_DARK = _NO_WIDTHS | {GMAIL, YAHOO, PROTON, OUTLOOK_APP}


class Row(NamedTuple):
    lacked_by: Set[str] = frozenset()
    # What stands in on the same element: an attribute, or a property.
    needs: str = ""
    # What is seen where it is missing, if nothing has to stand in.
    harmless: str = ""


_ALL = Row()
TAGS = {
    **dict.fromkeys(("html", "head", "meta", "title", "body", "style"), _ALL),
    **dict.fromkeys(("table", "tr", "td", "div", "p", "h1", "h2", "h3", "hr", "br"), _ALL),
    **dict.fromkeys(("ul", "li", "a", "b", "strong", "img"), _ALL),
}
ATTRIBUTES = {
    **dict.fromkeys(("href", "src", "alt", "width", "align", "valign", "charset"), _ALL),
    **dict.fromkeys(("cellpadding", "cellspacing", "content", "name", "style"), _ALL),
    "class": Row(_NO_SHEET, harmless="as it stands in the element's own style: light"),
    "role": Row({YAHOO, UKR_NET}, harmless="a table is announced as one"),
    "lang": Row(_WEB, harmless="read aloud in the language of the program"),
}
# In an element's own style.
PROPERTIES = {
    **dict.fromkeys(("color", "background", "font", "font-size", "font-weight"), _ALL),
    **dict.fromkeys(("line-height", "text-decoration", "vertical-align", "width"), _ALL),
    **dict.fromkeys(("border", "border-top", "padding", "height", "mso-hide"), _ALL),
    "margin": Row({WORD}, harmless="on links: a blank stands between them"),
    "margin-top": _ALL,
    "white-space": Row({WORD}, harmless="a button of two lines"),
    "word-break": Row({WORD, YAHOO, MAIL_RU}, harmless="a long address makes the letter wider"),
    "padding-top": _ALL,
    "border-radius": Row({WORD}, harmless="corners"),
    # A link's is its box; Word colours its words alone.
    "display": Row({WORD}, harmless="a button is a word on its colour; a picture has a line's gap"),
    "max-width": Row({WORD}, needs="width"),
    "max-height": Row({WORD}, needs="mso-hide"),
    "overflow": Row({WORD}, needs="mso-hide"),
}
# In the sheet of the head, which may only make better what is there without it.
QUERIES = {
    "(max-width: 480px)": Row(_NO_WIDTHS, harmless="wider margins on a phone"),
    "(prefers-color-scheme: dark)": Row(_NO_DARK, harmless="a light letter, or inverted by them"),
    "": Row(_NO_SHEET, harmless="lists are as far apart as the program has them"),
}
IN_SHEET = {
    **dict.fromkeys(("margin", "padding", "padding-left", "padding-right"), _ALL),
    **dict.fromkeys(("color", "background", "border-color"), _ALL),
    "display": Row({WORD}, harmless="the dark picture is not in what it reads"),
}
# Taken from the body by programs that put the letter into a page: a table says it again.
ON_BODY = {
    "margin": Row(_WEB, harmless="the page's own"),
    "padding": Row(_WEB, harmless="the page's own"),
    "background": Row({YAHOO, UKR_NET}, harmless="said again by the table that fills it"),
}

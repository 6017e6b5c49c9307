"""What somebody might type to be more than words, and a reader of HTML that is not ours: the
browsers' own way to parse it, and an allowance of all that our letters are made of."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import html5lib
import tinycss2
from django.conf import settings

HOSTILE = (
    "<img src=https://evil.example/pixel.png>",
    "</p></td><style>body{background:url(//evil.example)}</style>",
    "<style>@import 'https://evil.example/x.css';</style>",
    "</a><form action=https://evil.example><input name=x>",
    '"><script src=https://evil.example></script>',
    "{{ 7|add:7 }}{% now 'Y' %}<!--[if mso]>x<![endif]-->",
    "https://evil.example/sign-in www.evil.example",
    "one\r\nBcc: all@evil.example\r\n\r\n-- \nEND:VEVENT",
    "\u202egnp.exe\u2066\u0085\u2028\x07\x0b",
    "=cmd|'/C calc'!A1",
    "@everyone <!channel> [x](https://evil.example) ![x](https://e.example/x) `*_~|>#",
)

_EVERYWHERE = {"style", "class"}
_TAGS = {
    **{name: set() for name in ("title", "head", "tbody", "tr", "br", "strong", "code", "b", "h1")},
    **{name: set() for name in ("h2", "h3", "p", "ul", "ol", "div", "body", "hr")},
    "html": {"lang"},
    "meta": {"charset", "name", "content"},
    "style": set(),
    "table": {"role", "align", "width", "cellpadding", "cellspacing"},
    "td": {"align", "valign", "width"},
    "li": {"value"},
    "a": {"href"},
    "img": {"src", "width", "alt"},
}
_PROPERTIES = {
    *("background", "border", "border-color", "border-collapse", "border-radius", "border-top"),
    *("color", "display", "font", "font-family", "font-size", "font-weight", "height"),
    *("line-height", "margin", "margin-top", "max-width", "padding", "padding-left"),
    *("padding-top", "padding-right", "text-align", "text-decoration", "width"),
    *(
        "max-height",
        "mso-hide",
        "overflow",
        "vertical-align",
        "filter",
        "white-space",
        "word-break",
    ),
}
# Outlook's own: the column that it would not keep narrow otherwise, and around what is not for it.
_COMMENTS = {
    '[if mso]><table role="presentation" align="center" width="600"><tr><td><![endif]',
    "[if mso]></td></tr></table><![endif]",
    "[if !mso]><!",
    "<![endif]",
}


def strange(html: str) -> list[str]:
    """All that stands in a letter and is not of the allowance."""
    parser = html5lib.HTMLParser(html5lib.getTreeBuilder("dom"))
    return sorted(set(_strange(parser.parse(html))))


def _strange(node) -> Iterator[str]:  # type: ignore[no-untyped-def]
    if node.nodeType == node.COMMENT_NODE and node.data not in _COMMENTS:
        yield f"comment {node.data[:40]}"
    if node.nodeType == node.ELEMENT_NODE:
        yield from _strange_element(node)
    for child in node.childNodes:
        yield from _strange(child)


def _strange_element(node) -> Iterator[str]:  # type: ignore[no-untyped-def]
    if node.tagName not in _TAGS:
        yield f"tag {node.tagName}"
        return
    for name, value in node.attributes.items():
        if name not in _TAGS[node.tagName] | _EVERYWHERE:
            yield f"attribute {node.tagName} {name}"
        elif name == "href" and not _is_own(value):
            yield f"link {value}"
        elif name == "src" and not value.startswith("cid:"):
            yield f"picture {value}"
        elif name == "style":
            yield from _strange_properties(tinycss2.parse_declaration_list(value))
    if node.tagName == "style":
        yield from _strange_rules("".join(child.data for child in node.childNodes))


def _is_own(link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme == "mailto":
        return parts.path.endswith(f"@{settings.ANSWER_DOMAIN}")
    return link.startswith(f"{settings.SITE_URL}/")


def _strange_rules(css: str) -> Iterator[str]:
    for rule in tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True):
        if rule.type == "at-rule" and rule.lower_at_keyword == "media":
            yield from _strange_rules(tinycss2.serialize(rule.content))
        elif rule.type == "qualified-rule":
            yield from _strange_properties(tinycss2.parse_declaration_list(rule.content))
        else:
            yield f"rule {tinycss2.serialize([rule])[:40]}"


def _strange_properties(found) -> Iterator[str]:  # type: ignore[no-untyped-def]
    for one in found:
        if one.type in {"whitespace", "comment"}:
            continue
        if one.type != "declaration" or one.lower_name not in _PROPERTIES:
            yield f"property {one.serialize()[:40]}"
        elif any(part.type == "url" or getattr(part, "name", "") == "url" for part in one.value):
            yield f"address {one.serialize()[:40]}"

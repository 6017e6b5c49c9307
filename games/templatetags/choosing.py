"""What is there by the dozen on a page, written in one go: nodes of a template cost more."""

from collections.abc import Iterable, Sequence
from html import escape

from django import template
from django.utils.safestring import SafeString

from games.engine.words import FAMILIES
from games.faces.text import Line
from games.wording import happened as happenings
from games.wording.choices import Choice

register = template.Library()


@register.filter
def choices(choices: Sequence[Choice]) -> SafeString:
    """One below the other: what each does."""
    return _joined(
        f'<li><button class="quiet" name="move" value="{escape(one.move)}">{escape(one.says)}'
        "</button></li>"
        for one in choices
    )


@register.filter
def slots(lines: Sequence[Line]) -> SafeString:
    """The row in words."""
    return _joined(
        f'<li value="{one.slot}"{_ACTIVE if one.active else ""}>{escape(one.player)}: '
        f"{escape(one.lies)}{f' – {escape(one.note)}' if one.note else ''}</li>"
        for one in lines
    )


@register.filter
def happened(lines: Sequence[happenings.Line]) -> SafeString:
    """With the sign of whose it is."""
    return _joined(f"<li{_sort(line)}>{escape(line.says)}</li>" for line in lines)


@register.filter
def latest(lines: Sequence[happenings.Line]) -> SafeString:
    return SafeString(f"<span{_sort(lines[-1])}>{escape(lines[-1].says)}</span>")


def _sort(line: happenings.Line) -> str:
    if line.kind == "round_began":
        return ' class="round"'
    return "" if line.seat is None else f' class="{FAMILIES[line.seat]}"'


@register.filter
def items(lines: Sequence[str]) -> SafeString:
    return _joined(f"<li>{escape(line)}</li>" for line in lines)


@register.filter
def paragraphs(lines: Sequence[str]) -> SafeString:
    return _joined(f"<p>{escape(line)}</p>" for line in lines)


_ACTIVE = ' class="active"'


def _joined(parts: Iterable[str]) -> SafeString:
    """Of parts in which everything that is not ours has been escaped."""
    return SafeString("\n".join(parts))

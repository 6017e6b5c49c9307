"""What is there by the dozen on a table's page, written in one go: as nodes of a template the
choices alone would cost more than the whole view."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.faces.text import Line
from games.post.choices import Choice

register = template.Library()


@register.filter
def buttons(choices: Sequence[Choice]) -> SafeString:
    """Of one card, side by side: each says where it would lie."""
    return format_html_join(
        "\n",
        '<button class="quiet" name="move" value="{}" aria-label="{}: {}">{}</button>',
        ((one.move, one.label, one.says, one.label) for one in choices),
    )


@register.filter
def choices(choices: Sequence[Choice]) -> SafeString:
    """One below the other, with what each does."""
    return format_html_join(
        "\n",
        '<li><button class="quiet" name="move" value="{}">{}</button> <span>{}</span></li>',
        ((one.move, one.move, one.says) for one in choices),
    )


@register.filter
def slots(lines: Sequence[Line]) -> SafeString:
    """The row in words."""
    return format_html_join(
        "\n",
        '<li value="{}"{}>{}: {}{}</li>',
        (
            (
                one.slot,
                SafeString(' class="active"' if one.active else ""),
                one.player,
                one.lies,
                f" – {one.note}" if one.note else "",
            )
            for one in lines
        ),
    )


@register.filter
def items(lines: Sequence[str]) -> SafeString:
    return format_html_join("\n", "<li>{}</li>", ((line,) for line in lines))


@register.filter
def paragraphs(lines: Sequence[str]) -> SafeString:
    return format_html_join("\n", "<p>{}</p>", ((line,) for line in lines))

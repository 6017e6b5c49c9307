"""What every page of the site is drawn with: small signs, and the arms of people."""

import re

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def sign(name: str) -> SafeString:
    """One of `signs.svg`, beside words that say the same."""
    box = "0 0 120 120" if name == "mark" else "0 0 100 100"
    where = f"{static('oriflamme/signs.svg')}#{name}"
    return format_html('<svg viewBox="{}" aria-hidden="true"><use href="{}"/></svg>', box, where)


@register.simple_tag
def arms(handle: str) -> SafeString:
    """Beside the name of whom they belong to, so they need no words of their own."""
    where = reverse("picture", args=[handle])
    return format_html('<img class="arms" src="{}" alt="" width="51" height="59">', where)


@register.filter
def sentences(text: str) -> SafeString:
    """Each on a line of its own."""
    lines = re.split(r"(?<=[.!?…])\s+", text)
    return format_html_join(" ", "<span>{}</span>", ((line,) for line in lines))


@register.simple_tag
def absolute(name: str, *args: str) -> str:
    """An address for those who read a page elsewhere."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


@register.simple_tag
def absolute_static(path: str) -> str:
    return f"{settings.SITE_URL}{static(path)}"

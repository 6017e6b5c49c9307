"""Links in what somebody may have typed: to our own pages, and nowhere else."""

import re

from django import template
from django.conf import settings
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

register = template.Library()

# An address has no place where it could be broken, and a phone is narrow.
_LINK = '<a class="lk" href="{0}" style="color:#8a1a20;word-break:break-all">{0}</a>'


@register.filter
def own_links(text: str) -> SafeString:
    link = re.compile(rf"({re.escape(settings.SITE_URL)}/[^\s<>\"']*[\w/=-])")
    return SafeString(
        "".join(
            format_html(_LINK, part) if number % 2 else conditional_escape(part)
            for number, part in enumerate(link.split(text))
        )
    )

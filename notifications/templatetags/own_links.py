"""Links in what somebody may have typed: to our own pages, and nowhere else."""

import re

from django import template
from django.conf import settings
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def own_links(text: str) -> SafeString:
    link = re.compile(rf"({re.escape(settings.SITE_URL)}/[^\s<>\"']*[\w/=-])")
    return SafeString(
        "".join(
            format_html('<a href="{0}">{0}</a>', part) if number % 2 else conditional_escape(part)
            for number, part in enumerate(link.split(text))
        )
    )

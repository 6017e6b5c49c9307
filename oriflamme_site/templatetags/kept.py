"""Parts of a page that are alike for many readers, made once and kept in memory.

    {% kept here guest=user.is_guest %} … {% endkept %}

is made once for each language and each value of what is named. Nothing else of the page can be
seen within it, so what belongs to one reader cannot get to another.
"""

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

# Of one part, in one process. More than that is not worth keeping, and all are made anew.
MOST = 500


class Kept(template.Node):
    # No block may lie within, so nobody has to look for one at each answer.
    child_nodelists = ()

    def __init__(self, nodes: NodeList, named: dict[str, FilterExpression]) -> None:
        self.nodelist, self.named = nodes, named
        self.made: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: template.Context) -> SafeString:
        seen = [one.resolve(context, ignore_failures=True) for one in self.named.values()]
        # A page knows which language it is in: `frame.html` has asked.
        language = context.get("LANGUAGE_CODE") or get_language()
        # By kind, too: 1 and True are equal, and are not written alike.
        key = (language, *[(one.__class__, one) for one in seen])
        made = self.made.get(key)
        if made is None:
            alone = template.Context(dict(zip(self.named, seen, strict=True)))
            assert context.template is not None  # a node is part of one
            with alone.bind_template(context.template):
                made = self.nodelist.render(alone)
            if len(self.made) >= MOST:
                self.made.clear()
            self.made[key] = made
        return made


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """Each bit names what is seen: `here`, or `shorter=what.is.named`."""
    bits = [bit.partition("=") for bit in token.split_contents()[1:]]
    named = {name: parser.compile_filter(what or name) for name, _is, what in bits}
    nodes = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(nodes, named)

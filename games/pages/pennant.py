"""A table from afar: its row on a pennant, by what a view tells and nothing else."""

from collections.abc import Sequence
from html import escape

from django.utils.safestring import SafeString

from games import faces
from games.engine.types import Board
from games.pages import cards


def of(view: Board, lang: str, names: Sequence[str] | None) -> SafeString:
    """Nothing for a row without a card."""
    if not view["row"]:
        return cards.safe()
    now = view["cursor"] if view["phase"] == "events" else None
    drawn = "".join(cards.tiny(slot["top"], now=slot["slot"] == now) for slot in view["row"])
    said = escape(faces.short(view, lang, names))
    return cards.safe(f'<span class="mrow" role="img" aria-label="{said}">{drawn}</span>')

"""The table as a picture: an SVG drawn from a view.

Units are those of a card that is 150 wide. Nothing is drawn by a glyph that a font might miss:
signs, marks and arrows are paths.
"""

from collections.abc import Sequence

from django.utils import translation
from django.utils.translation import gettext as _

from games.engine import words
from games.engine.types import Board
from games.faces import lettering
from games.faces.cards import HEIGHT, PEEP, PEEPING, WIDTH, charge, line, open_card, slot, text
from games.faces.painting import NARROW
from games.faces.paints import COIN, COIN_EDGE, COIN_INK, PAGE, Paints
from games.faces.reading import active_slot, heading, player_names

# With fewer than this side by side, cards would look larger than the words beside them.
_LEAST = 4
_QUOTE = {'"': "&quot;"}
_MARGIN, _GAP = 26, 24
_TOP = 92
# Where ours is missing, a browser takes another font, which may be so much wider.
_OTHER_FONT = 1.12
# Room for a frame's pointer, what peeps out above, and the number below.
_LINE = HEIGHT + 102


def draw(
    view: Board,
    lang: str,
    names: Sequence[str] | None = None,
    *,
    per_line: int = NARROW,
    paints: Paints = PAGE,
) -> str:
    """The SVG of a view. `names` are those of the players; None: the colours of their families."""
    row = view["row"]
    lines = max(1, -(-len(row) // per_line))
    columns = -(-len(row) // lines)
    across = max(columns, _LEAST)
    width = 2 * _MARGIN + across * WIDTH + (across - 1) * _GAP + PEEP * PEEPING // 2
    with translation.override(lang):
        legend, legend_height = _legend(view, lang, names, width, paints)
        height = _TOP + lines * _LINE + legend_height - 20
        parts = [
            _header(view, lang, width, paints),
            _row(view, lang, columns, paints=paints, width=width),
        ]
        if not row:
            parts.append(_nothing(width, paints))
    parts.append(f'<g transform="translate(0 {_TOP + lines * _LINE - 20})">{legend}</g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="{lettering.FAMILY}">'
        f'<rect width="{width}" height="{height}" fill="{paints.ground}"/>{"".join(parts)}</svg>'
    )


def _row(
    view: Board,
    lang: str,
    columns: int,
    *,
    width: int,
    paints: Paints,
) -> str:
    """Slot 1 stands on the side from which this table is resolved."""
    active = active_slot(view)
    drawn = []
    for place in view["row"]:
        line, column = divmod(place["slot"] - 1, columns)
        x = _MARGIN + column * (WIDTH + _GAP)
        if view["direction"] == "right_to_left":
            x = width - x - WIDTH - PEEP * PEEPING // 2
        y = _TOP + 34 + line * _LINE
        body = slot(place, lang, paints, active=place["slot"] == active)
        drawn.append(f'<g transform="translate({x} {y})">{body}</g>')
    return "".join(drawn)


def _header(view: Board, lang: str, width: int, paints: Paints) -> str:
    """Where the game is, and from which side the row is resolved."""
    way, size, right = _("order of resolution"), 23.0, width - _MARGIN
    said = lettering.width(way, size, stretch=lettering.CONDENSED)
    room = (width - 2 * _MARGIN - said - 90) / _OTHER_FONT
    title = lettering.fit(heading(view, lang), room, 32, weight=700)[0]
    arrow = 1 if view["direction"] == "left_to_right" else -1
    return (
        line(title, _MARGIN, 56, paints.ink, weight=700)
        + line(
            lettering.Line(way, size, lettering.CONDENSED),
            right - 60,
            54,
            paints.quiet,
            anchor="end",
        )
        + f'<path transform="translate({right - 24} 46) scale({arrow} 1)" fill="none" '
        f'stroke="{paints.quiet}" stroke-width="4.5" stroke-linecap="round" '
        'stroke-linejoin="round" d="M-22 0H22M9 -12L22 0L9 12"/>'
    )


def _nothing(width: int, paints: Paints) -> str:
    said = _("No card lies in the row.")
    return (
        f'<rect x="{_MARGIN}" y="{_TOP + 34}" width="{width - 2 * _MARGIN}" height="{HEIGHT}" '
        f'rx="13" fill="none" stroke="{paints.rule}" stroke-width="3" stroke-dasharray="10 10"/>'
        + text(said, width / 2, _TOP + 34 + HEIGHT / 2 + 9, 27, paints.quiet, anchor="middle")
    )


def _legend(
    view: Board,
    lang: str,
    names: Sequence[str] | None,
    width: int,
    paints: Paints,
) -> tuple[str, int]:
    """Whose sign is whose, and everybody's influence, in as many lines as it takes."""
    drawn = []
    x, y, size = float(_MARGIN), 44, 26
    for seat, name in zip(view["seats"], player_names(view, names, lang), strict=True):
        you = seat["seat"] == view["you"]
        weight = 700 if you else 400
        shown = lettering.fit(_printable(name, seat["seat"], lang), 300, size, weight=weight)[0]
        wide = _OTHER_FONT * lettering.width(shown.text, shown.size, weight, shown.stretch)
        if x > _MARGIN and x + 44 + wide + 60 > width - _MARGIN:
            x, y = float(_MARGIN), y + 54
        drawn.append(
            charge(seat["seat"], x + 17, y - 9, 40, paints.families[seat["seat"]])
            + line(shown, x + 44, y, paints.ink, weight=weight)
            + _purse(x + 44 + wide + 31, y - 9, seat["influence"])
        )
        x += 44 + wide + 78
    return "".join(drawn), y + 30


def _purse(x: float, y: float, influence: int) -> str:
    digits = str(influence)
    half = 19 if len(digits) == 1 else 24
    return (
        f'<rect x="{x - half:g}" y="{y - 19:g}" width="{2 * half}" height="38" rx="19" '
        f'fill="{COIN}" stroke="{COIN_EDGE}" stroke-width="2.5"/>'
        + text(digits, x, y + 9, 25, COIN_INK, weight=700, anchor="middle")
    )


def _printable(name: str, seat: int, lang: str) -> str:
    """A name in letters that our font has, else that of the family."""
    if all(
        letter.isprintable() and (letter < "\u0500" or "\u1e00" <= letter <= "\u2014")
        for letter in name
    ):
        return name
    return words.family(seat, lang)


def draw_card(card: str, lang: str, *, family: int = 0) -> str:
    """One open card by itself, for a page."""
    drawn = open_card(family, card, lang, PAGE)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{drawn}</svg>'

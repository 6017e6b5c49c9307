"""The row on the banner: its slots, and in them the radio buttons of what can be chosen there."""

from collections.abc import Sequence
from html import escape
from math import ceil

from django.utils.safestring import SafeString

from games import faces
from games.engine.types import Board, CardInRow, Slot
from games.faces.joints import broken
from games.faces.phrases import phrase as _
from games.pages import cards
from games.pages.cards import FAMILIES, safe, use
from games.pages.choosing import Asked
from games.types import Game

# More cards than this lie in two lines on a wide screen.
_ONE_LINE = 9


def cloth(slots: int, *, places: int = 0) -> str:
    """How the row is laid out, as classes."""
    has_places = places > 0
    cells = slots + has_places if slots else places
    columns = _columns(cells)
    fits = has_places and slots > 0 and (slots + 2) % columns == 0
    wide = ceil(slots / 2) if has_two_lines(slots) else max(1, slots)
    of = f"n{max(2, cells)} c{columns} C{wide} r{ceil((cells + fits) / columns)}"
    if has_places and slots % columns:
        of += f" rest{columns - slots % columns}"  # the last place lies beside the last card
    return of + (" fit" if fits else "")


def has_two_lines(slots: int) -> bool:
    return slots > _ONE_LINE


def _columns(cells: int) -> int:
    """Of a phone's screen."""
    if cells <= 4:
        return max(1, cells)
    return 4 if cells <= 8 else 5 if cells <= 15 else 6


def cells(view: Game, lang: str, names: Sequence[str], asks: Asked) -> SafeString:
    lines = faces.lines(view, lang, names)
    drawn = []
    targets = {n: (move, says) for n, move, says in asks.targets}
    lone = not view["row"]
    if "start" in asks.places:
        drawn.append(_drop("start", _("Place it first", lang), _("first", lang), lone=lone))
    half = ceil(len(view["row"]) / 2)
    for place, line in zip(view["row"], lines, strict=True):
        second = len(view["row"]) > _ONE_LINE and line.slot == half + 1
        drawn.append(
            _slot(view, place, line, lang, asks=asks, target=targets.get(line.slot), brk=second)
        )
    if lone and [*asks.places] == ["end"]:
        drawn.append(_drop("end", _("Place it first", lang), _("first", lang), lone=lone))
    elif "end" in asks.places:
        drawn.append(_drop("end", _("Place it last", lang), _("last", lang), lone=lone))
    return safe(*drawn)


def _drop(place: str, long: str, short: str, *, lone: bool = False) -> str:
    classes = "drop lone" if lone else "drop in"
    return (
        f'<li class="{classes} {place[0]}"><label><input class="vh" type="radio" name="place" '
        f'id="p-{place}" value="{place}" form="play" required aria-label="{escape(long)}">'
        f'<span class="pl1" aria-hidden="true">{escape(long)}</span>'
        f'<span class="pl2" aria-hidden="true">{escape(broken(short))}</span></label></li>'
    )


def _gap(gap: int, asks: Asked, last: int, lang: str) -> str:
    """It lies over the edges of the cards beside it, in the cell of the one before."""
    if gap not in asks.gaps:
        return ""
    if gap == 0:
        says = _("to the very start", lang)
    elif gap == last:
        says = _("to the very end", lang)
    else:
        says = _("between slots {before} and {after}", lang)
        says = says.format(before=gap, after=gap + 1)
    return (
        f'<span class="gap g{gap}"><label><input class="vh" type="radio" name="gap" id="g-{gap}" '
        f'value="{gap}" form="play" required aria-label="{escape(says)}"><span></span></label>'
        "</span>"
    )


def _slot(
    view: Game,
    place: Slot,
    line: faces.Line,
    lang: str,
    *,
    asks: Asked,
    target: tuple[str, str] | None,
    brk: bool,
) -> str:
    number, covered = place["slot"], place["covered"]
    inner = lying(view, place, lang)
    words_ = f"{line.slot}. {line.player}: {line.lies}"
    classes = ["slot", f"v{number}", *["far"] * (number in asks.far)]
    if line.active:
        classes.append("cur on")
    if brk:
        classes.append("brk")
    before = _gap(0, asks, len(view["row"]), lang) if number == 1 else ""
    behind = _gap(number, asks, len(view["row"]), lang) + "".join(asks.struck.get(number, []))
    behind += _onto(number, words_, asks)
    on_top = f"on {number}"
    zoom = to_read(place)
    if target:
        classes.append("pick can")
        inner = (
            f'<label><input class="vh" type="radio" name="move" id="m-{number}" '
            f'value="{escape(target[0])}" form="play" required '
            f'aria-label="{escape(f"{words_} – {target[1]}")}">{inner}'
            f'<span class="tag" aria-hidden="true">{number}</span></label>'
        )
    elif on_top in asks.places:
        classes.append("own")
        says, short = _("on top of it", lang), _("on top", lang)
        inner = (
            f'<label><input class="vh" type="radio" name="place" id="p-on-{number}" '
            f'value="{on_top}" form="play" required aria-label="{escape(f"{words_} – {says}")}">'
            f'{inner}<span class="tag onme" aria-hidden="true">{escape(short)}</span></label>'
        )
    elif number in asks.own:
        classes.append("pick can mine")
        at = asks.own[number]
        now = " checked" if at == asks.shown else ""
        inner = (
            f'<label><input class="vh" type="radio" name="at" id="o-{at}" '
            f'value="{number}" form="play"{now} aria-label="{escape(words_)}">{inner}'
            f'<span class="tag w{at}" aria-hidden="true">{escape(_("Wait", lang))}</span>'
            f'<span class="tag r{at}" aria-hidden="true">{escape(_("Reveal", lang))}</span></label>'
        )
    elif number in asks.lifted:
        classes.append("pick can")
        # Of a stack, the card on top may lie down right beside it; another lies there already.
        of = "s" if covered else "f"
        held = " checked" if number == asks.in_hand else ""
        inner = (
            f'<label><input class="vh" type="radio" name="lifted" id="{of}-{number}" '
            f'value="{number}" form="play" required{held} aria-label="{escape(words_)}">{inner}'
            "</label>"
        )
    else:
        if zoom:
            inner = button(zoom, words_, inner + (badge(covered) if covered else ""))
        else:
            inner = f'<span class="vh">{escape(words_)}</span>{inner}'
        return _li(classes, number, zoom, before, inner, behind)
    looks = ""
    if covered:
        look = _("Look through the stack in slot {slot}", lang).format(slot=number)
        looks = (
            f'<button type="button" class="cnt" popovertarget="{zoom}" '
            f'aria-label="{escape(look)}">×{len(covered) + 1}</button>'
        )
    return _li(classes, number, zoom, before, inner, looks, behind)


def to_read(place: Slot) -> str:
    """What shows the cards of a slot large, if there is more to be seen than a back."""
    if place["covered"]:
        return f"st-{place['slot']}"
    top = place["top"]
    return "" if top["card"] is None else f"z-{top['card']}-{top['family']}"


def _onto(slot: int, words_: str, asks: Asked) -> str:
    """Over a card to which one of several things may be done: it shows for those that may."""
    verbs = [verb for verb, slots in asks.deeds.items() if slot in slots]
    if not verbs:
        return ""
    classes = " ".join(f"to-{verb}" for verb in verbs)
    return (
        f'<label class="hit onto {classes}"><input class="vh" type="radio" name="onto" '
        f'id="n-{slot}" value="{slot}" form="play" required aria-label="{escape(words_)}">'
        f'<span class="tag" aria-hidden="true">{slot}</span></label>'
    )


def lying(view: Board, place: Slot, lang: str) -> str:
    """The cards of a slot."""
    top, covered = place["top"], place["covered"]
    known = is_known(view, top)
    card = cards.card(top, lang, known=known, on_top=FAMILIES[place["controller"]])
    if not covered:
        return card
    under = "".join(
        f'<span class="under u{depth} {FAMILIES[one["family"]]}">'
        f"{use('b-' + FAMILIES[one['family']], box='0 0 100 140')}</span>"
        for depth, one in enumerate(reversed(covered[-3:]), 1)
    )
    return f'<span class="stack">{under}{card}</span>'


def button(to: str, words_: str, inner: str) -> str:
    return (
        f'<button type="button" class="zoom" popovertarget="{to}" '
        f'aria-label="{escape(words_)}">{inner}</button>'
    )


def badge(covered: Sequence[CardInRow]) -> str:
    return f'<span class="cnt" aria-hidden="true">×{len(covered) + 1}</span>'


def _li(classes: Sequence[str], number: int, zoom: str, *inner: str) -> str:
    read = f' data-zoom="{zoom}"' if zoom else ""  # by a long touch, where a short one chooses
    return (
        f'<li class="{" ".join(classes)}"{read}>{"".join(inner)}'
        f'<span class="no" aria-hidden="true">{number}</span></li>'
    )


def is_known(view: Board, card: CardInRow) -> bool:
    """Closed, and yet the kind of another's card is told: everybody has seen it."""
    return not card["open"] and card["card"] is not None and card["family"] != view["you"]

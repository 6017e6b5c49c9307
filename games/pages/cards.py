"""Cards, coins and marks as a page shows them: markup alone, of what a view tells.

Nothing here knows who looks. A card whose kind a view does not name is a back like any other, and
its markup differs by nothing but what everybody sees.
"""

from functools import cache, lru_cache
from html import escape

from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine import words
from games.engine.turn import RULES, Rule
from games.engine.types import CardInRow
from games.faces.art import drawings
from games.faces.joints import broken

FAMILIES = words.FAMILIES
_BOX_MARK = {"oriflamme": "flag", "ablaze": "flame", "alliance": "knot"}
Card = CardInRow


@cache
def _sprite() -> str:
    return static("games/art.svg")


def use(*names: str, box: str = "0 0 100 100", cls: str = "") -> str:
    of_class = f' class="{cls}"' if cls else ""
    parts = "".join(f'<use href="{_sprite()}#i-{name}"/>' for name in names)
    return f'<svg viewBox="{box}"{of_class} aria-hidden="true">{parts}</svg>'


def coin(number: int | str) -> str:
    return f'<span class="tk">{use("coin")}<b>{number}</b></span>'


def emblem(seat: int) -> str:
    return use(f"e-{FAMILIES[seat]}")


def card(one: Card, lang: str, *, known: bool = False, on_top: str = "") -> str:
    """A card of a view. `known`: everybody has seen it, though it lies closed again."""
    return _card(
        one["family"],
        one["card"],
        one["open"],
        one["tokens"],
        one["verdicts"],
        on_top if one["bribed"] else "",
        one["asleep"],
        known,
        lang,
    )


# A few hundred are all that one language has; each is put together once.
@lru_cache(maxsize=4000)
def _card(  # noqa: PLR0917  a key of the cache
    family: int,
    kind: str | None,
    is_open: bool,
    tokens: int,
    verdicts: int,
    bribed_by: str,
    asleep: bool,
    known: bool,
    lang: str,
) -> str:
    marks = coin(tokens) if tokens else ""
    marks += f'<span class="mk">{use("seal")}{use("scales")}</span>' * min(verdicts, 1)
    if bribed_by:
        marks += f'<span class="mk {bribed_by} bought">{use("seal")}{use(f"e-{bribed_by}")}</span>'
    colour = FAMILIES[family] + (" asleep" if asleep else "")
    if kind is None:
        return f'<span class="card shut {colour}">{_back(family)}{marks}</span>'
    if is_open:
        shield = f'<span class="em">{emblem(family)}</span>'
        return f'<span class="card {colour} {_box(kind)}">{_face(kind, lang)}{shield}{marks}</span>'
    eye = "" if known else use("eye", cls="eye")
    return (
        f'<span class="card peek {"known " if known else ""}{colour} {_box(kind)}">'
        f"{use(f'b-{FAMILIES[family]}', box='0 0 100 140', cls='back')}"
        f'<span class="in"><span class="lens">{_scene(kind)}</span>{_name(kind, lang)}</span>'
        f"{eye}{marks}</span>"
    )


def of_hand(kind: str, family: int, lang: str) -> str:
    """In its owner's hand, or after the end: face up."""
    return _card(family, kind, True, 0, 0, "", False, False, lang)


def back(family: int) -> str:
    return f'<span class="card shut {FAMILIES[family]}">{_back(family)}</span>'


def small(kind: str, family: int) -> str:
    """In a line of words, or where many lie side by side: the picture alone."""
    return f'<span class="mc {FAMILIES[family]}">{_scene(kind, box="14 0 71 100")}</span>'


def tiny(one: Card, *, now: bool = False) -> str:
    """Of a row from afar: a back, a back with a window for its owner, or the picture alone."""
    colour = FAMILIES[one["family"]] + (" now" if now else "")
    tokens = f"<i>{one['tokens']}</i>" if one["tokens"] else ""
    kind = one["card"]
    if kind is None:
        return f'<span class="mc {colour}">{_back(one["family"], "")}{tokens}</span>'
    if one["open"]:
        return f'<span class="mc {colour}">{_scene(kind, box="14 0 71 100")}{tokens}</span>'
    ground = use(f"b-{FAMILIES[one['family']]}", box="0 0 100 140")
    return f'<span class="mc pk {colour}">{ground}{_scene(kind, cls="ln")}{tokens}</span>'


def _back(family: int, cls: str = "back") -> str:
    of = FAMILIES[family]
    return use(f"b-{of}", f"r-{of}", box="0 0 100 140", cls=cls)


def _rule(kind: str) -> Rule:
    """As it is today: its box and its sort have never been another."""
    return RULES[max(RULES)][kind]


def is_character(kind: str) -> bool:
    return _rule(kind).character


def _box(kind: str) -> str:
    box = _rule(kind).box
    return "" if box == "oriflamme" else box


def _scene(kind: str, *, box: str = "0 0 100 100", frame: bool = False, cls: str = "") -> str:
    day = _rule(kind).character
    names = ["day" if day else "night"]
    if kind in drawings():  # a card is played before somebody has drawn it
        names.append(kind)
    if frame:
        names.append("arch" if day else "vault")
    return use(*names, box=box, cls=cls)


def _name(kind: str, lang: str) -> str:
    return f'<b class="nm">{escape(broken(words.name(kind, lang)))}</b>'


def _face(kind: str, lang: str) -> str:
    mark = _BOX_MARK.get(_rule(kind).box, "flag")
    return (
        f'<span class="in">{_scene(kind, frame=True)}{_name(kind, lang)}'
        f'<small class="fx">{escape(words.effect(kind, lang))}</small>'
        f"{use(mark, cls='bx')}</span>"
    )


@lru_cache(maxsize=2000)
def zoom(kind: str, family: int, lang: str) -> str:
    """A card to be read: large, with what it does and of which sort it is. In the active
    language, which is `lang`."""
    sort = _("Character: it stays open and acts each round.")
    if not _rule(kind).character:
        sort = _("Intrigue: it acts once.")
    more = _("More about this")
    ruling = words.ruling(kind, lang)
    asked = f'<span class="rule">{escape(ruling)}</span> ' if ruling else ""
    return (
        f'<div class="zoom-card" popover id="z-{kind}-{family}">{of_hand(kind, family, lang)}'
        f'<p class="sort">{asked}{escape(sort)} '
        f'<a href="{reverse("card", args=[kind])}" hx-boost="false">'
        f"{escape(more)}</a></p></div>"
    )


def box(name: str, lang: str) -> str:
    """The name of a box, or of a mix, with its mark."""
    mark = use(_BOX_MARK.get(name, "cards"))
    return f'<span class="bxm bx-{name}">{mark}{escape(words.set_name(name, lang))}</span>'


def safe(*parts: str) -> SafeString:
    """Of parts in which everything that is not ours has been escaped."""
    return SafeString("".join(parts))

"""The board of a table: seats, the row on the banner, the question, the hand.

By a view alone. What can be chosen is chosen on the thing itself – a card, a place, a gap – by
radio buttons of one form, so all of it works without a script; nothing is chosen beforehand.
"""

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from games.engine import words
from games.engine.types import CardInRow, Slot, known
from games.faces.phrases import phrase as _
from games.pages import cards
from games.pages.cards import FAMILIES, coin, emblem, safe, use
from games.pages.choosing import Asked
from games.pages.row import (
    badge,
    button,
    cells,
    cloth,
    has_two_lines,
    is_known,
    lying,
    to_read,
)
from games.types import Game, Player

Names = Sequence[str]


def of(view: Game, asks: Asked, lang: str, names: Names) -> dict[str, object]:
    """What the page of a running table shows, part by part."""
    slots = len(view["row"])
    return {
        "seats": _seats(view, lang, names),
        "row": cells(view, lang, names, asks),
        "cloth": cloth(slots, places=len(asks.places)),
        "two_lines": has_two_lines(slots),
        "hand": _hand(view, lang, asks),
        "aside": _aside(view, lang),
        "aside_backs": safe() if view["you"] is None else safe(cards.back(view["you"]) * 2),
        "popovers": _popovers(view, lang, names),
        "asked": asks,
        "me": _me(view, lang, names),
        "rounds": _rounds(view),
    }


def watched(view: Game, lang: str, names: Names) -> dict[str, object]:
    """The same of a game that is looked at, moment by moment."""
    asks = Asked(view, lang)
    return {
        "seats": _seats({**view, "you": None}, lang, names),
        "row": cells(view, lang, names, asks),
        "cloth": cloth(len(view["row"])),
        "two_lines": has_two_lines(len(view["row"])),
    }


def _rounds(view: Game) -> SafeString:
    marks = "".join(
        f'<i class="{"x" if n < view["round"] else "now" if n == view["round"] else ""}"></i>'
        for n in range(1, view["rounds"] + 1)
    )
    return safe(marks)


# --- Seats -------------------------------------------------------------------------------


def _seats(view: Game, lang: str, names: Names) -> SafeString:
    """In the order of play, from the reader's left on; the reader last, and on a phone only:
    where there is room, they have a place of their own."""
    you, count = view["you"], len(view["seats"])
    first = 0 if you is None else you + 1
    order = [n % count for n in range(first, first + count)]
    return safe(*(_seat(view, n, lang, names, phone=n == you) for n in order))


def _me(view: Game, lang: str, names: Names) -> SafeString:
    return safe("" if view["you"] is None else _seat(view, view["you"], lang, names))


def _seat(view: Game, number: int, lang: str, names: Names, *, phone: bool = False) -> str:
    seat, question = view["seats"][number], view["question"]
    decides = question is not None and question["seat"] == number
    me = number == view["you"]
    state = ""
    if decides:
        state = _("your turn", lang) if me else _("decides", lang)
    elif seat["stand_in"]:
        state = _("away", lang)
    flag = ""
    if view["first"] == number:
        begins = _("plays first", lang)
        flag = f'{use("flag", cls="first")}<span class="vh">{escape(begins)}</span>'
    hand, influence = _counted(seat["hand"], seat["influence"], lang)
    name = escape(_("you", lang)) if phone else _called(view, number, names)
    return (
        f'<li data-seat="{number}" '
        f'class="seat {FAMILIES[number]}{" turn" if decides else ""}{" phone" if phone else ""}'
        f'{" away" if seat["stand_in"] else ""}">'
        f'<span class="shield">{emblem(number)}</span>'
        f'<div><b class="who"><span>{name}</span>{flag}</b>'
        f'<small{" class=st" if state else ""}><span class="hc" title="{hand}">'
        f'<b aria-hidden="true">{seat["hand"]}</b><span class="vh">{hand}</span></span>'
        + (f"<span>{escape(state)}</span>" if state else "")
        + f'</small></div><span title="{influence}">{coin(seat["influence"])}'
        f'<span class="vh">{influence}</span></span></li>'
    )


def _called(view: Game, number: int, names: Names) -> str:
    """Where seats are narrow, a bot of ours is known by the name that comes first."""
    given, _blank, kind = names[number].partition(" ")
    if not kind or not is_of_the_house(view["seats"][number]["player"]):
        return escape(names[number])
    return f'{escape(given)}<span class="kd"> {escape(kind)}</span>'


def is_of_the_house(player: Player | None) -> bool:
    return player is not None and player["bot"] and player["handle"] is None


@lru_cache(2048)
def _counted(hand: int, influence: int, lang: str) -> tuple[str, str]:
    """What a seat has, in words."""
    with translation.override(lang):
        return (
            escape(ngettext("{n} card in hand", "{n} cards in hand", hand).format(n=hand)),
            escape(_("Influence: {n}", lang).format(n=influence)),
        )


# --- What one holds ----------------------------------------------------------------------


def _hand(view: Game, lang: str, asks: Asked) -> SafeString:
    if view["you"] is None:
        return _fallen(view, lang)
    you, held = view["you"], known(view["yours"])["hand"]
    parts = []
    choices = list(asks.hand or asks.swaps)
    for n, kind in enumerate(held):
        drawn = cards.of_hand(kind, you, lang)
        name = words.name(kind, lang)
        if asks.kind == "place" and kind in asks.hand:
            says, at = escape(f"{name}. {asks.hand[kind]}"), choices.index(kind)
            parts.append(
                f'<label class="k{n}" data-zoom="z-{kind}-{you}"><input class="vh" type="radio" '
                f'name="card" id="c-{at}" '
                f'value="{kind}" form="play" required aria-label="{says}">{drawn}</label>'
            )
        elif kind in asks.swaps:
            says, at = escape(asks.swaps[kind]), choices.index(kind)
            parts.append(
                f'<label class="k{n}" data-zoom="z-{kind}-{you}"><input class="vh" type="radio" '
                f'name="move" id="c-{at}" '
                f'value="swap {kind}" form="play" required aria-label="{says}">{drawn}</label>'
            )
        else:
            says = escape(f"{name}. {words.effect(kind, lang)}")
            parts.append(
                f'<button type="button" class="hc k{n}" popovertarget="z-{kind}-{you}" '
                f'aria-label="{says}">{drawn}</button>'
            )
    idle = "" if asks.kind == "place" or asks.swaps else " idle"
    legend = escape(_("Your hand", lang))
    return safe(
        f'<fieldset class="hand m{max(1, len(held))}{idle}"><legend class="vh">{legend}</legend>',
        *parts,
        "</fieldset>",
    )


def _fallen(view: Game, lang: str) -> SafeString:
    """What a spectator has instead of a hand: what everybody has seen go."""
    if not any(seat["discard"] for seat in view["seats"]):
        return safe(
            '<div class="watch"><p>', escape(_("No card has fallen yet.", lang)), "</p></div>"
        )
    return safe(
        '<div class="watch"><h2>',
        escape(_("Fallen so far", lang)),
        "</h2><ul>",
        *(
            f'<li class="{FAMILIES[n]}"><span>'
            + "".join(cards.small(kind, n) for kind in seat["discard"])
            + f'</span><i class="shield">{emblem(n)}</i></li>'
            for n, seat in enumerate(view["seats"])
        ),
        "</ul></div>",
    )


def _aside(view: Game, lang: str) -> SafeString:
    you, yours = view["you"], view["yours"]
    if you is None or yours is None:
        return safe()
    drawn = (
        f'<button type="button" class="zoom" popovertarget="z-{kind}-{you}">'
        f"{cards.of_hand(kind, you, lang)}</button>"
        for kind in yours["aside"]
    )
    return safe(*drawn)


def _popovers(view: Game, lang: str, names: Names) -> SafeString:
    """Every card that the reader knows, to be read; every stack, to be looked through."""
    shown = known_cards(view["row"])
    you, yours = view["you"], view["yours"]
    if you is not None and yours is not None:
        shown |= {(kind, you) for kind in [*yours["hand"], *yours["aside"]]}
    return safe(large(shown, lang), _piles(view, lang, names))


def zooms(over: Game, seen: Game, lang: str, names: Names) -> SafeString:
    """Of a game that is over: its last row, and the moment that is looked at."""
    shown = known_cards(over["row"]) | known_cards(seen["row"])
    return safe(large(shown, lang), _piles(seen, lang, names))


def known_cards(row: Sequence[Slot]) -> set[tuple[str, int]]:
    return {
        (card["card"], card["family"])
        for place in row
        for card in [*place["covered"], place["top"]]
        if card["card"] is not None
    }


def large(shown: set[tuple[str, int]], lang: str) -> SafeString:
    return safe(*(cards.zoom(kind, family, lang) for kind, family in sorted(shown)))


def readable(view: Game, place: Slot, words_: str, lang: str, names: Names) -> str:
    """What lies in a slot, which opens what there is to read, with the stack if it is one."""
    drawn = lying(view, place, lang)
    if not place["covered"]:
        return button(to_read(place), words_, drawn)
    return button(to_read(place), words_, drawn + badge(place["covered"])) + _pile(
        view, place, lang, names
    )


def _piles(view: Game, lang: str, names: Names) -> SafeString:
    return safe(*(_pile(view, place, lang, names) for place in view["row"] if place["covered"]))


def _pile(view: Game, place: Slot, lang: str, names: Names) -> str:
    whole = [place["top"], *reversed(place["covered"])]
    lies = [_("on top", lang), *[_("covered", lang)] * len(place["covered"])]
    shown = "".join(
        f'<span class="pc">{_of_pile(one, view, lang)}'
        f"<small><b>{escape(names[one['family']])}</b><br>{escape(where)}</small></span>"
        for one, where in zip(whole, lies, strict=True)
    )
    title = escape(_("Slot {slot}", lang).format(slot=place["slot"]))
    return (
        f'<div class="zoom-card asp pile" popover id="st-{place["slot"]}"><b>{title}</b>'
        f'<span class="m{min(len(whole), 10)}">{shown}</span></div>'
    )


def _of_pile(one: CardInRow, view: Game, lang: str) -> str:
    drawn = cards.card(one, lang, known=is_known(view, one))
    if one["card"] is None:
        return drawn
    to = f"z-{one['card']}-{one['family']}"
    return f'<button type="button" class="zoom" popovertarget="{to}">{drawn}</button>'

"""The board of a table: seats, the row on the banner, the question, the hand.

By a view alone. What can be chosen is chosen on the thing itself – a card, a place, a gap – by
radio buttons of one form, so all of it works without a script; nothing is chosen beforehand.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import ceil

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import faces
from games.engine import words
from games.engine.types import Board, CardInRow, Slot, known
from games.pages import cards
from games.pages.cards import FAMILIES, coin, emblem, safe, use
from games.types import Game

Names = Sequence[str]
# More cards than this lie in two lines on a wide screen.
_ONE_LINE = 9


def of(view: Game, asks: "Asked", lang: str, names: Names) -> dict[str, object]:
    """What the page of a running table shows, part by part."""
    row = view["row"]
    return {
        "seats": _seats(view, names),
        "row": _row(view, lang, names, asks),
        "cloth": cloth(len(row), has_places=bool(asks.places)),
        "two_lines": has_two_lines(len(row)),
        "hand": _hand(view, lang, asks),
        "aside": _aside(view, lang),
        "aside_backs": safe() if view["you"] is None else safe(cards.back(view["you"]) * 2),
        "popovers": _popovers(view, lang, names),
        "asked": asks,
        "me": _me(view, names),
        "rounds": _rounds(view),
    }


def watched(view: Game, lang: str, names: Names) -> dict[str, object]:
    """The same of a game that is looked at, moment by moment."""
    asks = Asked(view, lang)
    return {
        "seats": _seats({**view, "you": None}, names),
        "row": _row(view, lang, names, asks),
        "cloth": cloth(len(view["row"])),
        "two_lines": has_two_lines(len(view["row"])),
    }


class Asked:
    """What the viewer is asked, sorted by where it is chosen."""

    def __init__(self, view: Game, lang: str) -> None:
        question = view["question"]
        mine = question if question and question["seat"] == view["you"] else None
        said = (mine and mine["moves"]) or []
        self.kind = mine["kind"] if mine and said else ""
        self.hand: dict[str, str] = {}  # kinds of the hand, and what they do
        self.places: dict[str, str] = {}  # where a card may lie: "start", "end", "on 3"
        self.on_slot: dict[int, list[tuple[str, str]]] = {}  # moves that a card of the row means
        self.lifted: set[int] = set()  # cards that may be put elsewhere
        self.gaps: set[int] = set()
        self.rest: list[tuple[str, str]] = []  # moves that mean no card
        self.swaps: dict[str, str] = {}  # moves that mean a card of the hand
        for one in said:
            self._sort(one["move"], one["says"], lang)
        self.card = ""  # the one in question
        if mine and self.kind == "wait_or_reveal":
            top = view["row"][known(mine["slot"]) - 1]["top"]
            card = known(top["card"])
            self.card = words.name(card, lang)
            brings = _brings(card, top["tokens"], lang)
            self.rest = [(move, brings[move]) for move, _says in self.rest]

    def _sort(self, move: str, says: str, lang: str) -> None:
        verb, *rest = move.split()
        if verb == "place":
            self.hand.setdefault(rest[0], words.effect(rest[0], lang))
            self.places.setdefault(" ".join(rest[1:]), "")
        elif verb == "move":
            self.lifted.add(int(rest[0]))
            self.gaps.add(int(rest[2]))
        elif verb == "swap":
            self.swaps[rest[0]] = says
        elif rest and rest[0].isdecimal():
            self.on_slot.setdefault(int(rest[0]), []).append((move, says))
        else:
            self.rest.append((move, says))

    @property
    def is_twin(self) -> bool:
        return self.kind == "place_twin"

    @property
    def targets(self) -> list[tuple[int, str, str]]:
        """Cards of the row that mean one move each."""
        return [(n, *moves[0]) for n, moves in sorted(self.on_slot.items()) if len(moves) == 1]

    @property
    def options(self) -> list[tuple[str, str, str]]:
        """Moves that are chosen in the question's own box: their name, and what they bring."""
        several = [one for moves in self.on_slot.values() if len(moves) > 1 for one in moves]
        return [(move, label(move), says) for move, says in [*self.rest, *several]]


def _brings(card: str, tokens: int, lang: str) -> dict[str, str]:
    """What is to be had by waiting, and what by turning a card over."""
    lie = ngettext("{n} token will lie on it", "{n} tokens will lie on it", tokens + 1)
    effect, pays = words.reveal(card, lang)
    if tokens and pays:
        yours = ngettext("{n} token is yours; {then}", "{n} tokens are yours; {then}", tokens)
        effect = yours.format(n=tokens, then=effect)
    return {"wait": lie.format(n=tokens + 1), "reveal": effect}


def question(view: Game, asks: Asked) -> str:
    """What the viewer decides, in a few words: the row shows the rest."""
    return {
        "place": _("Choose a card to play"),
        "place_twin": _("Where does the Twin come in?"),
        "wait_or_reveal": _("{card}: closed or open?").format(card=asks.card),
        "eliminate": _("Which card falls?"),
        "steal": _("Steal from whom?"),
        "copy": _("Copy which neighbour?"),
        "move": _("Which card moves, and where?"),
        "bribe": _("Win over which card?"),
        "use": _("Who acts?"),
        "use_or_take": _("Let somebody act, or take a token?"),
        "give": _("Tokens on which card?"),
        "informant": _("Collect, or swap?"),
        "diplomat": _("Stay, or take all and leave?"),
        "judge": _("A verdict, or an end?"),
    }.get(asks.kind) or known(view["question"])["asks"]


def label(move: str) -> str:
    """A move on a button, in the reader's words."""
    verb, *rest = move.split()
    says = {
        "wait": _("Leave it closed"),
        "reveal": _("Turn it over"),
        "take": _("Take a token"),
        "gain": _("Collect"),
        "stay": _("Stay"),
        "leave": _("Take all and leave"),
        "eliminate": _("Eliminate"),
        "mark": _("Put a verdict"),
    }.get(verb, verb)
    return _("{deed}, slot {slot}").format(deed=says, slot=rest[0]) if rest else says


def said(asks: Asked, view: Game, lang: str, names: Names) -> dict[str, SafeString]:
    """What the question's box says of each choice; a style sheet shows that of the one chosen."""
    lies = {line.slot: line.lies for line in faces.lines(view, lang, names)}
    places = {"start": _("first"), "end": _("last") if view["row"] else _("first")}
    for place in asks.places:
        if place.startswith("on "):
            slot = place.split()[1]
            places[place] = _("on top of slot {slot}: {card}").format(
                slot=slot, card=lies[int(slot)]
            )
    return {
        "said_cards": _each("span", "c", enumerate(asks.hand.values())),
        "named_cards": _each("b", "c", enumerate(words.name(kind, lang) for kind in asks.hand)),
        "named_places": _each(
            "b", "p", ((one.replace(" ", "-"), places[one]) for one in asks.places)
        ),
        "said_moves": safe(
            _each("span", "m", ((n, says) for n, _move, says in asks.targets)),
            _each("span", "c", enumerate(asks.swaps.values())),
        ),
    }


def _each(tag: str, sort: str, told: Iterable[tuple[object, str]]) -> SafeString:
    return safe(
        *(f'<{tag} class="t t-{sort}-{what}">{escape(says)}</{tag}>' for what, says in told)
    )


def compose(sent: Mapping[str, str]) -> list[str]:
    """The move that the fields of the form say; [] while something is not chosen."""
    if move := sent.get("move", ""):
        return [move]
    if (card := sent.get("card", "")) and (place := sent.get("place", "")):
        return [f"place {card} {place}"]
    if (lifted := sent.get("lifted", "")) and (gap := sent.get("gap", "")):
        return [f"move {lifted} to {gap}"]
    return []


def cloth(slots: int, *, has_places: bool = False) -> str:
    """How the row is laid out, as classes."""
    cells = slots + has_places
    columns = _columns(cells)
    fits = has_places and (slots + 2) % columns == 0
    wide = ceil(slots / 2) if has_two_lines(slots) else max(1, slots)
    of = f"n{max(2, cells)} c{columns} C{wide} r{ceil((cells + fits) / columns)}"
    return of + (" fit" if fits else "")


def has_two_lines(slots: int) -> bool:
    return slots > _ONE_LINE


def _columns(cells: int) -> int:
    """Of a phone's screen."""
    if cells <= 4:
        return max(1, cells)
    return 4 if cells <= 8 else 5 if cells <= 15 else 6


def _rounds(view: Game) -> SafeString:
    marks = "".join(
        f'<i class="{"x" if n < view["round"] else "now" if n == view["round"] else ""}"></i>'
        for n in range(1, view["rounds"] + 1)
    )
    return safe(marks)


# --- Seats -------------------------------------------------------------------------------


def _seats(view: Game, names: Names) -> SafeString:
    """In the order of play, from the reader's left on; the reader last, and on a phone only:
    where there is room, they have a place of their own."""
    you, count = view["you"], len(view["seats"])
    first = 0 if you is None else you + 1
    order = [n % count for n in range(first, first + count)]
    return safe(*(_seat(view, n, names, phone=n == you) for n in order))


def _me(view: Game, names: Names) -> SafeString:
    return safe("" if view["you"] is None else _seat(view, view["you"], names))


def _seat(view: Game, number: int, names: Names, *, phone: bool = False) -> str:
    seat, question = view["seats"][number], view["question"]
    decides = question is not None and question["seat"] == number
    me = number == view["you"]
    state = ""
    if decides:
        state = _("your turn") if me else _("decides")
    elif seat["stand_in"]:
        state = _("away")
    flag = ""
    if view["first"] == number:
        begins = _("plays first")
        flag = f'{use("flag", cls="first")}<span class="vh">{escape(begins)}</span>'
    hand = ngettext("{n} card in hand", "{n} cards in hand", seat["hand"]).format(n=seat["hand"])
    influence = _("Influence: {n}").format(n=seat["influence"])
    name = _("you") if phone else names[number]
    return (
        f'<li data-seat="{number}" '
        f'class="seat {FAMILIES[number]}{" turn" if decides else ""}{" phone" if phone else ""}'
        f'{" away" if seat["stand_in"] else ""}">'
        f'<span class="shield">{emblem(number)}</span>'
        f'<div><b class="who">{escape(name)}{flag}</b>'
        f'<small{" class=st" if state else ""}><span class="hc" title="{escape(hand)}">'
        f'<b aria-hidden="true">{seat["hand"]}</b><span class="vh">{escape(hand)}</span></span>'
        + (f"<span>{escape(state)}</span>" if state else "")
        + f'</small></div><span title="{escape(influence)}">{coin(seat["influence"])}'
        f'<span class="vh">{escape(influence)}</span></span></li>'
    )


# --- The row -----------------------------------------------------------------------------


def _row(view: Game, lang: str, names: Names, asks: Asked) -> SafeString:
    lines = faces.lines(view, lang, names)
    cells = []
    targets = {n: (move, says) for n, move, says in asks.targets}
    if "start" in asks.places:
        cells.append(_drop("start", _("Place it first"), _("first")))
    half = ceil(len(view["row"]) / 2)
    for place, line in zip(view["row"], lines, strict=True):
        second = len(view["row"]) > _ONE_LINE and line.slot == half + 1
        cells.append(
            _slot(view, place, line, lang, asks=asks, target=targets.get(line.slot), brk=second)
        )
    if "end" in asks.places and not view["row"]:
        cells.append(_drop("end", _("Place it first"), _("first"), lone=True))
    elif "end" in asks.places:
        cells.append(_drop("end", _("Place it last"), _("last")))
    return safe(*cells)


def _drop(place: str, long: str, short: str, *, lone: bool = False) -> str:
    classes = "drop lone" if lone else "drop in"
    return (
        f'<li class="{classes} {place[0]}"><label><input class="vh" type="radio" name="place" '
        f'id="p-{place}" value="{place}" form="play" required aria-label="{escape(long)}">'
        f'<span class="pl1" aria-hidden="true">{escape(long)}</span>'
        f'<span class="pl2" aria-hidden="true">{escape(short)}</span></label></li>'
    )


def _gap(gap: int, asks: Asked, last: int) -> str:
    """It lies over the edges of the cards beside it, in the cell of the one before."""
    if gap not in asks.gaps:
        return ""
    if gap == 0:
        says = _("to the very start")
    elif gap == last:
        says = _("to the very end")
    else:
        says = _("between slots {before} and {after}").format(before=gap, after=gap + 1)
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
    number, top, covered = place["slot"], place["top"], place["covered"]
    inner = lying(view, place, lang)
    words_ = f"{line.slot}. {line.player}: {line.lies}"
    classes = ["slot", f"v{number}"]
    if line.active:
        classes.append("cur on")
    if brk:
        classes.append("brk")
    before = _gap(0, asks, len(view["row"])) if number == 1 else ""
    behind = _gap(number, asks, len(view["row"]))
    on_top = f"on {number}"
    # What a long touch shows where a short one chooses.
    zoom = ""
    if covered:
        zoom = f' data-zoom="st-{number}"'
    elif top["card"] is not None:
        zoom = f' data-zoom="z-{top["card"]}-{top["family"]}"'
    if target:
        classes.append("pick can")
        inner = (
            f'<label{zoom}><input class="vh" type="radio" name="move" id="m-{number}" '
            f'value="{escape(target[0])}" form="play" required '
            f'aria-label="{escape(f"{words_} – {target[1]}")}">{inner}'
            f'<span class="tag" aria-hidden="true">{number}</span></label>'
        )
    elif on_top in asks.places:
        classes.append("own")
        says, short = _("on top of it"), _("on top")
        inner = (
            f'<label{zoom}><input class="vh" type="radio" name="place" id="p-on-{number}" '
            f'value="{on_top}" form="play" required aria-label="{escape(f"{words_} – {says}")}">'
            f'{inner}<span class="tag onme" aria-hidden="true">{escape(short)}</span></label>'
        )
    elif number in asks.lifted:
        classes.append("pick can")
        # Of a stack, the card on top may lie down right beside it; another lies there already.
        of = "s" if covered else "f"
        inner = (
            f'<label{zoom}><input class="vh" type="radio" name="lifted" id="{of}-{number}" '
            f'value="{number}" form="play" required aria-label="{escape(words_)}">{inner}</label>'
        )
    else:
        label_ = f'<span class="vh">{escape(words_)}</span>'
        if covered:
            looks = _button(f"st-{number}", words_, inner)
            return _li(classes, number, before, looks, badge(covered), behind)
        if top["card"] is not None:
            to = f"z-{top['card']}-{top['family']}"
            return _li(classes, number, before, _button(to, words_, inner), behind)
        return _li(classes, number, before, label_ + inner, behind)
    looks = ""
    if covered:
        look = _("Look through the stack in slot {slot}").format(slot=number)
        looks = (
            f'<button type="button" class="cnt" popovertarget="st-{number}" '
            f'aria-label="{escape(look)}">×{len(covered) + 1}</button>'
        )
    return _li(classes, number, before, inner, looks, behind)


def lying(view: Board, place: Slot, lang: str) -> str:
    """The cards of a slot."""
    top, covered = place["top"], place["covered"]
    known = _is_known(view, top)
    card = cards.card(top, lang, known=known, on_top=FAMILIES[place["controller"]])
    if not covered:
        return card
    under = "".join(
        f'<span class="under u{depth} {FAMILIES[one["family"]]}">'
        f"{use('b-' + FAMILIES[one['family']], box='0 0 100 140')}</span>"
        for depth, one in enumerate(reversed(covered[-3:]), 1)
    )
    return f'<span class="stack">{under}{card}</span>'


def _button(to: str, words_: str, inner: str) -> str:
    return (
        f'<button type="button" class="zoom" popovertarget="{to}" '
        f'aria-label="{escape(words_)}">{inner}</button>'
    )


def badge(covered: Sequence[CardInRow]) -> str:
    return f'<span class="cnt" aria-hidden="true">×{len(covered) + 1}</span>'


def _li(classes: Sequence[str], number: int, *inner: str) -> str:
    return (
        f'<li class="{" ".join(classes)}">{"".join(inner)}'
        f'<span class="no" aria-hidden="true">{number}</span></li>'
    )


def _is_known(view: Board, card: CardInRow) -> bool:
    """Closed, and yet the kind of another's card is told: everybody has seen it."""
    return not card["open"] and card["card"] is not None and card["family"] != view["you"]


# --- What one holds ----------------------------------------------------------------------


def _hand(view: Game, lang: str, asks: Asked) -> SafeString:
    if view["you"] is None:
        return _fallen(view)
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
    legend = escape(_("Your hand"))
    return safe(
        f'<fieldset class="hand m{max(1, len(held))}{idle}"><legend class="vh">{legend}</legend>',
        *parts,
        "</fieldset>",
    )


def _fallen(view: Game) -> SafeString:
    """What a spectator has instead of a hand: what everybody has seen go."""
    return safe(
        '<div class="watch"><h2>',
        escape(_("Fallen so far")),
        "</h2><ul>",
        *(
            f'<li class="{FAMILIES[n]}"><span>'
            + "".join(cards.small(kind, n) for kind in seat["discard"])
            + f"</span>{emblem(n)}</li>"
            for n, seat in enumerate(view["seats"])
        ),
        "</ul></div>",
    )


def _aside(view: Game, lang: str) -> SafeString:
    you, yours = view["you"], view["yours"]
    if you is None or yours is None:
        return safe()
    return safe("".join(cards.of_hand(kind, you, lang) for kind in yours["aside"]))


def _popovers(view: Game, lang: str, names: Names) -> SafeString:
    """Every card that the reader knows, to be read; every stack, to be looked through."""
    shown = {
        (card["card"], card["family"])
        for place in view["row"]
        for card in [*place["covered"], place["top"]]
        if card["card"] is not None
    }
    you, yours = view["you"], view["yours"]
    if you is not None and yours is not None:
        shown |= {(kind, you) for kind in [*yours["hand"], *yours["aside"]]}
    drawn = (cards.zoom(kind, family, lang) for kind, family in sorted(shown))
    piles = (_pile(view, place, lang, names) for place in view["row"] if place["covered"])
    return safe(*drawn, *piles)


def zooms(view: Game, lang: str) -> SafeString:
    """Of a game that is over: every card that is in the last row."""
    tops = {(known(place["top"]["card"]), place["top"]["family"]) for place in view["row"]}
    return safe(*(cards.zoom(kind, family, lang) for kind, family in sorted(tops)))


def _pile(view: Game, place: Slot, lang: str, names: Names) -> str:
    whole = [place["top"], *reversed(place["covered"])]
    lies = [_("on top"), *[_("covered")] * len(place["covered"])]
    shown = "".join(
        f'<span class="pc">{cards.card(one, lang, known=_is_known(view, one))}'
        f"<small><b>{escape(names[one['family']])}</b><br>{escape(where)}</small></span>"
        for one, where in zip(whole, lies, strict=True)
    )
    title = escape(_("Slot {slot}").format(slot=place["slot"]))
    return (
        f'<div class="zoom-card asp pile" popover id="st-{place["slot"]}"><b>{title}</b>'
        f'<span class="m{min(len(whole), 10)}">{shown}</span></div>'
    )

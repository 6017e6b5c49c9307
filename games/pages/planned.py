"""A plan made on the board itself: the same cards, places and gestures as a move.

While cards are played, a card of the hand and a place are touched; while they are resolved, a card
of one's own, what it does, and whose card beside it is struck. Everything is a radio button of one
form, so it works without a script. What a plan can say beyond that stands on its own page.
"""

from collections.abc import Callable, Iterable
from html import escape
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import engine
from games.engine import words
from games.engine.types import Board, CardInRow, Slot, known
from games.orders.order import LAST_ROUND
from games.pages.cards import safe
from games.pages.choosing import Asked, brings
from games.selectors.tables import Found
from games.types import Game
from games.wording import plans

# Fields of a form that say what cards in the row do.
_OF_CARDS = ("do", "strike")
Choices = list[tuple[str, str]]
Reach = Callable[[Board, int], Iterable[int]]


def _beside(view: Board, at: int) -> list[int]:
    return [at - 1, at + 1]


def _beside_own(view: Board, at: int) -> set[int]:
    """What lies beside all other cards of one's own."""
    own = [n for n, slot in enumerate(view["row"]) if slot["controller"] == view["you"] and n != at]
    return {near for n in own for near in _beside(view, n)}


# Which places a card can strike as things lie, by its reach.
_REACH: dict[str, Reach] = {
    "beside": _beside,
    "beside_own": _beside_own,
    "ends": lambda view, _at: {0, len(view["row"]) - 1},
    "row": lambda view, _at: range(len(view["row"])),
}


class Own(NamedTuple):
    """A card of one's own that acts in this round, and what it may be told."""

    id: str
    family: int
    name: str
    slot: int
    is_open: bool
    strikes: Choices
    near: list[int]  # slots of others that it can strike as things lie


class Panel(NamedTuple):
    """What the question's box says of one card of one's own."""

    own: Own
    asks: str
    options: list[tuple[str, str, str]]  # how a radio button says it, its label, what it brings


def ask(view: Game, found: Found, lang: str, names: list[str]) -> tuple[Asked, list[Panel]]:
    """What the viewer is asked, sorted by where it is chosen on the board."""
    asked = Asked(view, lang)
    if view["phase"] == "planning":
        return next_card(view, lang), []
    return asked, ask_cards(asked, view, found, lang, names)


def next_card(view: Game, lang: str) -> Asked:
    asked = Asked(view, lang)
    asked.kind = "place"
    asked.hand = {kind: words.effect(kind, lang) for kind in playable(view)}
    asked.places = dict.fromkeys(places(view), "")
    return asked


def ask_cards(asked: Asked, view: Game, found: Found, lang: str, names: list[str]) -> list[Panel]:
    """What each card of one's own does, and whom it strikes."""
    own = own_cards(view, found, lang, names)
    asked.kind = "plan"
    asked.own = {one.slot: number for number, one in enumerate(own)}
    for number, one in enumerate(own):
        for slot in one.near:
            asked.struck.setdefault(slot, []).append(_struck(view, one, number, slot, names))
    return [_panel(view, one, lang) for one in own]


def places(view: Game) -> list[str]:
    """Where a card of one's own may lie; who is not the first of a game finds cards there."""
    ends = ["start", "end"] if view["row"] or view["first"] != view["you"] else ["end"]
    if view["phase"] != "planning":
        return ends  # on which card of one's own it may lie then is not known yet
    return [*ends, *(f"on {slot['slot']}" for slot in view["row"] if _is_own(slot, view))]


def plays_in(view: Game) -> int:
    """The round of the next card that is played."""
    return view["round"] + (view["phase"] != "planning")


def playable(view: Game) -> list[str]:
    """The cards of the hand, one of which is played next."""
    return known(view["yours"])["hand"] if plays_in(view) < LAST_ROUND else []


def own_cards(view: Game, found: Found, lang: str, names: list[str]) -> list[Own]:
    """Those that have something to decide in this round."""
    row, rules = view["row"], found.seen["rules_version"]
    own = []
    for at, slot in enumerate(row):
        top, card = slot["top"], slot["top"]["card"]
        if slot["controller"] != view["you"] or card is None:
            continue
        near = reach(view, at, card, rules) if plans.strikes(card, rules) else []
        lies = [row[n] for n in near]
        struck = [one for one in lies if one["controller"] != view["you"]]
        whom = [(f"seat {n}", names[n]) for n in sorted({one["controller"] for one in struck})]
        if len(whom) > 1:
            whom.append(("leader", _("whoever leads")))
        if whom or not top["open"]:
            slots = [one["slot"] for one in struck]
            name, family = words.name(card, lang), top["family"]
            own.append(Own(card, family, name, slot["slot"], top["open"], whom, slots))
    return own


def reach(view: Board, at: int, card: str, rules: int) -> list[int]:
    """What it can strike from there as things lie, counted from 0."""
    found = _REACH[engine.reach_of(card, rules)](view, at)
    return sorted(n for n in found if 0 <= n < len(view["row"]))


def _is_own(slot: Slot, view: Game) -> bool:
    top = slot["top"]
    return slot["controller"] == view["you"] == top["family"] and top["card"] is not None


def _struck(view: Game, one: Own, number: int, slot: int, names: list[str]) -> SafeString:
    whose = view["row"][slot - 1]["controller"]
    says = _("{card} strikes a card of {player}").format(card=one.name, player=names[whose])
    now = " now" if one.is_open else ""
    return safe(
        f'<label class="hit h{number}{now}"><input class="vh" type="radio" '
        f'name="strike.{one.id}" value="seat {whose}" id="h-{number}-{slot}" form="play" '
        f'aria-label="{slot}. {escape(says)}"><span class="tag" aria-hidden="true">{slot}</span>'
        "</label>"
    )


def _panel(view: Game, one: Own, lang: str) -> Panel:
    if one.is_open:
        return Panel(one, _("Whom shall the {card} strike?").format(card=one.name), [])
    told = brings(one.id, view["row"][one.slot - 1]["top"]["tokens"], lang)
    options = [
        ("wait", _("Leave it closed"), told["wait"]),
        ("reveal", _("Turn it over"), told["reveal"]),
        _leave_open(blind=view["blind"]),
    ]
    return Panel(one, _("{card}: closed or open?").format(card=one.name), options)


def _leave_open(*, blind: bool) -> tuple[str, str, str]:
    if blind:
        return "", _("Leave it open"), _("a stand-in decides")
    return "", _("Ask me"), _("when its turn comes")


def laid(view: Game, card: str, place: str) -> Game | None:
    """The table as it would be if this card lay there and nothing else had happened: what it does
    afterwards can be said at once. None where it cannot lie there."""
    you, yours = view["you"], view["yours"]
    if you is None or yours is None or card not in yours["hand"] or place not in places(view):
        return None
    row = list(view["row"])
    fresh: CardInRow = {
        "family": you,
        "card": card,
        "open": False,
        "tokens": 0,
        "verdicts": 0,
        "bribed": False,
        "asleep": False,
    }
    if place.startswith("on "):
        at = int(place[3:]) - 1
        below = row[at]
        row[at] = {**below, "covered": [*below["covered"], below["top"]], "top": fresh}
    else:
        alone: Slot = {"slot": 0, "controller": you, "covered": [], "top": fresh}
        row.insert(0 if place == "start" else len(row), alone)
    held = [kind for kind in yours["hand"] if kind != card]
    return {
        **view,
        "row": [{**slot, "slot": number} for number, slot in enumerate(row, 1)],
        "yours": {**yours, "hand": held},
    }


def wants(request: HttpRequest) -> bool:
    """Whether who has answered already would say something else."""
    return request.method == "POST" or "plan" in request.GET


def on_board(
    request: HttpRequest, view: Game, found: Found, lang: str, names: list[str]
) -> tuple[Game, Asked, dict[str, object]]:
    """The table to be shown to whoever is asked with all others, what they are asked, and what the
    question's box says. Whoever has said their card and its place is shown the row as it would lie
    then, to say what their cards do afterwards."""
    sent = request.POST
    if "more" in sent and view["phase"] != "planning" and playable(view):
        asked = next_card(view, lang)
        done = [(field, sent[field]) for field in sent if field.partition(".")[0] in _OF_CARDS]
        asks = _("Which card in round {n}?").format(n=plays_in(view))
        return view, asked, {"laid": done, "plans_round": True, "is_next": True, "asks": asks}
    chosen = {field: sent.get(field, "") for field in ("card", "place")}
    after = laid(view, **chosen) if "more" in sent else None
    if after is None:
        asked, panels = ask(view, found, lang, names)
        further = bool(panels and playable(view)) and view["phase"] != "planning"
        return view, asked, {"panels": panels, "plans_round": True, "further": further}
    asked = Asked(after, lang)
    panels = ask_cards(asked, after, found, lang, names)
    asked.shown = next(n for n, one in enumerate(panels) if one.own.id == chosen["card"])
    return (
        after,
        asked,
        {"panels": panels, "laid": chosen.items(), "plans_round": True, "is_ahead": False},
    )

"""A view carried on by what happened: the table between one decision and the next.

From nothing but a view and the events that its reader is told of, so it can show no more than the
two of them. `begin` makes the table as it was dealt, `happen` changes it in place, event by event;
after the last one its row, its seats and what the reader holds are those of the view that the
server has then. Slots get an `id` that stays with them wherever they move.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine.terms import DECK_SIZE, HAND_SIZE, VERDICTS

View = dict[str, Any]
Event = Mapping[str, Any]
Card = dict[str, Any]


def begin(view: Mapping[str, Any], opening: Sequence[Event]) -> View:
    """The table as it was dealt, by the first events of its log; `view` is one of it at any
    later moment."""
    began = next(event for event in opening if event["kind"] == "game_began")
    yours = next((event for event in opening if _is_own(event, view["you"])), None)
    fresh = {
        "influence": 1,
        "hand": HAND_SIZE,
        "aside": DECK_SIZE - HAND_SIZE,
        "twin_waiting": "prince" in began["deck"],
        "bribe_token": "bribe" in began["deck"],
        "stand_in": None,
        "hand_cards": None,
        "aside_cards": None,
    }
    return {
        **view,
        "round": 1,
        "phase": "planning",
        "first": began["first"],
        "row": [],
        "slots_so_far": 0,
        "seats": [{**seat, **fresh, "discard": [], "kept": []} for seat in view["seats"]],
        "verdicts": VERDICTS if "judge" in began["deck"] else None,
        "yours": yours and {"hand": list(yours["hand"]), "aside": list(yours["aside"])},
        "question": None,
        "result": None,
    }


def _is_own(event: Event, you: int | None) -> bool:
    return you is not None and event["kind"] == "dealt" and event["seat"] == you


def happen(view: View, events: Sequence[Event]) -> None:
    """One event; or several cards that are eliminated at once, by the slots they had together."""
    for event in events:
        _HAPPENS.get(event["kind"], _nothing)(view, event)
    for event in sorted(events, key=lambda one: -(one.get("slot") or 0)):
        if event["kind"] in _LEAVE:
            _go(view, event)
    for number, place in enumerate(view["row"], 1):
        place["slot"] = number


def _nothing(view: View, event: Event) -> None:
    pass


# --- Where cards go ------------------------------------------------------------------------


# These leave the row, those behind first: a slot is counted as all of them lay together.
_LEAVE = {"eliminated", "discarded", "kept"}


def _card(family: int, kind: str | None, *, is_open: bool) -> Card:
    marks = {"tokens": 0, "verdicts": 0, "bribed": False, "asleep": False}
    return {"family": family, "card": kind, "open": is_open, **marks}


def _place(view: View, event: Event) -> Card:
    place: Card = view["row"][event["slot"] - 1]
    return place


def _top(view: View, event: Event) -> Card:
    top: Card = _place(view, event)["top"]
    return top


def _lay(view: View, slot: int, card: Card, controller: int, *, on: bool = False) -> None:
    if on:
        place = view["row"][slot - 1]
        place["covered"].append(place["top"])
        place["top"], place["controller"] = card, controller
        return
    view["slots_so_far"] += 1
    new = {"controller": controller, "covered": [], "top": card, "id": view["slots_so_far"]}
    view["row"].insert(slot - 1, new)


def _lift(view: View, slot: int) -> Card:
    """The top card of a slot, which goes if nothing lies below."""
    place = view["row"][slot - 1]
    lifted: Card = place["top"]
    if place["covered"]:
        place["top"] = below = place["covered"].pop()
        # One that was won over has been covered by who holds it, with a card of their own.
        place["controller"] = lifted["family"] if below["bribed"] else below["family"]
    else:
        del view["row"][slot - 1]
    return lifted


def _go(view: View, event: Event) -> Card:
    """A card leaves the row; what lay on it goes back."""
    gone = _lift(view, event["slot"])
    if gone["verdicts"]:
        view["verdicts"] += gone["verdicts"]
    _bring_home(view, event.get("bribe"))
    return gone


def _bring_home(view: View, briber: int | None) -> None:
    if briber is not None:
        view["seats"][briber]["bribe_token"] = True


def _hold(view: View, seat: int, where: str, *, less: str | None, more: str | None = None) -> None:
    """What the reader has in hand or set aside."""
    if view["yours"] and view["you"] == seat:
        held = [one for one in view["yours"][where] if one != less]
        view["yours"][where] = sorted([*held, more] if more else held)


def _played(view: View, event: Event) -> None:
    seat, kind = event["seat"], event["card"]
    view["seats"][seat]["hand"] -= 1
    _hold(view, seat, "hand", less=kind)
    card = _card(seat, kind, is_open=False)
    _lay(view, event["slot"], card, seat, on=event["place"] == "on")


def _discarded(view: View, event: Event) -> None:
    view["seats"][event["family"]]["discard"].append(event["card"])


def _kept(view: View, event: Event) -> None:
    kept = {"card": event["card"], "tokens": event["tokens"]}
    view["seats"][event["seat"]]["kept"].append(kept)


def _moved(view: View, event: Event) -> None:
    place = _place(view, event)
    controller, alone = place["controller"], not place["covered"]
    card = _lift(view, event["slot"])
    _lay(view, event["to"], card, controller)
    if alone:  # it is the same slot, elsewhere
        view["row"][event["to"] - 1]["id"] = place["id"]


def _entered(view: View, event: Event) -> None:
    seat, kind = event["seat"], event["card"]
    of = view["seats"][seat]
    if event["source"] == "table":
        of["twin_waiting"] = False
    elif event["source"] == "discard":
        of["discard"] = [one for one in of["discard"] if one != kind]
    else:
        of["aside"] -= 1
        _hold(view, seat, "aside", less=kind)
    card = _card(seat, kind, is_open=True)
    _lay(view, event["slot"], card, seat, on=event["place"] == "on")


def _swapped(view: View, event: Event) -> None:
    seat, place = event["seat"], _place(view, event)
    if event["verdicts"]:
        view["verdicts"] += event["verdicts"]
    _bring_home(view, event["bribe"])
    _hold(view, seat, "hand", less=event["card"], more=event["back"])
    place["top"] = _card(seat, event["card"], is_open=False) | {"asleep": True}
    place["controller"] = seat


# --- What becomes of a card where it lies --------------------------------------------------


def _waited(view: View, event: Event) -> None:
    _top(view, event)["tokens"] = event["tokens"]


def _revealed(view: View, event: Event) -> None:
    _top(view, event).update(card=event["card"], open=True)


def _turned_down(view: View, event: Event) -> None:
    _top(view, event)["open"] = False


def _tokens_put(view: View, event: Event) -> None:
    _top(view, event)["tokens"] = event["tokens"]


def _tokens_returned(view: View, event: Event) -> None:
    if event["slot"] is not None:
        _top(view, event)["tokens"] -= event["amount"]


def _marked(view: View, event: Event) -> None:
    _top(view, event)["verdicts"] = event["verdicts"]
    view["verdicts"] = event["left"]


def _bribed(view: View, event: Event) -> None:
    _bring_home(view, event["returned"])
    place = _place(view, event)
    place["controller"] = event["seat"]
    place["top"]["bribed"] = True
    view["seats"][event["seat"]]["bribe_token"] = False


# --- Influence, and the course of a game ---------------------------------------------------


def _gained(view: View, event: Event) -> None:
    view["seats"][event["seat"]]["influence"] += event["amount"]
    if event["why"] == "tokens" and event["slot"] is not None:
        _top(view, event)["tokens"] = 0


def _lost(view: View, event: Event) -> None:
    view["seats"][event["seat"]]["influence"] -= event["amount"]


def _stole(view: View, event: Event) -> None:
    view["seats"][event["victim"]]["influence"] -= event["amount"]
    view["seats"][event["seat"]]["influence"] += event["amount"]


def _round_began(view: View, event: Event) -> None:
    view |= {"round": event["round"], "first": event["first"], "phase": "planning"}


def _events_began(view: View, event: Event) -> None:
    view["phase"] = "events"


def _round_ended(view: View, event: Event) -> None:
    for place in view["row"]:
        for card in (place["top"], *place["covered"]):
            card["asleep"] = False


def _game_over(view: View, event: Event) -> None:
    view["phase"] = "over"


_HAPPENS: dict[str, Callable[[View, Event], None]] = {
    "played": _played,
    "eliminated": _discarded,
    "discarded": _discarded,
    "kept": _kept,
    "moved": _moved,
    "entered": _entered,
    "swapped": _swapped,
    "waited": _waited,
    "revealed": _revealed,
    "turned_down": _turned_down,
    "tokens_put": _tokens_put,
    "tokens_returned": _tokens_returned,
    "marked": _marked,
    "bribed": _bribed,
    "gained": _gained,
    "lost": _lost,
    "stole": _stole,
    "round_began": _round_began,
    "events_began": _events_began,
    "round_ended": _round_ended,
    "game_over": _game_over,
}

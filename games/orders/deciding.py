"""What the orders of a seat say to the question that it is asked now."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import Event, View
from games.engine.types import Slot, known

from .choosing import holds, narrow
from .order import Order

# How the cards beside one's own lay, by the own card's kind.
# Of a card: whose it is, which (None: not known), and whether it lies open.
Neighbour = list[object]
Around = dict[str, list[Neighbour | None]]


class Given(NamedTuple):
    """An order, the number of the last move before it was given, and how things lay then."""

    order: Order
    since: int
    around: Around


class Answer(NamedTuple):
    """A move; or None, and the person is asked. `order` is the index of the order that says so,
    `why` a word for what keeps it from deciding; both None where no order is about this."""

    move: str | None
    order: int | None = None
    why: str | None = None


def decide(
    view: View, given: Sequence[Given], happened: Sequence[tuple[int, Event]] = ()
) -> Answer:
    """The move that the orders make of the question in this view, which is asked of its seat.

    `happened`: the seat's own redacted events since its oldest order, each with its move's number.
    The first order that applies decides; wires that are tripped come before all.
    """
    for index, one in enumerate(given):
        if one.order["do"] == "ask" and (why := _tripped(one, view, happened)):
            return Answer(None, index, why)
    kind = known(view["question"])["kind"]
    if kind == "place":
        return _place(view, given)
    if kind == "wait_or_reveal":
        return _wait_or_reveal(view, given)
    return _choose(view, given, happened)


def is_past(order: Order, view: View) -> bool:
    """Whether its rounds are over, so that it cannot apply any more."""
    if order["do"] != "place":
        return bool(order.get("until_round", view["round"] + 1) <= view["round"])
    here = order["round"] == view["round"]
    return bool(order["round"] < view["round"] or (here and view["phase"] != "planning"))


def around(view: View) -> Around:
    """How the cards beside each own card lie now."""
    row, you = view["row"], view["you"]
    lies: Around = {}
    for at, place in enumerate(row):
        if place["controller"] == you and place["top"]["family"] == you:
            lies[known(place["top"]["card"])] = [_describe(row, at - 1), _describe(row, at + 1)]
    return lies


def _describe(row: list[Slot], at: int) -> Neighbour | None:
    if not 0 <= at < len(row):
        return None
    place = row[at]
    top = place["top"]
    return [place["controller"], top["family"], top["card"], top["open"], len(place["covered"])]


# --- questions ----------------------------------------------------------------------------


def _place(view: View, given: Sequence[Given]) -> Answer:
    stopped = Answer(None)
    for index, (order, *_rest) in enumerate(given):
        if order["do"] == "place" and order["round"] == view["round"]:
            move = _placing(order, view)
            if move not in known(known(view["question"])["moves"]):
                return Answer(None, index, "not_possible")
            if _lies_well(order, view):
                return Answer(move, index)
            stopped = stopped if stopped.order is not None else Answer(None, index, "unmet")
    return stopped


def _lies_well(order: Order, view: View) -> bool:
    """Whether the card would come to lie beside what it should, and not where it should not."""
    row = view["row"]
    if order["place"] == "on":
        at = _own(order["on"], view)[0]
        beside = row[max(0, at - 2) : at - 1] + row[at : at + 1]
    else:
        beside = row[:1] if order["place"] == "start" else row[-1:]
    return _meets(order, beside, view)


def _meets(order: Order, beside: Sequence[Slot], view: View) -> bool:
    def is_beside(terms: Sequence[str]) -> bool:
        return any(all(holds(term, place, view) for term in terms) for place in beside)

    wanted, unwanted = order.get("neighbour"), order.get("no_neighbour")
    return not ((wanted and not is_beside(wanted)) or (unwanted and is_beside(unwanted)))


def _placing(order: Order, view: View) -> str:
    move = f"place {order['card']} {order['place']}"
    if order["place"] != "on":
        # Into an empty row there is one place, whatever it is called.
        return move if view["row"] else f"place {order['card']} end"
    own = _own(order["on"], view)
    return f"{move} {own[0]}" if len(own) == 1 else ""


def _own(card: str, view: View) -> list[int]:
    """The slots in which the seat has this card on top."""
    return [
        place["slot"]
        for place in view["row"]
        if place["controller"] == view["you"] and place["top"]["card"] == card
    ]


def _wait_or_reveal(view: View, given: Sequence[Given]) -> Answer:
    moves = known(known(view["question"])["moves"])
    card, _slot = _acting(view)
    stopped = Answer(None)
    for index, (order, *_rest) in enumerate(given):
        if order["do"] not in {"wait", "reveal"} or order.get("card", card) != card:
            continue
        why = _unmet(order, view)
        if why is None:
            # What cannot be turned over yet can only wait: to ask would be to ask for nothing.
            return Answer(order["do"] if order["do"] in moves else moves[0], index)
        if why and stopped.order is None:
            stopped = Answer(None, index, why)
    return stopped


def _unmet(order: Order, view: View) -> str | None:
    """None if the order applies to the closed card in question; why not; "" if not yet."""
    row, at = view["row"], known(known(view["question"])["slot"]) - 1
    tokens, round_ = row[at]["top"]["tokens"], view["round"]
    beside = [row[slot] for slot in (at - 1, at + 1) if 0 <= slot < len(row)]
    if round_ < order.get("from_round", 0) or tokens < order.get("from_tokens", 0):
        return ""
    if is_past(order, view) or tokens >= order.get("until_tokens", tokens + 1):
        return "past"
    return None if _meets(order, beside, view) else "unmet"


def _choose(view: View, given: Sequence[Given], happened: Sequence[tuple[int, Event]]) -> Answer:
    """All orders about this choice together: what any excludes, and the preferences in order."""
    about = [at for at, one in enumerate(given) if _is_about_choice(one, view, happened)]
    if not about:
        return Answer(None)
    prefer = [term for at in about for term in given[at].order.get("prefer", ())]
    never = [term for at in about for term in given[at].order.get("never", ())]
    move, why = narrow(view, prefer, never)
    return Answer(move, about[0], why or None)


def _is_about_choice(one: Given, view: View, happened: Sequence[tuple[int, Event]]) -> bool:
    order, question = one.order, known(view["question"])
    if order["do"] == "reveal":
        return (
            ("prefer" in order or "never" in order)
            and order.get("card", question["card"]) == question["card"]
            and _was_just_revealed(question["card"], one.since, view["you"], happened)
        )
    kind = "use" if question["kind"] == "use_or_take" else question["kind"]
    return (
        order["do"] == "choose"
        and order.get("card", question["card"]) == question["card"]
        and order.get("question", kind) == kind
        and order.get("from_round", 0) <= view["round"]
        and not is_past(order, view)
    )


def _was_just_revealed(
    card: str | None, since: int, you: int | None, happened: Sequence[tuple[int, Event]]
) -> bool:
    """Whether this own card was turned over since, and its round is not over yet."""
    revealed = False
    for seq, event in happened:
        if event["kind"] == "round_ended":
            revealed = False
        elif event["kind"] == "revealed" and event["seat"] == you and event["card"] == card:
            revealed = seq > since
    return revealed


# --- wires --------------------------------------------------------------------------------


def _tripped(one: Given, view: View, happened: Sequence[tuple[int, Event]]) -> str | None:
    """Which wire of an `ask` order is tripped; "about" for one that has none and is just about
    a card."""
    order, you = one.order, known(view["you"])
    card, slot = _acting(view)
    if "card" in order and order["card"] != card:
        return None
    if "if" not in order:
        return "about"
    since = [event for seq, event in happened if seq > one.since]
    lies = around(view)
    for wire in order["if"]:
        if wire == "neighbour":
            tripped = slot is not None and card in lies and lies[card] != one.around.get(card)
        else:
            tripped = any(_WIRES[wire](event, you) for event in since)
        if tripped:
            return str(wire)
    return None


def _acting(view: View) -> tuple[str | None, int | None]:
    """The card that the question is about, and its slot."""
    question = known(view["question"])
    slot = question["slot"]
    if question["kind"] == "wait_or_reveal":
        return view["row"][known(slot) - 1]["top"]["card"], slot
    return question["card"], slot


def _is_attack(event: Event, you: int) -> bool:
    """Another player took a card, influence or control from this one, or marked a card."""
    if event.get("seat") == you and event["kind"] != "lost":
        return False
    match event["kind"]:
        case "eliminated" | "marked":
            return bool(event["controller"] == you)
        case "stole":
            return bool(event["victim"] == you and event["amount"])
        case "lost":
            return bool(event["seat"] == you and event["by"] != you)
        case "bribed":
            return bool(event["before"] == you)
    return False


def _is_moved(event: Event, you: int) -> bool:
    return bool(event["kind"] == "moved" and event["controller"] == you and event["seat"] != you)


_WIRES = {"attacked": _is_attack, "moved": _is_moved}

"""What can be said beforehand, as a letter offers it: a plan, a group of lines for each card; and
beside an answer what one would be asked later in the round."""

from collections.abc import Sequence

from games import engine, orders
from games.engine import words
from games.engine.types import Slot, known
from games.orders import Order, Setting
from games.orders.order import LAST_ROUND
from games.types import Game
from games.wording.choices import Group

Names = Sequence[str] | None
_PICKS = {("eliminate",), ("steal",), ("bribe",), ("give",), ("copy",)}


def to_plan(view: Game, rules: int, lang: str, names: Names) -> list[Group]:
    """By a view that knows no card of its own nothing is named.

    `rules`: the version by which the game is played."""
    you, yours = view["you"], view["yours"]
    if you is None or yours is None:
        return []
    at = _setting(view, names)
    if view["phase"] == "planning":
        hand = [_group(card, _placing(view, you, card), lang, at) for card in yours["hand"]]
        return [*hand, *_own(view, rules, lang, at)]
    own = _own(view, rules, lang, at)
    # One of the hand stands for all: what one plays next may be said with it.
    later = yours["hand"][: view["round"] + 1 < LAST_ROUND]
    return [*own, *(_group(card, _placing(view, you, card)[:2], lang, at) for card in later)]


def placings(view: Game, lang: str, names: Names) -> dict[str, str]:
    """The cards that whoever is asked with all others may play now: the move, which none is yet,
    and the order that says the same."""
    you, yours = view["you"], view["yours"]
    if you is None or yours is None or view["asks_all"] is None or view["phase"] != "planning":
        return {}
    at, lies = (
        _setting(view, names),
        {slot["top"]["card"]: slot["slot"] for slot in _own_slots(view)},
    )
    found = {}
    for card in yours["hand"]:
        for order in _placing(view, you, card):
            where = f"on {lies[order['on']]}" if "on" in order else order["place"]
            found[f"place {card} {where}"] = orders.say(order, lang, at)
    return found


def ahead(view: Game, rules: int, lang: str, names: Names) -> list[str]:
    """Lines for the closed cards that one is asked about later in this round: whoever answers with
    them what is asked now gets no letter for each. Who plays a card sees by one of their hand how
    it is said of that."""
    question, you, yours = view["question"], view["you"], view["yours"]
    if question is None or question["seat"] != you or yours is None or view["together"]:
        return []
    asked = question["slot"] or 0  # nothing has been asked while cards are played
    own = [
        known(slot["top"]["card"])
        for slot in view["row"]
        if slot["slot"] > asked
        and slot["controller"] == slot["top"]["family"] == you
        and not slot["top"]["open"]
    ]
    if question["kind"] == "place":
        # One stands for all: best a card that also asks whom it shall hit.
        own += sorted(yours["hand"], key=lambda card: not _picks(card, rules))[:1]
    at = _setting(view, names)
    return [_typed(_this_round(card, rules, view["round"]), lang, at) for card in own]


def _this_round(card: str, rules: int, round_: int) -> list[Order]:
    """What has no end waits beyond this round, too."""
    reveal: Order = {"do": "reveal", "card": card}
    if _picks(card, rules):
        reveal |= {
            "prefer": ["leader", "others", "highest"]
        }  # which leaves one, whatever lies there
    wait: Order = {"do": "wait", "card": card}
    if round_ + 1 < LAST_ROUND:
        wait |= {"until_round": round_ + 1}
    return [wait, reveal]


def _picks(card: str, rules: int) -> bool:
    """Whether it asks for a card of the row first."""
    return engine.asks_of(card, rules)[:1] in _PICKS


def _setting(view: Game, names: Names) -> Setting:
    return Setting(
        cards=frozenset(view["deck"]),
        seats=len(view["seats"]),
        round=view["round"],
        next_place=view["round"],
        names=tuple(names) if names else None,
    )


def _typed(said: list[Order], lang: str, at: Setting) -> str:
    return " | ".join(orders.say(order, lang, at) for order in said)


def _own(view: Game, rules: int, lang: str, at: Setting) -> list[Group]:
    you = view["you"]
    own = [slot["top"] for slot in view["row"] if slot["controller"] == you and slot["top"]["card"]]
    told = {known(top["card"]): _deeds(known(top["card"]), rules, open_=top["open"]) for top in own}
    return [_group(card, deeds, lang, at) for card, deeds in told.items() if deeds]


def _group(card: str, said: list[Order], lang: str, at: Setting) -> Group:
    return Group(words.name(card, lang), words.effect(card, lang), [], typed=_typed(said, lang, at))


def _placing(view: Game, you: int, card: str) -> list[Order]:
    where: list[Order] = [{"do": "place", "place": "end"}]
    if view["row"] or view["first"] != you:  # who does not begin the game finds cards there
        where.insert(0, {"do": "place", "place": "start"})
    round_ = view["round"] + (view["phase"] != "planning")
    for slot in _own_slots(view):
        where.append({"do": "place", "place": "on", "on": known(slot["top"]["card"])})
    return [{**one, "card": card, "round": round_} for one in where]


def _own_slots(view: Game) -> list[Slot]:
    """With a card of one's own family on top, on which one may place another."""
    you = view["you"]
    own = [slot for slot in view["row"] if slot["controller"] == you == slot["top"]["family"]]
    return [slot for slot in own if slot["top"]["card"] is not None]


def strikes(card: str, rules: int) -> bool:
    """Whether the card asks first whose card it shall hit, by this version of the rules."""
    return engine.asks_of(card, rules)[:1] in {("eliminate",), ("steal",)}


def _deeds(card: str, rules: int, *, open_: bool) -> list[Order]:
    wish: Order = {"do": "choose", "card": card, "prefer": ["leader"], "never": ["mine"]}
    wishes = [wish] if strikes(card, rules) else []
    if open_:
        return wishes
    return [{"do": "wait", "card": card}, {"do": "reveal", "card": card}, *wishes]

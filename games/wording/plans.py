"""What a plan can say, a group of lines for each card, as a letter offers it."""

from collections.abc import Sequence

from games import engine, orders
from games.engine import words
from games.engine.types import known
from games.orders import Order, Setting
from games.types import Game
from games.wording.choices import Group

Names = Sequence[str] | None


def to_plan(view: Game, rules: int, lang: str, names: Names) -> list[Group]:
    """By a view that knows no card of its own nothing is named.

    `rules`: the version by which the game is played."""
    you, yours = view["you"], view["yours"]
    if you is None or yours is None:
        return []
    at = Setting(
        cards=frozenset(view["deck"]),
        seats=len(view["seats"]),
        round=view["round"],
        next_place=view["round"],
        names=tuple(names) if names else None,
    )
    if view["phase"] == "planning":
        hand = [_group(card, _placing(view, you, card), lang, at) for card in yours["hand"]]
        return [*hand, *_own(view, rules, lang, at)]
    return _own(view, rules, lang, at)


def _own(view: Game, rules: int, lang: str, at: Setting) -> list[Group]:
    you = view["you"]
    own = [slot["top"] for slot in view["row"] if slot["controller"] == you and slot["top"]["card"]]
    told = {known(top["card"]): _deeds(known(top["card"]), rules, open_=top["open"]) for top in own}
    return [_group(card, deeds, lang, at) for card, deeds in told.items() if deeds]


def _group(card: str, said: list[Order], lang: str, at: Setting) -> Group:
    typed = " | ".join(orders.say(order, lang, at) for order in said)
    return Group(words.name(card, lang), words.effect(card, lang), [], typed=typed)


def _placing(view: Game, you: int, card: str) -> list[Order]:
    where: list[Order] = [{"do": "place", "place": "end"}]
    if view["row"]:
        where.insert(0, {"do": "place", "place": "start"})
    for slot in view["row"]:
        own = slot["top"]["card"]
        if slot["controller"] == you and slot["top"]["family"] == you and own:
            where.append({"do": "place", "place": "on", "on": own})
    return [{**one, "card": card, "round": view["round"]} for one in where]


def strikes(card: str, rules: int) -> bool:
    """Whether the card asks first whose card it shall hit, by this version of the rules."""
    return engine.asks_of(card, rules)[:1] in {("eliminate",), ("steal",)}


def _deeds(card: str, rules: int, *, open_: bool) -> list[Order]:
    wish: Order = {"do": "choose", "card": card, "prefer": ["leader"], "never": ["mine"]}
    wishes = [wish] if strikes(card, rules) else []
    if open_:
        return wishes
    return [{"do": "wait", "card": card}, {"do": "reveal", "card": card}, *wishes]

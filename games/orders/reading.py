"""Orders as people write them, in any of the languages: "wait with Ambush until round 4"."""

from .lexicon import Symbol, Unreadable, cut
from .order import LAST_ROUND, WIRES, Order, Setting, Value, check

_TERMS = {"term", "card", "seat", "verb", "start", "end", "on"}
_HEADS = {"card", "verb"}
_PLACES = {"start", "end", "on"}
_ROUNDS = {"until_round", "from_round", "in_round", "this_round"}
_TOKENS = {"until_tokens", "from_tokens"}
_BESIDE = {"neighbour", "no_neighbour"}


def read(text: str, at: Setting) -> Order:
    """The order that a text means. Unreadable if it means none, or Unfit if it cannot be."""
    # "Spy: the richest" prefers; "Spy the richest", or "Lord Bob" under a letter, says nothing.
    symbols = cut(text, at)
    head, colon, _rest = text.partition(":")
    is_headed = colon and not any(one.kind in _TERMS - _HEADS for one in cut(head, at))
    reader = _Reader(symbols, at, bare="prefer" if is_headed else "")
    order = reader.order()
    if reader.left:
        raise Unreadable(text)
    return check(order, at)


# What is read of an order, before anybody has checked it.
_Wished = dict[str, Value]


class _Reader:
    """Takes symbols from the front, as long as they make sense."""

    def __init__(self, symbols: list[Symbol], at: Setting, bare: str) -> None:
        self.left = symbols
        self.at = at
        self.bare = bare

    def next(self, *kinds: str) -> Symbol | None:
        if self.left and self.left[0].kind in kinds:
            return self.left.pop(0)
        return None

    def need(self, *kinds: str) -> Symbol:
        found = self.next(*kinds)
        if found is None:
            raise Unreadable(" ".join(f"{s.kind} {s.value}".strip() for s in self.left))
        return found

    def order(self) -> _Wished:
        head = self.need("wait", "reveal", "place", "ask", "card", "verb", "any", "prefer", "never")
        order: _Wished = {}
        if head.kind in {"wait", "reveal"}:
            order = {"do": head.kind} | self.whole_or_card()
            self.conditions(order)
            if head.kind == "reveal":
                self.next("verb")  # "then eliminate: …" says what the card does anyway
                self.preferences(order)
        elif head.kind == "place":
            order = self.placing()
        elif head.kind == "ask":
            order = self.asking()
        else:
            order = {"do": "choose"} | _about(head)
            if head.kind in {"prefer", "never"}:
                self.left.insert(0, head)
            self.conditions(order)
            self.preferences(order, bare=self.bare)
            if not order.keys() & {"prefer", "never"}:
                raise Unreadable(head.kind)
        return order

    def whole_or_card(self) -> _Wished:
        found = self.need("everything", "card")
        return {"card": found.value} if found.kind == "card" else {}

    def placing(self) -> _Wished:
        order: _Wished = {"do": "place", "card": self.need("card").value}
        order["place"] = self.need(*_PLACES).kind
        if order["place"] == "on":
            order["on"] = self.need("card").value
        order["round"] = self.when()
        while found := self.next(*_BESIDE):
            if found.kind in order:
                raise Unreadable(found.kind)
            order[found.kind] = self.terms("term", "card", "seat")
        return order

    def when(self) -> int:
        kinds = ("in_round", "this_round", "next_round")
        found = self.next(*kinds) if self.at.is_asked else self.need(*kinds)
        if found is None:
            return self.at.round
        if found.kind == "in_round":
            return self.number()
        return self.at.round + (found.kind == "next_round")

    def asking(self) -> _Wished:
        order: _Wished = {"do": "ask"}
        if self.next("about"):
            order["card"] = self.need("card").value
        wires = []
        while wire := self.next(*(f"wire.{name}" for name in WIRES)):
            wires.append(wire.kind.removeprefix("wire."))
        if not wires and "card" not in order and not self.at.is_asked:
            raise Unreadable("ask")
        return order | {"if": wires}

    def conditions(self, order: _Wished) -> None:
        while found := self.next(*_ROUNDS, *_TOKENS, *_BESIDE):
            if found.kind in _BESIDE:
                facts: _Wished = {found.kind: self.terms("term", "card", "seat")}
            elif found.kind == "this_round":
                facts = self.within(self.at.round)
            elif found.kind == "in_round":
                facts = self.within(self.number())
            else:
                facts = {found.kind: self.number()}
            if order.keys() & facts.keys():
                raise Unreadable(found.kind)  # said twice, and who knows which is meant
            order |= facts

    def within(self, round_: int) -> _Wished:
        if not 0 < round_ < LAST_ROUND:
            raise Unreadable(str(round_))
        return {"from_round": round_, "until_round": round_ + 1}

    def preferences(self, order: _Wished, bare: str = "") -> None:
        """`bare`: what terms mean that stand there without a word before them."""
        while True:
            found = self.next("prefer", "never")
            field = found.kind if found else bare
            bare = ""
            if not field:
                return
            said = order.setdefault(field, [])
            assert isinstance(said, list)
            said += self.terms(*_TERMS)

    def terms(self, *kinds: str) -> list[str]:
        terms = [_term(self.need(*kinds))]
        while found := self.next(*kinds):
            terms.append(_term(found))
        return terms

    def number(self) -> int:
        return int(self.need("number").value)


def _about(head: Symbol) -> _Wished:
    if head.kind == "card":
        return {"card": head.value}
    return {"question": head.value} if head.kind == "verb" else {}


def _term(symbol: Symbol) -> str:
    if symbol.kind in _PLACES:
        return symbol.kind
    return f"seat {symbol.value}" if symbol.kind == "seat" else symbol.value


__all__ = ["Unreadable", "read"]

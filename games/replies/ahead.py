"""What an answer says of cards that are not asked about yet, as it would be read if they were."""

from collections.abc import Callable, Container, Iterator
from dataclasses import replace

from games.engine.types import Acting, Board, CardInRow, Slot, known
from games.replies.lexicon import Position

# The move that a statement makes of a position, if it surely makes one.
Reader = Callable[[Position], str]


def order_for(position: Position, named: Container[str], read: Reader) -> str:
    """A line that games.orders reads: what one own closed card shall do later in this round. Empty
    where the statement has `named` none of them, or more could be meant."""
    if position.view["question"] is None:
        return ""
    said = {
        card: move
        for card, asked in _as_if_asked(position)
        if card in named and (move := read(asked)) in {"wait", "reveal"}
    }
    if len(said) != 1:
        return ""
    ((card, move),) = said.items()
    name = card.replace("_", " ")
    if move == "reveal":
        return f"reveal {name}"
    return f"wait with {name} until round {position.view['round'] + 1}"


def played(position: Position, order: str) -> str:
    """How the move begins that plays the card of such an order; empty if it lies there."""
    words = order.removeprefix("wait with ").removeprefix("reveal ").partition(" until")[0]
    begins = f"place {words.replace(' ', '_')} "
    return begins if any(move.startswith(begins) for move in position.moves) else ""


def _as_if_asked(position: Position) -> Iterator[tuple[str, Position]]:
    """Each own card that lies closed, or may be played now."""
    view = position.view
    question = known(view["question"])
    past = 0 if question["kind"] == "place" else question["slot"] or len(view["row"])
    for slot in view["row"][past:]:
        if slot["controller"] == slot["top"]["family"] == view["you"] and not slot["top"]["open"]:
            yield known(slot["top"]["card"]), _asking(position, view["row"], slot["slot"])
    played = {move.split()[1] for move in position.moves if move.startswith("place ")}
    for card in sorted(played):
        row = [*view["row"], _closed(card, view)]
        yield card, _asking(position, row, len(row))


def _asking(position: Position, row: list[Slot], slot: int) -> Position:
    view = position.view
    question: Acting = {
        **known(view["question"]),
        "kind": "wait_or_reveal",
        "slot": slot,
        "card": None,
    }
    asked: Board = {**view, "row": row, "question": question}
    return replace(position, view=asked, moves=("wait", "reveal"))


def _closed(card: str, view: Board) -> Slot:
    you = known(view["you"])
    top: CardInRow = {
        "family": you, "card": card, "open": False,
        "tokens": 0, "verdicts": 0, "bribed": False, "asleep": False,
    }  # fmt: skip
    return {"slot": len(view["row"]) + 1, "controller": you, "covered": [], "top": top}

"""What is true of the slots of a row, as far as who reads it knows. Pure."""

from collections.abc import Sequence

from games.replies.lexicon import Position


def gaps(word: str, of: tuple[str, ...], position: Position) -> set[int]:
    """The gaps of the row that "before …", "behind …", "between …" can mean."""
    slots = range(1, len(position.view["row"]) + 1)
    if word == "between":
        return {min(a, b) for a, b in _either_side(of, position) if abs(a - b) == 1}
    if not of or word == "to":
        return set()
    beside = {n for n in slots if all_true(_of_row(of, position), n, position)}
    if word == "beside":
        return {gap for n in beside for gap in (n - 1, n)}
    is_before = word in {"before", "left"}
    return {n - 1 if is_before else n for n in beside}


def slots_between(of: tuple[str, ...], position: Position) -> set[int]:
    """The cards that lie between two others."""
    return {min(a, b) + 1 for a, b in _either_side(of, position) if abs(a - b) == 2}


def _either_side(of: tuple[str, ...], position: Position) -> set[tuple[int, int]]:
    two = _two(of)
    if two is None:
        return set()
    slots = range(1, len(position.view["row"]) + 1)
    left, right = (
        {n for n in slots if all_true(_of_row(each, position), n, position)} for each in two
    )
    return {(a, b) for a in left for b in right}


def _of_row(said: Sequence[str], position: Position) -> list[str]:
    """Beside what may lie what cannot be chosen."""
    last = len(position.view["row"]) + 1
    return [
        f"n:{int(one[2:]) % last}" if one.startswith("o:") else one  # -1 is the last
        for one in said
    ]


def _two(of: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """What lies on either side: "my Lord and his Spy", "2 3"."""
    if of.count("sep") == 1:
        at = of.index("sep")
        return (of[:at], of[at + 1 :]) if 0 < at < len(of) - 1 else None
    return ((of[0],), (of[1],)) if len(of) == 2 else None


def all_true(said: Sequence[str], slot: int, position: Position) -> bool:
    return all(is_true(one, slot, position) for one in said)


def is_true(said: str, slot: int, position: Position) -> bool:
    """Whether something that was said is true of the card on a slot, as far as its reader knows."""
    view = position.view
    if not 0 < slot <= len(view["row"]):
        return False
    place = view["row"][slot - 1]
    kind, _, value = said.partition(":")
    if kind in {"n", "o"}:
        return slot == (int(value) if kind == "n" else _counted(int(value), position))
    if kind == "t":
        return _bears(value, slot, position)
    if kind == "c":
        return bool(place["top"]["card"] == value)
    if kind == "s":
        return bool(place["controller"] == int(value))
    truths: dict[str, bool] = {
        "mine": place["controller"] == view["you"],
        "others": place["controller"] != view["you"],
        "open": place["top"]["open"],
        "closed": not place["top"]["open"],
    }
    return truths.get(said, False)


def _bears(what: str, slot: int, position: Position) -> bool:
    """What lies on the card: so many tokens, any, the most, or a verdict."""
    row = position.view["row"]
    top = row[slot - 1]["top"]
    if what == "verdict":
        return top["verdicts"] > 0
    if what == "most":
        return 0 < top["tokens"] == max(one["top"]["tokens"] for one in row)
    return top["tokens"] > 0 if what == "+" else top["tokens"] == int(what)


def _counted(nth: int, position: Position) -> int:
    """The nth card of the row; where it cannot be chosen, the nth of those that can."""
    slots = range(1, len(position.view["row"]) + 1)
    chosen = _choices(position)
    at = nth - 1 if nth > 0 else nth
    for counted in (slots, chosen):
        if -len(counted) <= at < len(counted) and (not chosen or counted[at] in chosen):
            return counted[at]
    return 0


def is_plainly_counted(said: str, slot: int, position: Position) -> bool:
    """By the row as by the list: people mean either."""
    if not said.startswith("o:"):
        return True
    nth = int(said[2:])
    at = nth - 1 if nth > 0 else nth
    slots = range(1, len(position.view["row"]) + 1)
    return all(
        counted[at] == slot
        for counted in (slots, _choices(position))
        if -len(counted) <= at < len(counted)
    )


def _choices(position: Position) -> list[int]:
    slots = (move.split()[1] for move in position.moves if " " in move)
    return sorted({int(slot) for slot in slots if slot.isdecimal()})

"""What is known of a card from many games of bots; `manage.py measure_cards` measures it anew."""

import json
from functools import cache
from pathlib import Path
from typing import TypedDict, cast

FILE = Path(__file__).with_name("card_numbers.json")


class Numbers(TypedDict):
    """`round`: in which it is turned over, as a rule; `brings`: influence in a game; `won`: of the
    games in which it was turned over, in per cent. Cards of one's own that went well with it, and
    those by which it fell, most often first."""

    round: int
    brings: float
    won: int
    goes_with: list[str]
    falls_to: list[str]


@cache
def _measured() -> dict[str, Numbers]:
    return cast(dict[str, Numbers], json.loads(FILE.read_text()))


def numbers_of(card: str) -> Numbers | None:
    """None of a card that nobody has measured yet."""
    return _measured().get(card)

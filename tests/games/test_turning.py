"""What decided a game: the move from which on the winner was ahead, and the card that did it."""

from datetime import UTC, datetime

from games.models.packing import pack
from games.selectors.log import Row
from games.selectors.turning import Turning, turning_point

GAIN = {"kind": "gained", "amount": 4, "why": "reaction", "slot": None, "knows": None}


def rows(*moves):
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return [Row(seq, 0, "page", at, "wait", pack(events)) for seq, events in enumerate(moves)]


BEGAN = {"kind": "round_began", "round": 2, "first": 0, "knows": None}
GAME = rows([], [BEGAN], [GAIN | {"seat": 1, "card": "ambush"}], [])


def test_the_card_that_put_the_winner_ahead_for_good_decided() -> None:
    assert turning_point(GAME, [[1, 1], [3, 1], [3, 5], [4, 5]], 1) == Turning(2, 2, "ambush")


def test_who_was_ahead_all_along_or_never_alone_needed_no_card() -> None:
    assert turning_point(GAME, [[1, 2], [1, 3], [1, 7], [1, 7]], 1) is None
    assert turning_point(GAME, [[1, 1], [3, 1], [3, 3], [5, 5]], 1) is None

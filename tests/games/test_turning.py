"""What decided a game: the move from which on the winner was ahead, and the card that did it."""

from datetime import UTC, datetime
from random import Random

import pytest

from games import engine
from games.models.packing import pack
from games.selectors.log import Row
from games.selectors.turning import Turning, influence_of, turning_point
from tests import bounded

GAIN = {"kind": "gained", "amount": 4, "why": "reaction", "slot": None, "knows": None}


def rows(*moves):
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return [Row(seq, 0, "page", at, "wait", pack(events)) for seq, events in enumerate(moves)]


BEGAN = {"kind": "round_began", "round": 2, "first": 0, "knows": None}
GAME = rows([], [BEGAN], [GAIN | {"seat": 1, "card": "ambush"}], [])


def test_the_card_that_put_the_winner_ahead_for_good_decided() -> None:
    found = turning_point(GAME, [[1, 1], [3, 1], [3, 5], [4, 5]], 1)
    assert found == Turning(2, 2, "ambush", before=-2, after=2)


def test_who_was_ahead_all_along_or_never_alone_needed_no_card() -> None:
    assert turning_point(GAME, [[1, 2], [1, 3], [1, 7], [1, 7]], 1) is None
    assert turning_point(GAME, [[1, 1], [3, 1], [3, 3], [5, 5]], 1) is None


@pytest.mark.parametrize("box", engine.SETS)
def test_the_log_alone_tells_what_the_game_played_again_does(box: str) -> None:
    rng = Random(box)
    for seed in range(3):
        state = engine.deal(set=box, seats=4, seed=bytes([seed]) * 32)
        told, influence = [engine.opening(state)], [[*state.influence]]
        bound = bounded()
        while next(bound) and engine.to_move(state) is not None:
            told.append(engine.play(state, rng.choice(engine.legal_moves(state))))
            influence.append([*state.influence])
        by_log = influence_of(rows(*told), 4)
        assert [[one + influence[0][0] for one in seats] for seats in by_log] == influence

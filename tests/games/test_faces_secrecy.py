"""No face of a table tells what its viewer may not know: hidden cards are dealt anew, and neither
picture nor text may change by a byte."""

import random
from dataclasses import dataclass

import pytest

from games import faces
from games.faces import painting
from tests.engine.worlds import Eyes, LeakError, everything_open, tell_apart

GAMES = [("oriflamme", 3), ("ablaze", 4), ("alliance", 3), ("mixed", 5), ("mixed", 2)]


@dataclass
class Faces(Eyes):
    """What a viewer sees of pictures and texts."""

    def show(self, state, log, seat):  # type: ignore[no-untyped-def]
        view = self.view(state, seat)
        lang = ("en", "uk", "ru", "it")[len(view["row"]) % 4]
        return "\n".join(
            [
                # Each tile is drawn by its look alone, so equal looks are equal pictures.
                repr(painting.placed(view, lang)),
                faces.moment(view, lang),
                faces.rows(view, lang),
                faces.standing(view, lang),
                faces.holdings(view, lang),
                faces.short(view, lang),
            ]
        )


@pytest.mark.parametrize(("set_", "seats"), GAMES)
def test_nobody_reads_hidden_cards_off_a_face(set_: str, seats: int) -> None:
    count = tell_apart(random.Random(f"{set_} {seats}"), set_, seats, Faces())
    assert count["other_worlds"] > 50


def test_a_leak_into_a_face_is_caught() -> None:
    with pytest.raises(LeakError):
        tell_apart(random.Random(1), "alliance", 3, Faces(view=everything_open))

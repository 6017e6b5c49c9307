"""Which paces can be, and that every game of theirs comes to an end."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from games import engine, pace
from games.pace import DAY, HOUR, MINUTE, PACES, BadPace
from tests import bounded


def test_presets_go_from_three_minutes_to_a_week_and_all_can_be() -> None:
    times = [one.seconds_per_move for one in PACES.values()]
    assert (times[0], times[-1]) == (3 * MINUTE, 7 * DAY)
    assert times == sorted(times)
    for one in PACES.values():
        pace.check(pace.read(pace.write(one)), 5)


def test_the_docs_have_the_presets() -> None:
    told = Path(__file__).parents[2].joinpath("docs/clocks.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", told, re.M))
    for name, one in PACES.items():
        spans = one.seconds_per_move, one.bank, one.refill, one.cap
        assert rows[name] == " | ".join(map(_in_words, spans))
    # … and nobody is reminded more often than has been said to them.
    assert {name: one.reminders for name, one in PACES.items()} == {
        "live": (),
        "evening": (75,),
        "brisk": (75,),
        "daily": (50, 85),
        "slow": (50, 85),
        "weekly": (50, 85),
        "letters": (40, 70, 90),
    }


def _in_words(seconds: int) -> str:
    for name, unit in (("day", DAY), ("hour", HOUR), ("minute", MINUTE)):
        if seconds and seconds % unit == 0:
            return f"{seconds // unit} {name}{'s' * (seconds != unit)}"
    return "–"


def test_a_bank_is_its_own_cap_where_nothing_is_said() -> None:
    assert pace.read({"seconds_per_move": DAY, "bank": 2 * HOUR}).cap == 2 * HOUR


def test_what_is_written_is_read() -> None:
    own = {"seconds_per_move": 2 * DAY, "bank": DAY, "refill": HOUR, "cap": 3 * DAY}
    terms = pace.write(pace.read({**own, "reminders": [25, 75], "misses": 3}))
    assert pace.of("custom", terms) == pace.read(terms)
    assert pace.of("slow", None) is PACES["slow"]


@pytest.mark.parametrize(
    ("terms", "field", "why"),
    [
        ({}, "seconds_per_move", "missing"),
        ({"seconds_per_move": 59}, "seconds_per_move", "range"),
        ({"seconds_per_move": True}, "seconds_per_move", "range"),
        ({"seconds_per_move": DAY, "bank": -1}, "bank", "range"),
        ({"seconds_per_move": DAY, "bank": DAY, "cap": HOUR}, "cap", "cap"),
        ({"seconds_per_move": DAY, "misses": 0}, "misses", "range"),
        ({"seconds_per_move": DAY, "reminders": [90, 50]}, "reminders", "order"),
        ({"seconds_per_move": DAY, "reminders": [100]}, "reminders", "range"),
        ({"seconds_per_move": DAY, "reminders": "50"}, "reminders", "range"),
        ({"seconds_per_move": DAY, "when_all_absent": "wait"}, "when_all_absent", "choice"),
        ({"seconds_per_move": DAY, "byoyomi": 3}, "byoyomi", "unknown"),
    ],
)
def test_what_cannot_be_names_its_field(terms: dict[str, Any], field: str, why: str) -> None:
    with pytest.raises(BadPace) as refused:
        pace.read(terms)
    assert (refused.value.field, refused.value.why) == (field, why)


def test_what_might_last_for_ever_is_refused_with_its_length() -> None:
    endless = pace.read({"seconds_per_move": 14 * DAY})
    pace.check(endless, 2)
    with pytest.raises(BadPace) as refused:
        pace.check(endless, 5)
    assert refused.value.facts == {"days": 2240, "most": 1460}


def test_where_everybody_is_asked_at_once_the_time_of_each_phase_counts_too() -> None:
    slow = pace.read({"seconds_per_move": 9 * DAY})
    pace.check(slow, 5)
    with pytest.raises(BadPace) as refused:
        pace.check(slow, 5, together=True)
    assert refused.value.facts == {"days": (5 * pace.MOST_DECISIONS + 12) * 9, "most": 1460}


def test_nobody_decides_more_often_than_the_bound_says() -> None:
    for number, box in enumerate(engine.SETS * 6):
        rng = random.Random(number)
        state = engine.deal(set=box, seats=2 + number % 4, seed=bytes([number]) * 32)
        made = [0] * state.seats
        bound = bounded()
        while next(bound) and (seat := engine.to_move(state)) is not None:
            moves = engine.legal_moves(state)
            made[seat] += 1
            engine.play(state, "wait" if "wait" in moves and number % 2 else rng.choice(moves))
        assert max(made) <= pace.MOST_DECISIONS
